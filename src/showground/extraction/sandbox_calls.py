"""Sandbox calls for drafting: everything that scans pages. The functions are in `sandbox_functions.py`."""

from collections.abc import Sequence

from showground.core.data_model import DataModel
from showground.core.sandbox import CpuBudget, Sandboxed
from showground.extraction.proposal import CategoryChoice, Proposal, Verified
from showground.extraction.reading.pages import ReadPage

HERE = "showground.extraction.sandbox_functions"


class Pages(DataModel):
    """The pages of a site, and the categories to choose from."""

    pages: Sequence[ReadPage]
    categories: Sequence[CategoryChoice]


class Proposals(Pages):
    """The drafters' proposals. For facts, the earlier one wins."""

    proposals: Sequence[Proposal]


def draft_budget(owner: str) -> CpuBudget:
    """The CPU budget for reading a site and drafting from it; an ordinary site takes one second."""
    return CpuBudget(owner, 20.0)


# Both open files, to load the names of countries in the language of a page.
EXTRACT = Sandboxed(f"{HERE}:extract_profile", Pages, Proposal, cpu_seconds=10, opens_files=True)
VERIFY = Sandboxed(f"{HERE}:verify_proposals", Proposals, Verified, cpu_seconds=10, opens_files=True)
