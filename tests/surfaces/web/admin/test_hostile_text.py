"""What strangers write appears as text to staff, to readers of the blog, and on orders and invoices."""

from typing import Any

import pytest

from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.launches.actions.reports import SendReport, send_report
from showground.launches.actions.reviews import WriteReview, write_review
from showground.listings import edits, new_listings
from showground.orders.fulfilment_job import fulfil_order
from showground.surfaces.web.admin.navigation import STAFF_PAGES
from tests.support.html import Page
from tests.support.shop_world import BILLING, Market
from tests.support.world import NOW
from tests.surfaces.web.admin.conftest import Staff
from tests.surfaces.web.conftest import full_listing

pytestmark = pytest.mark.anyio

HOSTILE = "</title></textarea><script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}"
MUST_SHOW = (
    "/admin/orders", "/admin/tasks", "/admin/products", "/admin/listings", "/admin/edits", "/admin/reports",
    "/admin/reviews", "/admin/posts", "/admin/questions", "/admin/log",
)  # fmt: skip


def seen(text: str, path: str) -> Page:
    """A page on which nothing of it has become markup."""
    assert "<script>alert" not in text, path
    page = Page(text)
    assert not any(name.startswith("on") for _, found in page.elements for name in found), path
    assert all(image["src"] != "x" for image in page.all("img")), path
    return page


async def write_everywhere(market: Market, staff: Staff, text: str) -> dict[str, Any]:
    """The text stands in all that people and staff may write; the order that bears it."""
    dispatcher = market.world.dispatcher
    async with dispatcher.database.transaction() as db:
        await new_listings.add_listings(db, [full_listing("quince", text, "https://quince.example/")])
        await db.execute("update account set name = %s where id = %s", (text, market.accounts["alice"]))
        facts = {"tagline": text, "features": [text], "faqs": [{"question": text, "answer": text}]}
        await edits.edit(db, market.ids["free"], facts, edits.Editor(market.accounts["alice"], "rest"), NOW)
    written = WriteReview(slug="quince", stars=1, body=text)
    review = await dispatcher.call(write_review, market.person("alice"), written)
    told = SendReport(slug="quince", review_id=review.id, reason="spam", body=text)
    await dispatcher.call(send_report, market.person("bob"), told)
    post = {"title": text, "slug": "written", "summary": text, "body": text, "author": text, "do": "save"}
    asked = {"published_at": "2026-03-10T09:00", "faq_question": [text], "faq_answer": [text]}
    await staff.send("/admin/posts/new", **post | asked)
    await staff.send("/admin/questions", question=text)
    await staff.send("/admin/products/new", name=text, code="written", description=text, price="5", on_sale="true")
    return await market.order({"product": "written"}, market.item("done_for_you", options={"notes": text}))


async def test_nothing_that_is_written_becomes_markup(market: Market, shopkeeper: Staff) -> None:
    order = await write_everywhere(market, shopkeeper, HOSTILE)
    bill = {**BILLING, "name": HOSTILE, "address": HOSTILE, "city": HOSTILE}
    async with market.world.browser("alice") as alice:
        wrong = await alice.post(order["checkout_url"], data={**bill, "email": HOSTILE, "do": "pay"})
        assert HOSTILE in {field.get("value") for field in seen(wrong.text, "checkout").all("input")}
        sandbox = (await alice.post(order["checkout_url"], data={**bill, "do": "pay"})).headers["location"]
        seen((await alice.get(sandbox)).text, "sandbox")
        receipt = (await alice.post(sandbox, data={"outcome": "paid"})).headers["location"]
        for path in (receipt, f"{receipt}/invoice", "/account", "/account/orders"):
            assert "onerror=alert(2)&gt;" in seen((await alice.get(path)).text, path).html, path
    [(paid,)] = await market.ask("select id from purchase")
    await fulfil_order.work(JobRun(market.world.dispatcher, Caller(market.world.clock(), "job")), paid)
    listed = [address for _, pages in STAFF_PAGES for address, _ in pages]
    more = ["/admin/posts/of/written", "/admin/products/of/written", f"/admin/orders/{order['number']}"]
    for path in [*listed, *more, "/admin/votes/quince", "/", "/blog", "/blog/written", "/listings/quince/reviews"]:
        page = seen((await shopkeeper.browser.get(path)).text, path)
        assert path not in MUST_SHOW or "onerror=alert(2)&gt;" in page.html, path
