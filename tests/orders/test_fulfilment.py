"""What is bought happens: each product, and what a refund takes back."""

from datetime import timedelta
from typing import Any

import pytest

from showground.core.calls.models import NoInput
from showground.core.jobs.declare import JobRun
from showground.listings import edits
from showground.newsletter.queries import editions, sponsors
from showground.orders.actions.products import AddProduct, add_product
from showground.orders.actions.tasks import FinishTask, finish_task, list_tasks
from showground.orders.errors import NoLongerOnOffer, NoSuchOrder, NoSuchTask, NotRefundable, OrderClosed
from showground.orders.jobs import close_payment, fulfil_waiting_orders
from showground.orders.operations.cancel_order import CancelOrder, cancel_order
from showground.orders.sandbox_payment import pay
from showground.ownership.actions.listing_status import (
    SuspendListing,
    WithdrawListing,
    suspend_listing,
    withdraw_listing,
)
from showground.ownership.actions.staff_changes import MoveLaunch, OfListing, move_launch, publish_listing
from tests.support.problems import errors_of
from tests.support.shop_world import MONDAY, NEXT, WEEKS, Market

pytestmark = pytest.mark.anyio

SECTIONS = ["media", "milestones", "story"]


async def buy(market: Market, *items: dict[str, Any]) -> dict[str, Any]:
    return await market.pay((await market.order(*items))["number"])


async def refund(market: Market, order: dict[str, Any]) -> dict[str, list[str]]:
    """Refund an order; what was taken back, and what was not."""
    await market.refund(order["number"])
    ((told,),) = await market.ask("select refund from purchase where number = %s", order["number"])
    return told


async def weeks(market: Market, slug: str) -> list[Any]:
    rows = await market.ask("select week from launch where listing_id = %s order by week", market.ids[slug])
    return [week for (week,) in rows]


async def test_a_launch_goes_live_now_or_on_its_monday_and_unlocks(market: Market) -> None:
    await buy(market, market.item("launch"), market.item("launch", "second", week=NEXT))
    now, later = await market.standing("draft"), await market.standing("second")
    assert (now.status, now.plan, now.launch_week, now.unlocked) == ("live", "paid", MONDAY, SECTIONS)
    assert (later.status, later.plan, later.launch_week, later.unlocked) == ("scheduled", "paid", WEEKS[0], SECTIONS)
    assert (await weeks(market, "draft"), await weeks(market, "second")) == ([MONDAY], [WEEKS[0]])
    assert (await market.world.get("/listings/draft")).json()["status"] == "live"
    assert (await market.world.get("/listings/second")).json()["status"] == "upcoming"
    week = (await market.world.get("/launches/weeks/next")).json()
    assert "second" in str(week["scheduled"])


async def test_a_launch_upgrades_a_live_free_listing_and_ends_a_wait(market: Market) -> None:
    await buy(market, market.item("launch", "free"), market.item("launch", "waiting"), market.item("launch", "queued"))
    for slug in ("free", "waiting", "queued"):
        found = await market.standing(slug)
        assert (found.status, found.plan, found.launch_week, found.unlocked) == ("live", "paid", MONDAY, SECTIONS)
        assert await weeks(market, slug) == [MONDAY]


async def test_a_chosen_week_that_is_over_when_it_is_paid_is_this_one(market: Market) -> None:
    made = await market.order(market.item("launch", week=NEXT))
    await market.open_page(made)
    market.world.clock.move(days=6)  # the Tuesday of that week
    assert await pay(market.world.dispatcher, market.world.caller(), made["number"])
    found = await market.standing("draft")
    assert (found.status, found.launch_week) == ("live", WEEKS[0])


async def test_skip_queue_and_relaunch_move_weeks(market: Market) -> None:
    await buy(
        market,
        market.item("skip_queue", "waiting", week=NEXT),
        market.item("skip_queue", "queued", week=NEXT),
        market.item("relaunch", "paid", week=NEXT),
    )
    waiting, queued = await market.standing("waiting"), await market.standing("queued")
    assert (waiting.status, waiting.plan, waiting.launch_week) == ("awaiting_badge", "free", WEEKS[0])
    assert (queued.status, queued.plan, queued.launch_week) == ("scheduled", "free", WEEKS[0])
    assert await weeks(market, "queued") == [WEEKS[0]]
    assert await weeks(market, "paid") == [MONDAY, WEEKS[0]]
    assert (await market.standing("paid")).launch_week == MONDAY  # until the week begins


async def test_a_week_is_not_sold_twice_to_one_listing(market: Market) -> None:
    same = market.item("relaunch", "paid", week=NEXT)
    first, second = [await market.order(same) for _ in range(2)]
    for order in (first, second):
        await market.open_page(order)
    assert (await market.pay(first["number"]))["lines"][0]["fulfilled"]
    for item in (same, market.item("skip_queue", "waiting", week=WEEKS[6].isoformat())):
        answer = await market.post("/orders/quote", [item])
        assert errors_of(answer).keys() == {"items[0].week"}, answer.text
    assert not await pay(market.world.dispatcher, market.world.caller(), second["number"])  # paid at the same moment
    (task,) = (await market.world.dispatcher.call(list_tasks, market.staff(), NoInput())).items
    assert "refund this item" in task.reason
    await refund(market, second)
    assert await weeks(market, "paid") == [MONDAY, WEEKS[0]]


async def test_featured_has_a_term_that_adds_up_and_waits_for_the_launch(market: Market) -> None:
    now = market.world.clock.now
    await buy(market, market.item("featured", "free"))
    await buy(market, market.item("featured", "free"))
    assert (await market.standing("free")).featured_until == now + timedelta(days=60)
    order = await buy(market, market.item("featured", "draft"))
    assert order["lines"][0]["fulfilled"] is False
    await buy(market, market.item("launch", week=NEXT))
    await fulfil_waiting_orders.work(JobRun(market.world.dispatcher, market.world.caller()))
    assert (await market.get(order["number"]))["lines"][0]["fulfilled"] is True
    until = (await market.standing("draft")).featured_until
    assert until is not None
    assert until.isoformat() == "2026-04-15T00:00:00+00:00"  # 30 days from its Monday


async def test_a_bundle_does_all_its_parts(market: Market) -> None:
    order = await buy(market, market.item("launch_bundle", options={"focus": "pricing"}))
    assert order["lines"][0]["fulfilled"]
    found = await market.standing("draft")
    assert (found.status, found.plan) == ("live", "paid")
    assert found.featured_until == market.world.clock.now + timedelta(days=30)
    assert await market.ask("select count(*) from outbox where template = 'listing_check'") == [(1,)]


async def test_extra_categories_appear_and_the_billboard_counts(market: Market) -> None:
    extra = market.item("extra_categories", "paid", categories=["databases", "testing"])
    await buy(market, extra, market.item("billboard_min", "paid", amount_cents=12_300))
    shown = (await market.world.get("/listings/paid")).json()["categories"]
    assert [category["slug"] for category in shown] == ["ai", "databases", "testing"]
    assert "paid" in str((await market.world.get("/categories/databases")).json()["items"])
    board = (await market.world.get("/leaderboards/billboard")).json()["items"]
    assert [(item["listing"]["slug"], item["metric"]["value"]) for item in board] == [("paid", 12_300)]


async def test_sponsors_get_one_newsletter_each_and_give_it_back(market: Market) -> None:
    orders = [await buy(market, market.item("newsletter_sponsor", slug)) for slug in ("paid", "free")]
    booked = "select week, listing_id from newsletter_sponsor order by week"
    assert await market.ask(booked) == [(WEEKS[0], market.ids["paid"]), (WEEKS[1], market.ids["free"])]
    await market.refund(orders[0]["number"])
    assert await market.ask(booked) == [(WEEKS[1], market.ids["free"])]
    waiting = await buy(market, market.item("newsletter_sponsor", "waiting"))
    assert not waiting["lines"][0]["fulfilled"]  # until it is live


async def test_a_sponsor_whose_newsletter_was_postponed_gives_back_the_later_one(market: Market) -> None:
    first, second = [await buy(market, market.item("newsletter_sponsor", slug)) for slug in ("paid", "free")]
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update listing set status = 'withdrawn' where id = %s", (market.ids["paid"],))
        await editions.add_edition(db, WEEKS[0], market.world.clock.now)
        await sponsors.postpone_sponsor(db, WEEKS[0])
    booked = "select week, listing_id from newsletter_sponsor order by week"
    assert await market.ask(booked) == [(WEEKS[1], market.ids["free"]), (WEEKS[2], market.ids["paid"])]
    told = await refund(market, first)
    assert told == {"undone": [f"Paid no longer sponsors the newsletter of {WEEKS[2]}."], "kept": []}
    assert await market.ask(booked) == [(WEEKS[1], market.ids["free"])]
    async with market.world.dispatcher.database.transaction() as db:
        await editions.add_edition(db, WEEKS[1], market.world.clock.now)
    assert "had already been sent" in (await refund(market, second))["kept"][0]


async def test_a_postponed_sponsor_gets_a_later_newsletter_even_if_half_a_year_is_taken(market: Market) -> None:
    await buy(market, market.item("newsletter_sponsor", "paid"))
    taken = [WEEKS[0] + timedelta(weeks=n) for n in range(1, 30)]
    await market.do(
        "insert into newsletter_sponsor (week, listing_id) select unnest(%s::date[]), %s", taken, market.ids["free"]
    )
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update listing set status = 'withdrawn' where id = %s", (market.ids["paid"],))
        await sponsors.postpone_sponsor(db, WEEKS[0])
    booked = "select week from newsletter_sponsor where listing_id = %s"
    assert await market.ask(booked, market.ids["paid"]) == [(taken[-1] + timedelta(weeks=1),)]


async def test_a_listing_check_is_mailed_to_the_owner(market: Market) -> None:
    await buy(market, market.item("ai_review", "paid"))
    ((to, subject, text),) = await market.ask(
        "select recipient, subject, body_text from outbox where template = 'listing_check'"
    )
    assert (to, subject) == ("alice@alice.example", "Your listing check of Paid is ready")
    assert "Write a tagline" in text
    assert "Completeness" in text


async def test_done_for_you_is_a_task_that_staff_finish(market: Market) -> None:
    dispatcher = market.world.dispatcher
    order = await buy(market, market.item("done_for_you", options={"notes": "Ring twice"}))
    assert not order["lines"][0]["fulfilled"]
    (task,) = (await dispatcher.call(list_tasks, market.staff(), NoInput())).items
    assert (task.number, task.listing_name, task.options) == (order["number"], "Draft", {"notes": "Ring twice"})
    assert (await dispatcher.call(finish_task, market.staff(), FinishTask(task=task.id, note="Sent"))).complete
    assert (await market.get(order["number"]))["lines"][0]["fulfilled"]
    assert (await dispatcher.call(list_tasks, market.staff(), NoInput())).items == []
    with pytest.raises(NoSuchTask):
        await dispatcher.call(finish_task, market.staff(), FinishTask(task=task.id))


async def test_what_can_no_longer_be_had_is_refused_before_it_is_paid(market: Market) -> None:
    first, second = [await market.order(market.item("launch")) for _ in range(2)]
    await market.pay(first["number"])
    with pytest.raises(NoLongerOnOffer) as refused:
        await market.open_page(second)
    assert refused.value.errors[0]["field"] == "items[0].product"


async def test_what_was_paid_and_cannot_be_done_becomes_a_task(market: Market) -> None:
    first, second = [await market.order(market.item("launch")) for _ in range(2)]
    for order in (first, second):
        await market.open_page(order)
    await market.pay(first["number"])
    assert not await pay(market.world.dispatcher, market.world.caller(), second["number"])
    (task,) = (await market.world.dispatcher.call(list_tasks, market.staff(), NoInput())).items
    assert "launched by another order" in task.reason
    refunded = await refund(market, second)
    assert refunded["kept"] == []
    assert (await market.standing("draft")).plan == "paid"


async def test_what_staff_finished_by_hand_can_still_be_refunded(market: Market) -> None:
    first, second = [await market.order(market.item("launch")) for _ in range(2)]
    for order in (first, second):
        await market.open_page(order)
    for order in (first, second):
        await pay(market.world.dispatcher, market.world.caller(), order["number"])
    (task,) = (await market.world.dispatcher.call(list_tasks, market.staff(), NoInput())).items
    await market.world.dispatcher.call(finish_task, market.staff(), FinishTask(task=task.id))
    told = await refund(market, second)
    assert told == {"undone": [], "kept": ["Our team had already completed the work for Draft."]}
    assert (await market.standing("draft")).plan == "paid"  # by the first order


async def test_a_product_without_a_listing_is_refunded_with_true_sentences(market: Market) -> None:
    dispatcher, staff = market.world.dispatcher, market.staff()
    offered: dict[str, Any] = {
        "code": "talk",
        "name": "Talk",
        "description": "A talk.",
        "price_cents": 5000,
        "needs_listing": False,
    }
    await dispatcher.call(add_product, staff, AddProduct(**offered, supply="service", on_sale=True))
    first, second = [await buy(market, {"product": "talk"}) for _ in range(2)]
    assert await refund(market, first) == {"undone": ["Talk was not started and is cancelled."], "kept": []}
    (task,) = (await dispatcher.call(list_tasks, staff, NoInput())).items
    await dispatcher.call(finish_task, staff, FinishTask(task=task.id))
    assert await refund(market, second) == {"undone": [], "kept": ["Our team had already completed the work: Talk."]}


async def test_a_refund_takes_back_what_it_can_and_says_what_it_cannot(market: Market) -> None:
    order = await buy(
        market,
        market.item("launch", week=NEXT),
        market.item("launch", "free"),
        market.item("skip_queue", "waiting", week=NEXT),
        market.item("relaunch", "paid", week=NEXT),
        market.item("featured", "paid"),
        market.item("extra_categories", "paid", categories=["databases"]),
        market.item("billboard_min", "paid"),
        market.item("ai_review", "paid"),
        market.item("done_for_you", "paid"),
    )
    told = await refund(market, order)
    assert len(told["undone"]) == 8
    assert told["kept"] == ["The review of Paid had already been sent.", "Free has launched and stays live."]
    draft, free, paid = [await market.standing(slug) for slug in ("draft", "free", "paid")]
    assert (draft.status, draft.plan, draft.launch_week, draft.unlocked) == ("draft", "none", None, [])
    assert (free.status, free.plan, free.launch_week, free.unlocked) == ("live", "free", MONDAY, [])
    assert (paid.categories, paid.featured_until, paid.plan) == (["ai"], None, "paid")
    assert (await market.standing("waiting")).launch_week == WEEKS[6]
    assert (await weeks(market, "draft"), await weeks(market, "paid")) == ([], [MONDAY])
    assert await market.ask("select count(*) from billboard_contribution") == [(0,)]
    assert (await market.world.dispatcher.call(list_tasks, market.staff(), NoInput())).items == []
    assert (await market.get(order["number"]))["status"] == "refunded"
    assert await market.ask("select state from sandbox_payment") == [("refunded",)]
    ((text,),) = await market.ask("select body_text from outbox where template = 'order_refunded'")
    assert "Free has launched and stays live." in text
    with pytest.raises(NotRefundable):
        await refund(market, order)
    with pytest.raises(NotRefundable):
        await refund(market, await market.order(market.item("ai_review")))


async def test_a_refund_follows_what_staff_did_with_the_launch(market: Market) -> None:
    order = await buy(market, market.item("launch", week=NEXT), market.item("launch", "second", week=NEXT))
    moved, published = (market.ids[slug] for slug in ("draft", "second"))
    dispatcher, staff = market.world.dispatcher, market.staff()
    await dispatcher.call(move_launch, staff, MoveLaunch(listing_id=moved, week=WEEKS[3]))
    await dispatcher.call(publish_listing, staff, OfListing(listing_id=published))
    told = await refund(market, order)
    assert told["kept"] == ["Second has launched and stays live."]
    draft, second = await market.standing("draft"), await market.standing("second")
    assert (draft.status, draft.launch_week, await weeks(market, "draft")) == ("draft", None, [])
    assert (second.status, second.plan, await weeks(market, "second")) == ("live", "none", [MONDAY])


async def test_a_refund_gives_back_the_place_in_the_free_queue(market: Market) -> None:
    order = await buy(market, market.item("launch", "queued", week=NEXT), market.item("launch", "waiting", week=NEXT))
    assert (await refund(market, order))["kept"] == []
    queued, waiting = await market.standing("queued"), await market.standing("waiting")
    assert (queued.status, queued.plan, queued.launch_week) == ("scheduled", "free", WEEKS[6])
    assert (waiting.status, waiting.plan, waiting.launch_week) == ("awaiting_badge", "free", WEEKS[6])
    assert (await weeks(market, "queued"), await weeks(market, "waiting")) == ([WEEKS[6]], [])
    shown = (await market.world.get(f"/launches/weeks/{WEEKS[6]}")).json()["scheduled"]
    assert [listing["slug"] for listing in shown] == ["queued"]


async def test_a_refund_lifts_no_suspension_and_publishes_nothing_withdrawn(market: Market) -> None:
    dispatcher = market.world.dispatcher
    hidden = ("draft", "free", "second")
    order = await buy(market, *(market.item("launch", slug, week=NEXT) for slug in hidden))
    for slug in ("draft", "free"):
        await dispatcher.call(suspend_listing, market.staff(), SuspendListing(listing_id=market.ids[slug], why="Spam."))
    withdrawn = WithdrawListing(listing_id=market.ids["second"])
    await dispatcher.call(withdraw_listing, market.person("alice"), withdrawn)
    told = await refund(market, order)
    assert told["kept"] == ["Free has launched."]
    assert [(await market.standing(slug)).status for slug in hidden] == ["suspended", "suspended", "withdrawn"]
    for slug, status, plan in (("draft", "draft", "none"), ("free", "live", "free")):
        again = SuspendListing(listing_id=market.ids[slug], suspended=False)
        await dispatcher.call(suspend_listing, market.staff(), again)
        found = await market.standing(slug)
        assert (found.status, found.plan, found.unlocked) == (status, plan, [])
    assert (await market.standing("free")).launch_week == MONDAY


async def test_a_refund_leaves_what_others_paid_for_and_what_the_owner_chose(market: Market) -> None:
    now = market.world.clock.now
    extra = market.item("extra_categories", "paid", categories=["databases"])
    first = await buy(market, market.item("featured", "paid"), extra)
    await buy(market, market.item("featured", "paid"))
    async with market.world.dispatcher.database.transaction() as db:
        chosen = {"categories": ["testing", "databases"]}
        await edits.edit(db, market.ids["paid"], chosen, edits.Editor(market.accounts["alice"], "web"), now)
    told = await refund(market, first)
    assert "Paid is featured until 10 April 2026." in told["undone"]
    found = await market.standing("paid")
    assert (found.categories, found.featured_until) == (["testing"], now + timedelta(days=30))
    bundle = await buy(market, market.item("launch_bundle", week=NEXT))
    assert "Draft is no longer featured." in (await refund(market, bundle))["undone"]
    assert (await market.standing("draft")).featured_until is None


async def test_refunds_of_two_orders_leave_nothing_of_either(market: Market) -> None:
    items = market.item("featured", "paid"), market.item("extra_categories", "paid", categories=["databases"])
    first = await buy(market, *items)
    second = await buy(market, items[0], market.item("extra_categories", "paid", categories=["testing"]))
    await refund(market, first)
    found = await market.standing("paid")
    assert found.featured_until == market.world.clock.now + timedelta(days=30)
    assert found.categories == ["ai", "testing"]  # as the second order left them
    assert "Paid is no longer featured." in (await refund(market, second))["undone"]
    found = await market.standing("paid")
    assert (found.categories, found.featured_until) == (["ai"], None)


async def test_a_refund_brings_back_what_an_earlier_order_paid_for(market: Market) -> None:
    await buy(market, market.item("extra_categories", "paid", categories=["databases"]))
    second = await buy(market, market.item("extra_categories", "paid", categories=["testing"]))
    await refund(market, second)
    assert (await market.standing("paid")).categories == ["ai", "databases"]


async def test_an_order_is_cancelled_by_its_owner_alone(market: Market) -> None:
    dispatcher = market.world.dispatcher
    order = await market.order(market.item("ai_review"))
    reference = (await market.open_page(order)).rpartition("/")[2]
    for name in ("bob", "charlie"):
        with pytest.raises(NoSuchOrder):
            await dispatcher.call(cancel_order, market.person(name), CancelOrder(number=order["number"]))
    await dispatcher.call(cancel_order, market.person("alice"), CancelOrder(number=order["number"]))
    assert (await market.get(order["number"]))["status"] == "cancelled"
    with pytest.raises(OrderClosed):
        await dispatcher.call(cancel_order, market.person("alice"), CancelOrder(number=order["number"]))
    assert await market.ask("select task_name from procrastinate_jobs") == [("close_payment",)]
    await close_payment.work(JobRun(dispatcher, market.world.caller()), reference)
    assert await market.ask("select state from sandbox_payment") == [("closed",)]
    with pytest.raises(OrderClosed):
        await market.open_page(order)
