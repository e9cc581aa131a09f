"""What every drafter does."""

from collections.abc import Sequence
from typing import Protocol

from showground.extraction.proposal import CategoryChoice, Proposal
from showground.extraction.reading.pages import ReadPage


class Drafter(Protocol):
    """Proposes a profile from the pages that were read, of which there is at least one.

    Of several proposals the earlier one stands for facts, the later one for sentences; both only where the pages bear
    them out. That is seen to by whoever asks a drafter, `verified.py`.
    """

    async def propose(self, pages: Sequence[ReadPage], categories: Sequence[CategoryChoice]) -> Sequence[Proposal]: ...
