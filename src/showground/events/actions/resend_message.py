"""Sends a message to a webhook again, for a receiver that lost it."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.events.actions.webhooks import WebhookChanged
from showground.events.errors import CannotResend, NoSuchMessage, NoSuchWebhook, WebhookOff
from showground.events.queries import deliveries, webhooks
from showground.events.webhook_delivery_job import deliver_webhook


class ResendMessage(Input):
    webhook_id: int
    message_id: int


@action(
    scope=PERSON,
    limit=Limit("webhook-resends", 60, 3600),
    errors=(NoSuchWebhook, NoSuchMessage, WebhookOff, CannotResend),
)
async def resend_message(ctx: Context, input: ResendMessage) -> WebhookChanged:
    """Send a message again that was delivered or failed. It keeps its id, so that receivers recognize it."""
    webhook = await webhooks.find_webhook(ctx.db, ctx.account, input.webhook_id)
    if webhook is None:
        raise NoSuchWebhook
    message = await deliveries.find_delivery(ctx.db, webhook.id, input.message_id)
    if message is None:
        raise NoSuchMessage
    if not message.stored:
        raise CannotResend
    if webhook.disabled_at is not None:
        raise WebhookOff
    await deliveries.queue_again(ctx.db, message.id, ctx.now)
    await deliver_webhook.enqueue(ctx.db, webhook.id, ctx.account)
    return WebhookChanged(id=webhook.id)
