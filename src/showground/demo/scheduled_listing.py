"""A demo listing with its dates and its members."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from showground.demo.data_files import DemoListing
from showground.demo.dates_and_votes import Dates
from showground.listings.queries.new_listings import Role


@dataclass(frozen=True, slots=True)
class ScheduledListing:
    """A listing with its dates, who runs it, and its number here."""

    data: DemoListing
    dates: Dates
    members: Mapping[int, Role]
    id: int

    def rng(self, purpose: str) -> Random:
        return Random(f"{purpose} of {self.data.slug}")  # made-up data  # nosec B311
