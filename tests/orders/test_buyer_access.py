"""An order takes effect only while the account that made it may act for the listing; else its money goes back."""

from typing import Any

import pytest

from showground.orders.actions.staff_orders import Fulfil, fulfil
from tests.support.shop_world import NEXT, Market
from tests.support.stripe_shop import StripeShop

pytestmark = pytest.mark.anyio


async def remove_member(market: Market, slug: str, name: str = "alice") -> None:
    """As when a listing was handed over."""
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute(
            "delete from listing_member where listing_id = %s and account_id = %s",
            (market.ids[slug], market.accounts[name]),
        )


async def add_member(market: Market, slug: str, name: str) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute(
            "insert into listing_member (listing_id, account_id, role, since) values (%s, %s, 'cofounder', now())",
            (market.ids[slug], market.accounts[name]),
        )


async def test_a_payment_after_access_was_lost_goes_back_whole(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number, page = await stripe_shop.open(market.item("launch", week=NEXT), market.item("billboard_min", "paid"))
    await remove_member(market, "draft")
    await stripe_shop.pay(page)
    await stripe_shop.work()
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("cancelled", 0)
    assert (await market.standing("draft")).status == "draft"
    assert await market.ask("select count(*) from billboard_contribution") == [(0,)]
    assert await market.ask("select count(*) from tax_document") == [(0,)]
    ((_, text),) = await stripe_shop.mails("payment_returned")
    assert "The account that placed the order no longer has access to the listing" in text
    assert "no longer has access to the listing" in await stripe_shop.receipt(number)


async def test_access_lost_between_payment_and_effect_refunds_those_lines(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number, page = await stripe_shop.open(market.item("launch", week=NEXT), market.item("billboard_min", "paid"))
    await stripe_shop.pay(page)
    await remove_member(market, "draft")
    stripe_shop.fake.refunds_are = "pending"
    await stripe_shop.work()
    await stripe_shop.work()
    assert "no longer has access to the listing. We are refunding it." in await stripe_shop.receipt(number)
    stripe_shop.fake.end_refund("re_1", "succeeded")
    await stripe_shop.look_again()
    order = await market.get(number)
    assert (order["status"], order["refunded_cents"]) == ("paid", 5880)  # $49 and 20 % of it
    assert [line["fulfilled"] for line in order["lines"]] == [False, True]
    assert (await market.standing("draft")).status == "draft"
    assert await market.ask("select count(*) from billboard_contribution") == [(1,)]
    ((_, text),) = await stripe_shop.mails("order_refunded")
    assert "no longer has access to the listing, so we did not fulfil the order." in text
    await add_member(market, "draft", "alice")
    await stripe_shop.look_again()
    assert (await market.standing("draft")).status == "draft"  # its money has gone back
    assert await stripe_shop.refunds() == [(5880, "no_access", "succeeded", "re_1")]


async def test_access_lost_for_every_line_refunds_the_order(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number, page = await stripe_shop.open(market.item("launch"), market.item("done_for_you"))
    await stripe_shop.pay(page)
    await remove_member(market, "draft")
    await stripe_shop.work()
    await stripe_shop.work()
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("refunded", 0)


async def test_what_has_begun_is_finished_for_whoever_has_the_listing_now(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number = await stripe_shop.buy(market.item("launch_bundle", week=NEXT))
    await remove_member(market, "draft")
    await stripe_shop.look_again()
    order = await market.get(number)
    assert (order["status"], order["refunded_cents"], order["lines"][0]["fulfilled"]) == ("paid", 0, True)


async def test_another_member_buys_for_the_listing_as_well(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    order = await market.order(market.item("billboard_min", "waiting"), by="bob")
    page = (await market.open_page(order)).rpartition("/")[2]
    await stripe_shop.pay(page)
    await stripe_shop.work()
    assert (await market.get(order["number"], by="bob"))["status"] == "paid"


async def test_a_line_that_costs_nothing_is_given_up_without_a_refund(market: Market) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 0 where code = 'launch'")
    order: dict[str, Any] = await market.order(market.item("launch"))
    opened = await market.open_page(order)  # which is the end of it: there is nothing to pay
    assert "/orders/" in opened
    await remove_member(market, "draft")
    await market.world.dispatcher.call(fulfil, market.world.caller(), Fulfil(order=await number_of(market)))
    assert (await market.get(order["number"]))["status"] == "refunded"
    assert (await market.standing("draft")).status == "draft"
    assert await market.ask("select count(*) from refund") == [(0,)]


async def number_of(market: Market) -> int:
    ((number,),) = await market.ask("select id from purchase")
    return number
