"""A person's notifications."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.data_model import DataModel
from showground.notifications.models import Notifications
from showground.notifications.queries import notifications

LATEST = 30


@action(scope=PERSON, read_only=True)
async def list_notifications(ctx: Context) -> Notifications:
    """List your latest notifications, newest first."""
    return Notifications(
        items=await notifications.list_latest(ctx.db, ctx.account, LATEST),
        unread=await notifications.count_unread(ctx.db, ctx.account),
    )


class NotificationsRead(DataModel):
    read: bool = True


@action(scope=PERSON)
async def mark_notifications_read(ctx: Context) -> NotificationsRead:
    """Mark all of your notifications as read."""
    await notifications.mark_read(ctx.db, ctx.account, ctx.now)
    return NotificationsRead()
