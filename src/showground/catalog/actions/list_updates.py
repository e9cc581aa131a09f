"""List what owners posted lately."""

from typing import Annotated

from pydantic import Field

from showground.catalog import news
from showground.catalog.failures import NoSuchListing
from showground.catalog.models import SLUG, ListingUpdate
from showground.core.context import Context
from showground.core.operation import PUBLIC, action
from showground.core.paging import Page, Paged


class ListUpdates(Paged):
    slug: Annotated[str | None, Field(pattern=SLUG)] = None


@action(scope=PUBLIC, read_only=True, failures=(NoSuchListing,))
async def list_updates(ctx: Context, input: ListUpdates) -> Page[ListingUpdate]:
    """List the updates of all public listings, or of one, the newest first."""
    return await news.find_updates(ctx.db, input.slug, input, ctx.site)
