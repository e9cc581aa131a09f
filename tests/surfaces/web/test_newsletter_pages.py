"""The pages of the newsletter: forms without script, links in emails, the archive, and what staff see."""

import re

import pytest

from showground.newsletter.jobs import run_saved_searches
from tests.newsletter.conftest import ADA, Press
from tests.newsletter.conftest import press as press  # noqa: PLC0414 - a fixture
from tests.newsletter.test_mail_reports import dsn
from tests.support.html import Page
from tests.support.smtp import SENDER
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio

SECRET = "a secret that the mail server knows too"


def link_in(message: object, path: str) -> str:
    found = re.search(rf"{path}[\w-]+", str(message).replace("=\n", ""))
    assert found
    return found[0]


async def test_from_the_front_page_to_the_email_and_out_again(press: Press) -> None:
    client = press.world.client
    async with press.world.browser() as browser:
        page = Page((await browser.get("/")).text)
        assert any(form["action"] == "/newsletter" for form in page.all("form"))
        sent = await browser.post("/newsletter", data={"email": "Ada@reader.example", "categories": "ai"})
        assert sent.status_code == 200
        assert "Check your email" in sent.text
        path = link_in((await press.arrived())[ADA], "/newsletter/confirm/")
        shown = await browser.get(path)
        assert "<strong>ada@reader.example</strong>, about AI and Machine Learning." in shown.text
        assert shown.headers["referrer-policy"] == "strict-origin"
        assert "re subscribed" in (await browser.post(path, data={})).text
        assert (await browser.get(path)).status_code == 404
        await press.turn()
        message = (await press.arrived())[ADA]
        own = message["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")
        page = Page((await browser.get(own)).text)
        assert any(box.get("value") == "ai" and "checked" in box for box in page.all("input"))
        saved = await browser.post(f"{own}/categories", data={"categories": ["databases", "ai"]})
        assert saved.status_code == 303
        assert "Saved." in (await browser.get(saved.headers["location"])).text
    # A mail client posts without cookies, origin or anything that a browser adds.
    stopped = await client.post(own, data={"List-Unsubscribe": "One-Click"})
    assert stopped.status_code == 200
    assert await press.ask("select from newsletter_subscriber") == []
    assert (await client.post(own, data={"List-Unsubscribe": "One-Click"})).status_code == 200
    assert (await client.get(own)).status_code == 404


async def test_a_wrong_address_is_shown_with_the_form(press: Press) -> None:
    async with press.world.browser() as browser:
        answer = await browser.post("/newsletter", data={"email": '"><i>', "categories": ["ai", "no-such"]})
        assert answer.status_code == 400
        assert "Enter an email address" in answer.text
        assert "&#34;&gt;&lt;i&gt;" in answer.text
        answer = await browser.post("/listings/new-model/launch-alert", data={"email": "nobody"})
        assert answer.status_code == 400
        assert "Email me when New Model launches" in answer.text
        assert (await browser.post("/listings/nobody/launch-alert", data={"email": ADA})).status_code == 404
        for path in ("/newsletter/confirm/" + "x" * 300, "/newsletter/subscription/x", "/newsletter/2026-13-01"):
            assert (await browser.get(path)).status_code == 404


async def test_an_upcoming_listing_offers_an_email_at_its_launch(press: Press) -> None:
    async with press.world.browser() as browser:
        assert "Tell me when it launches" in (await browser.get("/listings/new-model")).text
        assert "Tell me when it launches" not in (await browser.get("/listings/old-model")).text
        sent = await browser.post("/listings/new-model/launch-alert", data={"email": ADA})
        assert "that you want an email when New Model launches" in sent.text
        path = link_in((await press.arrived())[ADA], "/newsletter/confirm/")
        assert "One email to" in (await browser.get(path)).text
        assert "ll email you" in (await browser.post(path, data={})).text


async def test_people_see_and_end_what_their_own_address_gets(press: Press) -> None:
    alice = {"email": "alice@alice.example"}
    async with press.world.browser("alice") as browser, press.world.browser("bob") as other:
        page = await browser.get("/account/mail")
        assert "get the newsletter at the address you sign in with" in page.text
        assert "Launches we email you about" not in page.text
        await browser.post("/newsletter", data=alice | {"categories": "ai"})
        await browser.post("/listings/new-model/launch-alert", data=alice)
        page = await browser.get("/account/mail")
        assert "about these categories: AI and Machine Learning." in Page(page.text).text
        assert "New Model" in page.text
        shown = await browser.get("/listings/new-model")
        assert "alice@alice.example when it launches." in Page(shown.text).text
        assert "Tell me when it launches" not in shown.text
        assert "New Model" not in (await other.get("/account/mail")).text
        assert "Tell me when it launches" in (await other.get("/listings/new-model")).text

        cancel = "/account/mail/launches/new-model/cancel"
        assert (await other.post(cancel, data={})).status_code == 303
        assert await press.ask("select email from launch_alert") == [("alice@alice.example",)]
        assert (await browser.post(cancel, data={})).headers["location"] == "/account/mail?saved=1"
        assert await press.ask("select from launch_alert") == []
        assert "Tell me when it launches" in (await browser.get("/listings/new-model")).text
        assert (await browser.post("/account/mail/launches/A%20b/cancel", data={})).status_code == 404
        [own] = [link for link in Page(page.text).links() if link.startswith("/newsletter/subscription/")]
        await browser.post(own, data={})
    assert await press.ask("select from newsletter_subscriber") == []


async def test_the_archive_has_pages_and_a_feed(press: Press) -> None:
    await press.turn()
    client = press.world.client
    assert "/newsletter/2026-03-16" in (await client.get("/newsletter")).text
    page = await client.get("/newsletter/2026-03-16")
    assert page.text.index("Old Model") < page.text.index("New Tool")
    assert "Launch of the Week #1 · 2 votes" in page.text
    feed = await client.get("/feeds/newsletter.atom")
    assert "http://localhost:8000/newsletter/2026-03-16" in feed.text
    assert "won by Old Model." in feed.text
    assert (await client.get("/newsletter/2026-03-09")).status_code == 404


async def test_a_search_is_saved_listed_and_deleted(press: Press) -> None:
    async with press.world.browser("alice") as browser:
        page = await browser.get("/listings?category=ai&q=model")
        assert "Save this search" in page.text
        assert "Save this search" not in (await browser.get("/listings")).text
        saved = await browser.post("/account/alerts", data={"category": "ai", "every": "week"})
        assert saved.headers["location"] == "/account/alerts?saved=1"
        assert "Every Monday" in (await browser.get("/account/alerts")).text
        await press.turn()
        await press.run(run_saved_searches)
        message = (await press.arrived())["alice@alice.example"]
        own = message["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")
        assert "Stop these emails" in (await browser.get(own)).text
        posted = await press.world.client.post(own, data={"List-Unsubscribe": "One-Click"})
        assert "get any more emails about" in posted.text
        assert "You have no saved searches." in (await browser.get("/account/alerts")).text
        refused = await browser.post("/account/alerts", data={"every": "week"})
        assert refused.status_code == 400
        assert "Enter words or choose a filter first" in refused.text
        [(number,)] = await press.ask("select coalesce(max(id), 0) from saved_search")
        assert (await browser.post(f"/account/alerts/{number + 1}/delete", data={})).status_code == 404
    async with press.world.browser() as browser:
        answer = await browser.post("/account/alerts", data={"category": "ai"})
        assert answer.headers["location"].startswith("/sign-in?")


async def test_staff_see_the_next_edition_and_blocked_addresses(press: Press) -> None:
    await press.do("update account set staff = true where email = 'alice@alice.example'")
    await press.add_reader(ADA)
    await press.arrived()
    await press.turn()
    original = (await press.arrived())[ADA]
    async with press.world.browser("alice") as browser:
        await press.arrived()
        page = await browser.get("/admin/newsletter")
        assert "Showground: the launches of 23 March" in page.text
        assert "New Model" in page.text  # of this week, which is last week then
        sent = await browser.post("/admin/newsletter/test", data={})
        assert sent.headers["location"] == "/admin/newsletter?sent=1"
        found = await press.arrived()
        assert found["alice@alice.example"]["Subject"] == "Test: Showground: the launches of 23 March"
        await press.do("insert into blocked_address (hash, email, reason, detail, at) values"
                       " ('h', 'dead@x.example', 'bounce', '550 5.1.1 <b>', now())")  # fmt: skip
        page = await browser.get("/admin/blocked-addresses")
        assert "550 5.1.1 &lt;b&gt;" in page.text
        [(number,)] = await press.ask("select id from blocked_address")
        assert (await browser.post(f"/admin/blocked-addresses/{number}/unblock", data={})).status_code == 303
        assert "No addresses are blocked." in (await browser.get("/admin/blocked-addresses")).text
    async with press.world.browser("charlie") as browser:
        for path in ("/admin/newsletter", "/admin/blocked-addresses"):
            assert (await browser.get(path)).status_code == 404
    assert dsn(original)


async def report(world: World, secret: str | None, content: bytes = b"Hello") -> int:
    headers = {b"Authorization": f"Bearer {secret}".encode()} if secret is not None else {}
    return (await world.client.post("/mail/reports", content=content, headers=headers)).status_code


async def test_a_mail_server_reports_with_the_secret_only(database_url: str) -> None:
    async with running_world(database_url, mail_report_secret=SECRET, mail_from=SENDER) as world:
        press = Press(world)
        await press.do(
            "insert into outbox (recipient, template, subject, body_text, body_html, created_at, sent_at)"
            " values ('ada@reader.example', 'newsletter', 'x', '', '', to_timestamp(1000), now())"
        )
        message = {"Message-ID": "<1.1000@fair.example>"}
        bounce = dsn(message)  # pyright: ignore[reportArgumentType]
        for wrong in (None, "", SECRET[:-1], "é"):
            assert await report(world, wrong, bounce) == 403
        assert await press.ask("select from blocked_address") == []
        assert await report(world, SECRET, b"Hello") == 400
        assert await report(world, SECRET, bounce) == 200
        assert await press.ask("select email from blocked_address") == [(ADA,)]


async def test_without_a_secret_nobody_reports(world: World) -> None:
    for secret in (None, "", "None"):
        assert await report(world, secret) == 403
