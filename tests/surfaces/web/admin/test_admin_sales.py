"""Staff sell: prices, orders, refunds, tasks, and payments that do not fit."""

import pytest

from showground.orders.errors import NoLongerOnOffer
from tests.support.shop_world import Market
from tests.surfaces.web.admin.conftest import Staff, value

pytestmark = pytest.mark.anyio


LAUNCH = {"name": "Launch", "description": "You launch.", "price": "49", "supply": "electronic", "on_sale": "true"}


async def test_a_product_is_changed_and_quotes_follow(market: Market, shopkeeper: Staff) -> None:
    before = await market.order(market.item("launch"))
    undecided = {"name": "Start", "price": "61.50", "on_sale": ""}  # it stays so
    page = await shopkeeper.send("/admin/products/of/launch", **LAUNCH | undecided)
    assert await shopkeeper.ask("select on_sale from product where code = 'launch'") == [(None,)]
    assert "$61.50" in page.text
    assert "Start" in page.text
    quote = (await market.post("/orders/quote", [market.item("launch")])).json()
    assert quote["net_cents"] == 6150
    assert (await market.get(before["number"]))["net_cents"] == before["net_cents"]
    [entry] = await shopkeeper.log()
    assert entry[:2] == ("charlie@charlie.example", "write_product")
    for wrong in ("", "a lot", "-4", "1.234", "99999999"):
        page = await shopkeeper.send("/admin/products/of/launch", 400, **LAUNCH | {"price": wrong})
        assert "Enter dollars and cents, such as 49.00." in page.text
        assert value(page, "price") == wrong
    page = await shopkeeper.send("/admin/products/of/launch", 400, **LAUNCH, weekly_limit="none")
    assert value(page, "weekly_limit") == "none"
    await shopkeeper.see("/admin/products/of/nothing", 404)
    assert len(await shopkeeper.log()) == 1


async def test_an_order_names_the_categories_in_it(market: Market, shopkeeper: Staff) -> None:
    order = await market.order(market.item("extra_categories", "paid", categories=["databases", "api-tools"]))
    assert "Databases, API Tools" in (await shopkeeper.see(f"/admin/orders/{order['number']}")).text


async def test_only_what_staff_switch_on_is_sold(market: Market, shopkeeper: Staff) -> None:
    page = await shopkeeper.see("/admin/products")
    assert "You have not decided yet whether to sell 10 of these products." in page.text
    await shopkeeper.send("/admin/products/on-sale", on_sale=["launch", "featured"])
    found = (await market.world.get("/products")).json()["items"]
    assert [product["code"] for product in found] == ["launch", "featured"]
    assert "have not decided" not in (await shopkeeper.see("/admin/products")).text
    refused = await market.post("/orders/quote", [market.item("ai_review")])
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "items[0].product")
    async with market.world.browser() as visitor:
        prices = (await visitor.get("/pricing")).text
    assert "Featured for 30 days" in prices
    assert "Listing check" not in prices


async def test_products_are_put_in_another_order(market: Market, shopkeeper: Staff) -> None:
    async def listed() -> list[str]:
        return [product["code"] for product in (await market.world.get("/products")).json()["items"]]

    first, second, *rest = await listed()
    await shopkeeper.send(f"/admin/products/of/{first}/down")
    assert await listed() == [second, first, *rest]
    await shopkeeper.send(f"/admin/products/of/{first}/up")
    await shopkeeper.send(f"/admin/products/of/{first}/up")
    assert await listed() == [first, second, *rest]


async def test_a_product_of_ones_own_is_added_and_deleted(market: Market, shopkeeper: Staff) -> None:
    given = {"name": "Launch party", "code": "launch_party", "description": "Cake <for> all", "price": "120"}
    given |= {"on_sale": "true", "supply": "service"}
    page = await shopkeeper.send("/admin/products/new", 400, **given | {"code": "Launch Party"})
    assert value(page, "code") == "Launch Party"
    page = await shopkeeper.send("/admin/products/new", **given)
    assert "Cake <for> all" in page.text
    assert "already exists" in (await shopkeeper.send("/admin/products/new", 400, **given)).text
    order = await market.order({"product": "launch_party"})
    assert order["net_cents"] == 12000
    await market.pay(order["number"])
    assert "Launch party" in (await shopkeeper.see("/admin/tasks")).text
    unpaid = await market.order({"product": "launch_party"})
    await shopkeeper.send("/admin/products/of/launch_party/delete")
    assert "launch_party" not in (await shopkeeper.see("/admin/products")).text
    assert (await market.get(order["number"]))["lines"][0]["name"] == "Launch party"
    with pytest.raises(NoLongerOnOffer):
        await market.open_page(unpaid)
    refused = await shopkeeper.browser.post("/admin/products/of/launch/delete")
    assert (refused.status_code, "comes with Showground" in refused.text) == (400, True)


async def test_a_bundle_of_ones_own_does_what_it_includes(market: Market, shopkeeper: Staff) -> None:
    given = {"name": "Launch and check", "code": "launch_and_check", "description": "Both.", "price": "55"}
    given |= {"on_sale": "true", "supply": "electronic"}
    page = await shopkeeper.send("/admin/products/new", 400, **given, includes=["launch"])
    assert "must be sold for a listing" in page.text
    await shopkeeper.send("/admin/products/new", **given, includes=["launch", "ai_review"], needs_listing="true")
    [product] = [
        each for each in (await market.world.get("/products")).json()["items"] if each["code"] == given["code"]
    ]
    assert (product["includes"], product["week"]) == (["launch", "ai_review"], "optional")
    order = await market.order(market.item("launch_and_check"))
    assert (await market.pay(order["number"]))["lines"][0]["fulfilled"]
    assert (await market.standing("draft")).status == "live"


async def test_an_order_is_found_done_by_hand_and_refunded(market: Market, shopkeeper: Staff) -> None:
    order = await market.order(market.item("done_for_you", options={"notes": "Be <brief>"}))
    number = order["number"]
    assert "No billing details yet" in (await shopkeeper.see("/admin/orders?status=pending")).text
    await market.pay(number)
    for path in ("/admin/orders", f"/admin/orders?q={number[-3:]}", "/admin/orders?q=EDDA", "/admin/orders?q=alice@"):
        assert number in (await shopkeeper.see(path)).text, path
    assert "No orders match." in (await shopkeeper.see("/admin/orders?q=zebra")).text
    page = await shopkeeper.see(f"/admin/orders/{number}")
    [(alice,)] = await shopkeeper.ask("select id from account where name = 'Alice'")
    assert {f"/admin/people/{alice}", f"/admin/listings/{market.ids['draft']}"} <= set(page.links())
    assert "Edda Falk" in page.text
    assert "Private person" in page.text
    assert "Austria" in page.text
    [(task,)] = await shopkeeper.ask("select id from staff_task where finished_at is null")
    assert number in (await shopkeeper.see("/admin/tasks")).text
    page = await shopkeeper.send(f"/admin/tasks/{task}/finish", note="Wrote to them")
    assert "No open tasks." in page.text
    assert await shopkeeper.ask("select note from staff_task") == [("Wrote to them",)]
    await shopkeeper.send(f"/admin/tasks/{task}/finish", 404)
    await shopkeeper.send(f"/admin/orders/{number}")  # the box was not ticked
    assert (await market.get(number))["status"] == "paid"
    page = await shopkeeper.send(f"/admin/orders/{number}", sure="yes")
    assert (await market.get(number))["status"] == "refunded"
    assert "Refunded" in page.text
    page = await shopkeeper.send(f"/admin/orders/{number}", 400, sure="yes")
    assert "This order was already refunded" in page.text
    assert [action for _, action, _ in await shopkeeper.log()] == ["finish_task", "refund_order", "send_refund"]


async def test_part_of_an_order_is_refunded_with_the_lines_that_are_ticked(market: Market, shopkeeper: Staff) -> None:
    order = await market.order(market.item("billboard_min", "paid"), market.item("launch"))
    number = order["number"]
    await market.pay(number)
    page = f"/admin/orders/{number}"
    assert "Austria" in (await shopkeeper.see(page)).text  # tax evidence
    for wrong in ("a lot", "0", "-1"):
        told = await shopkeeper.send(page, 400, sure="yes", amount=wrong)
        assert "Enter dollars and cents, such as 49.00." in told.text
        assert value(told, "amount") == wrong
    told = await shopkeeper.send(page, 400, sure="yes", amount="5000")
    assert "You can refund at most" in told.text
    told = await shopkeeper.send(page, sure="yes", amount="10.00", positions="0")
    assert "Refunded by staff" in told.text
    assert "Succeeded" in told.text
    assert "The contribution of Paid to the billboard was removed." in told.text
    shown = await market.get(number)
    assert (shown["status"], shown["refunded_cents"]) == ("paid", 1000)
    assert await market.ask("select position from purchase_line where taken_back_at is not null") == [(0,)]


async def test_the_forms_of_an_order_keep_what_was_entered(market: Market, shopkeeper: Staff) -> None:
    number = (await market.order(market.item("billboard_min", "paid"), market.item("launch")))["number"]
    await market.pay(number)
    for wrong in ("a lot", "5000"):  # with no line ticked, a second attempt would refund the whole order
        page = await shopkeeper.send(f"/admin/orders/{number}", 400, sure="yes", amount=wrong, positions="1")
        ticked = [box.get("value") for box in page.all("input") if box.get("name") == "positions" and "checked" in box]
        assert (ticked, value(page, "amount")) == (["1"], wrong)
    page = await shopkeeper.send(f"/admin/orders/{number}/correct", 400, sure="yes", vat_number="ATU12")
    assert value(page, "vat_number") == "ATU12"


async def test_two_staff_who_refund_the_same_line_refund_it_once(market: Market, shopkeeper: Staff) -> None:
    order = await market.order(market.item("done_for_you", options={"notes": ""}), market.item("launch"))
    number = order["number"]
    await market.pay(number)
    page = f"/admin/orders/{number}"
    form = {"sure": "yes", "positions": "0", "left": value(await shopkeeper.see(page), "left")}
    await shopkeeper.send(page, **form)
    told = await shopkeeper.send(page, 400, **form)
    assert "Someone refunded part of this order after you opened the page" in told.text
    assert value(told, "left") != form["left"]
    assert (await market.get(number))["status"] == "paid"
    assert await market.ask("select position from purchase_line where taken_back_at is not null") == [(0,)]


async def test_disputes_and_failed_refunds_say_what_to_do(market: Market, shopkeeper: Staff) -> None:
    order = await market.order(market.item("launch"))
    number = order["number"]
    await market.pay(number)
    await shopkeeper.do(
        "insert into dispute (reference, payment_id, purchase_id, amount_cents, reason, state, due_at, opened_at)"
        " select 'du_1', id, purchase_id, 5880, 'fraudulent', 'needs_response', '2026-03-24', '2026-03-12' from payment"
    )
    await shopkeeper.do(
        "insert into refund (payment_id, purchase_id, amount_cents, reason, state, problem, created_at, finished_at)"
        " select id, purchase_id, 700, 'staff', 'failed', 'expired_or_canceled_card', now(), now() from payment"
    )
    assert "2 Payments" in (await shopkeeper.see("/admin")).text
    for path in ("/admin/payments", f"/admin/orders/{number}"):
        page = await shopkeeper.see(path)
        assert "24 March 2026" in page.text, path
        assert "expired or canceled card" in page.text, path
        assert "Fraudulent" in page.text, path
    [(refund,)] = await shopkeeper.ask("select id from refund")
    page = await shopkeeper.send(f"/admin/refunds/{refund}/handle")
    assert "Failed refunds" not in page.text
    await shopkeeper.send(f"/admin/refunds/{refund}/handle", 404)


async def test_a_payment_that_does_not_fit_is_dealt_with(shopkeeper: Staff) -> None:
    await shopkeeper.do(
        "insert into payment_event (provider, event_id, kind, amount_cents, currency, body, received_at, problem)"
        " values ('stripe', 'evt_9', 'paid', 4900, 'USD', '{}', now(), 'No order has this number.')"
    )
    page = await shopkeeper.see("/admin/payments")
    assert "No order has this number." in page.text
    [(event,)] = await shopkeeper.ask("select id from payment_event")
    assert "1 Payments" in (await shopkeeper.see("/admin")).text
    page = await shopkeeper.send(f"/admin/payments/{event}/handle")
    assert "Every payment matches its order." in page.text
