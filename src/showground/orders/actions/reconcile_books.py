"""Reconcile payments with orders and documents."""

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.orders.books import reconciliation_rules
from showground.orders.books.formats import MEDIA_TYPES, Format, write_table
from showground.orders.books.models import Column, Reconciliation
from showground.orders.books.periods import PeriodName
from showground.orders.books.queries import reconciliation
from showground.orders.books.report_period import begin_report

__all__ = ["MEDIA_TYPES", "Format", "ReconcileBooks", "reconcile_books", "write_differences", "write_months"]

MONTH_COLUMNS = [
    Column(name="month", heading="Month"),
    Column(name="currency", heading="Currency"),
    Column(name="taken", heading="Received", kind="money"),
    Column(name="surplus", heading="Surplus", kind="money"),
    Column(name="refunded", heading="Refunded", kind="money"),
    Column(name="kept", heading="Kept", kind="money"),
    Column(name="documents", heading="Documents", kind="money"),
    Column(name="owed", heading="Still to refund", kind="money"),
    Column(name="difference", heading="Difference", kind="money"),
]
DIFFERENCE_COLUMNS = [
    Column(name="kind", heading="Kind"),
    Column(name="order", heading="Order"),
    Column(name="at", heading="When"),
    Column(name="currency", heading="Currency"),
    Column(name="amount", heading="Amount", kind="money"),
    Column(name="about", heading="What is wrong"),
    Column(name="advice", heading="What to do"),
]
CURRENCY = "USD"  # of all payments


class ReconcileBooks(Input):
    """`period` is a year, a quarter or a month. `test`: payments of test mode instead."""

    period: PeriodName
    test: bool = False


@action(scope=STAFF, read_only=True)
async def reconcile_books(ctx: Context, input: ReconcileBooks) -> Reconciliation:
    """Sum up by month what was taken, refunded and documented, and list the differences."""
    period = await begin_report(ctx, input.period)
    months = reconciliation_rules.sum_months(await reconciliation.sum_money(ctx.db, period, test=input.test), period)
    found = await reconciliation.find_differences(ctx.db, period, ctx.now, test=input.test)
    shown = found[: reconciliation.MAX_DIFFERENCES]
    return Reconciliation(
        period=period.name,
        test=input.test,
        months=months,
        total=reconciliation_rules.sum_up_months(period.name, months),
        differences=[each.model_copy(update={"advice": reconciliation_rules.ADVICE[each.kind]}) for each in shown],
        more=len(found) > len(shown),
    )


def write_months(found: Reconciliation, format: Format) -> str:
    rows = [
        {name.removesuffix("_cents"): value for name, value in month.model_dump().items()} | {"currency": CURRENCY}
        for month in found.months
    ]
    return write_table(MONTH_COLUMNS, rows, format)


def write_differences(found: Reconciliation, format: Format) -> str:
    rows = [
        each.model_dump() | {"order": each.number, "amount": each.amount_cents, "currency": CURRENCY}
        for each in found.differences
    ]
    return write_table(DIFFERENCE_COLUMNS, rows, format)
