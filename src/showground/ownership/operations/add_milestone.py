"""Add a milestone to a listing."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from showground import listings
from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.listings import Milestone, NoSuchListing, milestones
from showground.ownership import input_values
from showground.ownership.errors import TooManyMilestones
from showground.ownership.models import ListingId

MAX_ITEMS = 50


class AddMilestone(Input):
    listing_id: ListingId
    date: Annotated[dt.date, Field(description="The date, YYYY-MM-DD.", examples=["2026-03-14"])]
    title: Annotated[
        str, Field(max_length=200, description="What happened, in a few words.", examples=["First paying customer"])
    ]
    description: Annotated[
        str | None, Field(max_length=2_000, description="More details.", examples=["A bakery in Braga."]), MULTI_LINE
    ] = None
    url: Annotated[
        str | None,
        Field(max_length=500, description="Link to more information.", examples=["https://tidewater.example/blog"]),
    ] = None


async def judge(ctx: Context, input: AddMilestone) -> list[FieldError]:  # noqa: ARG001 - all is in the input
    return [
        *input_values.check_page("url", input_values.trimmed(input.url)),
        *input_values.find_empty(title=input.title),
    ]


@operation(
    "POST /me/listings/{listing_id}/milestones",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    judge=judge,
    location="/me/listings/{listing_id}",
    errors=(NoSuchListing, TooManyMilestones),
)
async def add_milestone(ctx: Context, input: AddMilestone) -> Milestone:
    """Add a milestone to your listing.

    Milestones are stored right away and shown once the listing's `milestones` section is unlocked.
    """
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    title, url = input.title.strip(), input_values.trimmed(input.url)
    if errors := await judge(ctx, input):
        raise InvalidInput(errors=errors)
    if await milestones.count_milestones(ctx.db, owned.id) >= MAX_ITEMS:
        raise TooManyMilestones
    return await milestones.add_milestone(
        ctx.db, owned.id, input.date, title, input_values.trimmed(input.description), url
    )
