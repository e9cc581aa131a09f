"""List events."""

from typing import Annotated

from pydantic import Field

from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Detail, Encoded, Input
from showground.events.errors import EventsExpired
from showground.events.models import EventPage
from showground.events.queries import events

MAX_ID = 2**53 - 1  # what a number in JavaScript can be


class ListEvents(Input):
    after: Annotated[
        int,
        Field(ge=0, le=MAX_ID, description="Id of the last event you have.", examples=[0]),
    ] = 0
    limit: Annotated[int, Field(ge=1, le=100, description="Maximum number of events.", examples=[50])] = 50
    detail: Detail = "full"


@operation("GET /events", scope=PUBLIC, snapshot=True, extension=True, errors=(EventsExpired,))
async def list_events(ctx: Context, input: ListEvents) -> Encoded[EventPage]:
    """List what changed, oldest first.

    Public changes; with `account:read` also what concerns you. Keep `after` of the answer for the next call.
    """
    # Always read from the primary, because nothing of it is cached: a replica may not have this event yet.
    if input.after and not await events.is_known(ctx.db, input.after):
        raise EventsExpired
    own = ctx.access.account if ctx.access and ACCOUNT_READ in ctx.access.scopes else None
    found = await events.find_events(ctx.db, input.after, input.limit, own)
    return await events.encode_page(
        ctx.db, ctx.site, ctx.now, found, input.after, more=len(found) == input.limit, full=input.detail == "full"
    )
