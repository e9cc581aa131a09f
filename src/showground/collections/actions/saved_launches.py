"""Notifications about the launch of saved listings."""

from showground.collections.queries import collections
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.data_model import DataModel
from showground.notifications import NewNotification, add_notifications

AT_ONCE = 1_000


class SavedLaunchesTold(DataModel):
    """Whether there may be more."""

    more: bool


@action(scope=STAFF)
async def tell_saved_launches(ctx: Context) -> SavedLaunchesTold:
    """Notify the next people whose saved listing has launched, once each."""
    due = await collections.take_launched(ctx.db, AT_ONCE)
    new = [NewNotification(account, "launch", listing) for account, listing in due]
    if new:
        await add_notifications(ctx.db, new, ctx.now)
    return SavedLaunchesTold(more=len(due) == AT_ONCE)
