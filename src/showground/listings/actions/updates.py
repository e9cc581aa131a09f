"""Recent updates about listings."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.paging import Page, Paged
from showground.listings.errors import NoSuchListing
from showground.listings.models import SLUG, RecentUpdate
from showground.listings.queries import recent_updates


class ListUpdates(Paged):
    slug: Annotated[str | None, Field(pattern=SLUG)] = None


@action(scope=PUBLIC, read_only=True, errors=(NoSuchListing,))
async def list_updates(ctx: Context, input: ListUpdates) -> Page[RecentUpdate]:
    """List updates about all public listings, or about one, newest first."""
    return await recent_updates.find_updates(ctx.db, input.slug, input, ctx.site)
