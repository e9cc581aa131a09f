"""What an address says whose listing is over."""

from datetime import datetime

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings.errors import NoSuchListing
from showground.listings.models import Slug
from showground.listings.queries import ended


class FindEndedListing(Input):
    slug: Slug


class RetiredListing(DataModel):
    """A listing that its makers have retired."""

    slug: str
    name: str
    tagline: str | None
    retired_at: datetime
    category: str | None
    category_slug: str | None


class EndedListing(DataModel):
    """Either when it was deleted, or what is known of a retired one."""

    deleted_at: datetime | None = None
    retired: RetiredListing | None = None


@action(scope=PUBLIC, read_only=True, errors=(NoSuchListing,))
async def find_ended_listing(ctx: Context, input: FindEndedListing) -> EndedListing:
    """Find a listing that was deleted for good, or retired by its makers."""
    if (deleted_at := await ended.find_deleted(ctx.db, input.slug)) is not None:
        return EndedListing(deleted_at=deleted_at)
    found = await ended.find_retired(ctx.db, input.slug)
    if found is None:
        raise NoSuchListing
    return EndedListing(retired=RetiredListing.model_validate(found, from_attributes=True))
