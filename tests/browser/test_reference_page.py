"""The reference page in a real browser."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.slow
PATH = "/docs/api"


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


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_nothing_scrolls_sideways(visitor: Visitor, width: int) -> None:
    page = visitor.open(PATH, width=width)
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
    assert page.get_by_role("button").count() == 0


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
