"""Give the money of an order back."""

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import STAFF, Input, action
from showground.orders import payments, settling
from showground.orders.failures import NoSuchOrder, NotRefundable, PaymentUnavailable
from showground.orders.providers.interface import PaymentsOff, ProviderDown
from showground.orders.shop import Shop


class RefundOrder(Input):
    number: str


class OrderRefunded(BaseModel):
    """Sentences: what was taken back, and what could not be."""

    number: str
    undone: list[str]
    kept: list[str]


async def _give_back(outside: Outside, input: RefundOrder) -> None:
    """The provider gives the money back once, whether we live to note it or not."""
    shop = outside.equipment[Shop]
    async with outside.reading() as db:
        order = await payments.find(db, input.number)
        paid = await payments.find_paid(db, order.id) if order else None
    if order is None:
        raise NoSuchOrder
    if order.status != "paid":
        raise NotRefundable(f"This order is {order.status}; only a paid one can be refunded.")
    if paid is None:
        return  # it cost nothing
    if paid.provider != shop.provider.name:
        raise NotRefundable(f"This order was paid by {paid.provider}; give the money back there.")
    try:
        await shop.provider.refund(paid.reference, paid.amount_cents, f"refund-{order.number}")
    except (ProviderDown, PaymentsOff) as problem:
        raise PaymentUnavailable(f"{type(problem).__doc__} Nothing was given back.") from problem


@action(scope=STAFF, prepare=_give_back, failures=(NoSuchOrder, NotRefundable, PaymentUnavailable))
async def refund_order(ctx: Context, input: RefundOrder, found: None) -> OrderRefunded:  # noqa: ARG001
    """Give the money of a paid order back, and take back what was done, as far as that can be."""
    order = await payments.hold(ctx.db, input.number)
    if order is None:
        raise NoSuchOrder
    if order.status == "refunded":  # the provider's own event was quicker
        told = await payments.read_refund(ctx.db, order.id)
        return OrderRefunded(number=order.number, **told)
    if order.status != "paid":
        raise NotRefundable
    undone = await settling.refund(ctx, order)
    return OrderRefunded(number=order.number, undone=undone.undone, kept=undone.kept)
