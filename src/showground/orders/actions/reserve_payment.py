"""Note the page on which an order is to be paid, before the provider is asked for it."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.orders import checkouts
from showground.orders.documents.issuance import can_state_tax
from showground.orders.failures import CannotTakePayments, NoSuchCheckout, OrderClosed, PaymentProcessing, WeekFull
from showground.orders.providers.interface import PaymentsOff
from showground.orders.providers.off import Off
from showground.orders.shop import Shop

RATES_MISSING = "We cannot take payments yet: an exchange rate for the invoice is missing. Please try again in an hour."


class ReservePayment(Input):
    token: Opaque


class PaymentReserved(BaseModel):
    number: str


@action(scope=PUBLIC, failures=(NoSuchCheckout, OrderClosed, PaymentProcessing, WeekFull, CannotTakePayments))
async def reserve_payment(ctx: Context, input: ReservePayment) -> PaymentReserved:
    """Note the payment page of an order whose billing details are known, hold its places in launch weeks until the page
    closes, and have all earlier pages closed."""
    shop = ctx.equipment[Shop]
    order = await checkouts.hold_open(ctx, checkouts.number_of(shop, input.token))
    if not await can_state_tax(ctx.db, shop, order, ctx.now.date()):
        raise CannotTakePayments(RATES_MISSING)
    if order.billing is not None and order.total_cents > 0:
        if isinstance(shop.provider, Off):
            raise CannotTakePayments(f"{PaymentsOff.__doc__} Nothing was charged.")
        await checkouts.reserve_page(ctx, order, shop.provider.name)
    return PaymentReserved(number=order.number)
