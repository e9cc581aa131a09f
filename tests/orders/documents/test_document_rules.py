"""Sums of documents, for random orders and refunds: they add up to the cent, and nothing is credited twice."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showground.orders.documents import rules
from showground.orders.documents.issuance import credit_lines
from showground.orders.documents.models import Document, DocumentKind, Exchange
from showground.orders.documents.rules import Sold
from showground.orders.documents.wording import WORDS
from showground.orders.models import Vat
from showground.orders.product_models import Supply
from showground.orders.tax.regimes import TaxSeller
from showground.orders.tax.rules import Buyer, Taxable, charge
from tests.orders.documents.samples import GERMAN_SELLER, buyer

DAY = date(2026, 11, 16)
SELLER = TaxSeller("DE", "eu-oss", "DE136695976")
supplies = st.sampled_from(["electronic", "service"])
orders = st.lists(st.tuples(st.integers(0, 2_000_000), supplies), min_size=1, max_size=8)
places = st.sampled_from(["AT", "DE", "HU", "IE", "US", "GB"])
rates = st.decimals("0.5", "400", places=4)


def invoice_of(lines: list[tuple[int, Supply]], place: str, exchange: Exchange | None = None) -> Document:
    """The invoice of an order, taxed by the rules that orders are taxed by."""
    vat = charge([Taxable(*line) for line in lines], Buyer(place), None, SELLER, DAY)
    assert vat is not None
    sold = [Sold(rules.plain_line(n, f"Line {n}", None, net, None), supply) for n, (net, supply) in enumerate(lines)]
    parts = rules.describe_parts(rules.parts_of_order(sum(line[0] for line in lines), vat))
    net = sum(line[0] for line in lines)
    return Document(
        kind="invoice", number="INV-2026-000001", test=False, language="en", order="SG-2026-000001", issued_on=DAY,
        supplied_on=DAY, paid_on=DAY, seller=GERMAN_SELLER, buyer=buyer("Edda", place), currency="USD",
        lines=rules.tax_lines(sold, vat.parts), parts=rules.convert_parts(parts, exchange) if exchange else parts,
        net_cents=net, vat_cents=vat.cents, total_cents=net + vat.cents,
    )  # fmt: skip


def test_examples_of_the_rules_hold() -> None:
    assert rules.split(100, [1, 1, 1]) == [34, 33, 33]
    assert rules.split(7, [0, 0]) == [0, 0]
    assert rules.format_number("INV", 2026, 7, test=True) == "TEST-INV-2026-000007"
    assert rules.format_number("CN", 2026, 1_234_567, test=False) == "CN-2026-1234567"
    assert [rules.choose_language(place, "en") for place in ("AT", "FR", "CH")] == ["de", "en", "en"]
    assert rules.choose_language("CH", "de") == "de"
    kinds: tuple[DocumentKind, ...] = ("invoice", "corrected_invoice", "credit_note")
    assert [rules.choose_series(kind, test=False) for kind in kinds] == ["invoice", "invoice", "credit_note"]
    assert [rules.choose_series(kind, test=True) for kind in kinds][1:] == ["test_invoice", "test_credit_note"]


@given(st.integers(0, 10**9), st.lists(st.integers(0, 10**7), min_size=1, max_size=9))
def test_what_is_split_adds_up(amount: int, weights: list[int]) -> None:
    shares = rules.split(amount, weights)
    assert sum(shares) == (amount if sum(weights) else 0)
    if amount <= sum(weights):
        assert all(0 <= share <= weight for share, weight in zip(shares, weights, strict=True))


@given(orders, places)
def test_the_lines_of_an_invoice_add_up_to_its_sums(lines: list[tuple[int, Supply]], place: str) -> None:
    invoice = invoice_of(lines, place)
    assert sum(line.net_cents + (line.tax_cents or 0) for line in invoice.lines) == invoice.total_cents
    summed = rules.sum_lines(invoice.lines, invoice.parts)
    assert [(part.net_cents, part.tax_cents) for part in summed] == [
        (part.net_cents, part.tax_cents) for part in invoice.parts
    ]


@given(orders, places, st.data())
def test_credit_notes_never_exceed_the_invoice_and_end_at_zero(
    lines: list[tuple[int, Supply]], place: str, data: st.DataObject
) -> None:
    rate = Exchange(
        currency="SEK", day=DAY, document_per_euro=data.draw(rates), seller_per_euro=data.draw(rates), vat_cents=0
    )
    invoice = invoice_of(lines, place, rate)
    notes: list[Document] = []
    left_cents = invoice.total_cents
    while left_cents:
        amount = left_cents if len(notes) == 5 else data.draw(st.integers(1, left_cents))
        positions = data.draw(st.lists(st.integers(0, len(lines) - 1), unique=True))
        credited = [part for credit in notes for part in credit.parts]
        left = rules.subtract_parts(invoice.parts, credited)
        taken, parts = credit_lines(invoice, notes, left, amount, positions, WORDS["en"])
        assert sum(part.net_cents + part.tax_cents for part in parts) == amount
        assert sum(line.net_cents + (line.tax_cents or 0) for line in taken) == amount
        parts = rules.convert_parts(parts, rate, credited)
        notes.append(invoice.model_copy(update={"parts": parts, "lines": taken}))
        for part in rules.subtract_parts(invoice.parts, [part for credit in notes for part in credit.parts]):
            assert part.net_cents >= 0
            assert part.tax_cents >= 0
        left_cents -= amount
    everything = [part for credit in notes for part in credit.parts]
    for part in invoice.parts:
        mine = [each for each in everything if (each.kind, each.rate_of) == (part.kind, part.rate_of)]
        assert sum(each.net_cents for each in mine) == part.net_cents
        assert sum(each.tax_cents for each in mine) == part.tax_cents
        assert sum(each.seller_tax_cents or 0 for each in mine) == (part.seller_tax_cents or 0)
        assert sum(each.seller_net_cents or 0 for each in mine) == (part.seller_net_cents or 0)


def test_a_partial_refund_has_the_rate_of_the_lines_that_staff_chose() -> None:
    invoice = invoice_of([(4900, "electronic"), (19900, "service")], "IE")
    _, parts = credit_lines(invoice, (), invoice.parts, 2000, [1], WORDS["en"])
    assert [(part.rate_of, part.net_cents, part.tax_cents) for part in parts] == [("DE", 1681, 319)]
    lines, parts = credit_lines(invoice, (), invoice.parts, 6027, [0], WORDS["en"])
    assert [(line.name, line.net_cents, line.tax_cents) for line in lines] == [("Line 0", 4900, 1127)]
    assert [part.rate_of for part in parts] == ["IE"]


def test_orders_of_the_version_before_have_one_rate() -> None:
    vat = Vat(country="AT", rate=20.0, cents=980, kind="standard", number_valid=None)
    (part,) = rules.describe_parts(rules.parts_of_order(4900, vat))
    assert (part.kind, part.rate, part.rate_of, part.tax_cents) == ("standard", Decimal("20.0"), "AT", 980)
    (free,) = rules.parts_of_order(0, None)
    assert (free.kind, free.rate_of, free.cents) == ("seller_outside_eu", None, 0)


def test_more_than_is_left_cannot_be_credited() -> None:
    invoice = invoice_of([(4900, "electronic")], "IE")
    with pytest.raises(ValueError, match="6027 are left"):
        rules.credit_parts(invoice.parts, 6028)


def test_amounts_of_the_same_sum_in_both_kinds_of_supply_keep_their_rates() -> None:
    invoice = invoice_of([(5000, "service"), (5000, "electronic")], "IE")
    assert [(line.name, line.rate_of) for line in invoice.lines] == [("Line 0", "DE"), ("Line 1", "IE")]


def test_parts_in_another_order_are_matched_by_their_sums() -> None:
    lines: list[tuple[int, Supply]] = [(4900, "electronic"), (19900, "service")]
    vat = charge([Taxable(19900, "service"), Taxable(4900)], Buyer("IE"), None, SELLER, DAY)
    assert vat is not None
    sold = [Sold(rules.plain_line(n, "", None, net, None), supply) for n, (net, supply) in enumerate(lines)]
    assert [line.rate_of for line in rules.tax_lines(sold, vat.parts)] == ["IE", "DE"]


def test_currencies_without_cents_are_rounded_to_whole_units() -> None:
    rate = Exchange(
        currency="JPY", day=DAY, document_per_euro=Decimal("1.0850"), seller_per_euro=Decimal("163.27"), vat_cents=0
    )
    assert rules.convert(1000, rate) == 150_500
