"""Amounts in fields, and notes about orders: in the language of the page. Amounts are read in either language."""

import pytest

from showground.core.languages import in_language
from showground.orders import localized_amount
from showground.surfaces.web.amounts import read_dollars
from tests.support.copies import Template, copied
from tests.support.german import GERMAN
from tests.support.html import Page
from tests.support.shop_world import open_market
from tests.surfaces.web.admin.conftest import staff_of, value

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("49", 4_900),
        ("$49.50", 4_950),
        ("12,5", 1_250),
        ("1,200.50", 120_050),
        ("1.200,50", 120_050),
        ("1.200", None),
        ("1,200", 120_000),
        ("1.200.000,5", 120_000_050),
        ("1.200,50 $", 120_050),
        ("$ 25,50", 2_550),
        ("1.20", 120),
        ("1.2000", None),
        ("1.200,500", None),
        ("1,200,50", None),
        ("1.200.50", None),
    ],
)
def test_an_amount_is_read_as_english_and_as_german_write_it(typed: str, cents: int | None) -> None:
    assert read_dollars(typed) == cents
    with in_language(GERMAN):
        assert read_dollars(typed) == (120_000 if typed == "1.200" else cents)


@pytest.mark.parametrize("cents", [5, 50, 4_900, 120_050, 123_456_789])
def test_what_a_field_shows_is_read_back(cents: int) -> None:
    assert read_dollars(localized_amount(cents)) == cents
    with in_language(GERMAN):
        shown = localized_amount(cents)
    assert read_dollars(shown) == cents


async def test_fields_of_a_german_site_show_german_amounts(postgres: str, with_cast: Template) -> None:
    async with copied(postgres, with_cast, languages=("de",)) as world, staff_of(world) as staff:
        market = await open_market(world)
        revenue = f"/dashboard/listings/{market.ids['free']}/revenue"
        async with world.browser("alice") as alice:
            await alice.post(revenue, data={"monthly_cents": "1.200,50"})
            assert await market.ask("select monthly_cents from listing_revenue") == [(120_050,)]
            page = Page((await alice.get(revenue)).text)
            assert value(page, "monthly_cents") == "1.200,50"
            assert "1.200,50 $ im Monat" in page.text
        await market.do("update product set price_cents = 129950 where code = 'launch'")
        assert value(await staff.see("/admin/products/of/launch"), "price") == "1.299,50"
        await staff.send(
            "/admin/products/of/launch", name="Launch", description="x", price="1.399,50", supply="electronic"
        )
        assert await market.ask("select price_cents from product where code = 'launch'") == [(139_950,)]


async def test_work_by_hand_is_described_in_german_on_the_page_of_its_order(postgres: str, with_cast: Template) -> None:
    async with copied(postgres, with_cast, languages=("de",)) as world, staff_of(world) as staff:
        market = await open_market(world)
        number = (await market.order(market.item("done_for_you", "draft")))["number"]
        await market.pay(number)
        assert "Aufgaben von Hand Rundum-Service für" in (await staff.see(f"/admin/orders/{number}")).text


async def test_one_digit_after_a_comma_is_ten_cents_in_prices_and_coupons(postgres: str, with_cast: Template) -> None:
    async with copied(postgres, with_cast) as world, staff_of(world) as staff:
        market = await open_market(world)
        await staff.send("/admin/products/of/launch", name="Launch", description="x", price="12,5", supply="electronic")
        assert await market.ask("select price_cents from product where code = 'launch'") == [(1_250,)]
        await staff.send("/admin/coupons/new", code="summer", amount="5,5", active="true")
        assert await market.ask("select amount_cents from coupon") == [(550,)]
