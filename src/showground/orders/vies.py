"""The register of VAT numbers of the EU, VIES."""

import json
import logging
from dataclasses import dataclass
from typing import Any, Protocol

from showground.core.fetch import Fetcher, FetchFailed

SECONDS = 5.0
MAX_BYTES = 20_000  # bytes
MAX_LENGTH = 300  # characters of a name
ANSWERS = {"VALID": True, "INVALID": False}

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RegisterAnswer:
    """The register's answer about a number. The consultation number proves to a tax office that we asked."""

    valid: bool
    consultation: str | None = None
    holder: str | None = None


class Register(Protocol):
    """Knows which VAT numbers are valid."""

    async def ask(self, fetch: Fetcher, number: str, requester: str | None) -> RegisterAnswer | None:
        """None: it does not answer. With the seller's own number as `requester`, it gives a consultation number."""
        ...


@dataclass(frozen=True, slots=True)
class Vies:
    """The register of the European Commission, by its REST address."""

    url: str

    async def ask(self, fetch: Fetcher, number: str, requester: str | None) -> RegisterAnswer | None:
        asking = f"?requesterMemberStateCode={requester[:2]}&requesterNumber={requester[2:]}" if requester else ""
        try:
            page = await fetch.get(
                f"{self.url}/ms/{number[:2]}/vat/{number[2:]}{asking}",
                accept=("application/json",),
                max_bytes=MAX_BYTES,
                seconds=SECONDS,
                max_redirects=0,
            )
            answer: Any = json.loads(page.body) if page.status == 200 else {}
            # While a member state's own register is away, `isValid` is false all the same.
            valid = ANSWERS.get(answer["userError"])
        except (FetchFailed, ValueError, KeyError, TypeError) as problem:
            log.warning("The VAT register did not answer: %s", type(problem).__name__)
            return None
        if valid is None:
            return None
        return RegisterAnswer(valid, _text(answer.get("requestIdentifier")), _text(answer.get("name")))


def _text(value: object) -> str | None:
    """A text from the register. It sends `---` where a member state discloses nothing."""
    if not isinstance(value, str) or not value.strip("- \n"):
        return None
    return " ".join(value.replace("\0", "").split())[:MAX_LENGTH]
