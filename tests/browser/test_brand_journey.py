"""Staff make the directory theirs in a real browser; visitors of another process see it at once."""

from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import OVERHANG, find_faults_as_shown
from tests.browser.conftest import Visitor
from tests.support.command import free_port, running_warm, showground
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow

NAME = "Nordic Climate Tools"


@pytest.fixture
def processes(postgres: str, demo_today: str) -> Generator[tuple[str, str, str]]:
    """Two processes on one database, and a link that signs staff in to the first."""
    port = free_port()
    with fresh_database(postgres, demo_today) as database:
        settings = {"database_url": database, "rate_limits": "off", "site_url": f"http://localhost:{port}"}
        link = showground("sign-in-link", "staff@demo.example", **settings).stdout.strip()
        with (
            running_warm("serve", port=port, **settings) as first,
            running_warm("serve", "--no-jobs", port=free_port(), **settings) as second,
        ):
            assert [server.get("/readyz").status_code for server in (first, second)] == [200, 200]
            yield f"http://localhost:{port}", second.url.replace("127.0.0.1", "localhost"), link


def test_staff_preview_a_brand_and_publish_it_to_every_process(
    chromium: Browser, processes: tuple[str, str, str]
) -> None:
    first, second, link = processes
    staff, stranger = Visitor(chromium, first), Visitor(chromium, second)
    try:
        page = staff.open(link, color_scheme="light", reduced_motion="reduce")
        page.locator("main").get_by_role("button").click()
        visitor = stranger.open("/", color_scheme="light")
        expect(visitor.get_by_role("link", name="Showground", exact=True)).to_be_visible()
        refuse_unreadable(staff, page)
        page.get_by_label("Name", exact=True).fill(NAME)
        page.get_by_label("Tagline").fill("Tools for a cooler north.")
        page.locator("#light_accent").fill("#0b5394")
        page.get_by_role("button", name="Save and preview").click()
        bar = page.get_by_role("navigation", name="Preview")
        expect(bar).to_contain_text("not published")
        expect(page.get_by_role("link", name=NAME, exact=True)).to_be_visible()
        assert accent(page) == "rgb(11, 83, 148)"
        visitor.reload()
        expect(visitor.get_by_role("link", name="Showground", exact=True)).to_be_visible()
        bar.get_by_role("link", name="Back to the brand").click()
        page.get_by_role("button", name="Publish the draft").click()
        expect(page.get_by_role("link", name=NAME, exact=True)).to_be_visible()
        visitor.reload()
        expect(visitor.get_by_role("link", name=NAME, exact=True)).to_be_visible()
        expect(visitor.get_by_text("Tools for a cooler north.")).to_be_visible()
        assert accent(visitor) == "rgb(11, 83, 148)"
        assert find_faults_as_shown(visitor) == []
        write_a_page(page)
        visitor.reload()
        visitor.get_by_role("navigation", name="Main").get_by_role("link", name="Our team").click()
        expect(visitor.get_by_role("heading", name="Our team")).to_be_visible()
        visitor.set_viewport_size({"width": 320, "height": 800})
        assert visitor.evaluate(OVERHANG) <= 0
        assert staff.complaints + stranger.complaints == []
    finally:
        staff.close()
        stranger.close()


def refuse_unreadable(staff: Visitor, page: Page) -> None:
    """Colours that nobody could read are refused beside their field."""
    page.goto("/admin/brand")
    staff.expected.add(400)
    page.locator("#light_ink").fill("#999999")
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator("#error-light_ink")).to_contain_text("2.72:1")
    page.goto("/admin/brand")


def write_a_page(page: Page) -> None:
    page.goto("/admin/texts/new")
    page.get_by_label("Title").fill("Our team")
    page.get_by_label("URL slug").fill("team")
    page.get_by_label("Text").fill("## Who we are\n\nTwo people in Oslo.")
    page.get_by_label("Linked in").select_option("The navigation")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Edit Our team")).to_be_visible()


def accent(page: Page) -> str:
    """The colour of a link in the text."""
    return page.evaluate("getComputedStyle(document.querySelector('.bill__do a')).color")
