"""Show tax reports and income."""

from collections.abc import Mapping, Sequence

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.languages import Text
from showground.orders.books import columns, periods, rules
from showground.orders.books.formats import MEDIA_TYPES, Format, write_table
from showground.orders.books.models import BooksReport, Column, EuroRate, ReportName, Row
from showground.orders.books.periods import Period, PeriodName, recent_quarters
from showground.orders.books.queries import sums
from showground.orders.books.report_period import begin_report

__all__ = ["MEDIA_TYPES", "REPORTS", "WORDS", "Format", "ShowReport", "recent_quarters", "show_report", "write_report"]

VAT = Text(
    "Tax charged, by where you declare it: in your home return, in the one-stop shop (or in local returns without"
    " it), or in countries outside the EU. A quarter under “Corrects” means that the row corrects that quarter. Euro"
    " amounts use the European Central Bank's rate of the last day of the quarter, as the one-stop shop requires."
)
HOME = Text(
    "All income by tax treatment: taxed at home, reverse charge, exempt, not taxed, and declared elsewhere. The rows"
    " add up to all documents of the period."
)
EC_SALES = Text(
    "Services to businesses in other EU countries under reverse charge, by VAT number (recapitulative statement)."
)
REPORTS: Mapping[ReportName, tuple[str, str]] = {
    "vat": (Text("VAT by country and rate"), VAT),
    "home": (Text("Home VAT return"), HOME),
    "ec-sales": (Text("EC sales list"), EC_SALES),
    "income": (Text("Income by month"), Text("Invoices less credit notes, by month of issue, in US dollars.")),
    "products": (Text("Income by product"), Text("Net amounts by month and product, less credit notes.")),
    "coupons": (
        Text("Coupons"),
        Text("Invoices with a coupon, by month: what it took off and the net amount, less credit notes."),
    ),
}

WORDS: Mapping[str, Mapping[str, str]] = {"scheme": columns.SCHEMES, "category": columns.CATEGORIES}
"""What the codes in some columns mean."""


class ShowReport(Input):
    """`period` is a year, a quarter or a month. `test`: documents of test mode instead."""

    report: ReportName = "vat"
    period: PeriodName
    test: bool = False


@action(scope=STAFF, read_only=True)
async def show_report(ctx: Context, input: ShowReport) -> BooksReport:
    """Show a report of the documents issued in a period."""
    period = await begin_report(ctx, input.period)
    rows, shown = await _read(ctx, input.report, period, test=input.test)
    title, about = REPORTS[input.report]
    return BooksReport(
        name=input.report,
        title=title,
        about=about,
        period=period.name,
        test=input.test,
        columns=shown,
        rows=rows,
        totals=rules.sum_totals(rows, shown),
        notes=rules.find_notes(rows),
    )


async def _read(ctx: Context, report: ReportName, period: Period, *, test: bool) -> tuple[list[Row], list[Column]]:
    if report == "income":
        return rules.sum_income(await sums.sum_income(ctx.db, period, test=test)), columns.INCOME_COLUMNS
    if report == "products":
        names = await sums.find_product_names(ctx.db)
        return rules.sum_products(await sums.sum_products(ctx.db, period, test=test), names), columns.PRODUCT_COLUMNS
    if report == "coupons":
        return rules.sum_coupons(await sums.sum_coupons(ctx.db, period, test=test)), columns.COUPON_COLUMNS
    parts = await sums.sum_taxes(ctx.db, period, test=test)
    if report == "vat":
        rows = rules.sum_vat(parts, period)
        if period.is_quarter:
            rows = rules.convert_oss(rows, period, await _find_rates(ctx, rows, period))
        return rows, columns.VAT_COLUMNS
    if report == "home":
        return rules.sum_home(parts, period), columns.HOME_COLUMNS
    return rules.sum_ec_sales(parts, period), columns.EC_SALES_COLUMNS


async def _find_rates(ctx: Context, rows: Sequence[Row], period: Period) -> dict[str, EuroRate]:
    """The exchange rates of a quarter and of the quarters corrected in it."""
    quarters = {period.name, *(str(row["corrects"]) for row in rows if row["corrects"])}
    found = {name: await sums.find_euro_rate(ctx.db, periods.read_period(name)) for name in sorted(quarters)}
    return {name: rate for name, rate in found.items() if rate is not None}


def write_report(report: BooksReport, format: Format) -> str:
    return write_table(report.columns, report.rows, format)
