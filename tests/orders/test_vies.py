"""Asking the VAT register: through the guarded way out, kept for a day, and a plain answer when it is away."""

from collections.abc import AsyncGenerator
from ipaddress import ip_network
from typing import Any

import pytest

from tests.support.shop_world import Market, open_market
from tests.support.vat_register import Register, running_register
from tests.support.world import CAST, running_world

pytestmark = pytest.mark.anyio


@pytest.fixture
async def register() -> AsyncGenerator[tuple[Register, str]]:
    async with running_register() as running:
        yield running


@pytest.fixture
async def market(database_url: str, register: tuple[Register, str]) -> AsyncGenerator[Market]:
    allow = (ip_network("127.0.0.0/8"),)
    async with running_world(database_url, vies_url=register[1], fetch_allow=allow) as world:
        for name in CAST:
            await world.add_person(name)
        yield await open_market(world)


async def ask(market: Market, number: str, country: str = "AT") -> dict[str, Any]:
    answer = await market.post("/orders/quote", [market.item("launch")], billing_country=country, vat_number=number)
    assert answer.status_code == 200, answer.text
    return answer.json()["vat"]


async def test_a_valid_number_ends_vat_and_is_asked_about_once_a_day(
    market: Market, register: tuple[Register, str]
) -> None:
    vies, _ = register
    for _ in range(2):
        vat = await ask(market, "atu 135 856 27")
        assert (vat["kind"], vat["cents"], vat["number_valid"]) == ("reverse_charge", 0, True)
    assert vies.asked == ["/rest-api/ms/AT/vat/U13585627"]
    market.world.clock.move(days=1)
    vies.says = {"isValid": False, "userError": "INVALID"}
    vat = await ask(market, "ATU13585627")
    assert (vat["kind"], vat["cents"], vat["number_valid"]) == ("standard", 980, False)
    assert len(vies.asked) == 2
    at_home = await ask(market, "DE136695976", "DE")
    assert (at_home["kind"], at_home["cents"]) == ("standard", 931)


async def test_a_register_that_is_away_leaves_ordinary_vat_and_is_asked_again(
    market: Market, register: tuple[Register, str]
) -> None:
    vies, _ = register
    vies.says = {"isValid": False, "userError": "MS_UNAVAILABLE"}
    for status in (200, 503):
        vies.status = status
        vat = await ask(market, "ATU13585627")
        assert (vat["kind"], vat["cents"], vat["number_valid"]) == ("standard", 980, None)
    vies.status, vies.says = 200, {"isValid": True, "userError": "VALID"}
    assert (await ask(market, "ATU13585627"))["kind"] == "reverse_charge"
    assert len(vies.asked) == 3


async def test_what_cannot_be_valid_is_not_asked_about(market: Market, register: tuple[Register, str]) -> None:
    vies, _ = register
    for number, country in (("ATU1", "AT"), ("ATU13585627", "IT"), ("ATU13585627", "US"), ("../../x", "AT")):
        await ask(market, number, country)
    assert vies.asked == []


async def test_the_page_and_the_invoice_say_reverse_charge(market: Market, register: tuple[Register, str]) -> None:
    order = await market.order(market.item("launch"))
    paid = await market.pay(order["number"], kind="business", company="Marrowfat OG", vat_number="ATU13585627")
    assert (paid["total_cents"], paid["vat"]["kind"]) == (4900, "reverse_charge")
    url = market.shop.receipt_url(market.world.dispatcher.site, order["number"])
    invoice = (await market.world.client.get(url.removeprefix("http://localhost:8000") + "/invoice")).text
    assert "Steuerschuldnerschaft des Leistungsempfängers (Reverse charge" in invoice
    assert "USt-IdNr. ATU13585627" in invoice
    assert "Marrowfat OG" in invoice


async def test_nobody_is_asked_on_behalf_of_a_link_that_is_not_real_or_is_over(
    market: Market, register: tuple[Register, str]
) -> None:
    vies, _ = register
    order = await market.order(market.item("launch"))
    real = market.shop.checkout_url(market.world.dispatcher.site, order["number"]).removeprefix("http://localhost:8000")
    form = {"kind": "business", "country": "AT", "vat_number": "ATU13585627"}
    own = {"Origin": "http://localhost:8000"}
    for do in ("pay", "look"):
        answer = await market.world.client.post(f"{real[:-1]}x", data={**form, "do": do}, headers=own)
        assert answer.status_code == 404
    await market.world.client.post(real, data={"do": "cancel"}, headers=own)
    for do in ("pay", "look"):
        await market.world.client.post(real, data={**form, "do": do}, headers=own)
    assert vies.asked == []


async def test_the_answer_is_kept_with_the_order_as_evidence(database_url: str, register: tuple[Register, str]) -> None:
    vies, url = register
    vies.says |= {"requestIdentifier": "WAPIAAAAYx1a2b3c", "name": "MARROWFAT OG"}
    allow = (ip_network("127.0.0.0/8"),)
    async with running_world(database_url, vies_url=url, fetch_allow=allow, seller_vat="DE136695976") as world:
        for name in CAST:
            await world.add_person(name)
        market = await open_market(world)
        order = await market.order(market.item("launch"))
        await market.pay(order["number"], kind="business", company="Marrowfat OG", vat_number="atu 13585627")
        [(evidence,)] = await market.ask("select tax_evidence from purchase where number = %s", order["number"])
    assert vies.asked == ["/rest-api/ms/AT/vat/U13585627?requesterMemberStateCode=DE&requesterNumber=136695976"]
    assert evidence["billing_country"] == "AT"
    assert evidence["number_check"] == {
        "number": "ATU13585627",
        "valid": True,
        "checked_at": "2026-03-11T12:00:00Z",
        "consultation": "WAPIAAAAYx1a2b3c",
        "holder": "MARROWFAT OG",
        "requester": "DE136695976",
    }


async def test_an_invalid_number_is_asked_about_again_soon(market: Market, register: tuple[Register, str]) -> None:
    vies, _ = register
    vies.says = {"isValid": False, "userError": "INVALID"}
    assert (await ask(market, "ATU13585627"))["number_valid"] is False
    vies.says = {"isValid": True, "userError": "VALID"}
    assert (await ask(market, "ATU13585627"))["number_valid"] is False
    market.world.clock.move(minutes=10)
    assert (await ask(market, "ATU13585627"))["number_valid"] is True


@pytest.mark.parametrize(
    ("seller", "country", "number", "said"),
    [
        ({"seller_country": "DE"}, "AT", "ATU13585627", True),
        ({"seller_country": "DE"}, "DE", "DE136695976", False),  # taxed at home with or without a number
        ({"seller_country": "DE", "tax_registrations": frozenset({"GB"})}, "GB", "GB980780684", False),
        ({"seller_country": "DE"}, "AT", "ATU1", False),
    ],
)
async def test_the_page_blames_the_register_only_where_its_answer_matters(
    database_url: str, register: tuple[Register, str], seller: dict[str, Any], country: str, number: str, said: bool
) -> None:
    vies, url = register
    vies.status = 503
    allow = (ip_network("127.0.0.0/8"),)
    async with running_world(database_url, vies_url=url, fetch_allow=allow, **seller) as world:
        for name in CAST:
            await world.add_person(name)
        market = await open_market(world)
        order = await market.order(market.item("launch"))
        form = {"kind": "business", "country": country, "vat_number": number, "do": "preview"}
        path = order["checkout_url"].removeprefix("http://localhost:8000")
        page = await world.client.post(path, data=form, headers={"Origin": "http://localhost:8000"})
    assert page.status_code == 200
    assert ("The VAT register is not responding" in page.text) == said
