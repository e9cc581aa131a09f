"""A VAT number that comes after the payment: the invoice is replaced, and the tax goes back."""

from collections.abc import AsyncGenerator
from ipaddress import ip_network
from typing import Any

import pytest

from showground.core.calls.errors import InvalidInput
from showground.orders.actions.documents import CorrectInvoice, InvoiceCorrected, correct_invoice
from showground.orders.actions.send_refund import SendRefund, send_refund
from showground.orders.errors import NoSuchOrder, NotCorrectable, RegisterUnavailable
from tests.support.shop_world import MarketTemplate
from tests.support.stripe_shop import StripeShop, stripe_market
from tests.support.vat_register import Register, running_register

pytestmark = pytest.mark.anyio

NUMBER = "ATU 135 856 27"
DOCUMENTS = "select kind, number, net_cents::int, vat_cents::int, refers_to from tax_document order by id"


@pytest.fixture
async def register() -> AsyncGenerator[tuple[Register, str]]:
    async with running_register() as running:
        yield running


@pytest.fixture
async def shop(
    market_url: str, with_market: MarketTemplate, register: tuple[Register, str]
) -> AsyncGenerator[StripeShop]:
    allow = (ip_network("127.0.0.0/8"),)
    async with stripe_market(market_url, with_market, vies_url=register[1], fetch_allow=allow) as shop:
        yield shop


async def correct(shop: StripeShop, number: str, vat_number: str = NUMBER) -> InvoiceCorrected:
    market = shop.market
    asked = CorrectInvoice(number=number, vat_number=vat_number)
    return await market.world.dispatcher.call(correct_invoice, market.staff(), asked)


async def documents(shop: StripeShop) -> list[Any]:
    return await shop.market.ask(DOCUMENTS)


async def test_the_invoice_is_replaced_and_the_tax_refunded(shop: StripeShop) -> None:
    market = shop.market
    number = await shop.buy()
    market.world.clock.move(days=9)
    corrected = await correct(shop, number)
    assert corrected.refund is not None
    await market.world.dispatcher.call(send_refund, market.staff(), SendRefund(refund=corrected.refund))
    first = "TEST-INV-2026-000001"
    assert await documents(shop) == [
        ("invoice", first, 4900, 980, None),
        ("credit_note", "TEST-CN-2026-000001", -4900, -980, first),
        ("corrected_invoice", "TEST-INV-2026-000002", 4900, 0, first),
    ]
    assert (await shop.refunds())[0][0] == 980
    assert (await shop.status(number), shop.kept(number)) == ("paid", 4900)
    ((document, vat_number),) = await market.ask(
        "select document, buyer_vat_number from tax_document where kind = 'corrected_invoice'"
    )
    assert vat_number == document["buyer"]["vat_number"] == "ATU13585627"
    assert document["supplied_on"] == "2026-03-11"
    assert document["notes"][0].startswith("Steuerschuldnerschaft des Leistungsempfängers")
    assert (await market.standing("draft")).status == "live"
    ((check,),) = await market.ask("select tax_evidence->'number_check' from purchase")
    assert (check["number"], check["valid"]) == ("ATU13585627", True)


async def test_what_is_refunded_later_is_credited_on_the_corrected_invoice(shop: StripeShop) -> None:
    number = await shop.buy()
    await correct(shop, number)
    await shop.work()
    await shop.market.refund(number)
    assert (await documents(shop))[3:] == [
        ("credit_note", "TEST-CN-2026-000002", -4900, 0, "TEST-INV-2026-000002"),
    ]
    assert (await shop.status(number), shop.kept(number)) == ("refunded", 0)


async def test_a_refund_of_the_tax_that_failed_can_be_repeated_by_hand(shop: StripeShop) -> None:
    number = await shop.buy()
    shop.fake.refunds_are = "failed"
    await correct(shop, number)
    await shop.work()
    shop.fake.refunds_are = "succeeded"
    await shop.market.refund(number, amount_cents=980)
    assert len(await documents(shop)) == 3
    assert shop.kept(number) == 4900


async def test_a_number_at_home_goes_onto_the_invoice_and_changes_no_tax(shop: StripeShop) -> None:
    market = shop.market
    number, page = await shop.open(market.item("ai_review", "paid"), country="DE", city="10117 Berlin")
    await shop.pay(page)
    corrected = await correct(shop, number, "DE136695976")
    assert corrected.refund is None
    assert [row[2:4] for row in await documents(shop)] == [(1900, 361), (-1900, -361), (1900, 361)]


async def test_a_number_that_the_sellers_tax_does_not_depend_on_needs_no_register(database_url: str) -> None:
    async with running_register() as (vies, url):
        allow = (ip_network("127.0.0.0/8"),)
        async with stripe_market(database_url, vies_url=url, fetch_allow=allow, seller_country="US") as shop:
            number = await shop.buy()
            assert (await correct(shop, number)).refund is None
            assert [row[2:4] for row in await documents(shop)] == [(4900, 0), (-4900, 0), (4900, 0)]
            assert await shop.market.ask("select buyer_vat_number from tax_document order by id desc limit 1") == [
                ("ATU13585627",)
            ]
        assert vies.asked == []


async def test_what_cannot_be_corrected_is_refused_and_nothing_changes(
    shop: StripeShop, register: tuple[Register, str]
) -> None:
    market, vies = shop.market, register[0]
    number = await shop.buy(market.item("featured", "paid"))
    with pytest.raises(InvalidInput) as wrong:
        await correct(shop, number, "ATU1")
    assert "format: ATU13585627" in wrong.value.errors[0]["message"]
    vies.says = {"isValid": False, "userError": "INVALID"}
    with pytest.raises(InvalidInput):
        await correct(shop, number)
    market.world.clock.move(minutes=11)
    vies.status = 503
    with pytest.raises(RegisterUnavailable):
        await correct(shop, number)
    vies.status, vies.says = 200, {"isValid": True, "userError": "VALID"}
    with pytest.raises(NoSuchOrder):
        await correct(shop, "SG-2026-999999")
    waiting, _ = await shop.open(market.item("ai_review", "paid"))
    with pytest.raises(NotCorrectable):
        await correct(shop, waiting)
    await market.refund(number, amount_cents=100)
    with pytest.raises(NotCorrectable):
        await correct(shop, number)
    assert [row[0] for row in await documents(shop)] == ["invoice", "credit_note"]


async def test_staff_correct_it_on_the_page_of_the_order(shop: StripeShop) -> None:
    market = shop.market
    number = await shop.buy()
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where id = %s", (market.accounts["charlie"],))
    async with market.world.browser("charlie") as staff:
        assert "Add a VAT number" in (await staff.get(f"/admin/orders/{number}")).text
        address = f"/admin/orders/{number}/correct"
        wrong = await staff.post(address, data={"vat_number": "ATU1", "sure": "yes"})
        assert (wrong.status_code, "not a valid VAT number" in wrong.text) == (400, True)
        assert (await staff.post(address, data={"vat_number": NUMBER})).status_code == 303
        assert len(await documents(shop)) == 1
        assert (await staff.post(address, data={"vat_number": NUMBER, "sure": "yes"})).status_code == 303
        page = (await staff.get(f"/admin/orders/{number}")).text
    assert "TEST-INV-2026-000002" in page
    assert "Corrected invoice for TEST-INV-2026-000001" in page
    assert "Add a VAT number" not in page
    assert shop.kept(number) == 4900
    async with market.world.browser("alice") as alice:
        assert (await alice.post(address, data={"vat_number": NUMBER, "sure": "yes"})).status_code == 404
