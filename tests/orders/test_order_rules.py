"""The launch weeks that can be ordered."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from showground.orders import rules
from showground.orders.product_models import Supply
from showground.orders.tax.regimes import TaxSeller
from showground.orders.tax.rules import Buyer, Taxable, charge

SUPPLIES: list[Supply] = ["electronic", "service"]
MONDAY = date(2026, 3, 9)


def test_the_twelve_weeks_after_the_present_one_can_be_ordered() -> None:
    for now in (datetime(2026, 3, 9, tzinfo=UTC), datetime(2026, 3, 15, 23, 59, 59, tzinfo=UTC)):
        weeks = rules.weeks_ahead(now)
        assert weeks == [MONDAY + timedelta(weeks=n) for n in range(1, 13)]


def test_a_full_week_is_not_on_offer() -> None:
    taken = {MONDAY: 0, MONDAY + timedelta(weeks=1): 24, MONDAY + timedelta(weeks=2): 25}
    offered = rules.weeks_on_offer(taken)
    assert [(week.week, week.places_left) for week in offered] == [(MONDAY, 25), (MONDAY + timedelta(weeks=1), 1)]


@given(
    lines=st.lists(st.builds(Taxable, st.integers(0, 50_000), st.sampled_from(SUPPLIES)), min_size=1, max_size=6),
    place=st.sampled_from(["AT", "HU", "DE", "US"]),
)
def test_the_lines_of_an_order_cost_with_tax_what_the_order_does(lines: list[Taxable], place: str) -> None:
    seller = TaxSeller("DE", "eu-oss", "DE136695976")
    vat = charge(lines, Buyer(place), None, seller, date(2026, 11, 16))
    assert vat is not None
    total = sum(line.net_cents for line in lines) + vat.cents
    assert rules.price_with_tax(lines, lines, vat) == total
    each = [rules.price_with_tax([line], lines, vat) for line in lines]
    assert abs(sum(each) - total) <= len(lines)
    assert rules.price_with_tax(lines, lines, None) == total - vat.cents


def test_each_kind_of_supply_is_taxed_by_its_own_rate() -> None:
    lines = [Taxable(10_000), Taxable(10_000, "service")]
    vat = charge(lines, Buyer("HU"), None, TaxSeller("DE", "eu-oss", "DE136695976"), date(2026, 11, 16))
    assert [rules.price_with_tax([line], lines, vat) for line in lines] == [12_700, 11_900]
