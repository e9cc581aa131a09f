"""The last places of a week: held while a payment page is open, and never sold twice."""

import asyncio
from datetime import date
from typing import Any

import pytest

from showground import launches
from showground.core.calls.errors import ApiError
from showground.core.calls.models import NoInput
from showground.listings import new_listings
from showground.orders.actions.payment_events import list_payment_problems
from showground.orders.actions.payment_pages import ReservePayment, reserve_payment
from showground.orders.errors import WeekFull
from showground.orders.operations.cancel_order import CancelOrder, cancel_order
from showground.orders.queries import places
from showground.orders.sandbox_payment import pay
from tests.support.listings import listing
from tests.support.shop_world import BILLING, WEEKS, Market
from tests.support.stripe_shop import StripeShop

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("patient")]

PLACES = 25
WEEK = WEEKS[2]
MANY = 20


async def fill(market: Market, week: date, count: int) -> None:
    """Have so many listings of strangers launch in a week."""
    new = [listing(f"taken-{n}", status="scheduled", plan="paid", live_at=None, launch_week=week) for n in range(count)]
    async with market.world.dispatcher.database.transaction() as db:
        ids = await new_listings.add_listings(db, new)
        await launches.add_launches(db, [(number, week) for number in ids])


async def add_drafts(market: Market, count: int) -> list[int]:
    owner = {market.accounts["alice"]: "owner"}
    new = [listing(f"wanted-{n}", status="draft", live_at=None, members=owner) for n in range(count)]
    async with market.world.dispatcher.database.transaction() as db:
        return list(await new_listings.add_listings(db, new))


async def order_each(market: Market, count: int) -> list[str]:
    """An order for the same week for each of so many listings; making an order holds nothing."""
    drafts = await add_drafts(market, count)
    items = [{"product": "launch", "listing_id": number, "week": WEEK.isoformat()} for number in drafts]
    return [(await market.order(item))["number"] for item in items]


async def count_launches(market: Market) -> int:
    ((count,),) = await market.ask("select count(*) from launch where week = %s", WEEK)
    return count


async def places_left(market: Market) -> int:
    products = (await market.world.get("/products")).json()["items"]
    weeks = next(product["weeks"] for product in products if product["code"] == "launch")
    return next((offered["places_left"] for offered in weeks if offered["week"] == WEEK.isoformat()), 0)


async def test_of_many_who_want_the_last_place_at_once_one_can_pay(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    await fill(market, WEEK, PLACES - 1)
    numbers = await order_each(market, MANY)
    opened = await asyncio.gather(*(stripe_shop.reopen(number) for number in numbers), return_exceptions=True)
    pages = [page for page in opened if isinstance(page, str)]
    refused = [told for told in opened if isinstance(told, ApiError)]
    assert (len(pages), len(refused)) == (1, MANY - 1)
    assert {told.status for told in refused} == {400}
    assert "The week of 30 March 2026 is full." in refused[0].detail
    assert stripe_shop.fake.open_sessions() == pages
    for page in pages:
        await stripe_shop.pay(page)
    await stripe_shop.work()
    assert await count_launches(market) == PLACES
    assert sorted([await stripe_shop.status(number) for number in numbers]) == ["paid", *["pending"] * (MANY - 1)]


async def test_of_many_payments_for_the_last_place_one_is_kept_and_all_others_go_back(stripe_shop: StripeShop) -> None:
    """Each paid in time, but nothing was told until the time of every page was over."""
    market, fake = stripe_shop.market, stripe_shop.fake
    await fill(market, WEEK, PLACES - 1)
    numbers = await order_each(market, MANY)
    sessions: list[dict[str, Any]] = []
    for number in numbers:
        sessions.append(fake.pay(await stripe_shop.reopen(number)))
        market.world.clock.move(hours=2)
    await asyncio.gather(*(stripe_shop.tell("checkout.session.completed", session) for session in sessions))
    await stripe_shop.work()
    assert await count_launches(market) == PLACES
    status = {number: await stripe_shop.status(number) for number in numbers}
    assert sorted(status.values()) == [*["cancelled"] * (MANY - 1), "paid"]
    for number in numbers:
        assert stripe_shop.kept(number) == (5880 if status[number] == "paid" else 0)
    assert len(await stripe_shop.mails("payment_returned")) == MANY - 1


async def test_a_place_is_held_while_the_page_is_open_and_free_again_afterwards(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    await fill(market, WEEK, PLACES - 2)
    first, second, third = await order_each(market, 3)
    assert await places_left(market) == 2
    await stripe_shop.reopen(first)
    assert await places_left(market) == 1
    page = await stripe_shop.reopen(second, country="AT")
    assert await places_left(market) == 0
    quoted = await market.post("/orders/quote", [market.item("launch", "second", week=WEEK.isoformat())])
    assert quoted.status_code == 400
    with pytest.raises(WeekFull, match=r"These weeks have free places: 16 March 2026, 23 March 2026, 6 April 2026, "):
        await stripe_shop.reopen(third)
    other = await stripe_shop.reopen(second, country="HU")  # its own place is still its own
    assert other != page
    asked = CancelOrder(number=second)
    await market.world.dispatcher.call(cancel_order, market.person("alice"), asked)
    assert await places_left(market) == 1
    await stripe_shop.reopen(third)
    assert await places_left(market) == 0
    market.world.clock.move(hours=1, minutes=11)
    async with (
        market.world.dispatcher.database.reading() as db
    ):  # what is kept of the list is forgotten within 30 seconds
        taken = await places.find_taken(db, [WEEK], market.world.clock())
    assert len(taken[WEEK]) == PLACES - 2


async def test_a_page_that_stripe_closed_or_would_not_open_holds_nothing(stripe_shop: StripeShop) -> None:
    market, fake = stripe_shop.market, stripe_shop.fake
    await fill(market, WEEK, PLACES - 1)
    first, second, third = await order_each(market, 3)
    fake.refuses = "Your account cannot currently make live charges."
    with pytest.raises(AssertionError, match="cannot currently make live charges"):
        await stripe_shop.reopen(first)
    fake.refuses = None
    page = await stripe_shop.reopen(second)
    await stripe_shop.tell("checkout.session.expired", fake.sessions[page] | {"status": "expired"})
    assert await stripe_shop.reopen(third)


async def test_a_payment_on_its_way_holds_its_place_for_days(stripe_shop: StripeShop) -> None:
    market, fake = stripe_shop.market, stripe_shop.fake
    await fill(market, WEEK, PLACES - 1)
    first, second = await order_each(market, 2)
    page = await stripe_shop.reopen(first)
    await stripe_shop.tell("checkout.session.completed", fake.begin_slow_payment(page))
    market.world.clock.move(days=5)
    with pytest.raises(WeekFull):
        await stripe_shop.reopen(second)
    await stripe_shop.tell("checkout.session.async_payment_succeeded", fake.end_slow_payment(page, paid=True))
    with pytest.raises(WeekFull):  # it is paid, and not done yet
        await stripe_shop.reopen(second)
    await stripe_shop.work()
    assert (await stripe_shop.status(first), await count_launches(market)) == ("paid", PLACES)


async def test_payments_that_began_in_time_and_are_told_too_late_have_lost_their_place(stripe_shop: StripeShop) -> None:
    """Stripe said nothing of two slow payments until somebody else had bought the last place."""
    market, fake = stripe_shop.market, stripe_shop.fake
    await fill(market, WEEK, PLACES - 2)
    late, lost, quick = await order_each(market, 3)
    slow: list[tuple[str, dict[str, Any]]] = []
    for number in (late, lost):
        page = await stripe_shop.reopen(number)
        slow.append((page, fake.begin_slow_payment(page)))
        market.world.clock.move(hours=2)
    await stripe_shop.pay(await stripe_shop.reopen(quick))
    for _, session in slow:
        await stripe_shop.tell("checkout.session.completed", session)
    for page, _ in slow:
        await stripe_shop.tell("checkout.session.async_payment_succeeded", fake.end_slow_payment(page, paid=True))
    await stripe_shop.work()
    assert await count_launches(market) == PLACES
    assert [await stripe_shop.status(number) for number in (late, lost, quick)] == ["paid", "cancelled", "paid"]
    assert stripe_shop.kept(lost) == 0


async def test_a_late_payment_for_a_full_week_goes_back_and_everybody_reads_why(stripe_shop: StripeShop) -> None:
    market, fake = stripe_shop.market, stripe_shop.fake
    await fill(market, WEEK, PLACES - 1)
    late, quick = await order_each(market, 2)
    session = fake.pay(await stripe_shop.reopen(late))
    market.world.clock.move(hours=2)
    await stripe_shop.pay(await stripe_shop.reopen(quick))
    await stripe_shop.tell("checkout.session.completed", session)
    await stripe_shop.tell("checkout.session.completed", session)
    assert await stripe_shop.status(late) == "cancelled"
    text = await stripe_shop.receipt(late)
    assert "A launch week or product in the order was sold out when your payment of $58.80 arrived." in text
    assert "We are refunding it" in text
    assert "is scheduled for" not in text
    assert 'http-equiv="refresh"' not in text
    await stripe_shop.work()
    assert (stripe_shop.kept(late), stripe_shop.kept(quick)) == (0, 5880)
    assert await stripe_shop.refunds() == [(5880, "week_full", "succeeded", "re_1")]
    ((recipient, text),) = await stripe_shop.mails("payment_returned")
    assert recipient == BILLING["email"]
    assert "A launch week or product in the order was sold out when your payment arrived" in text
    assert await market.ask("select count(*) from tax_document") == [(1,)]
    found = await market.world.dispatcher.call(list_payment_problems, market.staff(), NoInput())
    assert [(it.number, it.reason, it.state) for it in found.automatic_refunds] == [(late, "week_full", "succeeded")]


async def test_the_buyer_of_a_full_week_reads_on_the_page_what_to_do(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    await fill(market, WEEK, PLACES - 1)
    first, second = await order_each(market, 2)
    path = (await market.get(second))["checkout_url"].removeprefix("http://localhost:8000")
    page = await market.world.client.get(path)
    assert "When you continue to payment, we reserve yours for one hour." in page.text
    await stripe_shop.reopen(first)
    form = {**BILLING, "do": "pay"}
    answer = await market.world.client.post(path, data=form, headers={"Origin": "http://localhost:8000"})
    assert answer.status_code == 400
    assert "The week of 30 March 2026 is full. Nothing was charged." in answer.text
    assert "cancel this order and place a new one" in answer.text


async def test_orders_for_the_same_listing_hold_one_place(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    await fill(market, WEEK, PLACES - 1)
    item = market.item("launch", week=WEEK.isoformat())
    numbers = [(await market.order(item))["number"] for _ in range(3)]
    for number in numbers:
        await stripe_shop.reopen(number)
    assert await places_left(market) == 0


async def test_a_bought_week_of_a_listing_without_its_badge_is_taken(market: Market) -> None:
    await fill(market, WEEK, PLACES - 1)
    order = await market.order(market.item("skip_queue", "waiting", week=WEEK.isoformat()))
    await market.pay(order["number"])
    assert (await market.standing("waiting")).status == "awaiting_badge"
    assert await places_left(market) == 0


async def test_an_order_that_costs_nothing_takes_no_place_that_is_not_there(market: Market) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 0 where code = 'launch'")
    await fill(market, WEEK, PLACES - 1)
    numbers = await order_each(market, 3)
    paid = await asyncio.gather(*(market.pay(number) for number in numbers), return_exceptions=True)
    assert sorted(type(each).__name__ for each in paid) == ["WeekFull", "WeekFull", "dict"]
    assert await count_launches(market) == PLACES


async def test_paid_too_late_for_its_week_a_free_listing_gets_the_next_with_room(market: Market) -> None:
    first, second = WEEKS[1], WEEKS[2]
    order = await market.order(market.item("skip_queue", "queued", week=WEEKS[0].isoformat()))
    await fill(market, first, PLACES)
    await market.open_page(order)
    market.world.clock.move(days=5)  # into the chosen week
    await market.world.dispatcher.call(
        reserve_payment, market.world.caller(), ReservePayment(token=market.token(order))
    )
    await pay(market.world.dispatcher, market.world.caller(), order["number"])
    assert (await market.standing("queued")).launch_week == second
