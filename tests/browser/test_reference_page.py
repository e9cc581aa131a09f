"""The API reference in a real browser."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.slow
PATH = "/docs/api"
CHAPTER = "/docs/api/listings"


def lightness(page: Page) -> float:
    """Of the page's background, from 0 to 1, whatever notation the browser answers in."""
    return page.evaluate(
        """() => {
            const paint = document.createElement("canvas").getContext("2d");
            paint.fillStyle = getComputedStyle(document.body).backgroundColor;
            paint.fillRect(0, 0, 1, 1);
            const [red, green, blue] = paint.getImageData(0, 0, 1, 1).data;
            return (red + green + blue) / 765;
        }"""
    )


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("path", [PATH, CHAPTER])
def test_nothing_scrolls_sideways(visitor: Visitor, path: str, width: int) -> None:
    page = visitor.open(path, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("getComputedStyle(document.documentElement).overflowX") == "visible"


def test_the_first_key_leads_past_the_head(visitor: Visitor) -> None:
    page = visitor.open(PATH)
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    expect(skip).to_have_text("Skip to content")
    box = skip.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_every_control_shows_where_the_keyboard_is(visitor: Visitor) -> None:
    page = visitor.open(PATH)
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_system_chooses_the_colours(visitor: Visitor, scheme: str) -> None:
    page = visitor.open(PATH, color_scheme=scheme)
    assert (lightness(page) > 0.5) == (scheme == "light")


@pytest.mark.parametrize(("words", "bright"), [("Light", True), ("Dark", False)])
def test_a_chosen_theme_wins_and_stays(visitor: Visitor, words: str, bright: bool) -> None:
    page = visitor.open(PATH, color_scheme="dark" if bright else "light")
    assert (lightness(page) > 0.5) != bright
    page.get_by_label(words, exact=True).check()
    assert (lightness(page) > 0.5) == bright
    page.reload()
    assert (lightness(page) > 0.5) == bright
    assert page.get_by_label(words, exact=True).is_checked()
    page.get_by_label("System").check()
    assert (lightness(page) > 0.5) != bright


def test_without_script_all_can_be_read(visitor: Visitor) -> None:
    page = visitor.open(PATH, java_script_enabled=False)
    assert page.locator("h1").is_visible()
    assert page.locator("#get_site").is_visible()
    assert not page.locator(".theme").is_visible()  # it could do nothing
    page.get_by_label("Search operations").fill("listing_id story")
    page.locator(".manual__go").click()
    expect(page.get_by_text("1 operation matches")).to_be_visible()
    page.get_by_role("link", name="update_story").click()
    expect(page.locator("#update_story")).to_be_visible()


def test_operations_are_filtered_while_typing(visitor: Visitor) -> None:
    page = visitor.open(PATH)
    page.get_by_label("Search operations").press_sequentially("get_listing")
    expect(page.get_by_text("2 operations match")).to_be_visible()
    expect(page.locator("#get_listing")).to_be_visible()
    expect(page.locator("#get_site")).to_be_hidden()
    page.get_by_label("Search operations").fill("")
    expect(page.locator("#get_site")).to_be_visible()


def test_links_to_the_former_single_page_lead_to_the_operation(visitor: Visitor) -> None:
    page = visitor.open(f"{PATH}#update_story")
    page.wait_for_url("**/docs/api/ownership#update_story")
    page = visitor.open(f"{PATH}#not_found")
    expect(page.locator("#not_found")).to_be_in_viewport()
    assert page.url.endswith("/docs/api#not_found")


def test_examples_can_be_copied(visitor: Visitor, site: str) -> None:
    page = visitor.open(PATH, permissions=["clipboard-read", "clipboard-write"])
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    box = page.locator(".code").first
    box.get_by_role("button").click()
    expect(box.get_by_role("button")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == box.locator("pre").text_content()
    page.clock.run_for(2000)
    expect(box.get_by_role("button")).to_have_text("Copy")


def test_no_schema_has_the_name_of_a_global_of_the_browser(visitor: Visitor) -> None:
    """In a generated client, a type called `Location` would hide the browser's own."""
    page = visitor.open(PATH)
    taken = set(page.evaluate("Object.getOwnPropertyNames(window)"))
    assert {"Comment", "Event", "Location", "Map", "Option", "Range", "Request", "Text"} <= taken
    described = page.evaluate("fetch('/api/v1/openapi.json').then((answer) => answer.json())")
    assert taken & set(described["components"]["schemas"]) == set()
