"""A person buys a launch in a real browser: the link, billing, the sandbox, the invoice, and the listing is live."""

from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visitor
from tests.support.checkout_site import BUYER, Till, running_till
from tests.support.command import before_long
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow

OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def till(postgres: str, demo_today: str) -> Generator[Till]:
    with fresh_database(postgres, demo_today) as url, running_till(url) as till:
        yield till


@pytest.fixture
def visitor(chromium: Browser, till: Till) -> Generator[Visitor]:
    visitor = Visitor(chromium, till.site)
    yield visitor
    visitor.close()
    assert visitor.complaints == []


def fill(page: Page, **more: str) -> None:
    given = {"Email for the invoice": "edda@buyer.example", "Street address": "Hafenstraße 9"}
    for label, text in {**given, "Postcode and city": "4020 Linz", **more}.items():
        page.get_by_label(label).fill(text)


def test_a_person_pays_and_the_listing_is_live(visitor: Visitor, till: Till) -> None:
    order = till.order({"product": "launch", "listing_id": till.listing})
    assert till.status() == 404
    page = visitor.open(order["checkout_url"])
    expect(page.get_by_text("Test mode: no money moves.")).to_be_visible()
    expect(page.get_by_text(f"Order {order['number']} is ready to pay.")).to_be_visible()
    expect(page.get_by_label("Business name")).to_be_hidden()
    page.get_by_label("Country").select_option("Austria")
    expect(page.get_by_text("VAT, Austria, 20 %")).to_be_visible()  # without a click: script has asked
    expect(page.get_by_role("button", name="Order and pay $58.80")).to_be_visible()
    fill(page, **{"Your name": "Edda Falk"})
    page.get_by_role("checkbox", name="Please start right after my payment").press("Space")
    page.get_by_label("Country").select_option("United States")
    expect(page.get_by_role("checkbox")).to_have_count(0)
    page.get_by_label("Country").select_option("Austria")
    expect(page.get_by_role("checkbox")).not_to_be_checked()  # asked again: it was taken away
    page.get_by_role("checkbox").press("Space")
    expect(page.get_by_role("button", name="Order and pay $58.80")).to_be_visible()
    page.get_by_role("button", name="Order and pay").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Pay $58.80")).to_be_visible()
    page.get_by_role("button", name="Pay in test mode").click()
    expect(page.get_by_text("Paid. Thank you.")).to_be_visible()
    assert before_long(lambda: till.status() == 200)
    expect(page.get_by_text("Completed on")).to_be_visible()  # the page reloads automatically
    page.get_by_role("link", name="Invoice TEST-INV-").click()
    expect(page.get_by_role("heading", name="Rechnung TEST-INV-")).to_be_visible()
    expect(page.get_by_text("Edda Falk")).to_be_visible()
    expect(page.get_by_text("USt. (Österreich), 20 % auf 49,00")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download PDF").click()
    assert download.value.suggested_filename.startswith("TEST-INV-")
    page.goto(order["checkout_url"])
    expect(page.get_by_text(f"Order {order['number']} is paid.")).to_be_visible()
    assert "Edda" not in page.content()
    assert "Hafenstraße" not in page.content()
    assert BUYER not in page.content()


def test_a_business_is_told_why_it_pays_vat(visitor: Visitor, till: Till) -> None:
    order = till.order({"product": "ai_review", "listing_id": till.listing})
    page = visitor.open(order["checkout_url"])
    page.get_by_label("Business", exact=True).check()
    page.get_by_label("Country").select_option("Austria")
    expect(page.get_by_text("VAT, Austria, 20 %")).to_be_visible()
    told = page.get_by_text("The VAT register is not responding, so we charge VAT")
    expect(told).to_have_count(0)
    page.get_by_label("VAT number").fill("ATU13585627")
    page.get_by_label("Postcode and city").focus()
    expect(told).to_be_visible()
    page.get_by_label("VAT number").fill("")
    page.get_by_label("Postcode and city").focus()
    expect(told).to_have_count(0)


def test_it_works_without_script_and_says_what_is_wrong(visitor: Visitor, till: Till) -> None:
    order = till.order({"product": "ai_review", "listing_id": till.listing})
    visitor.expected.add(400)
    page = visitor.open(order["checkout_url"], java_script_enabled=False, width=375)
    page.get_by_label("Country").select_option("Finland")
    page.get_by_role("button", name="Show VAT for this country").click()
    expect(page.get_by_text("VAT, Finland, 25.5 %")).to_be_visible()
    expect(page.get_by_label("Country")).to_have_value("FI")
    page.get_by_label("Business", exact=True).check()
    page.get_by_label("VAT number").fill("FI123")
    page.get_by_label("Email for the invoice").fill("nonsense")
    page.get_by_role("button", name="Order and pay").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("Enter the name of the business.")).to_be_visible()
    expect(page.get_by_text("is not a valid email address")).to_be_visible()
    expect(page.get_by_text("format: FI20774740")).to_be_visible()
    assert page.get_by_label("VAT number").get_attribute("aria-describedby") == "error-vat_number"
    page.get_by_label("VAT number").fill("")
    page.get_by_role("button", name="Order and pay").click()
    expect(page.get_by_text("Tick this box to order:")).to_be_visible()
    page.get_by_role("button", name="Cancel order").click()
    expect(page.get_by_text(f"Order {order['number']} was cancelled.")).to_be_visible()


def test_a_buyer_withdraws_without_script_on_a_phone(visitor: Visitor, till: Till) -> None:
    order = till.order(
        {"product": "ai_review", "listing_id": till.listing}, {"product": "done_for_you", "listing_id": till.listing}
    )
    visitor.expected.add(400)
    page = visitor.open(order["checkout_url"], java_script_enabled=False, width=375)
    fill(page, **{"Your name": "Edda Falk"})
    page.get_by_label("Country").select_option("Austria")
    page.get_by_role("button", name="Show VAT for this country").click()
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Order and pay").click()
    page.get_by_role("button", name="Pay in test mode").click()
    page.get_by_role("main").get_by_role("link", name="Withdraw from contract here").click()
    page.get_by_label("Done for you").uncheck()
    page.get_by_label("Listing check").uncheck()
    page.get_by_role("button", name="Confirm withdrawal").click()
    expect(page.get_by_text("Choose at least one item.")).to_be_visible()
    expect(page.get_by_text("Enter an email address")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Edda Falk")
    page.get_by_label("Done for you").check()
    page.get_by_label("Email for the confirmation").fill("edda@buyer.example")
    page.get_by_role("button", name="Confirm withdrawal").click()
    expect(page.get_by_text("We received your withdrawal.")).to_be_visible()
    expect(page.get_by_text(f"I withdraw from these items of order {order['number']}: Done for you")).to_be_visible()
    assert page.evaluate(OVERHANG) <= 0


def test_nothing_scrolls_sideways_by_day_and_by_night(visitor: Visitor, till: Till) -> None:
    order = till.order(
        {"product": "featured", "listing_id": till.listing},
        {"product": "done_for_you", "listing_id": till.listing},
        billing_country="AT",
    )
    for scheme in ("light", "dark"):
        page = visitor.open(order["checkout_url"], color_scheme=scheme)
        for width in (320, 375, 768, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(OVERHANG) <= 0, (scheme, width)
