"""Give a listing another slug; what stood under the old one leads to it."""

from pydantic import BaseModel

from showground.catalog import slugs, staff_listings
from showground.catalog.failures import NoSuchListing, SlugTaken
from showground.catalog.models import Slug
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action


class RenameSlug(Input):
    listing_id: int
    slug: Slug


class SlugRenamed(BaseModel):
    """The slugs by which the listing goes now, and went before."""

    slug: str
    former: list[str]


@action(scope=STAFF, failures=(NoSuchListing, SlugTaken))
async def rename_slug(ctx: Context, input: RenameSlug) -> SlugRenamed:
    """Have a listing go by another slug. Its old addresses lead to it, and no other listing ever gets the old slug."""
    if await staff_listings.find_attributes(ctx.db, input.listing_id) is None:
        raise NoSuchListing
    if not await slugs.rename(ctx.db, input.listing_id, input.slug, ctx.now):
        raise SlugTaken
    return SlugRenamed(slug=input.slug, former=await slugs.find_former(ctx.db, input.listing_id))
