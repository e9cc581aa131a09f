"""Staff sell: prices, orders, refunds, tasks, and payments that do not fit."""

import pytest

from tests.support.shop_world import Market
from tests.surfaces.web.admin.conftest import Staff, value

pytestmark = pytest.mark.anyio


async def test_a_price_is_changed_and_quotes_follow(market: Market, shopkeeper: Staff) -> None:
    before = await market.order(market.item("launch"))
    page = await shopkeeper.send("/admin/products/launch", price="61.50")
    assert "$61.50" in page.text
    quote = (await market.post("/orders/quote", [market.item("launch")])).json()
    assert quote["net_cents"] == 6150
    assert (await market.get(before["number"]))["net_cents"] == before["net_cents"]
    [entry] = await shopkeeper.log()
    assert entry == ("charlie@charlie.example", "change_price", {"code": "launch", "price_cents": 6150})
    for wrong in ("", "a lot", "-4", "1.5", "99999999"):
        page = await shopkeeper.send("/admin/products/launch", 400, price=wrong)
        assert "Enter dollars and cents, such as 49.00." in page.text
        assert value(page, "price") == wrong
    await shopkeeper.see("/admin/products/nothing", 404)
    assert len(await shopkeeper.log()) == 1


async def test_something_new_is_sold(market: Market, shopkeeper: Staff) -> None:
    given = {"name": "Launch party", "code": "launch_party", "description": "Cake <for> all", "price": "120"}
    page = await shopkeeper.send("/admin/products", 400, **given | {"code": "Launch Party"})
    assert value(page, "code") == "Launch Party"
    page = await shopkeeper.send("/admin/products", **given)
    assert "Cake <for> all" in page.text
    assert "already exists" in (await shopkeeper.send("/admin/products", 400, **given)).text
    order = await market.order({"product": "launch_party"})
    assert order["net_cents"] == 12000
    await market.pay(order["number"])
    assert "Launch party" in (await shopkeeper.see("/admin/tasks")).text


async def test_an_order_is_found_done_by_hand_and_refunded(market: Market, shopkeeper: Staff) -> None:
    order = await market.order(market.item("done_for_you", options={"notes": "Be <brief>"}))
    number = order["number"]
    assert "No billing details yet" in (await shopkeeper.see("/admin/orders?status=pending")).text
    await market.pay(number)
    for path in ("/admin/orders", f"/admin/orders?q={number[-3:]}", "/admin/orders?q=EDDA", "/admin/orders?q=alice@"):
        assert number in (await shopkeeper.see(path)).text, path
    assert "No orders match." in (await shopkeeper.see("/admin/orders?q=zebra")).text
    page = await shopkeeper.see(f"/admin/orders/{number}")
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
    assert "Only a paid order can be refunded" in page.text
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
