"""Reconciliation: comparing the money of each month with the documents, and what to do about a difference. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from showground.core.languages import Text
from showground.orders.books.models import DifferenceKind, MoneySum, Month
from showground.orders.books.periods import Period, month_of

ADVICE: Mapping[DifferenceKind, str] = {
    "paid_without_payment": Text(
        "Look the order up in the provider's dashboard. If it was not paid, refund the order here."
    ),
    "paid_without_invoice": Text("Report this as a bug: every payment should create an invoice."),
    "payment_without_order": Text("Check the provider's dashboard. If the money arrived, refund it there."),
    "event_without_order": Text(
        "Open Payments, look the event up in the provider's dashboard, and mark it as resolved."
    ),
    "amount_differs": Text("Check the provider's dashboard. Refund any overpayment on the order's page."),
    "paid_twice": Text("Refund the second payment in the provider's dashboard."),
    "surplus_kept": Text("Refund this payment in the provider's dashboard. The order does not change."),
    "refund_without_credit_note": Text(
        "A job issues the credit note within the hour. If it does not, report this as a bug."
    ),
    "credit_note_without_refund": Text(
        "A refund failed. Refund again, or tell your accountant how you paid the buyer back."
    ),
    "refund_not_recorded": Text("Nothing to do here. Give your accountant the provider's statement."),
    "refund_failed": Text("Open Payments and follow the steps there, or pay the buyer back another way."),
    "refund_pending": Text("Look the refund up in the provider's dashboard. We check it every ten minutes."),
    "payment_pending": Text("Some payment methods take two weeks. After that, look it up in the provider's dashboard."),
    "dispute_lost": Text("The totals above don't include it. Tell your accountant; reverse lines if you decide to."),
}


def sum_months(sums: Sequence[MoneySum], period: Period) -> list[Month]:
    """Money received and refunded in each month of a period, compared with the documents."""
    months: dict[str, dict[str, int]] = {}
    for each in sums:
        month = months.setdefault(month_of(each.month), {})
        month[each.what] = month.get(each.what, 0) + each.cents
    return [_add_up(name, months[name]) for name in sorted(months) if _is_in(name, period)]


def _is_in(month: str, period: Period) -> bool:
    return month_of(period.first) <= month < month_of(period.until)


def _add_up(name: str, cents: Mapping[str, int]) -> Month:
    """Money for orders must match the documents. Money that no order needed appears in no document.

    A corrected invoice reduces the tax at once, and the refund follows later. So that the two match, the difference
    counts corrections in the month they were issued, not when they were refunded.
    """
    own, surplus = cents.get("taken", 0), cents.get("surplus_taken", 0)
    own_back, surplus_back = cents.get("refunded", 0), cents.get("surplus_refunded", 0)
    documents = cents.get("documents", 0)
    return Month(
        month=name,
        taken_cents=own + surplus,
        surplus_cents=surplus,
        refunded_cents=own_back + surplus_back,
        kept_cents=own + surplus - own_back - surplus_back,
        documents_cents=documents,
        owed_cents=cents.get("owed", 0),
        difference_cents=own
        - own_back
        + cents.get("corrections_refunded", 0)
        - cents.get("corrections", 0)
        - documents,
    )


def sum_up_months(name: str, months: Iterable[Month]) -> Month:
    total = Month(month=name)
    for month in months:
        values = {key: getattr(total, key) + getattr(month, key) for key in Month.model_fields if key != "month"}
        total = total.model_copy(update=values)
    return total
