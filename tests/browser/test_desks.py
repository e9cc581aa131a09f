"""The desks for people and listings, and an owner who hands a listing over and retires one, in a real browser."""

import re
from collections.abc import Generator
from urllib.parse import urlsplit

import psycopg
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import find_faults
from tests.browser.conftest import Visitor
from tests.browser.test_question_to_faq import FOUNDER, STAFF, Hall
from tests.support.command import free_port, running_warm, showground
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow


@pytest.fixture
def hall(postgres: str, demo_today: str, chromium: Browser) -> Generator[Hall]:
    port = free_port()
    with fresh_database(postgres, demo_today) as database:
        settings = {"database_url": database, "rate_limits": "off", "site_url": f"http://localhost:{port}"}
        assert showground("account", "create", "heir@heir.example", **settings).returncode == 0
        with psycopg.connect(database, autocommit=True) as db:
            db.execute("update listing set review = 'new' where slug = 'siltbase'")
        with running_warm("serve", port=port, **settings) as server:
            assert server.get("/readyz").status_code == 200
            visitor = Visitor(chromium, settings["site_url"])
            yield Hall(visitor, settings)
            visitor.close()
            assert visitor.complaints == []


def say(page: Page, button: str, **typed: str) -> None:
    for label, text in typed.items():
        page.get_by_label(label.replace("_", " ")).first.fill(text)
    press(page, button)


def press(page: Page, button: str) -> None:
    """Send a form, and wait for the page that it leads to."""
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("button", name=button, exact=True).click()


def test_staff_block_somebody_and_work_on_a_listing(hall: Hall) -> None:
    heir = hall.sign_in("heir@heir.example", script=True)
    staff = hall.sign_in(STAFF, script=True)
    staff.goto("/admin/people?q=heir@heir.example")
    assert find_faults(staff) == []
    staff.get_by_role("link", name="Heir").click()
    assert find_faults(staff) == []
    say(staff, "Block", Block_this_account="Too many adverts.")
    expect(staff.get_by_text("The reason given: Too many adverts.")).to_be_visible()
    heir.goto("/account")
    expect(heir).to_have_url(re.compile("/sign-in"))
    press(staff, "Unblock: heir")
    staff.goto("/admin/staff")
    assert find_faults(staff) == []
    say(staff, "Send invitation", Email="helper@helper.example")
    expect(staff.get_by_text("Invitation sent.")).to_be_visible()

    staff.goto("/listings/siltbase")
    staff.get_by_role("link", name="This listing", exact=True).click()
    assert find_faults(staff) == []
    press(staff, "Mark as seen: Siltbase")
    say(staff, "Transfer", Transfer_to="heir@heir.example")
    expect(staff.get_by_text("Owner: heir@heir.example")).to_be_visible()
    staff.goto("/admin/listings/new")
    expect(staff.get_by_text("No new listings to review.")).to_be_visible()
    assert find_faults(staff) == []
    staff.goto("/listings/siltbase")
    staff.get_by_role("link", name="edit", exact=True).click()
    assert find_faults(staff) == []
    part = staff.locator("#f-tagline")
    part.get_by_text("Edit Tagline").click()
    part.locator("input[name=tagline]").fill("A tagline by staff")
    with staff.expect_navigation(wait_until="load"):
        part.get_by_role("button", name="Save").click()
    staff.goto("/admin/announcement")
    say(staff, "Save", Text="Back on Monday")
    assert find_faults(staff) == []
    visitor = hall.visitor.open("/listings/siltbase")
    expect(visitor.get_by_text("A tagline by staff").first).to_be_visible()
    visitor.get_by_role("button", name="Hide").click()
    visitor.reload()
    expect(visitor.get_by_text("Back on Monday")).to_be_hidden()
    hall.visitor.expected.add(410)
    staff.goto("/admin/listings/by-slug/siltbase")
    say(staff, "Delete for good", Slug_of_the_listing="siltbase")
    visitor.goto("/listings/siltbase")
    expect(visitor.get_by_role("heading", name="This listing was deleted")).to_be_visible()


def test_an_owner_hands_a_listing_over_and_the_new_one_retires_it(hall: Hall) -> None:
    with psycopg.connect(hall.settings["database_url"], autocommit=True) as db:
        row = db.execute(
            "select listing.id, slug from listing_member m join listing on listing.id = listing_id"
            " join account on account.id = m.account_id where email = %s and m.role = 'owner' and status = 'live'"
            " order by listing.id limit 1",
            (FOUNDER,),
        ).fetchone()
        assert row
        owner = hall.sign_in(FOUNDER, script=True)
        owner.goto(f"/dashboard/listings/{row[0]}/transfer")
        assert find_faults(owner) == []
        say(owner, "Send offer", Email_address_of_the_new_owner="heir@heir.example")
        expect(owner.get_by_text("Offered to heir@heir.example")).to_be_visible()
        mail = db.execute("select body_text from outbox where template = 'listing_offered'").fetchone()
        assert mail
    link = re.search(r"http\S+/transfers/\S+", mail[0])
    assert link
    heir = hall.sign_in("heir@heir.example", script=True)
    heir.goto(urlsplit(link[0]).path)
    assert find_faults(heir) == []
    press(heir, "Accept")
    expect(heir).to_have_url(re.compile(f"/dashboard/listings/{row[0]}$"))
    heir.goto(f"/dashboard/listings/{row[0]}/withdraw")
    assert find_faults(heir) == []
    press(heir, "Retire listing")
    expect(heir.get_by_text("Retired by you.")).to_be_visible()
    visitor = hall.visitor.open(f"/listings/{row[1]}")
    expect(visitor.get_by_text("Retired by its makers on")).to_be_visible()
    assert find_faults(visitor) == []
    hall.visitor.expected.add(404)
    assert owner.goto(f"/dashboard/listings/{row[0]}").status == 404  # pyright: ignore[reportOptionalMemberAccess]
