"""Every MCP App in Chromium, shown by the host's side of the protocol from npm, on a running site."""

import asyncio
import subprocess
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import expect

from tests.clients.packages import FOLDER, NODE
from tests.clients.product import OWNER, RunningSite
from tests.install_browser import find_chromium, running_chromium
from tests.support.command import showground
from tests.support.mcp_host import AppHost, running_host

SCOPES = ("account:read", "listings:write", "orders:write")


@dataclass(frozen=True)
class ShownApp:
    """An app, what was seen in it, and what went wrong."""

    tool: str
    seen: str
    problem: str = ""

    @property
    def summary(self) -> str:
        return f"{self.tool}: {f'FAILED: {self.problem}' if self.problem else self.seen}"


def show_apps(site: RunningSite) -> list[ShownApp]:
    subprocess.run([NODE, "bundle_app_host.mjs"], cwd=FOLDER, check=True)
    chromium = find_chromium()
    if chromium is None:
        raise RuntimeError("There is no Chromium: `make browser` installs one.")
    scopes = [word for scope in SCOPES for word in ("--scope", scope)]
    key = showground("key", "create", OWNER, *scopes, **site.settings).stdout.strip()
    return asyncio.run(_show_all(site, chromium, key, (FOLDER / "app_host.js").read_text()))


async def _show_all(site: RunningSite, chromium: str, key: str, script: str) -> list[ShownApp]:
    bearer = {"Authorization": f"Bearer {key}"}
    async with running_chromium(chromium) as browser, running_host(browser, site.mcp, bearer, script=script) as host:

        async def see(tool: str, seen: str, look: Callable[[], Awaitable[None]]) -> ShownApp:
            try:
                await look()
            except (AssertionError, PlaywrightError) as error:
                return ShownApp(tool, seen, str(error).strip()[-1000:])
            return ShownApp(tool, seen, " ".join(host.complaints))

        found = (await _call(host, "search_listings", per_page=2))["items"]
        return [
            await see("get_listing", "name, facts, sources; its link is opened", lambda: _listing(host, found)),
            await see("compare_listings", "both columns", lambda: _comparison(host, found)),
            await see("create_draft", "becomes ready; quotes beside values", lambda: _draft(host, site.products[-1])),
            await see("quote_order", "total; the button opens the checkout", lambda: _order(host, site.products[-1])),
        ]


async def _call(host: AppHost, name: str, **arguments: Any) -> dict[str, Any]:
    return (await host.call_tool(name, arguments))["structuredContent"]


async def _listing(host: AppHost, found: list[dict[str, Any]]) -> None:
    app = await host.show("get_listing", {"slug": found[0]["slug"]})
    await expect(app.get_by_role("heading", name=found[0]["name"], level=1)).to_be_visible()
    await app.get_by_text("Sources: ").click()
    await expect(app.locator("blockquote").first).to_be_visible()
    await app.locator("a.button").first.click()
    assert await host.opened() == [found[0]["url"]]


async def _comparison(host: AppHost, found: list[dict[str, Any]]) -> None:
    app = await host.show("compare_listings", {"a": found[0]["slug"], "b": found[1]["slug"]}, theme="dark")
    await expect(app.get_by_role("columnheader")).to_have_count(2)


async def _draft(host: AppHost, product: str) -> None:
    app = await host.show("create_draft", {"url": product})
    await expect(app.get_by_text("% complete")).to_be_visible()
    name = app.locator("section.field").filter(has=app.get_by_role("heading", name="Name", exact=True))
    await expect(name.locator("blockquote").first).to_contain_text("Orchard")


async def _order(host: AppHost, product: str) -> None:
    drafts = (await _call(host, "list_drafts"))["items"]
    draft = next(one for one in drafts if one["url"].startswith(product))["id"]
    if "categories" in (await _call(host, "get_draft", id=draft))["missing"]["required"]:
        category = (await _call(host, "list_categories"))["items"][0]["name"]
        await _call(host, "update_draft", id=draft, fields={"categories": [category]})
    listing = (await _call(host, "submit_draft", id=draft))["listing_id"]
    app = await host.show("quote_order", {"items": [{"product": "launch", "listing_id": listing}]})
    await app.get_by_role("button", name="Continue to checkout").click()
    await expect(app.get_by_role("link", name="Continue to checkout")).to_be_visible()
    order = (await _call(host, "get_my_listing", listing_id=listing))["pending_order"]
    assert await host.opened() == [order["checkout_url"]]
