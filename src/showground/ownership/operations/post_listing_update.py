"""Post an update about a listing."""

from typing import Annotated

from pydantic import Field

from showground import listings
from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.listings import ListingUpdate, NoSuchListing, updates
from showground.ownership import input_values
from showground.ownership.jobs import mail_followers
from showground.ownership.models import ListingId
from showground.ownership.queries import owned_listings


class PostListingUpdate(Input):
    listing_id: ListingId
    title: Annotated[str, Field(max_length=200, description="The title.", examples=["Point-in-time restore"])]
    body: Annotated[
        str,
        Field(
            max_length=5_000, description="The text, as plain text.", examples=["You can now restore to any minute."]
        ),
        MULTI_LINE,
    ]


async def judge(ctx: Context, input: PostListingUpdate) -> list[FieldError]:  # noqa: ARG001 - all is in the input
    return input_values.find_empty(title=input.title, body=input.body)


@operation(
    "POST /me/listings/{listing_id}/updates",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    judge=judge,
    location="/me/listings/{listing_id}",
    emails=True,
    errors=(NoSuchListing,),
)
async def post_listing_update(ctx: Context, input: PostListingUpdate) -> ListingUpdate:
    """Post an update about your listing.

    It appears on the listing's page and on the latest updates page, and followers get an email.
    """
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    if errors := await judge(ctx, input):
        raise InvalidInput(errors=errors)
    update = await updates.post_update(ctx.db, owned.id, input.title.strip(), input.body.strip(), ctx.now)
    await owned_listings.begin_mailing(ctx.db, update.id)
    await mail_followers.enqueue(ctx.db, update.id)
    return update
