"""Sums of reports: whatever was sold, they are those of the documents."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showground.orders.books import columns, periods, reconciliation_rules, rules
from showground.orders.books.models import EuroRate, IncomeSum, MoneySum, ProductSum, TaxSum

QUARTER = periods.read_period("2026-Q2")
CENTS = st.integers(-10_000_000, 10_000_000)
KNOWN = st.none() | CENTS


@st.composite
def tax_sums(draw: st.DrawFn) -> TaxSum:
    treatment = draw(st.sampled_from(["standard", "reverse_charge", "exempt", "outside_eu", "seller_outside_eu"]))
    rate_of = draw(st.sampled_from(["DE", "AT", "FR", "MC", "GB", "CH"])) if treatment == "standard" else None
    return TaxSum(
        seller_country="DE",
        supplied=draw(st.sampled_from([date(2025, 10, 1), date(2026, 1, 1), date(2026, 4, 1)])),
        buyer_country=draw(st.sampled_from(["DE", "AT", "FR", "GB", "US"])),
        buyer_vat_number=draw(st.sampled_from(["ATU13585627", "FR40303265045", None])),
        treatment=treatment,
        tax="VAT",
        rate=draw(st.sampled_from([Decimal(19), Decimal("25.5"), Decimal(0)])),
        rate_of=rate_of,
        currency="USD",
        net_cents=draw(CENTS),
        tax_cents=draw(CENTS),
        seller_currency=draw(st.sampled_from(["EUR", "USD"])),
        seller_net_cents=draw(KNOWN),
        seller_tax_cents=draw(KNOWN),
    )


@given(st.lists(tax_sums(), max_size=40))
def test_the_home_return_adds_up_to_all_documents(parts: list[TaxSum]) -> None:
    rows = rules.sum_home(parts, QUARTER)
    assert sum(int(str(row["net"])) for row in rows) == sum(part.net_cents for part in parts)
    assert sum(int(str(row["vat"])) for row in rows) == sum(part.tax_cents for part in parts)
    totals = rules.sum_totals(rows, columns.HOME_COLUMNS)
    for currency in ("EUR", "USD"):
        own = [part for part in parts if part.seller_currency == currency]
        known = (
            None if any(part.seller_net_cents is None for part in own) else sum(p.seller_net_cents or 0 for p in own)
        )
        shown = [total["seller_net"] for total in totals if total["seller_currency"] == currency]
        assert shown == ([known] if own else [])


@given(st.lists(tax_sums(), max_size=40))
def test_each_report_has_its_own_part_of_them(parts: list[TaxSum]) -> None:
    taxed = rules.sum_vat(parts, QUARTER)
    assert sum(int(str(row["vat"])) for row in taxed) == sum(p.tax_cents for p in parts if p.treatment == "standard")
    oss = [row for row in taxed if row["scheme"] == "oss"]
    assert {row["country"] for row in oss} <= {"AT", "FR", "MC"}
    assert {row["country"] for row in taxed if row["scheme"] == "home"} <= {"DE"}
    assert {row["country"] for row in taxed if row["scheme"] == "abroad"} <= {"GB", "CH"}
    listed = rules.sum_ec_sales(parts, QUARTER)
    assert sum(int(str(row["net"])) for row in listed) == sum(
        part.net_cents for part in parts if part.treatment == "reverse_charge"
    )
    for rows in (taxed, listed):  # what was supplied before the quarter corrects an earlier one
        assert {row["corrects"] for row in rows} <= {"", "2025-Q4", "2026-Q1"}


@given(
    st.lists(
        st.builds(
            IncomeSum,
            month=st.sampled_from([date(2026, 1, 1), date(2026, 2, 1)]),
            credit=st.booleans(),
            count=st.integers(1, 9),
            currency=st.just("USD"),
            net_cents=CENTS,
            vat_cents=CENTS,
            seller_currency=st.just("EUR"),
            seller_vat_cents=KNOWN,
            seller_net_cents=KNOWN,
        ),
        max_size=20,
    )
)
def test_income_is_invoices_and_credit_notes(documents: list[IncomeSum]) -> None:
    rows = rules.sum_income(documents)
    for row in rows:
        assert row["gross"] == int(str(row["invoiced_gross"])) + int(str(row["credited_gross"]))
        assert row["gross"] == int(str(row["net"])) + int(str(row["vat"]))
    assert sum(int(str(row["net"])) for row in rows) == sum(each.net_cents for each in documents)
    assert sum(int(str(row["invoices"])) + int(str(row["credit_notes"])) for row in rows) == sum(
        each.count for each in documents
    )


@pytest.mark.parametrize(
    ("seller", "rate_of", "scheme"),
    [("FR", "GP", "home"), ("FR", "RE", "home"), ("FR", "GB", "abroad"), ("MC", "FR", "home"), ("CH", "LI", "home")],
)
def test_what_is_sold_at_home_is_in_the_home_return(seller: str, rate_of: str, scheme: str) -> None:
    sold = TaxSum(
        seller_country=seller,
        supplied=date(2026, 4, 1),
        buyer_country=rate_of,
        buyer_vat_number=None,
        treatment="standard",
        tax="VAT",
        rate=Decimal("8.5"),
        rate_of=rate_of,
        currency="USD",
        net_cents=1000,
        tax_cents=85,
        seller_currency="EUR",
        seller_net_cents=900,
        seller_tax_cents=77,
    )
    [row] = rules.sum_vat([sold], QUARTER)
    assert (row["scheme"], row["country"]) == (scheme, rate_of)


def test_what_corrects_an_earlier_quarter_is_told_apart() -> None:
    part = TaxSum(
        "DE", date(2026, 1, 1), "AT", None, "standard", "VAT", Decimal(20), "AT", "USD", -4900, -980, "EUR", None, None
    )
    (row,) = rules.sum_vat([part], QUARTER)
    assert (row["corrects"], row["scheme"], row["vat"], row["seller_vat"]) == ("2026-Q1", "oss", -980, None)
    (row,) = rules.sum_vat([part], periods.read_period("2026-03"))  # a month of that quarter
    assert row["corrects"] == ""
    assert rules.find_notes([row])[0].startswith("Some documents have no amount in EUR")


def test_the_one_stop_shop_is_told_in_euros_of_the_quarter_that_a_sale_belongs_to() -> None:
    def sold(supplied: date, rate_of: str) -> TaxSum:
        return TaxSum(
            *("DE", supplied, rate_of, None, "standard", "VAT", Decimal(20), rate_of, "USD"),
            *(10_000, 2_000, "EUR", 9_000, 1_800),
        )

    parts = [sold(date(2026, 4, 1), "AT"), sold(date(2026, 1, 1), "AT"), sold(date(2026, 4, 1), "DE")]
    rates = {"2026-Q2": EuroRate(date(2026, 6, 30), Decimal("1.25"))}
    rows = rules.convert_oss(rules.sum_vat(parts, QUARTER), QUARTER, rates)
    now, before, home = sorted(rows, key=lambda row: (row["scheme"] != "oss", str(row["corrects"])))
    assert (now["eur_rate_on"], now["eur_net"], now["eur_vat"]) == (date(2026, 6, 30), 8_000, 1_600)
    assert (before["corrects"], before["eur_rate_on"], before["eur_vat"]) == ("2026-Q1", None, None)
    assert "eur_vat" not in home
    assert rules.find_notes(rows) == rules.find_notes([before])
    assert rules.find_notes([before])[0].startswith("Euro amounts for the one-stop shop are left out")
    assert rules.find_notes([now, home]) == []
    totals = rules.sum_totals([now, home], columns.VAT_COLUMNS)
    assert [total["eur_vat"] for total in totals] == [1_600]


def test_products_are_told_by_their_names_and_months() -> None:
    march, april = date(2026, 3, 1), date(2026, 4, 1)
    sold = [
        ProductSum(april, "launch", "USD", 2, 9_800),
        ProductSum(march, None, "USD", -1, -500),
        ProductSum(march, "gone", "USD", 1, 4_900),
    ]
    rows = rules.sum_products(sold, {"launch": "Launch"})
    assert [(row["month"], row["product"], row["sold"], row["net"]) for row in rows] == [
        ("2026-03", "Refunds without a product", -1, -500),
        ("2026-03", "gone", 1, 4_900),
        ("2026-04", "Launch", 2, 9_800),
    ]


def test_money_has_to_be_what_documents_say() -> None:
    january = date(2026, 1, 1)
    sums = [
        MoneySum(january, "taken", 10_000),
        MoneySum(january, "surplus_taken", 5_000),
        MoneySum(january, "refunded", 700),
        MoneySum(january, "surplus_refunded", 2_000),
        MoneySum(january, "documents", 9_300),
        MoneySum(january, "owed", 3_000),
        MoneySum(date(2026, 2, 1), "documents", 100),
    ]
    first, second = reconciliation_rules.sum_months(sums, periods.read_period("2026"))
    assert (first.taken_cents, first.refunded_cents, first.kept_cents) == (15_000, 2_700, 12_300)
    assert (first.owed_cents, first.difference_cents) == (3_000, 0)
    assert second.difference_cents == -100
    assert reconciliation_rules.sum_up_months("2026", [first, second]).difference_cents == -100


@pytest.mark.parametrize(
    ("text", "first", "until"),
    [
        ("2026", date(2026, 1, 1), date(2027, 1, 1)),
        ("2026-Q1", date(2026, 1, 1), date(2026, 4, 1)),
        ("2026-Q4", date(2026, 10, 1), date(2027, 1, 1)),
        ("2026-02", date(2026, 2, 1), date(2026, 3, 1)),
        ("2026-12", date(2026, 12, 1), date(2027, 1, 1)),
    ],
)
def test_periods_begin_and_end_on_the_right_day(text: str, first: date, until: date) -> None:
    period = periods.read_period(text)
    assert (period.first, period.until) == (first, until)


@pytest.mark.parametrize("text", ["", "26", "2026-Q5", "2026-13", "2026-00", "2026-1", "9999", "0000-Q1", "2026-Q1\n"])
def test_what_is_no_period_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="Enter a year, quarter or month"):
        periods.read_period(text)


def test_recent_quarters_go_back_over_the_year() -> None:
    assert periods.recent_quarters(date(2026, 2, 10), 3) == ["2026-Q1", "2025-Q4", "2025-Q3"]
