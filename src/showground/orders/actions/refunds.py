"""Refunds."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text, deferred, text_with
from showground.orders import line_refunds, refund_effects
from showground.orders.documents.issuance import Issuer, issue_credit_note
from showground.orders.errors import NoSuchOrder, NotRefundable
from showground.orders.money import localized_dollars
from showground.orders.queries import lines, orders, payments, refunds
from showground.orders.queries.orders import LockedOrder
from showground.orders.refund_job import give_money_back
from showground.orders.seller import Shop

REFUNDED = Text("This order was already refunded in full, or will be shortly.")
CHANGED = Text(
    "Someone refunded part of this order after you opened the page, so nothing was refunded now. Check what is left."
)
REFUNDED_LINES = Text("A line that you chose was already refunded, or will be shortly. Choose again.")


class CreditRefund(Input):
    refund: int


class RefundCredited(DataModel):
    """Number of the credit note; null if none is due."""

    number: str | None


@action(scope=STAFF)
async def credit_refund(ctx: Context, input: CreditRefund) -> RefundCredited:
    """Issue the credit note of a successful refund, if there is none yet."""
    refund = await refunds.find(ctx.db, input.refund)
    order = await orders.lock_order_by_id(ctx.db, refund.purchase_id) if refund else None
    payment = await payments.get_payment(ctx.db, refund.payment_id) if refund else None
    if refund is None or order is None or payment is None or payment.surplus or refund.state != "succeeded":
        return RefundCredited(number=None)
    issued = await issue_credit_note(ctx.db, Issuer(ctx.services[Shop], order, ctx.now), refund)
    return RefundCredited(number=issued.number if issued else None)


class RefundOrder(Input):
    """Everything left of the payment; or an amount, and the lines whose fulfilment to undo.

    Lines without an amount are refunded at their price with tax. `expected_left_cents`: what could still be refunded
    when staff opened the page. If it has changed, someone else has refunded part of the order, and nothing happens.
    """

    number: str
    amount_cents: Annotated[int | None, Field(ge=1)] = None
    positions: tuple[int, ...] = ()
    expected_left_cents: int | None = None


class RefundRequested(DataModel):
    """The refund to send to the provider; null if nothing was paid."""

    number: str
    refund: int | None


@action(scope=STAFF, errors=(NoSuchOrder, NotRefundable))
async def refund_order(ctx: Context, input: RefundOrder) -> RefundRequested:
    """Record a refund of a paid order. Its effects are undone when the provider confirms the refund."""
    order = await orders.lock_order(ctx.db, input.number)
    if order is None:
        raise NoSuchOrder
    left = await refunds.sum_left(ctx.db, order.id)
    came_back = order.status == "refunded" and left > 0  # a refund had succeeded and failed later
    if order.status == "refunded" and not came_back:
        raise NotRefundable(REFUNDED)
    if order.status != "paid" and not came_back:
        raise NotRefundable(Text("This order is not paid. Only a paid order can be refunded."))
    paid = await payments.find_paid(ctx.db, order.id)
    if paid is None:
        return await _close_free_order(ctx, order, input)
    if left <= 0:
        raise NotRefundable(REFUNDED)
    if input.expected_left_cents not in (None, left):
        raise NotRefundable(CHANGED)
    if await lines.has_refunded(ctx.db, order.id, input.positions):
        raise NotRefundable(REFUNDED_LINES)
    amount = await _choose_amount(ctx, order, input, left)
    positions = None if amount == left else input.positions
    refund = await refunds.add(
        ctx.db, paid, amount, "staff", ctx.now, positions=positions, by=ctx.access.account if ctx.access else None
    )
    await refunds.handle_repeated(ctx.db, paid.id, amount, ctx.now, whole=positions is None)
    await give_money_back.enqueue(ctx.db, refund)
    return RefundRequested(number=order.number, refund=refund)


async def _close_free_order(ctx: Context, order: LockedOrder, input: RefundOrder) -> RefundRequested:
    """Reverse the chosen lines of an order that cost nothing, or all of them. It is closed when none is left."""
    if input.amount_cents is not None:
        message = Text("This order was free, so there is no amount to refund. Leave it empty.")
        raise InvalidInput(errors=[FieldError(field="amount_cents", message=message)])
    if await lines.has_refunded(ctx.db, order.id, input.positions):
        raise NotRefundable(REFUNDED_LINES)
    positions = list(input.positions) or None
    closed = positions is None or not await lines.has_open_lines(ctx.db, order.id, positions)
    await refund_effects.reverse_order(ctx, order, 0, positions, closed=closed)
    return RefundRequested(number=order.number, refund=None)


async def _choose_amount(ctx: Context, order: LockedOrder, input: RefundOrder, left: int) -> int:
    """The amount to refund, at most what is left. Raises a field error if it isn't clear or too much."""
    if input.amount_cents is not None:
        amount, too_much = input.amount_cents, Text("You can refund at most %(left)s of this payment.")
    elif input.positions:
        amount = await line_refunds.price_lines(ctx.db, order, input.positions)
        too_much = Text("The chosen lines cost %(amount)s, but only %(left)s of this payment is left. Enter an amount.")
    else:
        return left
    if amount == 0:
        message = Text("The chosen lines cost nothing. Enter an amount.")
        raise InvalidInput(errors=[FieldError(field="amount_cents", message=message)])
    if amount > left:
        message = text_with(
            too_much, amount=deferred(localized_dollars, amount), left=deferred(localized_dollars, left)
        )
        raise InvalidInput(errors=[FieldError(field="amount_cents", message=message)])
    return amount
