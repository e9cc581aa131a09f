"""Subscribe, confirm, get the Monday email, unsubscribe with one click; and save a search: with a real mail server."""

import asyncio
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from urllib.parse import urlsplit

import httpx2
import pytest
from aiosmtpd.smtp import SMTP
from playwright.sync_api import Browser, expect

from showground import launches
from showground.core.calls.context import Caller
from showground.core.jobs.declare import Job, JobRun
from showground.launches.jobs import turn_week
from showground.newsletter.jobs import run_saved_searches, write_newsletter
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire
from tests.browser.accessibility import find_faults
from tests.browser.conftest import Visitor
from tests.support.command import LONG, before_long, free_port, running_warm, showground
from tests.support.postgres import fresh_database
from tests.support.smtp import SENDER, Sink

pytestmark = pytest.mark.slow

READER, FOUNDER = "ada@reader.example", "saver@saver.example"


@contextmanager
def mail_server(sink: Sink) -> Generator[None]:
    """A real mail server in a thread of its own: while Playwright is open, no event loop runs here."""
    ready, ends = threading.Event(), threading.Event()

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(sink, enable_SMTPUTF8=True, loop=loop), "127.0.0.1", 0)
        sink.port = server.sockets[0].getsockname()[1]
        ready.set()
        async with server:
            await asyncio.to_thread(ends.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(LONG)
    try:
        yield
    finally:
        ends.set()
        thread.join(LONG)


@dataclass
class NewsStand:
    """A site of this module's own, and the mailboxes of its readers."""

    visitor: Visitor
    settings: dict[str, str]
    sink: Sink

    def arrived(self, email: str, subject: str) -> EmailMessage:
        """Wait for an email to somebody whose subject has these words."""

        def find() -> list[EmailMessage]:
            return [m for m in self.sink.messages() if m["To"] == email and subject in m["Subject"]]

        assert before_long(lambda: bool(find()))
        return find()[-1]

    def on_monday(self, *jobs: Job[[]]) -> None:
        """Do what the next Monday brings. The site itself only sends what is written."""
        monday = launches.begin_of(launches.this_week(datetime.now(UTC)) + timedelta(weeks=1))
        now = monday + timedelta(hours=7, minutes=5)

        async def work() -> None:
            chosen = Settings(site_url=self.settings["site_url"])
            parts = wire(chosen, self.settings["database_url"], all_operations(), clock=lambda: now)
            async with parts.open():
                for job in jobs:
                    await job.work(JobRun(parts.dispatcher, Caller(now, "job")))

        thread = threading.Thread(target=lambda: asyncio.run(work()))
        thread.start()
        thread.join()

    def path_in(self, message: EmailMessage, start: str) -> str:
        body = message.get_body(("plain",))
        assert body is not None
        found = re.search(rf"{self.settings['site_url']}({start}[\w-]+)", body.get_content())
        assert found
        return found[1]


@pytest.fixture
def stand(postgres: str, demo_today: str, chromium: Browser) -> Generator[NewsStand]:
    port, sink = free_port(), Sink()
    with fresh_database(postgres, demo_today) as database, mail_server(sink):
        settings = {
            "database_url": database,
            "rate_limits": "off",
            "site_url": f"http://localhost:{port}",
            "smtp_url": f"smtp://127.0.0.1:{sink.port}",
            "mail_from": SENDER,
        }
        assert showground("account", "create", FOUNDER, **settings).returncode == 0
        with running_warm("serve", port=port, **settings) as server:
            assert server.get("/readyz").status_code == 200
            visitor = Visitor(chromium, settings["site_url"])
            yield NewsStand(visitor, settings, sink)
            visitor.close()
            assert visitor.complaints == []


def unsubscribe_path(message: EmailMessage) -> str:
    return urlsplit(str(message["List-Unsubscribe"]).strip("<>")).path


def test_from_subscribing_to_the_monday_email_and_out_again(stand: NewsStand) -> None:
    page = stand.visitor.open("/categories/developer-tools", java_script_enabled=False)
    letter = page.get_by_role("region", name="Developer Tools by email, every Monday")
    letter.get_by_label("Your email").fill(READER)
    letter.get_by_role("button", name="Subscribe").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()

    reader = stand.visitor.open(stand.path_in(stand.arrived(READER, "Confirm"), "/newsletter/confirm/"))
    expect(reader.get_by_text("about Developer Tools")).to_be_visible()
    assert find_faults(reader) == []
    reader.get_by_role("button", name="Confirm").click()
    expect(reader.get_by_role("heading", name="You’re subscribed")).to_be_visible()  # noqa: RUF001
    assert find_faults(reader) == []

    stand.on_monday(turn_week, write_newsletter)
    message = stand.arrived(READER, "the launches of")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    own = unsubscribe_path(message)
    reader.goto(own)
    assert find_faults(reader) == []
    reader.get_by_label("Finance").check()
    reader.get_by_role("button", name="Save categories").click()
    expect(reader.get_by_text("Saved.")).to_be_visible()
    expect(reader.get_by_label("Finance")).to_be_checked()

    clicked = httpx2.post(stand.settings["site_url"] + own, data={"List-Unsubscribe": "One-Click"}, timeout=60)
    assert clicked.status_code == 200
    stand.visitor.expected.add(404)
    reader.goto(own)
    expect(reader.get_by_text("You may have unsubscribed already")).to_be_visible()


def test_a_saved_search_is_emailed_and_stopped(stand: NewsStand) -> None:
    link = showground("sign-in-link", FOUNDER, **stand.settings).stdout.split()[-1]
    page = stand.visitor.open(urlsplit(link).path)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile("^(?!.*/sign-in/)"))
    page.goto("/listings?category=ai")
    assert find_faults(page) == []
    page.get_by_label("Email me new matches").select_option("every Monday")
    page.get_by_role("button", name="Save this search").click()
    expect(page.get_by_text("Saved. We")).to_be_visible()
    assert find_faults(page) == []

    stand.on_monday(turn_week, run_saved_searches)
    message = stand.arrived(FOUNDER, "New on Showground for your search")
    page.goto(unsubscribe_path(message))
    assert find_faults(page) == []
    page.get_by_role("button", name="Stop these emails").click()
    expect(page.get_by_text("get any more emails about")).to_be_visible()
    page.goto("/account/alerts")
    expect(page.get_by_text("You have no saved searches.")).to_be_visible()


def test_an_upcoming_listing_tells_of_its_launch(stand: NewsStand) -> None:
    page = stand.visitor.open("/listings/lintel-vision", java_script_enabled=False)
    page.get_by_label("Your email").fill(READER)
    page.get_by_role("button", name="Tell me when it launches").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    page.goto(stand.path_in(stand.arrived(READER, "Confirm"), "/newsletter/confirm/"))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("when Lintel Vision launches")).to_be_visible()
