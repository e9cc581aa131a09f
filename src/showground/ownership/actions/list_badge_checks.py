"""Read the looks for the badge of one's listing."""

from pydantic import BaseModel

from showground import catalog
from showground.catalog import NoSuchListing
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.ownership import store
from showground.ownership.models import BadgeCheck

MOST = 100


class ListBadgeChecks(Input):
    listing_id: int


class BadgeChecks(BaseModel):
    """The newest first, at most 100."""

    items: list[BadgeCheck]


@action(scope=PERSON, read_only=True, failures=(NoSuchListing,))
async def list_badge_checks(ctx: Context, input: ListBadgeChecks) -> BadgeChecks:
    """List when and where the badge of one's listing was looked for, and what was seen."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account)
    return BadgeChecks(items=await store.list_checks(ctx.db, owned.id, MOST))
