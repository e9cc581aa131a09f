"""Which Monday email has no sponsor yet, and which ones a listing sponsors."""

from datetime import date

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing, owned
from showground.newsletter import rules
from showground.newsletter.queries import sponsors


class FreeEdition(DataModel):
    """The Monday of the next email without a sponsor; null if those of the next half year are taken."""

    week: date | None


@action(scope=PUBLIC, read_only=True)
async def find_free_edition(ctx: Context) -> FreeEdition:
    """Show the next newsletter without a sponsor, which the next sponsor gets."""
    return FreeEdition(week=await sponsors.find_free_week(ctx.db, rules.next_week(ctx.now)))


class ListSponsoredEditions(Input):
    listing_id: int


class SponsoredEditions(DataModel):
    weeks: list[date]


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_sponsored_editions(ctx: Context, input: ListSponsoredEditions) -> SponsoredEditions:
    """List the coming newsletters that your listing sponsors."""
    listing = await owned.get_owned(ctx.db, input.listing_id, ctx.account)
    return SponsoredEditions(weeks=await sponsors.list_weeks(ctx.db, listing.id, rules.next_week(ctx.now)))
