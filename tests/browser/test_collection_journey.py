"""A visitor saves a listing and publishes a collection; everyone reads it: in a real browser, without script."""

import re
from collections.abc import Generator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import find_faults
from tests.browser.conftest import Visitor
from tests.support.command import free_port, running_warm, showground
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow

READER = "reader@reader.example"


@pytest.fixture
def shelf(postgres: str, demo_today: str, chromium: Browser) -> Generator[tuple[Visitor, Page, Page]]:
    """A site of this module's own, and a reader who is signed in: without script, and with it for axe."""
    port = free_port()
    with fresh_database(postgres, demo_today) as database:
        settings = {"database_url": database, "rate_limits": "off", "site_url": f"http://localhost:{port}"}
        assert showground("account", "create", READER, **settings).returncode == 0
        with running_warm("serve", "--no-jobs", port=port, **settings) as server:
            assert server.get("/readyz").status_code == 200
            visitor = Visitor(chromium, settings["site_url"])
            pages: list[Page] = []
            for script in (False, True):
                link = showground("sign-in-link", READER, **settings).stdout.split()[-1]
                page = visitor.open(urlsplit(link).path, java_script_enabled=script)
                page.get_by_role("button", name="Sign in").click()
                page.wait_for_url(re.compile("^(?!.*/sign-in/)"))
                pages.append(page)
            yield visitor, pages[0], pages[1]
            visitor.close()
            assert visitor.complaints == []


def test_from_saving_to_a_public_collection(shelf: tuple[Visitor, Page, Page]) -> None:
    visitor, page, scripted = shelf
    page.goto("/listings/lintel-vision")
    page.get_by_role("button", name="Save Lintel Vision").click()
    expect(page.get_by_role("button", name="Saved Lintel Vision")).to_be_visible()
    page.get_by_role("link", name="Add to a collection").click()
    page.get_by_label("New collection").fill("Wood and water")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved. In your collections: Wood and water")
    page.goto("/me")
    expect(page.get_by_role("region", name="Saved listings").get_by_text("Lintel Vision")).to_be_visible()
    page.get_by_role("link", name="Wood and water").click()
    address = urlsplit(page.url).path
    page.get_by_label("Description").fill("What I read about at lunch.")
    page.get_by_label(re.compile("Public: everyone")).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")

    reader = visitor.open(address)
    expect(reader.get_by_role("heading", level=1, name="Wood and water")).to_be_visible()
    expect(reader.get_by_role("link", name="Lintel Vision", exact=True)).to_be_visible()
    assert find_faults(reader) == []
    assert "Lintel Vision" in reader.request.get(f"/feeds{address}.atom").text()
    for path in ("/me", address, "/listings/lintel-vision/collect", "/account/email", "/listings/lintel-vision"):
        scripted.goto(path)
        assert find_faults(scripted) == []

    page.get_by_text("Delete collection", exact=True).click()  # it asks first
    expect(page.get_by_text("Its listings stay in the directory.")).to_be_visible()
    page.get_by_role("button", name="Delete collection “Wood and water”").click()
    expect(page.get_by_role("heading", name="Your page")).to_be_visible()
    visitor.expected.add(404)
    reader.goto(address)
    expect(reader.get_by_text("does not exist, or its owner keeps it private")).to_be_visible()
