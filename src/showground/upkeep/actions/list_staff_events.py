"""Read what staff did."""

from showground.core.context import Context
from showground.core.operation import STAFF, action
from showground.core.paging import Page, Paged
from showground.upkeep import store
from showground.upkeep.models import StaffEvent


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
    items, total = await store.list_events(ctx.db, input.action, input.account, skip=input.offset, most=input.per_page)
    return StaffEvents(
        items=items,
        page=input.page,
        per_page=input.per_page,
        total=total,
        actions=await store.list_event_names(ctx.db),
    )
