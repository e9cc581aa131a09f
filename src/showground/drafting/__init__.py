"""From the address of a website to a truthful draft."""

from showground.drafting.drafters import Drafter, make_drafter
from showground.drafting.evidence import verify
from showground.drafting.proposal import AttributeChoice, CategoryChoice, Drafted, Problem, Proposal, Quote
from showground.drafting.reading import Progress, ReadPage, SiteReading, read_site

__all__ = [
    "AttributeChoice",
    "CategoryChoice",
    "Drafted",
    "Drafter",
    "Problem",
    "Progress",
    "Proposal",
    "Quote",
    "ReadPage",
    "SiteReading",
    "make_drafter",
    "read_site",
    "verify",
]
