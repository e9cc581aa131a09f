"""How long books are kept: orders with their documents, payments, refunds and evidence, also of deleted accounts.

The time runs from the end of the year in which the last of them happened, as tax laws count it. What belongs to one
order goes together: a credit note keeps its invoice.
"""

from datetime import timedelta

from showground.core.retention import RetentionRule
from showground.orders.books.queries.retention import ERASE_ORDERS

USUAL_YEARS = 10


def lasting(years: int) -> timedelta:
    """At least this many years, including leap days: rather a day too long than too short."""
    return timedelta(days=365 * years + years // 4 + 1)


TIME = f"{USUAL_YEARS} years"
SINCE = "the end of the year they are from; change this with SHOWGROUND_BOOKS_YEARS"
BOOKS = (
    RetentionRule(
        what="Orders with their documents, payments, refunds, disputes and tax evidence, including those of deleted"
        " accounts",
        table="purchase",
        life=lasting(USUAL_YEARS),
        since=SINCE,
        time=TIME,
        statement=ERASE_ORDERS,
    ),
    RetentionRule(
        what="Events from payment providers",
        table="payment_event",
        ended="received_at < date_trunc('year', %(before)s at time zone 'UTC') at time zone 'UTC'",
        life=lasting(USUAL_YEARS),
        since=SINCE,
        time=TIME,
    ),
)
