"""Staff set the seller and their taxes on a page."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from showground.orders.errors import CannotTakePayments
from showground.orders.seller import Shop
from showground.orders.seller_details import SellerSource
from tests.support.shop_world import Market, MarketTemplate
from tests.support.stripe_shop import StripeShop, stripe_market
from tests.support.world import World
from tests.surfaces.web.admin.conftest import Staff, staff_of, value

pytestmark = pytest.mark.anyio

SWISS = {
    "name": "Nordic Climate Tools GmbH",
    "address": "Seestrasse 5\r\n8002 Zürich",
    "country": "CH",
    "email": "billing@climate.example",
    "regime": "own-tax",
    "vat_number": "CHE-123.456.788 MWST",
    "currency": "chf",
    "invoice_prefix": "NCT",
    "credit_note_prefix": "NCTG",
    "books_years": "12",
}


@pytest.fixture
async def live_shop(market_url: str, with_market: MarketTemplate) -> AsyncGenerator[StripeShop]:
    async with stripe_market(market_url, with_market, stripe_key="sk_live_fake") as shop:
        yield shop


async def test_a_quote_and_an_invoice_follow_at_once(market: Market, shopkeeper: Staff) -> None:
    page = await shopkeeper.see("/admin/seller")
    assert "Choose the seller's country: tax depends on it." in page.text
    await shopkeeper.send("/admin/seller", **SWISS)
    shop = market.world.dispatcher.services[Shop]
    assert (shop.seller.name, shop.seller.currency, shop.books_years) == (SWISS["name"], "CHF", 12)
    quote = (await market.post("/orders/quote", [market.item("launch")], billing_country="CH")).json()
    assert (quote["vat"]["rate"], quote["vat"]["cents"]) == (8.1, 397)
    order = await market.order(market.item("launch"))
    await market.pay(order["number"], country="CH", city="8002 Zürich")
    [(number, document)] = await market.ask("select number, document from tax_document")
    assert number == "TEST-NCT-2026-000001"
    assert document["seller"]["address"] == ["Seestrasse 5", "8002 Zürich"]
    page = await shopkeeper.see("/admin/seller")
    assert value(page, "name") == SWISS["name"]
    assert "Before you take" not in page.text
    [entry] = await shopkeeper.log()
    assert entry[1] == "write_seller_details"


@pytest.mark.parametrize(
    ("name", "wrong", "said"),
    [
        ("country", "XX", "Choose a country."),
        ("currency", "XYZ", "Enter a three-letter currency code"),
        ("registrations", "GB, Mars", "Enter two-letter country codes or EU"),
        ("email", "me", "Enter an email address"),
        ("rates", "place,tax,rate,from\nDE,VAT,200,2027-01-01", "Line 2: `rate` must be between 0 and 50 percent."),
        ("rates", "DE,VAT,20,2027-01-01", "Line 1: must have the columns place, tax, rate, from."),
        ("exchange_rates", "/etc/passwd", "Enter an address that begins with https://."),
        ("invoice_prefix", "TEST", "TEST is reserved for test documents."),
        ("credit_note_prefix", "NCT", "Use a different prefix from the invoice prefix."),
        ("books_years", "2", "Must be 5 or more."),
        ("regime", "eu-oss", "The regime eu-oss is for sellers in the EU; use own-tax or none."),
    ],
)
async def test_what_does_not_fit_is_refused(shopkeeper: Staff, name: str, wrong: str, said: str) -> None:
    page = await shopkeeper.send("/admin/seller", 400, **SWISS | {name: wrong})
    assert said in page.text
    assert await shopkeeper.ask("select from seller_details") == []


async def test_a_vat_number_of_a_member_state_is_checked_by_its_digits(shopkeeper: Staff) -> None:
    german = SWISS | {"country": "DE", "regime": "", "currency": ""}
    page = await shopkeeper.send("/admin/seller", 400, **german | {"vat_number": "DE136695975"})
    assert "That is not a valid VAT number for this country (format: DE136695976)." in page.text
    assert value(page, "vat_number") == "DE136695975"
    await shopkeeper.send("/admin/seller", **german | {"vat_number": "de 136 695 976"})
    assert await shopkeeper.ask("select count(*) from seller_details") == [(1,)]


async def test_own_rates_correct_the_shipped_ones(market: Market, shopkeeper: Staff) -> None:
    rates = "place,tax,rate,from\nCH,MWST,9.1,2026-01-01"
    await shopkeeper.send("/admin/seller", **SWISS | {"rates": rates})
    quote = (await market.post("/orders/quote", [market.item("launch")], billing_country="CH")).json()
    assert quote["vat"]["rate"] == 9.1


async def test_settings_win(market: Market, shopkeeper: Staff) -> None:
    source = market.world.dispatcher.services[SellerSource]
    source.settings = source.settings.model_copy(update={"country": "DE", "vat_number": "DE136695976"})
    page = await shopkeeper.see("/admin/seller")
    assert "Set with an environment variable." in page.text
    assert not [field for field in page.all("input") if field.get("name") == "vat_number"]
    given: dict[str, Any] = SWISS | {"regime": "eu-oss", "vat_number": "", "country": ""}
    await shopkeeper.send("/admin/seller", **given)
    assert market.shop.seller.country == "DE"


async def test_real_money_waits_for_what_the_law_requires(live_shop: StripeShop) -> None:
    world: World = live_shop.market.world
    source = world.dispatcher.services[SellerSource]
    source.production = True
    market = live_shop.market
    async with staff_of(world) as staff:
        await staff.send("/admin/seller", **SWISS | {"email": ""})
        order = await market.order(market.item("launch"))
        with pytest.raises(CannotTakePayments):
            await market.open_page(order)
        assert "The site takes no payments until this is complete" in (await staff.see("/admin/seller")).text
        await staff.send("/admin/seller", **SWISS | {"currency": "USD"})
        await market.open_page(order)
