"""The audit log."""

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.paging import Page, Paged
from showground.upkeep.models import StaffEvent
from showground.upkeep.queries import staff_views


class ListStaffEvents(Paged):
    """Filters: one action, one person, or both."""

    action: str | None = None
    account: int | None = None


class StaffEvents(Page[StaffEvent]):
    """The entries, and the names of all actions that ever occurred."""

    actions: list[str]


@action(scope=STAFF, read_only=True)
async def list_staff_events(ctx: Context, input: ListStaffEvents) -> StaffEvents:
    """List what staff did on the website, newest first."""
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
