"""Sentences about the books. Files have them in English; pages show them in the reader's language.

Some are written by the queries of the reconciliation, with the values filled in.
"""

from showground.core.languages import Text

NO_RATE = Text(
    "Some documents have no amount in %(currency)s, because no exchange rate was known when they were issued. Sums that"
    " include them are left out."
)
NO_EURO_RATE = Text(
    "Euro amounts for the one-stop shop are left out if the exchange rate of the last day of the quarter is missing or"
    " not published yet."
)
NO_PRODUCT = Text("Refunds without a product")
DIFFERENCES = (
    Text("The order is paid but has no payment."),
    Text("The order is paid but has no invoice."),
    Text("The order was paid %(times)s times."),
    Text("The payment and invoice %(invoice)s have different totals."),
    Text("More was refunded than the credit notes state."),
    Text("The credit notes state more than was refunded."),
    Text("The order was refunded by an earlier version, which recorded no refund."),
    Text("A payment arrived, but the order is %(status)s."),
    Text("A payment arrived that the order did not need, and no refund is in progress."),
    Text("A refund failed: %(problem)s."),
    Text("A refund has been pending for days."),
    Text("A payment has been processing for days."),
    Text("A dispute was lost: the bank took the money back."),
)

BOOKS_SENTENCES = (NO_RATE, NO_EURO_RATE, NO_PRODUCT, *DIFFERENCES)
