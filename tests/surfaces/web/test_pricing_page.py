"""The pages of prices: what is sold comes from the operator's products, and places are right at once."""

import re
from collections.abc import AsyncGenerator

import pytest

from showground.core.calls.models import NoInput
from showground.orders.actions.products import AddProduct, WriteProduct, add_product, load_products, write_product
from showground.orders.actions.staff_orders import ShowAnyOrder, show_any_order
from showground.ownership.actions.listing_status import SetFreePlan, set_free_plan
from tests.support.html import Page
from tests.support.shop_world import NEXT, WEEKS, Market
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio


async def see(market: Market, path: str) -> Page:
    answer = await market.world.client.get(path)
    assert answer.status_code == 200
    return Page(answer.text)


def places(page: Page) -> str:
    """What the calendar says about the next week."""
    found = re.search(r"16 to 22 March 2026(\d+ of 25|Full)", page.text)
    assert found, page.text
    return found[1]


async def test_prices_are_those_that_the_operator_sets(market: Market) -> None:
    dispatcher, staff = market.world.dispatcher, market.staff()
    page = await see(market, "/pricing")
    for words in ("Launch with a badge$0", "launches in 6 to 8 weeks", "$49", "from $10", "Done for you"):
        assert words in page.text, words
    rules = (await see(market, "/rules")).text
    assert "A free launch takes place in 6 to 8 weeks" in rules
    assert "pictures are only for paid listings." in rules
    assert "For free listings that are waiting for their launch week." in page.text
    assert "Includes: Launch, Featured for 30 days, Listing check." in page.text
    assert "This week ends in 4 days and 12 hours." in page.text
    assert {"/advertise", "/dashboard/order?product=launch", f"/dashboard/order?product=launch&week={NEXT}"} <= set(
        page.links()
    )
    await dispatcher.call(write_product, staff, WriteProduct(code="launch", price_cents=6150))
    await dispatcher.call(write_product, staff, WriteProduct(code="billboard_min", price_cents=2500))
    await dispatcher.call(set_free_plan, staff, SetFreePlan(first_week=3, last_week=3, places=5))
    new = AddProduct(
        code="photo_shoot", name="Photo shoot", description="We visit.", price_cents=90_000, supply="service"
    )
    await dispatcher.call(add_product, staff, new)
    page = await see(market, "/pricing")
    for words in ("$61.50", "from $25", "launches in 3 weeks", "Photo shoot", "$900", "For any listing."):
        assert words in page.text, words
    assert "$49" not in page.text
    assert "A free launch takes place in 3 weeks" in (await see(market, "/rules")).text
    for path in ("/advertise", "/leaderboards/billboard"):
        assert "Put yours here, from $25" in (await see(market, path)).text
    assert "/pricing" in (await see(market, "/terms")).links()
    assert "/pricing" in (await see(market, "/submit")).links()
    assert "/pricing" in (await see(market, "/")).links()


async def test_places_left_are_right_at_once_after_an_order(market: Market) -> None:
    assert places(await see(market, "/pricing")) == "25 of 25"
    order = await market.order(market.item("launch", week=NEXT))
    assert places(await see(market, "/pricing")) == "25 of 25"  # only an open payment page reserves a place
    await market.open_page(order)
    assert places(await see(market, "/pricing")) == "24 of 25"
    await market.pay(order["number"])
    assert places(await see(market, "/pricing")) == "24 of 25"
    other = await market.order(market.item("launch", "second", week=NEXT))
    await market.pay(other["number"])
    assert places(await see(market, "/pricing")) == "23 of 25"
    await market.refund(other["number"])
    assert places(await see(market, "/pricing")) == "24 of 25"


async def test_the_calendar_follows_the_weekly_limit_of_the_launch_it_leads_to(market: Market) -> None:
    await market.do("update product set weekly_limit = 3 where code = 'launch'")
    page = await see(market, "/pricing")
    [row] = re.findall(r"16 to 22 March 2026(.*?)23 to 29 March", page.text)
    assert row.strip() == "3"  # not "3 of 25", as if 22 were taken
    assert f"/dashboard/order?product=launch&week={NEXT}" in page.links()


async def test_a_full_week_says_so_and_cannot_be_chosen(market: Market, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("showground.orders.rules.PLACES_A_WEEK", 1)
    await market.pay((await market.order(market.item("launch", week=NEXT)))["number"])
    page = await see(market, "/pricing")
    assert places(page) == "Full"
    assert f"/dashboard/order?product=launch&week={NEXT}" not in page.links()
    async with market.world.browser("alice") as browser:
        form = (await browser.get(f"/dashboard/listings/{market.ids['second']}/launch?week={NEXT}")).text
        assert f'value="{NEXT}"' not in form
        assert f'<option value="{WEEKS[1]}" selected' in form


async def test_a_site_that_sells_nothing_offers_no_paid_launch(market: Market) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set on_sale = false")
    page = await see(market, "/pricing")
    assert "nothing is for sale here" in page.text
    for words in ("Full", "Launch calendar", "Tax and refunds", "place orders"):
        assert words not in page.text, words
    submit = (await see(market, "/submit")).text
    assert "You launch for free" in submit
    assert "paid" not in submit
    async with market.world.browser("alice") as browser:
        for slug in ("draft", "waiting"):
            text = Page((await browser.get(f"/dashboard/listings/{market.ids[slug]}")).text).text
            for words in ("Choose a launch", "Or order", "paid launch", "As staff"):
                assert words not in text, (slug, words)


async def test_what_is_not_sold_is_not_advertised(market: Market) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("delete from product where code in ('billboard_min', 'featured')")
    advertise = (await see(market, "/advertise")).text
    assert "Newsletter sponsor" in advertise
    assert "billboard ranks" not in advertise
    for path in ("/", "/leaderboards/billboard"):
        assert "Put yours here" not in (await see(market, path)).text


@pytest.fixture
async def closed(database_url: str) -> AsyncGenerator[World]:
    async with running_world(database_url, payments="off") as world:
        yield world


async def test_a_site_without_payments_says_so(closed: World) -> None:
    assert "not accepting payments" not in Page((await closed.client.get("/pricing")).text).text  # nor does it sell
    await closed.dispatcher.call(load_products, closed.caller(), NoInput())
    async with closed.dispatcher.database.transaction() as db:
        await db.execute("update product set on_sale = true")
    await closed.hear_all()
    assert "not accepting payments right now" in Page((await closed.client.get("/pricing")).text).text


async def test_from_a_price_to_the_listing_it_is_for(market: Market) -> None:
    async with market.world.browser() as stranger:
        answer = await stranger.get("/dashboard/order?product=launch")
        assert answer.headers["location"] == "/sign-in?next=/dashboard/order%3Fproduct%3Dlaunch"
    async with market.world.browser("alice") as alice, market.world.browser("bob") as bob:
        page = Page((await alice.get(f"/dashboard/order?product=launch&week={NEXT}")).text)
        names = {link for link in page.links() if link.endswith(f"/launch?product=launch&week={NEXT}")}
        fitting = ("draft", "second", "waiting", "queued", "free")  # not those that have a paid launch or are suspended
        assert names == {
            f"/dashboard/listings/{market.ids[slug]}/launch?product=launch&week={NEXT}" for slug in fitting
        }
        answer = await bob.get("/dashboard/order?product=skip_queue")  # he has one listing that fits
        assert answer.headers["location"] == f"/dashboard/listings/{market.ids['waiting']}/launch?product=skip_queue"
        assert (
            "None of your listings can use this now. For live listings."
            in Page((await bob.get("/dashboard/order?product=relaunch")).text).text
        )
        for wrong in ("", "nothing", "x" * 100):
            assert (await alice.get(f"/dashboard/order?product={wrong}")).status_code == 404
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("delete from listing_member where account_id = %s", (market.accounts["charlie"],))
    async with market.world.browser("charlie") as charlie:
        assert "You need a listing first." in Page((await charlie.get("/dashboard/order?product=launch")).text).text


async def test_staff_see_the_week_of_an_order_also_where_none_was_chosen(market: Market) -> None:
    order = await market.order(market.item("launch"), market.item("launch", "second", week=NEXT))
    await market.pay(order["number"])
    market.world.clock.move(days=14)
    shown = await market.world.dispatcher.call(show_any_order, market.staff(), ShowAnyOrder(number=order["number"]))
    assert [str(line.launch_week) for line in shown.lines] == ["2026-03-09", NEXT]
    [mail] = await market.ask("select body_text from outbox where template = 'order_receipt'")
    assert "Launch (Draft), launch week of 9 March 2026" in mail[0]
    assert "Launch (Second), launch week of 16 March 2026" in mail[0]
