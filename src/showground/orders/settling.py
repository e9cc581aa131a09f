"""What happens when a provider tells something of a payment: once, whatever comes twice, late or in another order."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from showground.core.context import Context
from showground.core.mail import send_mail
from showground.orders import invoices, payments, reversing
from showground.orders.fulfilment_job import fulfil_order
from showground.orders.money import dollars
from showground.orders.payments import Held, Payment
from showground.orders.providers.interface import Event, Opened
from showground.orders.shop import Shop


async def settle(ctx: Context, provider: str, event: Event) -> None:
    """Keep an event and do what it means for its order; what does not fit is left for staff."""
    kept = await payments.add_event(ctx.db, provider, event, ctx.now)
    if kept is None:
        return
    if event.kind == "other":
        await payments.settle_event(ctx.db, kept, ctx.now)
        return
    payment = await payments.find_payment(ctx.db, provider, event.reference)
    order = await _hold(ctx, event, payment)
    if order is None:
        await payments.settle_event(ctx.db, kept, ctx.now, "No order fits this payment.")
        return
    if event.kind == "paid":
        payment = await payments.find_payment(ctx.db, provider, event.reference)  # now that others wait for us
        problem = await _take_payment(ctx, provider, event, order, payment)
        await payments.settle_event(ctx.db, kept, ctx.now, problem)
        return
    if event.kind == "refunded":
        if order.status == "pending":
            return  # its payment is still on its way; then this counts
        problem = await _take_refund(ctx, order, event.amount_cents)
        await payments.settle_event(ctx.db, kept, ctx.now, problem)
        return
    await payments.set_payment_state(ctx.db, provider, event.reference, event.kind)
    if event.kind == "failed" and order.status == "pending":
        await _mail(ctx, order, "payment_failed", checkout_url=ctx.equipment[Shop].checkout_url(ctx.site, order.number))
    await payments.settle_event(ctx.db, kept, ctx.now)


async def settle_free(ctx: Context, order: Held) -> None:
    """An order that costs nothing is paid once its billing details are known."""
    await _finish_payment(ctx, order, None)


async def _hold(ctx: Context, event: Event, payment: Payment | None) -> Held | None:
    if payment is not None:
        return await payments.hold_by_id(ctx.db, payment.purchase_id)
    return await payments.hold(ctx.db, event.number) if event.number else None


async def _take_payment(ctx: Context, provider: str, event: Event, order: Held, payment: Payment | None) -> str | None:
    """Take the money for the order; a sentence for staff if it does not fit."""
    if payment is not None and payment.state in ("paid", "refunded"):
        return None  # told before, by another event
    expected = payment.amount_cents if payment else order.total_cents
    if event.currency != order.currency or event.amount_cents != expected or event.amount_cents is None:
        paid = f"{event.amount_cents} {event.currency}"
        return f"{paid} (cents) were paid, and {expected} {order.currency} were asked for."
    if order.status != "pending":
        return f"Paid although the order was {order.status}. Give the money back, or do what was ordered by hand."
    if payment is None:
        if order.billing is None:
            return "Paid although nobody had entered billing details."
        # The page was made, and we stopped before we could note it: it was made for the order as it stands.
        await payments.add_payment(ctx.db, order, provider, Opened(event.reference or "", ""), ctx.now)
    await payments.set_payment_state(ctx.db, provider, event.reference, "paid")
    await _finish_payment(ctx, order, payment)
    if waiting := await payments.find_waiting_refund(ctx.db, order.number):
        number, amount = waiting
        paid = await payments.hold_by_id(ctx.db, order.id)
        problem = await _take_refund(ctx, paid, amount) if paid else None
        await payments.settle_event(ctx.db, number, ctx.now, problem)
    return None


async def _finish_payment(ctx: Context, order: Held, payment: Payment | None) -> None:
    if payment is not None:
        order = replace(order, billing=payment.billing, vat=payment.vat, total_cents=payment.amount_cents)
    await payments.mark_paid(ctx.db, order, payment, ctx.now)
    shop = ctx.equipment[Shop]
    invoice = await invoices.issue(ctx.db, order, shop.seller, ctx.now)
    await _mail(
        ctx,
        order,
        "order_receipt",
        invoice=invoice,
        receipt_url=shop.receipt_url(ctx.site, order.number),
        test_mode=shop.provider.test_mode,
    )
    await fulfil_order.enqueue(ctx.db, order.id)


async def _take_refund(ctx: Context, order: Held, amount_cents: int | None) -> str | None:
    if order.status == "refunded":
        return None
    if order.status != "paid":
        return f"Refunded although the order was {order.status}."
    if amount_cents != order.total_cents:
        return f"{amount_cents} of {order.total_cents} cents were given back. Nothing that was done is taken back."
    await refund(ctx, order)
    return None


async def refund(ctx: Context, order: Held) -> reversing.Reversed:
    """Close a paid order whose money was given back, and take back what can be."""
    undone = await reversing.reverse(ctx, order.id)
    await payments.mark_closed(ctx.db, order.id, "refunded", ctx.now)
    await payments.keep_refund(ctx.db, order.id, {"undone": undone.undone, "kept": undone.kept})
    if paid := await payments.find_paid(ctx.db, order.id):
        await payments.set_payment_state(ctx.db, paid.provider, paid.reference, "refunded")
    await _mail(ctx, order, "order_refunded", undone=undone.undone, kept=undone.kept)
    return undone


async def _mail(ctx: Context, order: Held, template: str, **values: Any) -> None:
    billing: Mapping[str, Any] = order.billing or {}
    if not billing.get("email"):
        return
    vat: Mapping[str, Any] = order.vat or {}
    await send_mail(
        ctx,
        billing["email"],
        template,
        number=order.number,
        lines=await invoices.read_lines(ctx.db, order.id),
        net_cents=order.net_cents,
        vat_cents=vat.get("cents", 0),
        total_cents=order.total_cents,
        dollars=dollars,
        **values,
    )
