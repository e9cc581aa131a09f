"""Building an order, as a caller sees it."""

import anyio
import pytest

from tests.support.problems import errors_of, read_problem
from tests.support.shop_world import NEXT, Market

pytestmark = pytest.mark.anyio


async def test_an_order_is_made_with_a_link(market: Market) -> None:
    made = await market.order(market.item("launch", week=NEXT), billing_country="AT")
    assert made["number"] == "SG-2026-000001"
    assert (made["status"], made["created_at"], made["paid_at"]) == ("pending", "2026-03-11T12:00:00Z", None)
    assert made["expires_at"] == "2026-03-18T12:00:00Z"
    assert (made["net_cents"], made["vat"]["cents"], made["total_cents"]) == (4900, 980, 5880)
    (line,) = made["lines"]
    assert (line["product"], line["name"], line["week"]) == ("launch", "Launch", NEXT)
    assert (line["fulfilled"], line["fulfilled_at"]) == (False, None)
    assert made["checkout_url"].startswith("http://localhost:8000/checkout/SG-2026-000001.")
    assert len(market.token(made)) > 40
    assert await market.get(made["number"]) == made
    assert (await market.standing("draft")).status == "draft"


async def test_links_cannot_be_guessed(market: Market) -> None:
    first, second = [await market.order(market.item("ai_review")) for _ in range(2)]
    assert market.token(first).partition(".")[2] != market.token(second).partition(".")[2]
    assert len(market.token(first).partition(".")[2]) == 32  # 192 bits
    shop = market.shop
    assert shop.read_token("checkout", market.token(first)) == first["number"]
    mixed = second["number"] + "." + market.token(first).partition(".")[2]
    for wrong in (mixed, market.token(first)[:-1], market.token(first) + "x", first["number"], "", "é.x"):
        assert shop.read_token("checkout", wrong) is None
    assert shop.read_token("receipt", market.token(first)) is None


@pytest.mark.usefixtures("patient")
async def test_thirty_at_once_with_one_key_make_one_order(market: Market) -> None:
    answers: list[tuple[int, str]] = []

    async def send() -> None:
        answer = await market.post(
            "/orders/checkout", [market.item("launch")], billing_country="AT", headers={"Idempotency-Key": "once"}
        )
        answers.append((answer.status_code, answer.text))

    async with anyio.create_task_group() as tasks:
        for _ in range(30):
            tasks.start_soon(send)
    assert len(set(answers)) == 1
    assert answers[0][0] == 201
    assert await market.ask("select count(*) from purchase") == [(1,)]
    other = await market.post("/orders/checkout", [market.item("ai_review")], headers={"Idempotency-Key": "once"})
    read_problem(other, 400, "idempotency_key_reused")
    assert await market.ask("select count(*) from purchase") == [(1,)]


async def test_an_order_keeps_the_prices_it_was_made_with(market: Market) -> None:
    made = await market.order(market.item("launch"))
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 9900, name = 'Dear launch' where code = 'launch'")
    assert await market.get(made["number"]) == made
    paid = await market.pay(made["number"])
    assert (paid["net_cents"], paid["lines"][0]["name"]) == (4900, "Launch")


async def test_what_a_quote_refuses_makes_no_order(market: Market) -> None:
    refused = errors_of(await market.post("/orders/checkout", [market.item("launch", "foreign")]))
    assert refused.keys() == {"items[0].listing_id"}
    assert errors_of(await market.post("/orders/checkout", [])).keys() == {"items"}
    assert await market.ask("select count(*) from purchase") == [(0,)]


async def test_bob_orders_for_a_shared_listing_and_only_he_sees_it(market: Market) -> None:
    made = await market.order(market.item("ai_review", "waiting"), by="bob")
    assert (await market.get(made["number"], by="bob")) == made
    assert (await market.world.get(f"/orders/{made['number']}", by="alice")).status_code == 404


async def test_a_second_order_of_the_same_items_names_the_first(market: Market) -> None:
    items = [market.item("launch"), market.item("ai_review")]
    first = await market.order(*items)
    assert first["pending_orders"] == []
    other = await market.order(items[0])
    assert other["pending_orders"] == []
    second = await market.order(*reversed(items))
    assert second["number"] != first["number"]
    named = {name: first[name] for name in ("number", "checkout_url", "expires_at")}
    assert second["pending_orders"] == [named]
    await market.pay(first["number"])
    assert (await market.get(second["number"]))["pending_orders"] == []


async def test_the_listing_shows_its_newest_order_that_can_still_be_paid(market: Market) -> None:
    check, first, _ = [await market.order(market.item(name)) for name in ("ai_review", "launch", "launch")]
    path = f"/me/listings/{check['lines'][0]['listing_id']}"
    await market.pay(first["number"])  # the listing is live, and can't be launched again
    owned = (await market.world.get(path, by="alice")).json()
    assert owned["pending_order"] == {name: check[name] for name in ("number", "checkout_url", "expires_at")}
    assert [step["arguments"] for step in owned["next_steps"] if step["code"] == "pay_order"] == [
        {"number": check["number"]}
    ]


async def test_the_listing_shows_its_pending_order_to_the_buyer_alone(market: Market) -> None:
    made = await market.order(market.item("launch"))
    path = f"/me/listings/{market.item('launch')['listing_id']}"
    shown = (await market.world.get(path, by="alice")).json()["pending_order"]
    assert shown == {name: made[name] for name in ("number", "checkout_url", "expires_at")}
    await market.world.request("POST", f"/orders/{made['number']}/cancel", by="alice")
    assert (await market.world.get(path, by="alice")).json()["pending_order"] is None
    await market.order(market.item("ai_review"))
    market.world.clock.move(days=7)
    assert (await market.world.get(path, by="alice")).json()["pending_order"] is None
