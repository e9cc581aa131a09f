"""Ask the provider which refunds a payment has."""

from collections.abc import Sequence

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import STAFF, Input, action
from showground.orders import payments, refund_effects
from showground.orders.failures import PaymentUnavailable
from showground.orders.providers.interface import Event, ProviderDown, ProviderRefused
from showground.orders.queries import orders
from showground.orders.shop import Shop


class CheckRefunds(Input):
    payment: int


class RefundsChecked(BaseModel):
    count: int


async def _fetch(outside: Outside, input: CheckRefunds) -> Sequence[Event]:
    async with outside.reading() as db:
        payment = await payments.get_payment(db, input.payment)
    provider = outside.equipment[Shop].provider_named(payment.provider) if payment else None
    if payment is None or provider is None:
        return ()
    try:
        return await provider.fetch_refunds(payment.reference)
    except ProviderRefused:
        return ()
    except ProviderDown as problem:
        raise PaymentUnavailable(f"{type(problem).__doc__} The refunds are looked up again.") from problem


@action(scope=STAFF, prepare=_fetch, failures=(PaymentUnavailable,))
async def check_refunds(ctx: Context, input: CheckRefunds, told: Sequence[Event]) -> RefundsChecked:
    """Note every refund of a payment, also those that somebody made at the provider."""
    payment = await payments.get_payment(ctx.db, input.payment)
    if payment is not None:
        await orders.hold_by_id(ctx.db, payment.purchase_id)
        for event in told:
            await refund_effects.note_event(ctx, event, payment)
    return RefundsChecked(count=len(told))
