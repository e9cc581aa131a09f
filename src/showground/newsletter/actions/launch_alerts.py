"""Emails to everyone who wanted to know when a listing launches."""

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.data_model import DataModel
from showground.core.mail import queries as mail
from showground.core.mail.templates import send_mail
from showground.newsletter.queries import subscribers

AT_ONCE = 200  # per transaction, which writes emails but does not send them


class LaunchAlertsSent(DataModel):
    """Whether there may be more to send."""

    more: bool


@action(scope=STAFF)
async def send_launch_alerts(ctx: Context) -> LaunchAlertsSent:
    """Email the next people whose listing has launched. Each alert is deleted with the email that it causes."""
    due = await subscribers.take_due_alerts(ctx.db, AT_ONCE)
    for alert in due:
        if not await mail.is_blocked(ctx.db, alert.email):
            await send_mail(
                ctx,
                alert.email,
                "listing_launched",
                listing=alert.name,
                tagline=alert.tagline or "",
                link=f"{ctx.site.url}/listings/{alert.slug}",
            )
    return LaunchAlertsSent(more=len(due) == AT_ONCE)
