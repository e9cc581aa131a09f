"""The pages for visitors in a real browser: they fit, complain of nothing, and work by keyboard and without script."""

import pytest
from playwright.sync_api import expect

from .conftest import Visitor

pytestmark = pytest.mark.slow

PAGES = (
    "/",
    "/listings",
    "/listings?q=nothing-at-all&category=databases",
    "/listings/roofyield",
    "/categories",
    "/categories/ai",
)
WIDTHS = (320, 375, 768, 1280, 1920)
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("path", PAGES)
def test_nothing_scrolls_sideways_by_day_and_by_night(visitor: Visitor, path: str) -> None:
    for scheme in ("light", "dark"):
        page = visitor.open(path, color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(OVERHANG) <= 0, (scheme, width)


def test_evidence_opens_by_keyboard_and_without_script(visitor: Visitor) -> None:
    page = visitor.open("/listings/roofyield", java_script_enabled=False)
    mark = page.get_by_label("Where this comes from: the prices")
    quote = page.get_by_text("“29 EUR per roof, once.”")
    expect(quote).to_be_hidden()
    mark.focus()
    page.keyboard.press("Enter")
    expect(quote).to_be_visible()
    page.keyboard.press("Enter")
    expect(quote).to_be_hidden()


def test_a_search_is_made_without_script_and_stays_in_the_address(visitor: Visitor) -> None:
    page = visitor.open("/", java_script_enabled=False)
    page.get_by_role("searchbox", name="Search listings").fill("database")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="for “database”")).to_be_visible()
    page.get_by_label("Country").select_option("Portugal")
    page.get_by_label("Order").select_option("Most voted")
    page.get_by_role("button", name="Search").click()
    assert "q=database" in page.url
    assert "country=PT" in page.url
    expect(page.get_by_label("Country")).to_have_value("PT")
    page.get_by_role("link", name="Siltbase").click()
    expect(page.get_by_role("heading", name="Siltbase", level=1)).to_be_visible()
