"""What follows from a refund, once the provider says that the money has gone back."""

from datetime import timedelta

from showground.core.calls.context import Context
from showground.orders import fulfilment_reversal
from showground.orders.documents.issuance import Issuer, issue_credit_note
from showground.orders.order_emails import mail_buyer, mail_staff
from showground.orders.providers.interface import Event, RefundInfo
from showground.orders.queries import orders, payments, refunds
from showground.orders.queries.orders import LockedOrder
from showground.orders.queries.payments import Payment
from showground.orders.queries.refunds import Reason, Refund
from showground.orders.seller import Shop

MAX_ATTEMPTS = 5
FIRST_PAUSE, PAUSE_GROWS = timedelta(hours=1), 4  # one hour, four, sixteen, then almost three days


async def note_refund(ctx: Context, number: int, told: RefundInfo) -> None:
    """Store the state of a refund. Its effects on the order happen once, when it has succeeded."""
    refund = await refunds.find(ctx.db, number)
    order = await orders.lock_order_by_id(ctx.db, refund.purchase_id) if refund else None
    refund = await refunds.find(ctx.db, number)  # now that others wait for us
    if refund is None or order is None:
        return
    if refund.state == "failed" or (refund.state == "succeeded" and told.state != "failed"):
        return
    if refund.state == "succeeded":  # and fails now: the buyer's bank sent the money back
        await payments.note_returned(ctx.db, refund.payment_id, refund.id)
    if told.may_succeed_later and refund.attempts < MAX_ATTEMPTS and refund.reason != "provider":
        await refunds.retry_later(ctx.db, number, told, ctx.now + FIRST_PAUSE * PAUSE_GROWS ** (refund.attempts - 1))
        return
    await refunds.note(ctx.db, number, told, ctx.now)
    if told.state == "succeeded":
        await _take_effect(ctx, order, refund)
    elif told.state == "failed":
        await mail_staff(
            ctx,
            "refund_failed",
            number=order.number,
            amount_cents=refund.amount_cents,
            problem=told.problem,
            surplus=refund.surplus,
            took_effect=refund.state == "succeeded" and not refund.surplus,
        )


async def note_event(ctx: Context, event: Event, payment: Payment) -> None:
    """A refund that the provider reports: one of ours, or one made there.

    A full refund made there reverses the order's effects; a partial one reverses nothing.
    """
    if event.refund is None:
        return
    known = await refunds.find_by_reference(ctx.db, event.refund.reference)
    if known is None and event.refund_id is not None:
        known = await refunds.find(ctx.db, event.refund_id)
    if known is not None and event.refund.reference in known.failed_references:
        return  # an earlier attempt
    if known is not None and known.payment_id == payment.id:
        await note_refund(ctx, known.id, event.refund)
        return
    amount = event.amount_cents or 0
    positions = None if amount == payment.received_cents else ()
    number = await refunds.add(ctx.db, payment, amount, "provider", ctx.now, positions=positions)
    await note_refund(ctx, number, event.refund)


async def _take_effect(ctx: Context, order: LockedOrder, refund: Refund) -> None:
    payment = await payments.get_payment(ctx.db, refund.payment_id)
    if payment is None:
        return
    given_back = sum(
        each.amount_cents for each in await refunds.list_of_payment(ctx.db, payment.id) if each.state == "succeeded"
    )
    whole = given_back >= payment.received_cents
    if whole:
        await payments.set_payment_state(ctx.db, payment.id, "refunded")
    if payment.surplus or order.status != "paid":
        return
    await issue_credit_note(ctx.db, Issuer(ctx.services[Shop], order, ctx.now), refund)
    positions = None if whole else refund.positions
    await reverse_order(ctx, order, refund.amount_cents, positions, closed=whole, reason=refund.reason)


async def reverse_order(
    ctx: Context,
    order: LockedOrder,
    amount_cents: int,
    positions: list[int] | None,
    *,
    closed: bool,
    reason: Reason = "staff",
) -> None:
    """Reverse the effects of these lines, close the order if it is fully refunded, and email the buyer."""
    told = await fulfilment_reversal.reverse(ctx, order.id, positions)
    before = await orders.read_refund(ctx.db, order.id)
    kept = {"undone": [*before["undone"], *told.undone], "kept": [*before["kept"], *told.kept]}
    await orders.store_refund(ctx.db, order.id, kept)
    if closed:
        await orders.mark_closed(ctx.db, order.id, "refunded", ctx.now)
    await mail_buyer(
        ctx,
        order,
        "order_refunded",
        amount_cents=amount_cents,
        whole=closed,
        reason=reason,
        undone=told.undone,
        kept=told.kept,
        receipt_url=ctx.services[Shop].receipt_url(ctx.site, order.number),
    )
