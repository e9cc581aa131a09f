"""Domain Ratings, imported from a file."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.listings import domain_ratings
from showground.listings.queries import staff_listings


class ImportDomainRatings(Input):
    """The text of the file. Its first line is `domain,date,rating`."""

    csv: Annotated[str, Field(min_length=1, max_length=20_000_000), OPAQUE]


class RatingsImported(DataModel):
    """How many ratings were imported, for how many listings."""

    ratings: int
    listings: int


@action(scope=STAFF)
async def import_domain_ratings(ctx: Context, input: ImportDomainRatings) -> RatingsImported:
    """Import all rows of a file of Domain Ratings. If any row is wrong, each one is reported by line and nothing is
    imported."""
    rows, errors = domain_ratings.read_ratings(input.csv, ctx.now.date())
    known = await staff_listings.find_by_domain(ctx.db, [row.domain for row in rows])
    errors += domain_ratings.missing(rows, known)
    if not rows and not errors:
        errors = [FieldError(field="csv", message=Text("The file has no rows after the first line."))]
    if errors:
        raise InvalidInput(errors=sorted(errors, key=_line)[: domain_ratings.MAX_FIELD_ERRORS])
    found = {(known[row.domain], row.date): row.rating for row in rows}
    await staff_listings.add_ratings(ctx.db, found)
    return RatingsImported(ratings=len(found), listings=len({listing for listing, _ in found}))


def _line(error: FieldError) -> int:
    number = error["message"].removeprefix("Line ").partition(":")[0]
    return int(number) if number.isdigit() else 0
