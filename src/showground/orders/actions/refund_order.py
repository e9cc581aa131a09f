"""Refund an order, or part of it."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.core.context import Context
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import STAFF, Input, action
from showground.orders import payments, refund_effects, refunds
from showground.orders.failures import NoSuchOrder, NotRefundable
from showground.orders.money import dollars
from showground.orders.queries import orders
from showground.orders.refund_job import give_money_back


class RefundOrder(Input):
    """All that is left of the payment; or an amount, and the lines of which what was done is taken back."""

    number: str
    amount_cents: Annotated[int | None, Field(ge=1)] = None
    positions: tuple[int, ...] = ()


class RefundRequested(BaseModel):
    """The refund to send to the provider; null if nothing was paid, so that nothing goes back."""

    number: str
    refund: int | None


@action(scope=STAFF, failures=(NoSuchOrder, NotRefundable))
async def refund_order(ctx: Context, input: RefundOrder) -> RefundRequested:
    """Note that money of a paid order goes back. What was done is taken back when the provider says that it has."""
    order = await orders.hold(ctx.db, input.number)
    if order is None:
        raise NoSuchOrder
    if order.status != "paid":
        raise NotRefundable(f"This order is {order.status}; only a paid one can be refunded.")
    paid = await payments.find_paid(ctx.db, order.id)
    if paid is None:  # it cost nothing
        await refund_effects.reverse_order(ctx, order, 0, None, closed=True)
        return RefundRequested(number=order.number, refund=None)
    left = await refunds.sum_left(ctx.db, order.id)
    if left <= 0:
        raise NotRefundable("All of this order's money was refunded, or is about to be.")
    amount = left if input.amount_cents is None else input.amount_cents
    if amount > left:
        message = f"At most {dollars(left)} of this payment can still be refunded."
        raise InvalidInput(faults=[Fault(field="amount_cents", message=message)])
    positions = None if amount == left else input.positions
    refund = await refunds.add(
        ctx.db, paid, amount, "staff", ctx.now, positions=positions, by=ctx.access.account if ctx.access else None
    )
    await give_money_back.enqueue(ctx.db, refund)
    return RefundRequested(number=order.number, refund=refund)
