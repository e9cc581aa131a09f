"""MCP Apps in a real browser: in the sandbox of a host, with its content security policy, and data from real calls."""

from typing import Any, cast

import pytest
from playwright.async_api import Browser, FrameLocator, Locator, expect

from tests.support.draft_world import Studio
from tests.support.mcp_host import AppHost, running_host

pytestmark = [pytest.mark.slow, pytest.mark.anyio]

HOSTILE = """<img src=x onerror="parent.postMessage({method: 'taken', id: 1}, '*')"><b>bold</b>"""
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
KEPT = ("status", "type")  # what decides which parts are shown


def field_of(app: FrameLocator, label: str) -> Locator:
    return app.locator("section.field").filter(has=app.get_by_role("heading", name=label, exact=True, level=3))


def spoil(value: Any, key: str = "") -> Any:
    """The same with hostile text at the end of every text."""
    if isinstance(value, dict):
        return {name: spoil(member, name) for name, member in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [spoil(item, key) for item in cast("list[Any]", value)]
    if not isinstance(value, str) or key in KEPT:
        return value
    return f"javascript:{value}{HOSTILE}" if "url" in key else value + HOSTILE


def only_text(result: Any) -> Any:
    return {"content": result["content"], "isError": False}


async def fits(host: AppHost, app: FrameLocator) -> None:
    """Nothing sticks out, and the host was told how high the app is."""
    assert await app.locator("html").evaluate(f"() => {OVERHANG}") == 0
    height = await app.locator("body").evaluate("body => Math.ceil(body.getBoundingClientRect().height)")
    await host.is_told_height(height)


@pytest.mark.parametrize("width", [800, 320])
async def test_a_draft_is_reviewed_with_each_quote_beside_its_field(
    studio: Studio, async_chromium: Browser, port: int, width: int
) -> None:
    draft = await studio.ready()
    mcp, alice = f"http://localhost:{port}/mcp", studio.world.bearer("alice")
    async with running_host(async_chromium, mcp, alice, width=width) as host:
        app = await host.show("get_draft", {"id": draft["id"]})
        await expect(app.get_by_role("heading", name="Tidewater", level=1)).to_be_visible()
        assert (await host.heard())[:2] == ["ui/initialize", "ui/notifications/initialized"]
        for label, value, quote in (
            ("Tagline", "Backups for small databases", "Backups for small databases."),
            ("Country", "Portugal", "Founded in 2019 in Porto, Portugal"),
            ("Ada Moreno", "Founder", "Ada Moreno, Founder"),
            ("Problem", "Nobody tests a backup.", "Nobody tests a backup."),
        ):
            shown = field_of(app, label).locator(":scope > div:first-child")
            beside = field_of(app, label).locator("blockquote")
            await expect(shown).to_contain_text(value)
            await expect(beside).to_have_text(quote)
            left, right = await shown.bounding_box(), await beside.bounding_box()
            assert left is not None
            assert right is not None
            if width > 400:
                assert right["x"] >= left["x"] + left["width"]
                assert abs(right["y"] - left["y"]) < 40
            else:
                assert right["y"] >= left["y"] + left["height"]
        await expect(app.get_by_text("Not stated on the website: ")).to_contain_text("City")
        await fits(host, app)
        await field_of(app, "Tagline").get_by_role("link").click()
        assert await host.opened() == [studio.url()]
        assert host.complaints == []


async def test_a_draft_that_is_being_read_is_shown_when_it_is_ready(
    studio: Studio, async_chromium: Browser, port: int
) -> None:
    begun = await studio.begin()
    mcp, alice = f"http://localhost:{port}/mcp", studio.world.bearer("alice")
    async with running_host(async_chromium, mcp, alice) as host:
        app = await host.show("get_draft", {"id": begun["id"]})
        await expect(app.get_by_role("heading", name="tidewater.test", level=1)).to_be_visible()
        await studio.finish(begun["id"])
        await expect(app.get_by_role("heading", name="Tidewater", level=1)).to_be_visible()
        await expect(app.get_by_text("% complete")).to_be_visible()
        assert {*host.calls} == {"get_draft"}
        assert host.complaints == []


async def test_a_quote_leads_to_the_checkout(studio: Studio, async_chromium: Browser, port: int) -> None:
    listing = (await studio.submitted((await studio.ready())["id"]))["listing_id"]
    items = [{"product": name, "listing_id": listing} for name in ("launch", "ai_review")]
    given = {"items": items, "billing_country": "AT"}
    mcp, alice = f"http://localhost:{port}/mcp", studio.world.bearer("alice")
    async with running_host(async_chromium, mcp, alice) as host:
        app = await host.show("quote_order", given)
        await expect(app.get_by_role("heading", name="Your quote")).to_be_visible()
        await expect(app.get_by_text("VAT, Austria")).to_be_visible()
        await expect(app.get_by_text("Listing check")).to_be_visible()  # as the shop names ai_review
        button = app.get_by_role("button", name="Continue to checkout")
        await button.focus()
        await host.page.keyboard.press("Enter")
        await expect(app.get_by_role("link", name="Continue to checkout")).to_be_visible()
        assert host.calls == ["list_products", "checkout_order"]
        (order,) = (await studio.world.get("/orders", by="alice")).json()["items"]
        await expect(app.get_by_role("heading", name=f"Order {order['number']}")).to_be_visible()
        assert await host.opened() == [order["checkout_url"]]
        await host.page.evaluate("window.refusesLinks = true")
        await app.get_by_role("link", name="Continue to checkout").click()
        await expect(app.get_by_text("The link could not be opened.")).to_contain_text(order["checkout_url"])
        await fits(host, app)
        assert host.complaints == []


async def test_hostile_text_stays_text(studio: Studio, async_chromium: Browser, port: int) -> None:
    draft = await studio.ready()
    listing = (await studio.submitted(draft["id"]))["listing_id"]
    order = {"items": [{"product": "launch", "listing_id": listing}]}
    mcp, alice = f"http://localhost:{port}/mcp", studio.world.bearer("alice")
    async with running_host(async_chromium, mcp, alice, width=320) as host:
        for name, given in (("get_draft", {"id": draft["id"]}), ("checkout_order", order)):
            app = await host.show(name, given, alter=spoil)
            await expect(app.get_by_text(HOSTILE).first).to_be_visible()
            await expect(app.locator("img, b")).to_have_count(0)
            await expect(app.locator("a[href^='javascript']")).to_have_count(0)
            assert "taken" not in await host.heard()
            await fits(host, app)
        assert host.complaints == []


async def test_a_listing_and_a_comparison_in_both_themes(site: str, async_chromium: Browser) -> None:
    async with running_host(async_chromium, f"{site}/mcp", width=320) as host:
        listings: list[dict[str, Any]] = (await host.call_tool("search_listings", {"per_page": 2}))[
            "structuredContent"
        ]["items"]
        a, b = (one["slug"] for one in listings)
        for theme, paper in (("light", "rgb(251, 250, 246)"), ("dark", "rgb(22, 21, 19)")):
            app = await host.show("get_listing", {"slug": a}, theme=theme)
            await expect(app.get_by_role("heading", name=listings[0]["name"], level=1)).to_be_visible()
            assert await app.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == paper
            await app.get_by_text("Sources: ").click()
            await expect(app.locator("blockquote").first).to_be_visible()
            await fits(host, app)
            await app.get_by_role("link", name="Open on Showground").click()
            assert await host.opened() == [listings[0]["url"]]
            app = await host.show("compare_listings", {"a": a, "b": b}, theme=theme)
            await expect(app.get_by_role("table").get_by_role("columnheader")).to_have_count(2)
            await expect(app.get_by_role("rowheader", name="Pricing model")).to_be_visible()
            await fits(host, app)
        for name, given in (("get_listing", {"slug": a}), ("compare_listings", {"a": a, "b": b})):
            app = await host.show(name, given, alter=spoil)
            await expect(app.get_by_text(HOSTILE).first).to_be_visible()
            await expect(app.locator("img, b")).to_have_count(0)
            assert "taken" not in await host.heard()
        assert host.complaints == []


async def test_without_data_the_text_is_shown(site: str, async_chromium: Browser) -> None:
    async with running_host(async_chromium, f"{site}/mcp") as host:
        app = await host.show("get_listing", {"slug": "siltbase"}, alter=only_text)
        await expect(app.get_by_role("heading", name="Siltbase")).to_be_visible()
        plain = {"content": [{"type": "text", "text": "Only words."}]}
        app = await host.show("get_listing", {"slug": "siltbase"}, alter=lambda _: plain)
        await expect(app.get_by_text("Only words.")).to_be_visible()
        app = await host.show("get_listing", {"slug": "no-such-listing"})
        await expect(app.get_by_text("No listing")).to_be_visible()
        assert host.complaints == []
