"""What every drafter does."""

from collections.abc import Sequence
from typing import Protocol

from showground.drafting.proposal import CategoryChoice, Proposal
from showground.drafting.reading.pages import ReadPage


class Drafter(Protocol):
    """Proposes a profile from the pages that were read.

    `only` names the profile fields and parts that are wanted; without it, everything is. What comes back has passed
    the verifier.
    """

    async def draft(
        self, pages: Sequence[ReadPage], categories: Sequence[CategoryChoice], only: frozenset[str] | None
    ) -> Proposal: ...
