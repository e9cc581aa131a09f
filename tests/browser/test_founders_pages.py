"""A founder in a real browser: from the address of a website to a live listing, free and paid."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, time
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route, expect

from showground import listings
from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.launches.jobs import turn_week
from showground.orders.fulfilment_job import fulfil_order
from tests.browser.accessibility import AXE_SCRIPT, find_faults_async
from tests.install_browser import PATIENCE_MILLISECONDS
from tests.support.draft_world import Studio, tidewater
from tests.support.wait import until
from tests.support.world import NOW

pytestmark = [pytest.mark.slow, pytest.mark.anyio]


# What is watched is not renewed while it is looked at, however long that takes; a page that is done still reloads.
HOLD_STILL = "for (const live of document.querySelectorAll('[data-live]')) live.replaceChildren = () => {}"


ROOMS = ("edit", "updates", "pictures", "badge", "share", "people", "alternatives", "revenue", "versions")


@asynccontextmanager
async def window(chromium: Browser, port: int, *, refused: bool = False, **options: Any) -> AsyncGenerator[Page]:
    """A page; what the browser complains about on it fails the test. `refused`: except about forms with mistakes."""
    complaints: list[str] = []
    at = f"http://localhost:{port}"
    async with await chromium.new_context(base_url=at, reduced_motion="reduce", **options) as context:
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_MILLISECONDS)
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        yield page
    assert [said for said in complaints if not (refused and re.search("status of 4(00|12)", said))] == []


async def sign_in(studio: Studio, page: Page, email: str) -> None:
    """By the link that is mailed to an address."""
    await page.get_by_label("Email").fill(email)
    await page.get_by_role("button", name=re.compile("link", re.IGNORECASE)).click()
    await expect(page.get_by_text(email).first).to_be_visible()
    newest = "select body_text from outbox where template = 'sign_in_link' order by id desc limit 1"
    [(text,)] = await studio.rows(newest)
    await page.goto(re.findall(r"/sign-in/\S+", text)[0])
    await page.get_by_role("button", name="Sign in").click()
    await expect(page).not_to_have_url(re.compile("/sign-in"))


async def pay_in_test_mode(studio: Studio, page: Page) -> None:
    """From the checkout page to a paid order that is fulfilled."""
    await page.get_by_label("Your name").fill("Alice")
    await page.get_by_label("Email for the invoice").fill("alice@alice.example")
    await page.get_by_label("Street address").fill("Rua 1")
    await page.get_by_label("Postcode and city").fill("4000 Porto")
    await page.get_by_label("Country").select_option("Portugal")
    await expect(page.get_by_text("VAT, Portugal")).to_be_visible()
    consent, ticked = page.get_by_role("checkbox", name="Please start right after my payment"), asyncio.Event()

    async def wait_for_tick(route: Route) -> None:
        if route.request.method == "POST":
            await ticked.wait()
        await route.continue_()

    await page.route("**/checkout/*", wait_for_tick)  # a slow answer must not take back what was ticked meanwhile
    await page.get_by_label("Country").select_option("Austria")
    await consent.check()
    ticked.set()
    await expect(page.get_by_text("VAT, Austria")).to_be_visible()
    await expect(consent).to_be_checked()
    await page.get_by_label("Country").select_option("Portugal")
    await expect(page.get_by_text("VAT, Portugal")).to_be_visible()
    await page.get_by_role("button", name="Order and pay").click()
    await page.get_by_role("button", name="Pay in test mode").click()
    await expect(page.get_by_text("Paid. Thank you.")).to_be_visible()
    [(order,)] = await studio.rows("select id from purchase")
    await fulfil_order.work(JobRun(studio.world.dispatcher, Caller(studio.world.clock(), "job")), order)


async def fits(page: Page) -> None:
    """It serves everybody by day and by night, and nothing scrolls sideways, however wide the window is."""
    await page.wait_for_load_state()  # a heading can be seen before the rest has come
    await page.evaluate(HOLD_STILL)
    assert await find_faults_async(page) == [], page.url


async def test_from_an_address_to_a_live_listing_free_with_a_badge(
    studio: Studio, async_chromium: Browser, port: int
) -> None:
    async with window(async_chromium, port) as page:
        await page.goto("/")
        await page.get_by_role("link", name="Submit a product").click()
        await page.get_by_label("Website address").fill(studio.url())
        await page.get_by_role("button", name="Read my site").click()
        await sign_in(studio, page, "ada@tidewater.example")
        await expect(page.get_by_label("Website address")).to_have_value(studio.url())
        await fits(page)
        await page.get_by_role("button", name="Read my site").click()
        await expect(page.get_by_role("heading", name="Reading tidewater.test")).to_be_visible()
        await fits(page)
        studio.drafter.proposal = tidewater(studio.url())
        await studio.work(page.url.rpartition("/")[2])
        await expect(page.get_by_role("heading", name="Draft of Tidewater")).to_be_visible()  # by itself
        await fits(page)

        tagline = page.locator("#f-tagline")
        await expect(tagline.get_by_text("“Backups for small databases.”")).to_be_visible()
        await tagline.get_by_text("Edit", exact=False).first.click()
        await tagline.get_by_label("One line that says what it is.").fill("Backups that restore")
        await tagline.get_by_role("button", name="Save").click()
        await expect(tagline.get_by_text("Edited by you")).to_be_visible()
        await page.locator("#f-country").get_by_role("button", name="Accept").click()
        await expect(page.locator("#f-country").get_by_text("Accepted by you")).to_be_visible()
        await page.get_by_role("link", name="Preview").click()
        await expect(page.get_by_role("heading", name="Tidewater", level=1)).to_be_visible()
        await fits(page)
        await page.get_by_role("link", name="Back").click()
        await page.get_by_role("button", name="Submit Tidewater").click()

        await expect(page.get_by_role("heading", name="Choose how to launch")).to_be_visible()
        await fits(page)
        await page.get_by_role("button", name="Launch for free").click()
        await expect(page.get_by_text("Not found yet", exact=True)).to_be_visible()
        badge = await page.get_by_label("Badge HTML", exact=True).inner_text()
        studio.site.pages["/"] = f"<!doctype html><html><body><h1>Tidewater</h1>{badge}</body></html>"
        await page.get_by_role("button", name="Check badge now").click()
        await expect(page.locator(".seen--found")).to_be_visible()
        await fits(page)

        [(week,)] = await studio.rows("select launch_week from listing where slug = 'tidewater'")
        studio.world.clock.now = datetime.combine(week, time(1), NOW.tzinfo)
        await turn_week.work(JobRun(studio.world.dispatcher, Caller(studio.world.clock(), "job")))
        await page.goto("/listings/tidewater")
        await expect(page.get_by_role("button", name="Vote for Tidewater")).to_be_visible()
        await expect(page.get_by_text("Backups that restore").first).to_be_visible()


async def test_a_site_is_submitted_without_script(studio: Studio, async_chromium: Browser, port: int) -> None:
    async with window(async_chromium, port, java_script_enabled=False) as page:
        await page.goto("/submit")
        await page.get_by_label("Website address").fill(studio.url())
        await page.get_by_role("button", name="Read my site").click()
        await sign_in(studio, page, "ada@tidewater.example")
        await page.get_by_role("button", name="Read my site").click()
        await expect(page.get_by_role("heading", name="Reading tidewater.test")).to_be_visible()
        studio.drafter.proposal = tidewater(studio.url())
        await studio.work(page.url.rpartition("/")[2])
        await page.reload()
        tagline = page.locator("#f-tagline")
        await tagline.get_by_text("Edit", exact=False).first.click()
        await tagline.get_by_label("One line that says what it is.").fill("Backups that restore")
        await tagline.get_by_role("button", name="Save").click()
        await expect(tagline.get_by_text("Edited by you")).to_be_visible()
        await page.get_by_role("button", name="Submit Tidewater").click()
        await expect(page.get_by_role("heading", name="Choose how to launch")).to_be_visible()


async def test_a_paid_launch_goes_live_by_the_sandbox(studio: Studio, async_chromium: Browser, port: int) -> None:
    draft = await studio.ready()
    listing = (await studio.submitted(draft["id"]))["listing_id"]
    async with window(async_chromium, port) as page:
        await page.goto(f"/dashboard/listings/{listing}")
        await sign_in(studio, page, "alice@alice.example")
        await page.get_by_role("link", name="Choose a launch").click()
        await expect(page.get_by_role("heading", name="Order for Tidewater")).to_be_visible()
        await fits(page)
        price = page.locator("#price")
        await page.get_by_label("Your country (for VAT)").select_option("Portugal")
        await expect(price.get_by_text("Total", exact=True)).to_be_visible()  # by script, without a reload
        await page.get_by_label("Featured for 30 days").check()
        await expect(price).to_contain_text("128.00")
        await page.get_by_label("Featured for 30 days").uncheck()
        await expect(price).not_to_contain_text("128.00")
        await page.get_by_label("Launch bundle").check()  # it takes the place of the launch
        await expect(price).to_contain_text("Launch bundle already includes Launch.")
        await expect(price).to_contain_text("109.00")
        await expect(page.get_by_label("Launch", exact=True)).not_to_be_checked()
        await page.get_by_label("Launch bundle").uncheck()
        await page.get_by_label("Launch", exact=True).check()
        await expect(price).to_contain_text("49.00")
        await page.get_by_label("Launch week").first.select_option("now")
        await expect(price).to_contain_text("launches now: voting ends in 4 days and 12 hours")
        await page.get_by_role("button", name="Continue to checkout").click()
        await expect(page.get_by_role("heading", name="Launch now?")).to_be_visible()  # it asks first
        await expect(price).to_contain_text("This week ends in 4 days and 12 hours.")
        await expect(page.get_by_role("button", name="Launch on 16 March 2026")).to_be_focused()  # and so in view
        await fits(page)
        await page.get_by_role("button", name="Launch now").click()
        await expect(page.get_by_text("goes live right after the payment")).to_be_visible()
        await pay_in_test_mode(studio, page)

        async def live() -> bool:
            return await studio.rows("select status from listing where id = %s", listing) == [("live",)]

        await until(live)
        await page.goto(f"/dashboard/listings/{listing}")
        await expect(page.get_by_text("Live since")).to_be_visible()
        await fits(page)
        await page.goto("/account/orders")
        await page.get_by_role("link", name=re.compile("^Invoice for order")).click()
        await expect(page.get_by_text(re.compile("Invoice")).first).to_be_visible()


async def test_from_the_price_page_to_an_order_for_next_week_to_a_live_listing(
    studio: Studio, async_chromium: Browser, port: int
) -> None:
    draft = await studio.ready()
    listing = (await studio.submitted(draft["id"]))["listing_id"]
    async with window(async_chromium, port) as page:
        await page.goto("/")
        await page.get_by_role("navigation", name="Main").get_by_role("link", name="Pricing").click()
        await expect(page.get_by_role("row", name=re.compile("16 to 22 March 2026 25 of 25"))).to_be_visible()
        await page.get_by_role("link", name="Order: Launch", exact=True).click()
        await sign_in(studio, page, "alice@alice.example")
        await expect(page.get_by_role("heading", name="Order for Tidewater")).to_be_visible()
        price = page.locator("#price")
        await expect(price).to_contain_text("Tidewater, week of 16 March 2026")  # priced without a click
        await expect(price).to_contain_text("$49.00")

        await page.get_by_label("Billboard").check()
        await page.get_by_label("Amount in US dollars").press_sequentially("much")
        await expect(price.get_by_role("alert")).to_contain_text("Billboard:")
        await page.get_by_label("Amount in US dollars").fill("25")
        await expect(price).to_contain_text("$74.00")  # corrected: the error is gone
        await expect(price.get_by_role("alert")).to_have_count(0)
        await page.get_by_label("Billboard").uncheck()
        await page.get_by_label("Launch", exact=True).uncheck()
        await expect(price).to_contain_text("Select items to see the total.")
        await expect(price.get_by_role("alert")).to_have_count(0)
        await page.get_by_label("Launch", exact=True).check()
        await expect(price).to_contain_text("$49.00")

        await page.get_by_role("button", name="Continue to checkout").click()
        await expect(page.get_by_text("Tidewater launches on 16 March 2026, 00:00 UTC")).to_be_visible()
        await pay_in_test_mode(studio, page)
        await page.reload()
        await expect(page.get_by_text("Launch week: Monday 16 to Sunday 22 March 2026.")).to_be_visible()
        await fits(page)
        for link in ("See the page of Tidewater", "Open its dashboard", "Get the badge for your website"):
            await expect(page.get_by_role("link", name=link)).to_be_visible()
        await page.get_by_role("link", name="Get the share kit").click()
        await expect(page.get_by_role("heading", name="Share Tidewater")).to_be_visible()
        await expect(page.get_by_label("Short post", exact=True)).to_contain_text("on 16 March 2026")
        await fits(page)
        await page.goto("/pricing")
        await expect(page.get_by_role("row", name=re.compile("16 to 22 March 2026 24 of 25"))).to_be_visible()

        studio.world.clock.now = datetime(2026, 3, 16, 1, tzinfo=NOW.tzinfo)
        await turn_week.work(JobRun(studio.world.dispatcher, Caller(studio.world.clock(), "job")))
        assert await studio.rows("select status from listing where id = %s", listing) == [("live",)]
        await page.goto("/")
        await expect(page.get_by_role("heading", name="Tidewater")).to_be_visible()
        await expect(page.get_by_role("img", name="0 votes for Tidewater, your own listing")).to_be_visible()
        await expect(page.get_by_role("button", name=re.compile("Vote for"))).to_have_count(0)


async def test_an_order_is_placed_without_script(studio: Studio, async_chromium: Browser, port: int) -> None:
    draft = await studio.ready()
    listing = (await studio.submitted(draft["id"]))["listing_id"]
    async with window(async_chromium, port, java_script_enabled=False) as page:
        await page.goto(f"/dashboard/listings/{listing}/launch")
        await sign_in(studio, page, "alice@alice.example")
        await expect(page.locator("#price")).to_contain_text("$49.00")
        await page.get_by_label("Launch week").first.select_option("now")
        await page.get_by_role("button", name="Continue to checkout").click()
        await page.get_by_role("button", name="Launch on 16 March 2026").click()
        await expect(page.get_by_text("Tidewater launches on 16 March 2026, 00:00 UTC")).to_be_visible()


async def test_updates_are_posted_edited_and_deleted(studio: Studio, async_chromium: Browser, port: int) -> None:
    draft = await studio.ready()
    listing = (await studio.submitted(draft["id"]))["listing_id"]
    async with studio.world.dispatcher.database.transaction() as db:
        now = studio.world.clock()
        await listings.status.set_state(db, listing, status="live", plan="free", launch_week=None, at=now)
    public = "/listings/tidewater/updates"
    async with window(async_chromium, port) as page:
        await page.goto(f"/dashboard/listings/{listing}/updates")
        await sign_in(studio, page, "alice@alice.example")
        await page.get_by_label("Headline").fill("Point in time restore")
        await page.locator("#body").fill("Restore to any minuet.")
        await page.get_by_role("button", name="Post update").click()
        await expect(page.locator(".done")).to_contain_text("Posted.")
        await fits(page)
        await page.get_by_role("link", name="Edit: Point in time restore").click()
        await fits(page)
        await page.locator("#body").fill("Restore to any minute.")
        await page.get_by_role("button", name="Save update").click()
        await expect(page.locator(".done")).to_contain_text("Saved.")
        await page.goto(public)
        await expect(page.get_by_text("Restore to any minute.")).to_be_visible()
        await page.goto(f"/dashboard/listings/{listing}/updates")
        await page.get_by_label("Delete “Point in time restore”").click()  # asks first
        await page.get_by_role("button", name="Delete “Point in time restore”").click()
        await expect(page.locator(".done")).to_contain_text("Deleted.")
        await page.goto(public)
        await expect(page.get_by_text("Restore to any minute.")).to_have_count(0)


async def test_every_room_of_a_listing_fits_and_serves_everybody(
    studio: Studio, async_chromium: Browser, port: int
) -> None:
    draft = await studio.ready()
    listing = (await studio.submitted(draft["id"]))["listing_id"]
    async with window(async_chromium, port) as page:
        await page.goto(f"/dashboard/listings/{listing}")
        await sign_in(studio, page, "alice@alice.example")
        await page.add_init_script(AXE_SCRIPT)
        for room in ROOMS:
            await page.goto(f"/dashboard/listings/{listing}/{room}")
            await fits(page)
        await page.goto(f"/dashboard/listings/{listing}/badge")
        await page.get_by_label("Shape").select_option("Pill")
        await expect(page.locator("#badge")).to_contain_text("listed-pill-auto-m.svg")  # by script, without a reload
        for path in ("/dashboard", "/dashboard/claims?slug=tidewater", "/dashboard/interview", "/account/orders"):
            await page.goto(path)
            await fits(page)
