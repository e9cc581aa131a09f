"""The interface of every drafter."""

from collections.abc import Sequence
from typing import Protocol

from showground.extraction.proposal import CategoryChoice, Proposal
from showground.extraction.reading.pages import ReadPage


class Drafter(Protocol):
    """Proposes a profile from the pages that were read, at least one.

    With several proposals, facts are taken from the earlier one and sentences from the later one, and only what the
    pages support. `pipeline.py`, which calls the drafter, verifies that.
    """

    async def propose(self, pages: Sequence[ReadPage], categories: Sequence[CategoryChoice]) -> Sequence[Proposal]: ...
