"""Sums for tax and income reports, from the rows of issued documents. Pure functions.

Reports go by the day on which documents were issued; for an invoice that is the day of payment. A credit note or
corrected invoice counts in the period in which it was issued. If it corrects an earlier quarter, it names that quarter,
because the one-stop shop takes corrections that way.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from showground.orders.books import sentences
from showground.orders.books.columns import ABROAD, CATEGORIES, HOME, ONE_STOP_SHOP, SCHEMES
from showground.orders.books.models import (
    Cell,
    Column,
    CouponSum,
    EuroRate,
    IncomeSum,
    ProductSum,
    Row,
    TaxSum,
)
from showground.orders.books.periods import Period, month_of, quarter_of
from showground.orders.tax.territories import DOMESTIC_FOR, in_union, tax_country


@dataclass(slots=True)
class Amounts:
    """Sums in the documents' currency and in the seller's. The latter are unknown (None) if any summand is."""

    net: int = 0
    vat: int = 0
    seller_net: int | None = 0
    seller_vat: int | None = 0

    def add(self, net: int, vat: int, seller_net: int | None, seller_vat: int | None) -> None:
        self.net += net
        self.vat += vat
        self.seller_net = _sum(self.seller_net, seller_net)
        self.seller_vat = _sum(self.seller_vat, seller_vat)

    def row(self) -> Row:
        return {"net": self.net, "vat": self.vat, "seller_net": self.seller_net, "seller_vat": self.seller_vat}


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def find_scheme(part: TaxSum) -> str:
    """Where this tax is declared: in the home return, the one-stop shop, or another country's own return."""
    home = tax_country(part.seller_country)
    # France's own return also has the rates of its overseas departments, outside the Union as they are.
    if part.rate_of is None or home in (tax_country(part.rate_of), DOMESTIC_FOR.get(part.rate_of)):
        return HOME
    return ONE_STOP_SHOP if in_union(part.rate_of) else ABROAD


def categorize(part: TaxSum) -> str:
    """The category of a part in the seller's own return."""
    if part.treatment != "standard":
        return part.treatment
    scheme = find_scheme(part)
    return "domestic" if scheme == HOME else scheme


def sum_vat(parts: Sequence[TaxSum], period: Period) -> list[Row]:
    """Tax charged, by country and rate, for the one-stop shop and other returns."""
    taxed = [part for part in parts if part.treatment == "standard"]
    order = list(SCHEMES)

    def key(part: TaxSum) -> tuple[Cell, ...]:
        return find_scheme(part), part.rate_of or "", part.tax, part.rate, _corrects(part, period)

    rows = _group(taxed, key, ("scheme", "country", "tax", "rate", "corrects"))
    return sorted(rows, key=lambda row: order.index(str(row["scheme"])))


def convert_oss(rows: Sequence[Row], period: Period, rates: Mapping[str, EuroRate]) -> list[Row]:
    """Add euro amounts for the one-stop shop, at the rate of the last day of the quarter (Article 369h). A correction
    uses the rate of the quarter that it corrects. `rates` are by quarter; unknown ones are missing."""
    return [
        row | _in_euros(row, rates.get(str(row["corrects"]) or period.name)) if row["scheme"] == ONE_STOP_SHOP else row
        for row in rows
    ]


def _in_euros(row: Row, rate: EuroRate | None) -> Row:
    def convert(cents: object) -> int | None:
        if rate is None or not isinstance(cents, int):
            return None
        return int((cents / rate.per_euro).quantize(Decimal(1), ROUND_HALF_UP))

    return {"eur_rate_on": rate.day if rate else None, "eur_net": convert(row["net"]), "eur_vat": convert(row["vat"])}


def sum_home(parts: Sequence[TaxSum], period: Period) -> list[Row]:
    """Everything by tax treatment. The rows add up to all documents of the period."""
    order = list(CATEGORIES)

    def key(part: TaxSum) -> tuple[Cell, ...]:
        category = categorize(part)
        rate = part.rate if category == "domestic" else None
        return category, rate, _corrects(part, period)

    rows = _group(parts, key, ("category", "rate", "corrects"))
    return sorted(rows, key=lambda row: order.index(str(row["category"])))


def sum_ec_sales(parts: Sequence[TaxSum], period: Period) -> list[Row]:
    """The recapitulative statement: what each business in another EU country bought under reverse charge."""
    reported = [part for part in parts if part.treatment == "reverse_charge"]

    def key(part: TaxSum) -> tuple[Cell, ...]:
        return part.buyer_country, part.buyer_vat_number or "", _corrects(part, period)

    return _group(reported, key, ("country", "vat_number", "corrects"))


def _corrects(part: TaxSum, period: Period) -> str:
    """The earlier quarter that something corrects; nothing within the quarters of the period."""
    return quarter_of(part.supplied) if part.supplied < _first_of_quarter(period) else ""


def _first_of_quarter(period: Period) -> date:
    return period.first.replace(month=3 * ((period.first.month + 2) // 3) - 2)


def _group(parts: Iterable[TaxSum], key: Callable[[TaxSum], tuple[Cell, ...]], names: Sequence[str]) -> list[Row]:
    groups: dict[tuple[Cell, ...], Amounts] = {}
    for part in parts:
        group = groups.setdefault((*key(part), part.currency, part.seller_currency), Amounts())
        group.add(part.net_cents, part.tax_cents, part.seller_net_cents, part.seller_tax_cents)
    labels = (*names, "currency", "seller_currency")
    rows: list[Row] = [dict(zip(labels, values, strict=True)) | amounts.row() for values, amounts in groups.items()]
    return sorted(rows, key=lambda row: [str(row[name]) for name in names])


def sum_totals(rows: Sequence[Row], columns: Sequence[Column]) -> list[Row]:
    """The sums of all columns of money and counts, for each pair of currencies."""
    groups: dict[tuple[Cell, ...], Row] = {}
    added = [column.name for column in columns if column.kind != "text"]
    currencies = [column.name for column in columns if column.name in ("currency", "seller_currency")]
    for row in rows:
        known = tuple(row.get(name) for name in currencies)
        total = groups.setdefault(known, dict(zip(currencies, known, strict=True)))
        for name in added:
            if name in row:  # a column that does not apply to a row is not in it
                one, other = total.get(name, 0), row[name]
                total[name] = one + other if isinstance(one, int) and isinstance(other, int) else None
    return list(groups.values())


def sum_income(documents: Sequence[IncomeSum]) -> list[Row]:
    """Income by month: invoices, credit notes and the balance."""
    groups: dict[tuple[str, str, str], dict[bool, list[IncomeSum]]] = {}
    for each in documents:
        month = groups.setdefault((month_of(each.month), each.currency, each.seller_currency), {True: [], False: []})
        month[each.credit].append(each)
    rows: list[Row] = []
    for (month, currency, seller_currency), found in sorted(groups.items()):
        total = Amounts()
        for each in (*found[False], *found[True]):
            total.add(each.net_cents, each.vat_cents, each.seller_net_cents, each.seller_vat_cents)
        row: Row = {"month": month, "currency": currency, "seller_currency": seller_currency}
        for credit, count, name in ((False, "invoices", "invoiced"), (True, "credit_notes", "credited")):
            net = sum(each.net_cents for each in found[credit])
            vat = sum(each.vat_cents for each in found[credit])
            row |= {count: sum(each.count for each in found[credit])}
            row |= {f"{name}_net": net, f"{name}_vat": vat, f"{name}_gross": net + vat}
        rows.append(row | total.row() | {"gross": total.net + total.vat})
    return rows


def sum_products(sold: Sequence[ProductSum], names: Mapping[str, str]) -> list[Row]:
    """Sales by month and product."""
    rows: list[Row] = [
        {
            "month": month_of(each.month),
            "product": names.get(each.product, each.product) if each.product else sentences.NO_PRODUCT,
            "sold": each.count,
            "currency": each.currency,
            "net": each.net_cents,
        }
        for each in sold
    ]
    return sorted(rows, key=lambda row: (str(row["month"]), str(row["product"])))


def sum_coupons(sold: Sequence[CouponSum]) -> list[Row]:
    """Sales with coupons, by month and coupon."""
    rows: list[Row] = [
        {
            "month": month_of(each.month),
            "coupon": each.coupon,
            "sold": each.count,
            "currency": each.currency,
            "discount": each.discount_cents,
            "net": each.net_cents,
        }
        for each in sold
    ]
    return sorted(rows, key=lambda row: (str(row["month"]), str(row["coupon"])))


def find_notes(rows: Sequence[Row]) -> list[str]:
    """Notes that explain missing numbers of a report."""
    own = {str(row["seller_currency"]) for row in rows if "seller_currency" in row and row.get("seller_net") is None}
    notes = [sentences.NO_RATE % {"currency": currency} for currency in sorted(own)]
    if any("eur_vat" in row and row["eur_vat"] is None for row in rows):
        notes.append(sentences.NO_EURO_RATE)
    return notes
