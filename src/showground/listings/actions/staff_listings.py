"""All listings and their slugs, for staff."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, STAFF, action
from showground.core.calls.input_text import SEARCH_WORDS
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.listings.errors import NoSuchListing, SlugTaken
from showground.listings.models import Slug
from showground.listings.queries import slugs, staff_listings
from showground.listings.queries.staff_listings import StaffListing, StaffStatus, SuspendedListing

MAX_SUSPENDED = 100  # listings on the page of an account


class ListAllListings(Paged):
    q: Annotated[str | None, Field(max_length=200), SEARCH_WORDS] = None
    status: StaffStatus | None = None


@action(scope=MODERATOR, read_only=True)
async def list_all_listings(ctx: Context, input: ListAllListings) -> Page[StaffListing]:
    """List listings of every status. `q` is part of a name, a domain, a slug or an owner's email address."""
    items, total = await staff_listings.find_listings(
        ctx.db, input.q, input.status, skip=input.offset, most=input.per_page
    )
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class ShowListing(Input):
    """By number or by slug."""

    listing_id: int | None = None
    slug: Slug | None = None


@action(scope=MODERATOR, read_only=True, errors=(NoSuchListing,))
async def show_listing_state(ctx: Context, input: ShowListing) -> StaffListing:
    """Show the state of a listing, and who owns it."""
    found = await staff_listings.find_listing(ctx.db, input.listing_id, input.slug)
    if found is None:
        raise NoSuchListing
    return found


class ListSuspendedOf(Input):
    account: int


class SuspendedListings(DataModel):
    items: list[SuspendedListing]


@action(scope=MODERATOR, read_only=True)
async def list_suspended_of(ctx: Context, input: ListSuspendedOf) -> SuspendedListings:
    """List the suspended listings that an account owns, and whether unblocking the account restores them."""
    return SuspendedListings(items=await staff_listings.find_suspended_of(ctx.db, input.account, MAX_SUSPENDED))


class RenameSlug(Input):
    listing_id: int
    slug: Slug


class SlugRenamed(DataModel):
    """The listing's current and former slugs."""

    slug: str
    former: list[str]


@action(scope=STAFF, errors=(NoSuchListing, SlugTaken))
async def rename_slug(ctx: Context, input: RenameSlug) -> SlugRenamed:
    """Change a listing's slug. Its old URLs redirect, and no other listing can use the old slug."""
    if await staff_listings.find_attributes(ctx.db, input.listing_id) is None:
        raise NoSuchListing
    if not await slugs.rename(ctx.db, input.listing_id, input.slug, ctx.now):
        raise SlugTaken
    return SlugRenamed(slug=input.slug, former=await slugs.find_former(ctx.db, input.listing_id))
