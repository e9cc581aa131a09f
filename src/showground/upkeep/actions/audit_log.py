"""The audit log."""

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.paging import Page, Paged
from showground.upkeep.models import StaffEvent
from showground.upkeep.queries import staff_views


class ListStaffEvents(Paged):
    """Of one action or of one person, where named."""

    action: str | None = None
    account: int | None = None


class StaffEvents(Page[StaffEvent]):
    """What was done, and all actions that were ever done."""

    actions: list[str]


@action(scope=STAFF, read_only=True)
async def list_staff_events(ctx: Context, input: ListStaffEvents) -> StaffEvents:
    """List what staff did on the website, the newest first."""
    items, total = await staff_views.list_events(
        ctx.db, input.action, input.account, skip=input.offset, most=input.per_page
    )
    return StaffEvents(
        items=items,
        page=input.page,
        per_page=input.per_page,
        total=total,
        actions=await staff_views.list_event_names(ctx.db),
    )
