"""The setup assistant leads from an empty site to the first listing, and can be left and continued."""

import pytest

from showground.core.mail.smtp_address import SmtpServer
from tests.support.html import Page
from tests.support.shop_world import Market
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio


async def test_steps_are_done_by_doing_them_or_by_saying_so(staff: Staff) -> None:
    page = await staff.see("/admin/setup")
    assert "0 of 8 steps are done." in page.text
    for address in ("/admin/brand", "/admin/texts", "/admin/staff", "/admin/categories", "/admin/seller", "/submit"):
        assert address in page.links()
    assert "SHOWGROUND_LANGUAGES" in page.text
    assert "Add a passkey to your account" in page.text
    assert "No mail server is configured" in page.text  # so a test email would stay in the outbox
    assert "/admin/setup/test-email" not in {form.get("action") for form in page.all("form")}
    server = SmtpServer.from_url("smtp://127.0.0.1:1", "fair@fair.example")
    object.__setattr__(staff.world.dispatcher, "smtp", server)
    sent = await staff.browser.post("/admin/setup/test-email")
    assert sent.headers["location"] == "/admin/setup?sent=1#email"
    assert "A test email is on its way to charlie@charlie.example." in (await staff.see("/admin/setup?sent=1")).text
    assert await staff.ask("select recipient, template from outbox") == [("charlie@charlie.example", "setup_test")]
    await staff.do("update outbox set sent_at = now()")
    assert "1 of 8 steps is done." in (await staff.see("/admin/setup")).text
    assert "Your mail server accepted the test email" in (await staff.see("/admin/setup?sent=1")).text
    marked = await staff.browser.post("/admin/setup/staff/done")
    assert marked.headers["location"] == "/admin/setup#staff"  # back to where the button was
    assert "2 of 8 steps are done." in (await staff.see("/admin/setup")).text
    await staff.send("/admin/setup/staff/undo")
    assert "1 of 8 steps is done." in (await staff.see("/admin/setup")).text
    refused = await staff.browser.post("/admin/setup/nothing/done")
    assert refused.status_code == 400
    assert "Nothing is live yet. Set up your site" in (await staff.see("/admin")).text


async def test_the_first_listing_can_be_published_without_badge_or_payment(market: Market, shopkeeper: Staff) -> None:
    await market.do("update product set on_sale = false")
    await market.do("update listing set status = 'draft', plan = 'none', live_at = null, launch_week = null")
    assert "Publish now" in (await shopkeeper.see("/admin/setup")).text
    number = market.ids["foreign"]  # of the staff themselves
    page = Page((await shopkeeper.browser.get(f"/dashboard/listings/{number}")).text)
    assert f"/admin/listings/{number}#publish" in page.links()
    page = await shopkeeper.see(f"/admin/listings/{number}")
    assert "Publish now" in page.text
    assert "Its owners get an email, except you if you are one of them." in page.text
    shown = await shopkeeper.send(f"/admin/listings/{number}/publish")
    assert "Publish now" not in (await shopkeeper.see(f"/admin/listings/{number}")).text
    assert shown.text
    assert (await market.world.client.get("/listings/foreign")).status_code == 200
    assert (await shopkeeper.log())[-1][1] == "publish_listing"
    assert await market.ask("select 1 from outbox where template = 'listing_approved'") == []
    assert (await shopkeeper.browser.post(f"/admin/listings/{number}/publish")).status_code == 400


async def test_a_site_with_listings_needs_less(market: Market, shopkeeper: Staff) -> None:
    await market.do("update product set on_sale = (code = 'launch')")
    seller = {"name": "Ada", "address": "1 Quay", "country": "US", "email": "ada@ada.example"}
    await shopkeeper.send("/admin/seller", **seller)
    page = await shopkeeper.see("/admin/setup")
    assert "3 of 8 steps are done." in page.text  # categories, selling, listing
    assert "Nothing is live yet" not in (await shopkeeper.see("/admin")).text
    for step in ("name", "address", "email", "pages", "staff"):
        await shopkeeper.send(f"/admin/setup/{step}/done")
    assert "All 8 steps are done." in (await shopkeeper.see("/admin/setup")).text
