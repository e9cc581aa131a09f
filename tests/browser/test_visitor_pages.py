"""The pages for visitors in a real browser: they fit, serve everybody, and work by keyboard and without script."""

import re
from datetime import UTC, datetime

import httpx2
import pytest
from playwright.sync_api import Route, expect

from showground.launches import this_week
from tests.browser.accessibility import bring_axe, find_faults
from tests.browser.conftest import Visitor
from tests.screenshots import PAGES
from tests.support.command import LONG

pytestmark = pytest.mark.slow

# Refused on purpose, which a browser notes as an error; the reference has tests of its own.
ELSEWHERE = ("not-found", "search-wrong", "reference", "soon", "upcoming")

# How much wider than the screen a page is once every text by people is one long word.
WRITE_LONG_WORDS = """() => {
  for (const text of document.querySelectorAll('bdi, [dir="auto"]:not(input, textarea, select, option)'))
    if (!text.children.length && text.textContent.trim())
      text.textContent = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung";
  return document.documentElement.scrollWidth - innerWidth;
}"""

# How far each tagline begins from the left edge of its box, once it is read from right to left.
WRITE_ARABIC_TAGLINES = """() => {
  const taglines = [...document.querySelectorAll('.entry__name + p, li :is(h2, h3) + p[dir="auto"], th > small')];
  return taglines.map((tagline) => {
    tagline.textContent = "أداة للفرق";
    const text = document.createRange();
    text.selectNodeContents(tagline);
    return Math.round(text.getBoundingClientRect().left - tagline.getBoundingClientRect().left);
  });
}"""


@pytest.fixture(scope="module")
def names(site: str) -> dict[str, str]:
    """Somebody and something to look at: slugs of a founder and of a post, and the week of a newsletter."""
    found = {"founder": "founders", "post": "blog"}
    answers = {name: httpx2.get(f"{site}/api/v1/{path}", timeout=LONG) for name, path in found.items()}
    slugs = {name: answer.json()["items"][0]["slug"] for name, answer in answers.items()}
    return {**slugs, "week": this_week(datetime.now(UTC)).isoformat()}


def test_every_kind_of_page_fits_and_serves_everybody(onlooker: Visitor, names: dict[str, str]) -> None:
    page = onlooker.open("/", reduced_motion="reduce")
    bring_axe(page)
    faults: dict[str, list[str]] = {}
    for kind in PAGES:
        if kind not in ELSEWHERE:
            onlooker.look_at(page, PAGES[kind].format(**names))
            faults[kind] = find_faults(page)
    assert {kind: found for kind, found in faults.items() if found} == {}


def test_long_words_fit_on_a_phone(onlooker: Visitor, names: dict[str, str]) -> None:
    """Whatever people typed is replaced by one long word."""
    page = onlooker.open("/", width=360)
    wide: dict[str, int] = {}
    for path in (
        "/",
        "/advertise",
        "/listings?status=upcoming",
        "/listings/tillpath",
        "/listings/tillpath/questions",
        "/listings/tillpath/reviews",
        "/listings/tillpath/report",
        "/founders",
        "/updates",
        "/blog",
        f"/newsletter/{names['week']}",
    ):
        page.goto(path)
        wide[path] = page.evaluate(WRITE_LONG_WORDS)
    assert {path: by for path, by in wide.items() if by > 0} == {}


def test_taglines_in_arabic_begin_below_the_name(onlooker: Visitor) -> None:
    page = onlooker.open("/")
    for path in ("/", "/listings?q=team", "/listings/tillpath/alternatives", "/compare?a=roofyield&b=siltbase"):
        onlooker.look_at(page, path)
        offsets = page.evaluate(WRITE_ARABIC_TAGLINES)
        assert offsets, path
        assert set(offsets) == {0}, path


def test_evidence_opens_by_keyboard_and_without_script(visitor: Visitor) -> None:
    page = visitor.open("/listings/roofyield", java_script_enabled=False)
    facts = page.get_by_role("region", name="Facts")
    mark = facts.get_by_label("Source: pricing")
    quote = facts.get_by_text("“29 EUR per roof”")
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
    page.get_by_role("combobox", name="Country").select_option("Portugal")
    page.get_by_label("Sort by").select_option("Most voted")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page).to_have_url(re.compile("q=database.*country=PT"))
    expect(page.get_by_role("combobox", name="Country")).to_have_value("PT")
    page.get_by_role("link", name="Siltbase", exact=True).click()
    expect(page.get_by_role("heading", name="Siltbase", level=1)).to_be_visible()


def test_suggestions_come_while_typing_and_are_taken_by_keyboard(visitor: Visitor) -> None:
    page = visitor.open("/categories")
    field = page.get_by_role("combobox", name="Search listings")
    field.press_sequentially("siltb")
    expect(page.get_by_role("option", name="Siltbase")).to_be_visible()
    expect(field).to_have_attribute("aria-expanded", "true")
    field.press("Escape")
    expect(page.get_by_role("option")).to_have_count(0)
    field.press_sequentially("a")
    expect(page.get_by_role("option", name="Siltbase")).to_be_visible()
    field.press("ArrowDown")
    field.press("Enter")
    expect(page.get_by_role("heading", name="Siltbase", level=1)).to_be_visible()


def test_suggestions_that_come_after_escape_stay_away(visitor: Visitor) -> None:
    page = visitor.open("/compare")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/listings?*", hold)
    field = page.get_by_label("Second product")
    with page.expect_request("**/api/v1/listings?q=siltb*"):
        field.press_sequentially("siltb")
    field.press("Escape")
    with page.expect_response("**/api/v1/listings?q=siltb*") as late:
        for route in held:
            route.continue_()
    late.value.finished()
    page.evaluate("fetch('/robots.txt').then((answer) => answer.text())")  # which comes after it
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_role("option")).to_have_count(0)


def test_two_listings_are_picked_and_compared_by_name(visitor: Visitor) -> None:
    visitor.expected.add(400)  # of the comparison with nobody
    page = visitor.open("/compare")
    page.get_by_label("First product").press_sequentially("roofy")
    page.get_by_role("option", name="Roofyield").click()
    expect(page.get_by_label("First product")).to_have_value("Roofyield")
    page.get_by_label("Second product").fill("Siltbase")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="Roofyield and Siltbase")).to_be_visible()
    page.wait_for_load_state()
    expect(page.get_by_role("row", name="Country").get_by_role("cell").first).to_have_text("Spain")
    page.get_by_label("Second product").fill("nobody-at-all")
    page.get_by_label("Second product").press("Escape")
    page.get_by_role("button", name="Compare").click()
    expect(page).to_have_title(re.compile("^Error: Compare"))
    expect(page.get_by_label("Second product")).to_be_focused()  # the invalid field


def test_a_vote_without_script_leads_to_signing_in(visitor: Visitor) -> None:
    page = visitor.open("/listings/siltbase", java_script_enabled=False)
    page.get_by_role("button", name="Vote for Siltbase").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
