"""Take in Domain Ratings from a CSV file."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.catalog import ratings, staff_listings
from showground.core.context import Context
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import STAFF, Input, action
from showground.core.texts import OPAQUE


class ImportDomainRatings(Input):
    """The text of the file; its first line is `domain,date,rating`."""

    csv: Annotated[str, Field(min_length=1, max_length=20_000_000), OPAQUE]


class RatingsImported(BaseModel):
    """How many ratings of how many listings."""

    ratings: int
    listings: int


@action(scope=STAFF)
async def import_domain_ratings(ctx: Context, input: ImportDomainRatings) -> RatingsImported:
    """Take in every row of a file with Domain Ratings; if one is wrong, each is named by its line and none is taken."""
    rows, faults = ratings.read_ratings(input.csv, ctx.now.date())
    known = await staff_listings.find_by_domain(ctx.db, [row.domain for row in rows])
    faults += ratings.missing(rows, known)
    if not rows and not faults:
        faults = [Fault(field="csv", message="There is no row below the first line.")]
    if faults:
        raise InvalidInput(faults=sorted(faults, key=_line)[: ratings.MOST_FAULTS])
    found = {(known[row.domain], row.date): row.rating for row in rows}
    await staff_listings.add_ratings(ctx.db, found)
    return RatingsImported(ratings=len(found), listings=len({listing for listing, _ in found}))


def _line(fault: Fault) -> int:
    number = fault["message"].removeprefix("Line ").partition(":")[0]
    return int(number) if number.isdigit() else 0
