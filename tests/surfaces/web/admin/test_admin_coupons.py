"""Staff write coupons, and buyers enter them on the checkout page."""

import pytest

from tests.support.coupons import add_coupon
from tests.support.html import Page
from tests.support.shop_world import BILLING, Market
from tests.surfaces.web.admin.conftest import Staff, value

pytestmark = pytest.mark.anyio

SPRING = {"code": "spring-26", "percent": "20", "max_uses": "5", "active": "true", "products": ["launch", "featured"]}


async def test_a_coupon_is_added_changed_turned_off_and_deleted(shopkeeper: Staff) -> None:
    page = await shopkeeper.send("/admin/coupons/new", **SPRING, last_day="2026-03-31", note="For <friends>")
    assert "SPRING-26" in page.text
    assert "Until 31 March 2026" in page.text
    assert "For <friends>" in page.text
    again = await shopkeeper.send("/admin/coupons/new", 400, **SPRING)
    assert "already exists" in again.text
    page = await shopkeeper.see("/admin/coupons/of/SPRING-26")
    assert (value(page, "percent"), value(page, "max_uses")) == ("20", "5")
    await shopkeeper.send("/admin/coupons/of/SPRING-26", amount="10.50")
    [coupon] = await shopkeeper.ask("select percent, amount_cents, products, max_uses, active from coupon")
    assert coupon == (None, 1050, [], None, False)
    await shopkeeper.send("/admin/coupons/of/SPRING-26/delete")
    assert "There are no coupons yet." in (await shopkeeper.see("/admin/coupons")).text
    await shopkeeper.see("/admin/coupons/of/SPRING-26", 404)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"percent": "101"}, "Must be 100 or less."),
        ({"percent": "ten"}, "Must be a whole number."),
        ({"amount": "10"}, "Enter either a percentage or an amount."),
        ({"amount": "lots"}, "Enter dollars and cents, such as 10.00."),
        ({"percent": "", "amount": "0"}, "Enter dollars and cents, such as 10.00."),
        ({"first_day": "2026-04-01", "last_day": "2026-03-01"}, "The last day is before the first."),
        ({"products": ["billboard_min"]}, "No product with a fixed price has the code billboard_min."),
    ],
)
async def test_what_is_wrong_is_said_beside_the_field(shopkeeper: Staff, wrong: dict[str, str], said: str) -> None:
    page = await shopkeeper.send("/admin/coupons/new", 400, **SPRING | wrong)
    assert said in page.text
    assert await shopkeeper.ask("select from coupon") == []


async def test_a_coupon_that_is_over_says_so_and_is_not_added(shopkeeper: Staff) -> None:
    page = await shopkeeper.send("/admin/coupons/new", 400, **SPRING, last_day="2026-03-10")
    assert "This day is over. Choose a later one, or turn the coupon off." in page.text
    await shopkeeper.send("/admin/coupons/new", **SPRING, last_day="2026-03-11")
    assert "Ended" not in (await shopkeeper.see("/admin/coupons")).text
    shopkeeper.world.clock.move(days=1)
    async with shopkeeper.world.browser("charlie") as browser:
        staff = Staff(shopkeeper.world, browser)
        assert "Ended" in (await staff.see("/admin/coupons")).text
        form = {"percent": "20", "active": "true"}
        await staff.send("/admin/coupons/of/SPRING-26", **form, last_day="2026-03-11", note="It went well.")
        page = await staff.send("/admin/coupons/of/SPRING-26", 400, **form, last_day="2026-03-10")
        assert "This day is over." in page.text
        await staff.send("/admin/coupons/of/SPRING-26", **form, last_day="2026-03-12")
        assert "Ended" not in (await staff.see("/admin/coupons")).text


async def test_staff_are_told_once_that_a_form_was_done(shopkeeper: Staff) -> None:
    assert "Done." not in (await shopkeeper.see("/admin/coupons")).text
    assert "Done." not in (await shopkeeper.send("/admin/coupons/new", 400, **SPRING | {"percent": "101"})).text
    assert "Done." not in (await shopkeeper.see("/admin/coupons")).text
    assert "Done." in (await shopkeeper.send("/admin/coupons/new", **SPRING)).text
    assert "Done." not in (await shopkeeper.see("/admin/coupons")).text
    assert "Done." in (await shopkeeper.send("/admin/coupons/of/SPRING-26/delete")).text  # a form of one button
    published = await shopkeeper.send("/admin/brand", do="publish", tagline="Tools that last")
    assert ("Published." in published.text, "Done." in published.text) == (True, False)  # it has words of its own


async def test_a_used_coupon_stays(market: Market, shopkeeper: Staff) -> None:
    await add_coupon(market)
    order = await market.order(market.item("launch"))
    await market.world.request("PUT", f"/orders/{order['number']}/coupon", by="alice", json={"coupon": "WELCOME"})
    refused = await shopkeeper.browser.post("/admin/coupons/of/WELCOME/delete")
    assert (refused.status_code, "Turn it off instead" in refused.text) == (400, True)
    assert "Used by 1 order." in (await shopkeeper.see("/admin/coupons/of/WELCOME")).text


async def test_a_buyer_enters_and_removes_it_on_the_checkout_page(market: Market) -> None:
    order = await market.order(market.item("launch"))
    async with market.world.browser() as buyer:
        assert "Coupon code" not in (await buyer.get(order["checkout_url"])).text
        await add_coupon(market, percent=100)
        wrong = await buyer.post(order["checkout_url"], data={**BILLING, "coupon": "NOTHING", "do": "coupon"})
        assert wrong.status_code == 400
        assert "This coupon is not valid." in wrong.text
        assert 'value="Hafenstraße 9"' in wrong.text  # what was entered stays
        page = Page(
            (await buyer.post(order["checkout_url"], data={**BILLING, "coupon": "welcome", "do": "coupon"})).text
        )
        assert "Coupon WELCOME takes $49.00 off." in page.text
        assert "Place free order" in page.text
        removed = await buyer.post(order["checkout_url"], data={**BILLING, "do": "remove-coupon"})
        assert "Order and pay $58.80" in removed.text
        await buyer.post(order["checkout_url"], data={"coupon": "welcome", "do": "coupon"})
        placed = await buyer.post(order["checkout_url"], data={**BILLING, "do": "pay"})
        assert placed.status_code == 303
        receipt = Page((await buyer.get(placed.headers["location"])).text)
        assert "Coupon WELCOME" in receipt.text
        assert "Paid. Thank you." in receipt.text
        invoice = (await buyer.get(f"{placed.headers['location']}/documents/TEST-INV-2026-000001")).text
        assert "Preis 49,00, abzüglich 49,00 (Gutschein WELCOME)" in invoice
    assert (await market.get(order["number"]))["status"] == "paid"
