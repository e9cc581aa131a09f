"""What happens to orders by the clock, and after their payment."""

from contextlib import suppress
from dataclasses import replace

from showground.core.job import JobRun, job
from showground.core.retention import Kept, forget
from showground.orders import fulfilling, payments, refunds, vat_numbers
from showground.orders.actions.check_payment import CheckPayment, check_payment
from showground.orders.actions.credit_refund import CreditRefund, credit_refund
from showground.orders.actions.expire_orders import ExpireOrders, expire_orders
from showground.orders.actions.fulfil import Fulfil, fulfil
from showground.orders.actions.reconcile_payment import ReconcilePayment, reconcile_payment
from showground.orders.actions.refresh_exchange_rates import RefreshExchangeRates, refresh_exchange_rates
from showground.orders.actions.send_refund import SendRefund, send_refund
from showground.orders.books.retention import BOOKS, lasting
from showground.orders.closing_job import close_payment
from showground.orders.documents.queries import documents
from showground.orders.failures import PaymentUnavailable
from showground.orders.fulfilment_job import fulfil_order
from showground.orders.refund_job import give_money_back, look_up_refunds
from showground.orders.shop import Shop

__all__ = [
    "check_paid_payments",
    "close_payment",
    "expire_old_orders",
    "follow_refunds",
    "forget_old_books",
    "fulfil_order",
    "fulfil_waiting_orders",
    "give_money_back",
    "issue_credit_notes",
    "look_up_refunds",
    "reconcile_payments",
    "refresh_rates",
]

MOST_AT_ONCE = 100
MOST_CHECKED = 50  # in a quarter of an hour: 4,800 payments a day
VAT_CHECKS = (
    Kept(
        what="What the register said of VAT numbers",
        table="vat_check",
        ended="checked_at <= %(before)s",
        life=vat_numbers.KEPT_FOR,
        since="it was asked",
    ),
)
KEPT = (*VAT_CHECKS, *BOOKS)


@job(every="*/5 * * * *")
async def reconcile_payments(run: JobRun) -> None:
    """Ask about payments whose event has not come."""
    async with run.door.database.transaction() as db:
        waiting = await payments.find_unsettled(db, run.caller.now, MOST_AT_ONCE)
    for provider, reference in waiting:
        asked = ReconcilePayment(provider=provider, reference=reference)
        await run.door.call(reconcile_payment, run.caller, asked)


@job(every="*/15 * * * *")
async def check_paid_payments(run: JobRun) -> None:
    """Ask daily about refunds and disputes of payments, a few at a time: an event about one may have been lost."""
    async with run.door.database.transaction() as db:
        waiting = await payments.find_unchecked(db, run.caller.now, MOST_CHECKED)
    for payment in waiting:
        with suppress(PaymentUnavailable):
            await run.door.call(check_payment, run.caller, CheckPayment(payment=payment))


@job(every="*/10 * * * *")
async def follow_refunds(run: JobRun) -> None:
    """Send refunds that could not be sent, and ask about those that the provider has not finished."""
    async with run.door.database.reading() as db:
        waiting = await refunds.find_open(db, run.caller.now - payments.PATIENCE, MOST_AT_ONCE)
    for refund in waiting:
        with suppress(PaymentUnavailable):
            await run.door.call(send_refund, run.caller, SendRefund(refund=refund))


@job(every="41 * * * *")
async def fulfil_waiting_orders(run: JobRun) -> None:
    """Look again at what waits, such as for a listing to be public."""
    async with run.door.database.reading() as db:
        waiting = await fulfilling.find_waiting(db, MOST_AT_ONCE)
    for order in waiting:
        await run.door.call(fulfil, run.caller, Fulfil(order=order))


@job(every="7 * * * *")
async def refresh_rates(run: JobRun) -> None:
    """Fetch exchange rates if newer ones may be out."""
    await run.door.call(refresh_exchange_rates, run.caller, RefreshExchangeRates())


@job(every="37 * * * *")
async def issue_credit_notes(run: JobRun) -> None:
    """Issue the credit notes of refunds that the version before noted."""
    async with run.door.database.reading() as db:
        waiting = await documents.find_uncredited(db, MOST_AT_ONCE)
    for refund in waiting:
        await run.door.call(credit_refund, run.caller, CreditRefund(refund=refund))


@job(every="13 * * * *")
async def expire_old_orders(run: JobRun) -> None:
    await run.door.call(expire_orders, run.caller, ExpireOrders())
    await forget(run.door.database, VAT_CHECKS, run.caller.now)


@job(every="23 4 * * *")
async def forget_old_books(run: JobRun) -> None:
    """Delete orders and their documents once the law no longer wants them kept."""
    years = run.door.equipment[Shop].books_years
    await forget(run.door.database, [replace(kept, life=lasting(years)) for kept in BOOKS], run.caller.now)
