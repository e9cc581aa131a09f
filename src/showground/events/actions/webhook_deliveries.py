"""Notes how sending a message to a webhook went, and turns off a webhook that does not answer."""

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.mail.templates import send_mail
from showground.events.queries import deliveries, webhooks
from showground.events.rules import pause_after


class SettleDelivery(Input):
    webhook_id: int
    delivery_id: int
    attempts: int
    delivered: bool
    outcome: str
    gone: bool


class DeliverySettled(DataModel):
    """Whether the webhook was turned off."""

    disabled: bool


@action(scope=STAFF)
async def settle_delivery(ctx: Context, input: SettleDelivery) -> DeliverySettled:
    """Note an attempt. When the last one has failed, the webhook is turned off and its owner told."""
    if input.delivered:
        await deliveries.note_delivered(ctx.db, input.delivery_id, input.outcome)
        return DeliverySettled(disabled=False)
    pause = None if input.gone else pause_after(input.attempts)
    await deliveries.note_failed(ctx.db, input.delivery_id, input.outcome, ctx.now + pause if pause else None)
    if pause is not None:
        return DeliverySettled(disabled=False)
    receiver = await webhooks.find_receiver(ctx.db, input.webhook_id)
    disabled = await webhooks.disable_webhook(ctx.db, input.webhook_id, ctx.now)
    if receiver is not None and disabled:
        for person in await accounts.find_reachable(ctx.db, [receiver.account_id]):
            await send_mail(
                ctx,
                person.email,
                "webhook_disabled",
                host=receiver.host,
                outcome=input.outcome,
                gone=input.gone,
                page=f"{ctx.site.url}/account/webhooks/{receiver.id}",
            )
    return DeliverySettled(disabled=disabled)
