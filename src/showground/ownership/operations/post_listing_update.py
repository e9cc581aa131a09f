"""Post an update of a listing."""

from typing import Annotated

from pydantic import Field

from showground import catalog
from showground.accounts import LISTINGS_WRITE
from showground.catalog import NoSuchListing, Update
from showground.core.context import Context
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import Input, operation
from showground.core.texts import MULTI_LINE
from showground.ownership import store
from showground.ownership.jobs import mail_followers
from showground.ownership.models import ListingId


class PostListingUpdate(Input):
    listing_id: ListingId
    title: Annotated[str, Field(max_length=200, description="The headline.", examples=["Point-in-time restore"])]
    body: Annotated[
        str,
        Field(max_length=5_000, description="Plain text.", examples=["You can now restore to any minute."]),
        MULTI_LINE,
    ]


@operation(
    "POST /me/listings/{listing_id}/updates",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    failures=(NoSuchListing,),
)
async def post_listing_update(ctx: Context, input: PostListingUpdate) -> Update:
    """Post news of your listing: it stands on its page and among the latest updates, and its followers are mailed."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account, hold=True)
    title, body = input.title.strip(), input.body.strip()
    empty = [name for name, text in (("title", title), ("body", body)) if not text]
    if empty:
        raise InvalidInput(faults=[Fault(field=name, message="Must not be empty.") for name in empty])
    update = await catalog.post_update(ctx.db, owned.id, title, body, ctx.now)
    await store.begin_mailing(ctx.db, update.id)
    await mail_followers.enqueue(ctx.db, update.id)
    return update
