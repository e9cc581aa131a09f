"""Add a milestone to a listing."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from showground import catalog
from showground.accounts import LISTINGS_WRITE
from showground.catalog import Milestone, NoSuchListing
from showground.core.context import Context
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import Input, operation
from showground.core.texts import MULTI_LINE
from showground.ownership import addresses
from showground.ownership.failures import TooManyMilestones
from showground.ownership.models import ListingId

MOST = 50


class AddMilestone(Input):
    listing_id: ListingId
    date: Annotated[dt.date, Field(description="The day, YYYY-MM-DD.", examples=["2026-03-14"])]
    title: Annotated[str, Field(max_length=200, description="What happened.", examples=["First paying customer"])]
    description: Annotated[
        str | None, Field(max_length=2_000, description="More about it.", examples=["A bakery in Braga."]), MULTI_LINE
    ] = None
    url: Annotated[
        str | None, Field(max_length=500, description="Where to read on.", examples=["https://tidewater.example/blog"])
    ] = None


@operation(
    "POST /me/listings/{listing_id}/milestones",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    failures=(NoSuchListing, TooManyMilestones),
)
async def add_milestone(ctx: Context, input: AddMilestone) -> Milestone:
    """Add a milestone to your listing. It is shown once the section `milestones` is unlocked, and kept until then."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account, hold=True)
    title, url = input.title.strip(), addresses.trimmed(input.url)
    faults = addresses.check_page("url", url)
    if not title:
        faults.append(Fault(field="title", message="Must not be empty."))
    if faults:
        raise InvalidInput(faults=faults)
    if await catalog.count_milestones(ctx.db, owned.id) >= MOST:
        raise TooManyMilestones
    return await catalog.add_milestone(ctx.db, owned.id, input.date, title, addresses.trimmed(input.description), url)
