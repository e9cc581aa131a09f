"""Apply a provider's payment events, each exactly once, even if they arrive twice, late or out of order."""

from dataclasses import replace
from typing import Literal

from showground.core.calls.context import Context
from showground.core.languages import Text, deferred
from showground.orders import checkout, refund_effects, week_places
from showground.orders.documents.exchange import document_lacks_rates
from showground.orders.documents.issuance import Issuer, issue_invoice
from showground.orders.documents.payment_mode import is_test
from showground.orders.fulfilment_job import fulfil_order
from showground.orders.money import localized_money
from showground.orders.order_emails import describe_for_mail, find_withdrawal, mail_buyer, mail_staff
from showground.orders.providers.interface import Event
from showground.orders.queries import disputes, lines, orders, payment_events, payments, refunds
from showground.orders.queries.orders import LockedOrder
from showground.orders.queries.payments import Payment
from showground.orders.refund_job import give_money_back, look_up_refunds
from showground.orders.seller import Shop

UNKNOWN = Text(
    "We don't know this payment. Look it up in the provider's dashboard; refund it there if it is not yours."
)
NOTHING_CAME = Text("The provider reports success, but an amount of 0. Look the payment up in its dashboard.")
NOT_PAID = Text("A test payment cannot pay for this order, because this site now takes real payments.")
RefusalReason = Literal["week_full", "no_access"]
UNKNOWN_KIND = Text("We do not handle this kind of event. Look it up in the provider's dashboard.")


async def settle(ctx: Context, provider: str, event: Event) -> None:
    """Store an event and apply it. Events that match no order are left for staff; those of other sites are ignored."""
    if event.site is not None and event.site != await payments.get_site_identity(ctx.db):
        return
    payment = await payments.find_by_event(ctx.db, provider, event)
    if payment is None and event.site is None:
        return  # about something else on the same account
    # A refund may arrive before the event of its payment. Then it is stored, and applied with the payment.
    early = event.kind in ("refund", "refunds_changed")
    stored = await payment_events.add(ctx.db, provider, event, ctx.now)
    if stored is None:
        return
    if payment is not None:
        await _settle_known(ctx, stored, event, payment)
    elif not early:
        await _end(ctx, stored, event, UNKNOWN)


async def _settle_known(ctx: Context, stored: int, event: Event, payment: Payment) -> None:
    order = await orders.lock_order_by_id(ctx.db, payment.purchase_id)
    payment = await payments.get_payment(ctx.db, payment.id) or payment  # read again, now that we hold the order's lock
    if order is None:
        return
    problem = None
    match event.kind:
        case "paid":
            problem = await _take_payment(ctx, event, order, payment)
        case "refund" | "refunds_changed":
            if payment.state not in ("paid", "refunded"):
                return  # the payment has not arrived yet; this event is applied with it
            await _take_refund(ctx, event, payment)
        case "dispute":
            await disputes.note(ctx, event, payment)
        case "charge":
            await payments.note_charge(ctx.db, payment.id, event)
        case "other":
            problem = UNKNOWN_KIND
        case "processing":
            if payment.state in payments.STATES_BEFORE["processing"]:
                await week_places.give_up_if_sold(ctx, order.id, payment.id)
            await payments.set_payment_state(ctx.db, payment.id, "processing")
        case "expired":
            await payments.set_payment_state(ctx.db, payment.id, "expired")
        case "failed":
            await _note_failure(ctx, order, payment)
    await _end(ctx, stored, event, problem)


async def _note_failure(ctx: Context, order: LockedOrder, payment: Payment) -> None:
    await payments.set_payment_state(ctx.db, payment.id, "failed")
    is_first_failure = payment.state in payments.STATES_BEFORE["failed"]
    if is_first_failure and order.status == "pending":
        checkout_url = ctx.services[Shop].checkout_url(ctx.site, order.number)
        await mail_buyer(ctx, order, "payment_failed", checkout_url=checkout_url)


async def _end(ctx: Context, stored: int, event: Event, problem: Text | None) -> None:
    """Note that an event was applied, or why not: then staff get an email."""
    await payment_events.settle(ctx.db, stored, ctx.now, problem)
    if problem is not None:
        await mail_staff(ctx, "payment_problem", number=event.number, event=event.id, problem=problem)


async def settle_free(ctx: Context, order: LockedOrder) -> None:
    """An order that costs nothing is paid once its billing details are known."""
    await _finish_payment(ctx, order, None)


async def _take_payment(ctx: Context, event: Event, order: LockedOrder, payment: Payment) -> Text | None:
    """Take the money for the order, or refund it if it was not expected. Returns a message for staff, if any."""
    if payment.state in ("paid", "refunded"):
        return None  # already known from another event
    if payment.provider == "sandbox" and not order.test and not ctx.services[Shop].provider.test_mode:
        return NOT_PAID  # its page is from a time when the whole site was a test
    fits = (event.amount_cents, event.currency) == (payment.amount_cents, payment.currency)
    # A page that was opened before a coupon changed the prices asks for another amount than the order has now.
    fits = fits and payment.price_version in (None, order.price_version)
    needed = fits and order.status == "pending"
    refusal = await _find_refusal_reason(ctx, order) if needed else None
    kept = needed and refusal is None
    await payments.note_paid(ctx.db, payment.id, event, ctx.now, surplus=not kept)
    paid = await payments.get_payment(ctx.db, payment.id) or payment
    problem = None
    if kept:
        await _finish_payment(ctx, order, paid)
    elif refusal is not None:
        await _cancel(ctx, order, paid)
        await _refund_payment(ctx, order, paid, refusal, refusal)
    else:
        problem = await _refund_payment(ctx, order, paid, "surplus", order.status if fits else "other_amount")
    for number, body in await payment_events.find_waiting(ctx.db, paid):
        provider = ctx.services[Shop].provider_named(payment.provider)
        if provider is not None:
            await _take_refund(ctx, provider.read_event(body), paid)
        await payment_events.settle(ctx.db, number, ctx.now)
    return problem


async def _find_refusal_reason(ctx: Context, order: LockedOrder) -> RefusalReason | None:
    """Why a paid order cannot take effect, if so. An order takes effect as a whole or not at all."""
    if await lines.find_without_access(ctx.db, order.id):
        return "no_access"
    if await week_places.is_sold_out(ctx, order.id):
        return "week_full"
    return None


async def _cancel(ctx: Context, order: LockedOrder, payment: Payment) -> None:
    await orders.mark_closed(ctx.db, order.id, "cancelled", ctx.now)
    await checkout.close_pages(ctx, order.id, but=payment.id)


async def _refund_payment(
    ctx: Context, order: LockedOrder, payment: Payment, reason: refunds.Reason, told: str
) -> Text | None:
    """Refund a payment that was unexpected or has no effect, in the currency it arrived in, and tell the buyer why."""
    if payment.received_cents <= 0:
        return NOTHING_CAME
    refund = await refunds.add(ctx.db, payment, payment.received_cents, reason, ctx.now)
    await give_money_back.enqueue(ctx.db, refund)
    received = deferred(localized_money, payment.received_cents, payment.received_currency)
    await mail_buyer(ctx, order, "payment_returned", received=received, reason=told)
    return None


async def _finish_payment(ctx: Context, order: LockedOrder, payment: Payment | None) -> None:
    if payment is not None:
        order = replace(order, billing=payment.billing, vat=payment.vat, total_cents=payment.amount_cents)
    await orders.mark_paid(ctx.db, order, ctx.now)
    await checkout.close_pages(ctx, order.id, but=payment.id if payment else None)
    shop = ctx.services[Shop].for_orders(test=order.test)
    test = is_test(shop, payment)
    own = ctx.site.languages.site.code
    invoice = await issue_invoice(ctx.db, Issuer(shop, order, ctx.now), test=test, site_language=own)
    if document_lacks_rates(shop, invoice):
        await mail_staff(ctx, "exchange_rate_missing", number=order.number, invoice=invoice.number)
    await mail_buyer(
        ctx,
        order,
        "order_receipt",
        invoice=invoice.number,
        receipt_url=shop.receipt_url(ctx.site, order.number),
        test_mode=test,
        seller=describe_for_mail(shop.seller),
        **await find_withdrawal(ctx.db, order),
    )
    await fulfil_order.enqueue(ctx.db, order.id)


async def _take_refund(ctx: Context, event: Event, payment: Payment) -> None:
    if event.refund is None:  # the event says only that refunds changed
        await look_up_refunds.enqueue(ctx.db, payment.id)
    else:
        await refund_effects.note_event(ctx, event, payment)
