"""A visitor takes part, in a real browser: what was meant is done after signing in, and votes need no reload."""

import re
from collections.abc import Generator
from dataclasses import dataclass

import psycopg
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visitor
from tests.support.command import free_port, running_warm
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow


@dataclass
class Ground:
    """A site of this module's own, which its tests change."""

    url: str
    database: str

    def mailed_link(self) -> str:
        with psycopg.connect(self.database) as db:
            newest = "select body_text from outbox where template = 'sign_in_link' order by id desc limit 1"
            row = db.execute(newest).fetchone()
        found = re.search(r"http://\S+/sign-in/\S+", row[0] if row else "")
        assert found
        return found.group()


@pytest.fixture(scope="module")
def ground(postgres: str, demo_today: str) -> Generator[Ground]:
    port = free_port()
    with fresh_database(postgres, demo_today) as database:
        settings = {"database_url": database, "rate_limits": "off", "site_url": f"http://localhost:{port}"}
        with running_warm("serve", "--no-jobs", port=port, **settings) as server:
            assert server.get("/readyz").status_code == 200
            yield Ground(settings["site_url"], database)


@pytest.fixture
def visitor(chromium: Browser, ground: Ground) -> Generator[Visitor]:
    visitor = Visitor(chromium, ground.url)
    yield visitor
    visitor.close()
    assert visitor.complaints == []


def test_a_vote_that_was_meant_is_cast_after_signing_in_without_script(visitor: Visitor, ground: Ground) -> None:
    page = visitor.open("/", java_script_enabled=False)
    page.get_by_role("button", name=re.compile("Vote for Gridwren")).click()
    page.get_by_label("Email").fill("newcomer@newcomer.example")
    page.get_by_role("button", name="Get a link").click()
    expect(page.get_by_role("heading", name="No email was sent")).to_be_visible()
    page.goto(ground.mailed_link())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name=re.compile("Voted for Gridwren"))).to_be_visible()
    expect(page.get_by_role("heading", name="This week")).to_be_visible()


def test_votes_and_follows_need_no_reload(visitor: Visitor, ground: Ground) -> None:
    page = visitor.open("/sign-in?next=/listings/gridwren")
    page.get_by_label("Email").fill("other@other.example")
    page.get_by_role("button", name="Get a link").click()
    expect(page.get_by_role("heading", name="No email was sent")).to_be_visible()
    page.goto(ground.mailed_link())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Gridwren", level=1)).to_be_visible()
    page.wait_for_load_state()  # a heading can be seen before the script runs that sends votes
    page.get_by_role("heading", name="Gridwren", level=1).evaluate("heading => heading.dataset.still = 'here'")
    ticket = page.locator("form[data-vote] button")
    before = int(ticket.locator("[data-votes]").inner_text())
    ticket.click()
    expect(ticket).to_have_accessible_name(f"Voted for Gridwren, {before + 1} votes")
    expect(ticket).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text(f"You voted for Gridwren. It now has {before + 1} votes.")).to_be_attached()
    ticket.press("Enter")
    expect(ticket).to_have_accessible_name(f"Vote for Gridwren, {before} votes")
    follow = page.get_by_role("button", name="Follow Gridwren")
    follow.click()
    expect(page.get_by_role("button", name="Following Gridwren")).to_be_visible()
    expect(page.get_by_text("You follow Gridwren.")).to_be_attached()
    expect(page.locator("h1[data-still]")).to_be_visible()  # the same page, never loaded anew
    page.reload()
    expect(page.get_by_role("button", name="Following Gridwren")).to_be_visible()
