"""What happens to orders by the clock, and after their payment."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from showground.core.calls.models import NoInput
from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget
from showground.orders import vat_numbers
from showground.orders.actions.check_payment import CheckPayment, check_payment
from showground.orders.actions.documents import refresh_exchange_rates
from showground.orders.actions.payment_events import ReconcilePayment, reconcile_payment
from showground.orders.actions.refunds import CreditRefund, credit_refund
from showground.orders.actions.send_refund import SendRefund, send_refund
from showground.orders.actions.staff_orders import Fulfil, expire_orders, fulfil
from showground.orders.books.retention import BOOKS, lasting
from showground.orders.close_payment_job import close_payment
from showground.orders.documents.queries import documents
from showground.orders.errors import PaymentUnavailable
from showground.orders.fulfilment_job import fulfil_order
from showground.orders.queries import payments, refunds
from showground.orders.queries.fulfilment import find_waiting_orders
from showground.orders.refund_job import give_money_back, look_up_refunds
from showground.orders.seller import Shop

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

MAX_AT_ONCE = 100
MAX_CHECKED = 50  # in a quarter of an hour: 4,800 payments a day
VAT_CHECKS = (
    RetentionRule(
        what="Results of VAT number checks",
        table="vat_check",
        ended="checked_at <= %(before)s",
        life=vat_numbers.RETENTION,
        since="the check",
    ),
)
WITHDRAWALS = (
    RetentionRule(
        what="Withdrawals that consumers sent",
        table="withdrawal_statement",
        ended="stated_at <= %(before)s",
        life=timedelta(days=3 * 365 + 1),
        time="3 years",
        since="they were sent",
    ),
)
RETENTION_RULES = (*VAT_CHECKS, *WITHDRAWALS, *BOOKS)


@job(every="*/5 * * * *")
async def reconcile_payments(run: JobRun) -> None:
    """Ask about payments whose event has not come."""
    async with run.dispatcher.database.transaction() as db:
        waiting = await payments.find_unsettled(db, run.caller.now, MAX_AT_ONCE)
    for provider, reference in waiting:
        asked = ReconcilePayment(provider=provider, reference=reference)
        await run.dispatcher.call(reconcile_payment, run.caller, asked)


@job(every="*/15 * * * *")
async def check_paid_payments(run: JobRun) -> None:
    """Ask daily about refunds and disputes of payments, a few at a time: an event about one may have been lost."""
    async with run.dispatcher.database.transaction() as db:
        waiting = await payments.find_unchecked(db, run.caller.now, MAX_CHECKED)
    for payment in waiting:
        with suppress(PaymentUnavailable):
            await run.dispatcher.call(check_payment, run.caller, CheckPayment(payment=payment))


@job(every="*/10 * * * *")
async def follow_refunds(run: JobRun) -> None:
    """Send refunds that could not be sent, and ask about those that the provider has not finished."""
    async with run.dispatcher.database.reading() as db:
        waiting = await refunds.find_open(db, run.caller.now - payments.PATIENCE, MAX_AT_ONCE)
    for refund in waiting:
        with suppress(PaymentUnavailable):
            await run.dispatcher.call(send_refund, run.caller, SendRefund(refund=refund))


@job(every="41 * * * *")
async def fulfil_waiting_orders(run: JobRun) -> None:
    """Look again at what waits, such as for a listing to be public."""
    async with run.dispatcher.database.reading() as db:
        waiting = await find_waiting_orders(db, MAX_AT_ONCE)
    for order in waiting:
        await run.dispatcher.call(fulfil, run.caller, Fulfil(order=order))


@job(every="7 * * * *")
async def refresh_rates(run: JobRun) -> None:
    """Fetch exchange rates if newer ones may be out."""
    await run.dispatcher.call(refresh_exchange_rates, run.caller, NoInput())


@job(every="37 * * * *")
async def issue_credit_notes(run: JobRun) -> None:
    """Issue the credit notes of refunds that the version before noted."""
    async with run.dispatcher.database.reading() as db:
        waiting = await documents.find_uncredited(db, MAX_AT_ONCE)
    for refund in waiting:
        await run.dispatcher.call(credit_refund, run.caller, CreditRefund(refund=refund))


@job(every="13 * * * *")
async def expire_old_orders(run: JobRun) -> None:
    await run.dispatcher.call(expire_orders, run.caller, NoInput())
    await forget(run.dispatcher.database, (*VAT_CHECKS, *WITHDRAWALS), run.caller.now)


@job(every="23 4 * * *")
async def forget_old_books(run: JobRun) -> None:
    """Delete orders and their documents once the law no longer wants them kept."""
    years = run.dispatcher.services[Shop].books_years
    await forget(run.dispatcher.database, [replace(kept, life=lasting(years)) for kept in BOOKS], run.caller.now)
