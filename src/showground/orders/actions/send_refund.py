"""Send a refund to the provider."""

from datetime import timedelta

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text, docstring_text, sentences
from showground.orders import refund_effects
from showground.orders.errors import PaymentUnavailable
from showground.orders.providers.interface import (
    PaymentsOff,
    Provider,
    ProviderDown,
    ProviderRefused,
    ProviderRefusedForNow,
    RefundInfo,
)
from showground.orders.queries import payments, refunds
from showground.orders.queries.payments import Payment
from showground.orders.queries.refunds import Refund
from showground.orders.seller import Shop

KEYS_LAST = timedelta(hours=23)  # Stripe forgets idempotency keys after a day
NO_PROVIDER = "{} is no longer configured. Refund this payment in its dashboard."


class SendRefund(Input):
    refund: int


class RefundSent(DataModel):
    """The status of the refund."""

    state: str


async def _send(outside: PrepareContext, input: SendRefund) -> RefundInfo | None:
    async with outside.reading() as db:
        refund = await refunds.find(db, input.refund)
        payment = await payments.get_payment(db, refund.payment_id) if refund else None
        site = await payments.get_site_identity(db)
    if refund is None or payment is None or refund.state in ("succeeded", "failed"):
        return None
    if refund.retry_at is not None and refund.retry_at > outside.now:
        return None
    provider = outside.services[Shop].provider_named(payment.provider)
    if provider is None:
        return RefundInfo("", "failed", NO_PROVIDER.format(payment.provider.capitalize()))
    try:
        if refund.reference is None and outside.now - refund.created_at > KEYS_LAST:
            made = await _find_made(provider, refund, payment)
            if made is not None:
                return made
        return await _ask(provider, refund, payment, site)
    except ProviderRefused as refused:
        return RefundInfo("", "failed", str(refused), may_succeed_later=isinstance(refused, ProviderRefusedForNow))
    except (ProviderDown, PaymentsOff) as problem:
        raise PaymentUnavailable(
            sentences(docstring_text(type(problem)), Text("We will retry the refund."))
        ) from problem


async def _find_made(provider: Provider, refund: Refund, payment: Payment) -> RefundInfo | None:
    """A refund that the provider made long ago, and whose answer was lost. Its key no longer keeps it from being made
    twice."""
    for event in await provider.fetch_refunds(payment.reference):
        made = event.refund
        if made and event.refund_id == refund.id and made.reference not in refund.failed_references:
            return made
    return None


async def _ask(provider: Provider, refund: Refund, payment: Payment, site: str) -> RefundInfo:
    if refund.reference is not None:
        return await provider.fetch_refund(refund.reference)
    key = f"{site}-refund-{refund.id}" + (f"-{refund.attempts}" if refund.attempts > 1 else "")
    amount = refund.amount_cents if payment.received_currency == payment.currency else None
    return await provider.refund(payment.reference, amount, key=key, site=site, refund=refund.id)


@action(scope=STAFF, prepare=_send, errors=(PaymentUnavailable,))
async def send_refund(ctx: Context, input: SendRefund, told: RefundInfo | None) -> RefundSent:
    """Send a refund to the provider, once. Its effects follow when the provider confirms it."""
    if told is not None:
        await refund_effects.note_refund(ctx, input.refund, told)
    refund = await refunds.find(ctx.db, input.refund)
    return RefundSent(state=refund.state if refund else "failed")
