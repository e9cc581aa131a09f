"""The menu of phones, and filters that apply as soon as they are chosen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import OVERHANG, find_faults_as_shown
from tests.browser.conftest import Visitor

pytestmark = pytest.mark.slow

SCROLLS_SIDEWAYS = """() => [...document.querySelectorAll("header *")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible" && !e.matches(".vh"))
  .map((e) => e.outerHTML)"""


def open_menu(page: Page) -> None:
    page.locator("summary", has_text="Menu").click()


@pytest.mark.parametrize("script", [True, False])
def test_a_phone_has_all_links_in_a_menu(visitor: Visitor, *, script: bool) -> None:
    page = visitor.open("/", width=375, java_script_enabled=script)
    expect(page.get_by_role("link", name="Pricing", exact=True)).to_be_hidden()
    open_menu(page)
    menu = page.get_by_role("navigation", name="Main")
    for name in ("This week", "Listings", "Leaderboards", "Pricing", "Submit a product", "Sign in"):
        expect(menu.get_by_role("link", name=name, exact=True)).to_be_visible()
    expect(menu.get_by_role("link", name="This week", exact=True)).to_have_attribute("aria-current", "page")
    menu.get_by_role("link", name="Leaderboards").click()
    expect(page).to_have_url(re.compile("/leaderboards"))


@pytest.mark.parametrize("width", [320, 375, 560, 600, 768])
def test_the_header_never_scrolls_sideways(visitor: Visitor, width: int) -> None:
    page = visitor.open("/categories", width=width)
    assert page.evaluate(SCROLLS_SIDEWAYS) == []
    if width < 576:
        open_menu(page)
        assert page.evaluate(SCROLLS_SIDEWAYS) == []
    assert page.evaluate(OVERHANG) == 0


def test_the_open_menu_serves_everybody(visitor: Visitor) -> None:
    page = visitor.open("/categories", width=375, reduced_motion="reduce")
    open_menu(page)
    assert find_faults_as_shown(page) == []


def test_the_menu_is_used_by_keyboard(visitor: Visitor) -> None:
    page = visitor.open("/categories", width=375)
    summary = page.locator(".menu summary")
    first = page.locator(".menu").get_by_role("link").first
    summary.focus()
    page.keyboard.press("Enter")
    expect(first).to_be_visible()
    page.keyboard.press("Tab")
    expect(first).to_be_focused()
    page.keyboard.press("Escape")
    expect(first).to_be_hidden()
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    expect(first).to_be_visible()
    page.mouse.click(3, 780)  # beside the menu
    expect(first).to_be_hidden()


def test_a_filter_applies_when_it_is_chosen(visitor: Visitor) -> None:
    visitor.expected.add(401)  # of the vote
    page = visitor.open("/listings?q=database")
    country = page.get_by_role("combobox", name="Country")
    country.focus()
    country.select_option("Portugal")
    expect(page).to_have_url(re.compile(r"/listings\?q=database&country=PT$"))  # no values that change nothing
    expect(page.get_by_role("link", name="Remove filter: Country: Portugal")).to_be_visible()
    expect(country).to_be_focused()
    expect(page.locator("form[data-filters] + [role=status]")).to_have_text(re.compile("listing.* for “database”"))
    expect(page).to_have_title(re.compile("database"))
    page.locator("form[data-vote] button").first.click()  # what came in later works as before
    expect(page).to_have_url(re.compile("/sign-in"))
    page.go_back()
    expect(country).to_have_value("PT")
    page.go_back()
    expect(page).to_have_url(re.compile(r"q=database$"))
    expect(country).to_have_value("")
    expect(page.get_by_role("link", name="Remove filter: Country: Portugal")).to_have_count(0)


def test_without_filters_featured_listings_are_shown_as_paid(visitor: Visitor) -> None:
    page = visitor.open("/listings")
    featured = page.get_by_role("region", name="Featured Paid")
    expect(featured.get_by_role("link").first).to_have_attribute("rel", "sponsored")
    page.get_by_role("combobox", name="Stage").select_option("Launched")
    expect(page.get_by_role("link", name="Remove filter: Stage: Launched")).to_be_visible()
    expect(featured).to_have_count(0)


def test_a_category_is_filtered_with_and_without_script(visitor: Visitor) -> None:
    page = visitor.open("/categories/developer-tools")
    page.get_by_role("combobox", name="Pricing").select_option("Open source")
    expect(page).to_have_url(re.compile(r"/listings\?category=developer-tools&pricing_model=open-source$"))
    expect(page.get_by_role("link", name="Remove filter: Category: Developer Tools")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Developer Tools")
    plain = visitor.open("/categories/developer-tools", java_script_enabled=False)
    plain.get_by_role("combobox", name="Pricing").select_option("Open source")
    plain.get_by_role("button", name="Filter").click()
    expect(plain.get_by_role("link", name="Remove filter: Pricing: Open source")).to_be_visible()


def test_founders_are_filtered_when_a_country_is_chosen(visitor: Visitor) -> None:
    page = visitor.open("/founders")
    page.get_by_role("combobox", name="Country").select_option("Finland")
    expect(page.locator("form[data-filters] + [role=status]")).to_have_text(re.compile("founder"))
    expect(page).to_have_url(re.compile(r"/founders\?country=FI$"))


@pytest.mark.parametrize("script", [True, False])
def test_the_search_icon_of_a_phone_leads_into_the_field(visitor: Visitor, *, script: bool) -> None:
    page = visitor.open("/", width=375, java_script_enabled=script)
    icon = page.get_by_role("banner").get_by_role("link", name="Search", exact=True)
    field = page.locator("#q")
    icon.click()
    expect(field).to_be_focused()
    expect(page.get_by_role("heading", name="Listings", exact=True)).to_be_in_viewport()
    page.keyboard.type("backup")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/listings\?.*q=backup"))
    expect(field).not_to_be_focused()  # who has searched reads the results
    icon.click()
    expect(field).to_be_focused()
    open_menu(page)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Listings", exact=True).click()
    expect(page).to_have_url(re.compile(r"/listings$"))
    expect(field).not_to_be_focused()
