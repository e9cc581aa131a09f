"""Asking the register of the member states whether a VAT number is valid."""

import json
import logging
from dataclasses import dataclass
from typing import Any, Protocol

from showground.core.fetch import Fetcher, FetchFailed

SECONDS = 5.0
LARGEST = 20_000  # bytes
ANSWERS = {"VALID": True, "INVALID": False}

log = logging.getLogger(__name__)


class Register(Protocol):
    """Knows which VAT numbers are valid."""

    async def is_valid(self, fetch: Fetcher, number: str) -> bool | None:
        """None: it does not answer."""
        ...


@dataclass(frozen=True, slots=True)
class Vies:
    """The register of the European Commission, by its REST address."""

    url: str

    async def is_valid(self, fetch: Fetcher, number: str) -> bool | None:
        try:
            page = await fetch.get(
                f"{self.url}/ms/{number[:2]}/vat/{number[2:]}",
                accept=("application/json",),
                max_bytes=LARGEST,
                seconds=SECONDS,
                max_redirects=0,
            )
            answer: Any = json.loads(page.body) if page.status == 200 else {}
            # While a member state's own register is away, `isValid` is false all the same.
            return ANSWERS.get(answer["userError"])
        except (FetchFailed, ValueError, KeyError, TypeError) as problem:
            log.warning("The VAT register did not answer: %s", type(problem).__name__)
            return None
