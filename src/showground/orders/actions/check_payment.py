"""Ask the provider for the status of a payment."""

from collections.abc import Sequence

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text, docstring_text, sentences
from showground.orders import refund_effects
from showground.orders.errors import PaymentUnavailable
from showground.orders.providers.interface import Event, ProviderDown, ProviderRefused
from showground.orders.queries import disputes, orders, payments
from showground.orders.seller import Shop


class CheckPayment(Input):
    payment: int


class PaymentChecked(DataModel):
    count: int


async def _ask_about_payment(outside: PrepareContext, input: CheckPayment) -> Sequence[Event]:
    async with outside.reading() as db:
        payment = await payments.get_payment(db, input.payment)
    provider = outside.services[Shop].provider_named(payment.provider) if payment else None
    if payment is None or provider is None:
        return ()
    try:
        made = await provider.fetch_refunds(payment.reference)
        return [*made, *await provider.fetch_disputes(payment.reference)]
    except ProviderRefused:
        return ()
    except ProviderDown as problem:
        raise PaymentUnavailable(
            sentences(docstring_text(type(problem)), Text("We will check the payment again later."))
        ) from problem


@action(scope=STAFF, prepare=_ask_about_payment, errors=(PaymentUnavailable,))
async def check_payment(ctx: Context, input: CheckPayment, told: Sequence[Event]) -> PaymentChecked:
    """Record every refund and dispute of a payment, including those without an event."""
    payment = await payments.get_payment(ctx.db, input.payment)
    if payment is not None:
        await orders.lock_order_by_id(ctx.db, payment.purchase_id)
        for event in told:
            await refund_effects.note_event(ctx, event, payment)
            await disputes.note(ctx, event, payment)
    return PaymentChecked(count=len(told))
