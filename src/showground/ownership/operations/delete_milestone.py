"""Delete a milestone of a listing."""

from typing import Annotated

from pydantic import Field

from showground import listings
from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing, milestones
from showground.ownership import presentation
from showground.ownership.errors import NoSuchMilestone
from showground.ownership.models import ListingId

MilestoneId = Annotated[int, Field(ge=1, description="Id of the milestone.", examples=[7])]


class DeleteMilestone(Input):
    listing_id: ListingId
    milestone_id: MilestoneId


class DeletedMilestone(DataModel):
    """The milestone was deleted."""

    deleted: Annotated[bool, Field(description="Always true.", examples=[True])]
    id: Annotated[int, Field(description="Id of the deleted milestone.", examples=[7])]


@operation(
    "DELETE /me/listings/{listing_id}/milestones/{milestone_id}",
    scope=LISTINGS_WRITE,
    idempotent=True,
    current=presentation.read_owned,
    errors=(NoSuchListing, NoSuchMilestone),
)
async def delete_milestone(ctx: Context, input: DeleteMilestone) -> DeletedMilestone:
    """Delete a milestone of your listing."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    if not await milestones.delete_milestone(ctx.db, owned.id, input.milestone_id):
        raise NoSuchMilestone
    return DeletedMilestone(deleted=True, id=input.milestone_id)
