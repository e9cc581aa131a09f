"""Coupons on orders: prices, uses, and what is refused."""

import asyncio
from datetime import date
from typing import Any

import psycopg
import pytest

from showground.core.jobs.declare import JobRun
from showground.orders.errors import CouponGone
from showground.orders.jobs import expire_old_orders
from showground.orders.operations.apply_coupon import apply_coupon
from showground.orders.queries import orders
from tests.support.coupons import add_coupon, apply
from tests.support.problems import read_problem
from tests.support.requests import SURFACES, ask
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio
TODAY = date(2026, 3, 11)  # of the tests' clock


async def uses(market: Market, code: str = "WELCOME") -> int:
    return (
        await market.ask(
            "select count(*) from purchase where coupon = %s and status in ('pending', 'paid', 'refunded')", code
        )
    )[0][0]


def refusal(answer: Any) -> str:
    problem = read_problem(answer, 400, "invalid_input")
    [error] = problem["errors"]
    assert error["field"] == "coupon"
    return error["message"]


@pytest.mark.parametrize("surface", SURFACES)
async def test_a_coupon_lowers_the_price_and_the_vat(market: Market, surface: str) -> None:
    await add_coupon(market)
    order = await market.order(market.item("launch"), market.item("ai_review"), billing_country="AT")
    assert (order["coupon"], order["discount_cents"]) == (None, 0)
    sent = {"number": order["number"], "coupon": " welcome "}
    answer = await ask(market.world, surface, apply_coupon, sent, by="alice")
    assert answer.status == 200
    assert (answer.body["coupon"], answer.body["discount_cents"], answer.body["net_cents"]) == ("WELCOME", 680, 6120)
    assert [(line["price_cents"], line["discount_cents"]) for line in answer.body["lines"]] == [
        (4410, 490),
        (1710, 190),
    ]
    assert (answer.body["vat"]["cents"], answer.body["total_cents"]) == (1224, 7344)
    assert await market.get(order["number"]) == answer.body
    removed = await ask(market.world, surface, apply_coupon, {"number": order["number"], "coupon": None}, by="alice")
    assert removed.body == order


async def test_a_strangers_order_is_the_same_as_none(market: Market) -> None:
    await add_coupon(market)
    order = await market.order(market.item("launch"))
    read_problem(await apply(market, order, by="bob"), 404, "no_such_order")
    assert await uses(market) == 0


async def test_what_a_coupon_is_not_for_is_refused(market: Market) -> None:
    await add_coupon(market, "PAST")
    await market.do("update coupon set last_day = '2026-03-10' where code = 'PAST'")
    await add_coupon(market, "FUTURE", first_day=date(2026, 3, 12))
    await add_coupon(market, "TODAY", first_day=TODAY, last_day=TODAY)
    await add_coupon(market, "FEATURED", products=("featured",))
    await add_coupon(market, "NEARLY", amount_cents=1890)
    await market.do("update coupon set active = false where code = 'FUTURE'")
    order = await market.order(market.item("ai_review"))
    assert refusal(await apply(market, order, "NOTHING")) == "This coupon is not valid."
    assert refusal(await apply(market, order, "FUTURE")) == "This coupon is not valid."
    assert refusal(await apply(market, order, "PAST")) == "This coupon was valid until 10 March 2026."
    assert refusal(await apply(market, order, "FEATURED")) == "This coupon is not for anything in this order."
    await market.do("update coupon set active = true where code = 'FUTURE'")
    assert refusal(await apply(market, order, "FUTURE")) == "This coupon is valid from 12 March 2026."
    assert (await apply(market, order, "TODAY")).status_code == 200
    assert (await market.get(order["number"]))["coupon"] == "TODAY"
    billboard = await market.order(market.item("billboard_min", "paid", amount_cents=5000))
    assert refusal(await apply(market, billboard, "TODAY")) == "This coupon is not for anything in this order."


async def test_uses_are_counted_exactly_when_everybody_comes_at_once(market: Market) -> None:
    await add_coupon(market, max_uses=3)
    orders = [await market.order(market.item("featured", "free")) for _ in range(8)]
    answers = await asyncio.gather(*(apply(market, order) for order in orders))
    assert sorted(answer.status_code for answer in answers) == [200] * 3 + [400] * 5
    assert {refusal(answer) for answer in answers if answer.status_code == 400} == {"This coupon has been used up."}
    assert await uses(market) == 3


async def test_a_use_is_given_back_with_a_cancelled_or_expired_order(market: Market) -> None:
    await add_coupon(market, max_uses=1)
    first, second, third = [await market.order(market.item("featured", "free")) for _ in range(3)]
    assert (await apply(market, first)).status_code == 200
    assert (await apply(market, first)).status_code == 200  # it has it already
    assert refusal(await apply(market, second)) == "This coupon has been used up."
    await market.world.request("POST", f"/orders/{first['number']}/cancel", by="alice")
    assert (await apply(market, second)).status_code == 200
    assert (await apply(market, second, None)).json()["net_cents"] == 7900
    assert (await apply(market, third)).status_code == 200
    market.world.clock.move(days=7)
    late = await market.order(market.item("featured", "free"))
    await expire_old_orders.work(JobRun(market.world.dispatcher, market.world.caller()))
    assert (await apply(market, late)).status_code == 200
    await market.pay(late["number"])
    again = await market.order(market.item("featured", "free"))
    assert refusal(await apply(market, again)) == "This coupon has been used up."


async def test_the_use_of_an_order_that_cannot_be_paid_any_more_is_free_for_others(market: Market) -> None:
    await add_coupon(market, max_uses=1)
    stuck, other = await market.order(market.item("launch")), await market.order(market.item("featured", "free"))
    assert (await apply(market, stuck)).status_code == 200
    assert refusal(await apply(market, other)) == "This coupon has been used up."
    await market.do("update product set on_sale = false where code = 'launch'")
    assert (await apply(market, other)).status_code == 200
    # When it can be paid again, there is no use left for it; without the coupon it costs the full price.
    await market.do("update product set on_sale = true where code = 'launch'")
    with pytest.raises(CouponGone):
        await market.pay(stuck["number"])
    assert (await market.get(stuck["number"]))["status"] == "pending"
    await market.world.request("POST", f"/orders/{other['number']}/cancel", by="alice")
    paid = await market.pay(stuck["number"])
    assert (paid["status"], paid["net_cents"]) == ("paid", 4410)
    again = await market.order(market.item("featured", "free"))
    assert refusal(await apply(market, again)) == "This coupon has been used up."


async def test_an_overdue_order_gives_its_use_back_before_any_job_closes_it(market: Market) -> None:
    await add_coupon(market, max_uses=1)
    first = await market.order(market.item("featured", "free"))
    assert (await apply(market, first)).status_code == 200
    market.world.clock.move(days=7)
    late = await market.order(market.item("featured", "free"))
    assert (await apply(market, late)).status_code == 200


async def test_an_order_with_an_open_payment_page_keeps_its_use(market: Market) -> None:
    await add_coupon(market, max_uses=1)
    stuck, other = await market.order(market.item("launch")), await market.order(market.item("featured", "free"))
    await apply(market, stuck)
    await market.open_page(stuck)
    await market.do("update product set on_sale = false where code = 'launch'")
    assert refusal(await apply(market, other)) == "This coupon has been used up."


async def test_an_order_that_somebody_is_about_to_pay_keeps_its_use(market: Market) -> None:
    """Its payment page is being reserved in a transaction that has not ended."""
    await add_coupon(market, max_uses=1)
    stuck, other = await market.order(market.item("launch")), await market.order(market.item("featured", "free"))
    await apply(market, stuck)
    await market.do("update product set on_sale = false where code = 'launch'")
    async with await psycopg.AsyncConnection.connect(market.world.database_url) as paying:
        await paying.execute("select from purchase where number = %s for update", (stuck["number"],))
        assert refusal(await apply(market, other)) == "This coupon has been used up."
    assert (await apply(market, other)).status_code == 200


async def test_an_order_that_an_older_process_lets_pay_counts_again(market: Market) -> None:
    await add_coupon(market, max_uses=1)
    first = await market.order(market.item("featured", "free"))
    await apply(market, first)
    await market.pay(first["number"])
    await market.do("update purchase set coupon_released = true where number = %s", first["number"])
    async with market.world.dispatcher.database.transaction() as db:
        order = await orders.find(db, first["number"])
        assert order is not None
        await orders.mark_paid(db, order, market.world.clock())
    later = await market.order(market.item("featured", "free"))
    assert refusal(await apply(market, later)) == "This coupon has been used up."


async def test_many_who_want_the_use_of_an_order_that_cannot_be_paid_get_one(market: Market) -> None:
    await add_coupon(market, max_uses=1)
    stuck = await market.order(market.item("launch"))
    await apply(market, stuck)
    others = [await market.order(market.item("featured", "free")) for _ in range(6)]
    await market.do("update product set on_sale = false where code = 'launch'")
    answers = await asyncio.gather(*(apply(market, order) for order in others))
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * 5


async def test_once_per_account(market: Market) -> None:
    await add_coupon(market, once_per_account=True)
    first, second = [await market.order(market.item("skip_queue", "waiting", week="2026-03-16")) for _ in range(2)]
    assert (await apply(market, first)).status_code == 200
    assert refusal(await apply(market, second)) == "You have used this coupon already. It can be used once."
    bobs = await market.order(market.item("skip_queue", "waiting", week="2026-03-16"), by="bob")
    assert (await apply(market, bobs, by="bob")).status_code == 200


async def test_an_order_that_costs_nothing_is_paid_without_a_payment(market: Market) -> None:
    await add_coupon(market, percent=100)
    order = await market.order(market.item("launch"))
    assert (await apply(market, order)).json()["total_cents"] == 0
    url = await market.open_page(order)
    assert "/orders/" in url
    paid = await market.get(order["number"])
    assert (paid["status"], paid["total_cents"], paid["discount_cents"]) == ("paid", 0, 4900)
    assert await market.ask("select count(*) from payment") == [(0,)]
    [(document,)] = await market.ask("select document from tax_document")
    assert (document["total_cents"], document["vat_cents"], document["coupon"]) == (0, 0, "WELCOME")


async def test_a_paid_or_expired_order_keeps_its_price(market: Market) -> None:
    await add_coupon(market)
    order = await market.order(market.item("ai_review"))
    await market.pay(order["number"])
    read_problem(await apply(market, order), 400, "order_closed")
    expired = await market.order(market.item("ai_review"))
    market.world.clock.move(days=7)
    read_problem(await apply(market, expired), 400, "order_closed")


async def test_the_order_keeps_the_discount_whatever_happens_to_the_coupon(market: Market) -> None:
    await add_coupon(market)
    order = await market.order(market.item("ai_review"))
    await apply(market, order)
    await market.do("update coupon set active = false, percent = 50")
    paid = await market.pay(order["number"])
    assert (paid["net_cents"], paid["total_cents"]) == (1710, 2052)
