"""Staff's pages in a real browser: they fit, serve everybody, and their work is done without script."""

import re
from collections.abc import Generator
from typing import Any

import httpx2
import psycopg
import pytest
from playwright.sync_api import Browser, Page, expect

from showground.surfaces.web.admin.navigation import STAFF_PAGES
from tests.browser.accessibility import bring_axe, find_faults
from tests.browser.conftest import Visitor
from tests.install_browser import PATIENCE_MILLISECONDS
from tests.support.command import LONG, free_port, running_warm, showground
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow

ORDER = "SG-2026-900001"
MORE = (
    f"/admin/orders/{ORDER}",
    "/admin/products/of/launch",
    "/admin/categories/of/ai",
    "/admin/votes/siltbase",
    "/admin/posts/new",
)
PATHS = [
    *(address for _, pages in STAFF_PAGES for address, _ in pages),
    *MORE,
    "/admin/texts/privacy",
    "/admin/listings/1",
]
WAITING = """
update listing set name = repeat('Plain', 32) where slug = 'plainhand';
update account set name = repeat('Freja', 32) where email = 'founder@demo.example';
insert into report (listing_id, review_id, account_id, reason, body, at)
    select listing_id, id, account_id, 'spam', 'An advert.', at from review order by id limit 1;
insert into listing_version (listing_id, account_id, surface, at, before, after, was_live)
    select id, null, 'rest', now(), jsonb_build_object('tagline', tagline), '{"tagline": "Loud"}', true
    from listing where slug = 'siltbase';
update listing set tagline = 'Loud' where slug = 'siltbase';
insert into claim (account_id, listing_id, method, token, status, ownership, created_at, verified_at)
    select (select id from account where staff limit 1), listing_id, 'dns', 't', 'verified', 'in_review', now(), now()
    from listing_member where role = 'owner' limit 1;
insert into payment_event (provider, event_id, kind, amount_cents, currency, body, received_at, problem)
    values ('stripe', 'evt_1', 'paid', 4900, 'USD', '{}', now(), 'No order has this number.');
insert into purchase (number, status, created_at, expires_at, paid_at, net_cents, total_cents, billing, tax_evidence)
    values ('SG-2026-900001', 'paid', now(), now(), now(), 6800, 8160, '{"name": "Edda Falk", "country": "AT"}',
        '{"billing_country": "AT", "network_country": "US", "number_check": {"number": "ATU13585627", "valid": true,
        "checked_at": "2026-03-11T12:00:00Z", "consultation": "WAPIAAAAYx1a2b3c", "holder": "MARROWFAT OG"}}');
insert into purchase_line (purchase_id, position, product, name, parts, listing_name, price_cents, fulfilled_at,
        taken_back_at)
    select id, 0, 'launch', 'Launch', '{launch}'::text[], 'Siltbase', 4900, now(), null::timestamptz
    from purchase where number = 'SG-2026-900001'
    union all select id, 1, 'ai_review', 'Listing check', '{ai_review}'::text[], 'Siltbase', 1900, now(), now()
    from purchase where number = 'SG-2026-900001';
insert into payment (purchase_id, provider, reference, url, amount_cents, currency, billing, billing_version, state,
        created_at, surplus, card_country)
    select id, 'stripe', 'cs_test_' || surplus, '', 8160, 'USD', '{}', 1, 'paid', now(), surplus, 'AT'
    from purchase, (values (false), (true)) paid (surplus) where number = 'SG-2026-900001';
insert into refund (payment_id, purchase_id, amount_cents, reason, state, reference, problem, created_at, finished_at)
    select id, purchase_id, 700, 'staff', 'succeeded', 're_1', null, now(), now() from payment
    where reference = 'cs_test_false'
    union all select id, purchase_id, 8160, 'surplus', 'failed', 're_2', 'expired_or_canceled_card', now(), now()
    from payment where reference = 'cs_test_true';
insert into dispute (reference, payment_id, purchase_id, amount_cents, reason, state, due_at, opened_at)
    select 'du_1', id, purchase_id, 8160, 'product_not_received', 'needs_response', now() + interval '7 days', now()
    from payment where reference = 'cs_test_false';
insert into staff_task (purchase_id, position, part, reason, opened_at)
    select id, 0, 'launch', 'Every week of the coming year is full.', now() from purchase
    where number = 'SG-2026-900001';
insert into health_minute (minute, requests, slow, seconds, jobs_waiting)
    select now() - n * interval '1 minute', 100 + n, 40, 3, n % 9 from generate_series(1, 300) n;
"""


@pytest.fixture(scope="module")
def state(postgres: str, demo_today: str, chromium: Browser) -> Generator[tuple[str, Any]]:
    """A site with work to do, and the cookies of staff who are signed in to it."""
    port = free_port()
    with fresh_database(postgres, demo_today) as database:
        settings = {"database_url": database, "rate_limits": "off", "site_url": f"http://localhost:{port}"}
        with psycopg.connect(database) as db:
            db.execute(WAITING)
        link = showground("sign-in-link", "staff@demo.example", **settings).stdout.strip()
        with running_warm("serve", port=port, **settings) as server:
            assert server.get("/readyz").status_code == 200
            context = chromium.new_context()
            context.set_default_timeout(PATIENCE_MILLISECONDS)
            page = context.new_page()
            page.goto(link)
            page.locator("main").get_by_role("button").click()
            expect(page.get_by_role("banner").get_by_role("link", name="Staff")).to_be_visible()
            cookies = context.storage_state()
            context.close()
            yield f"http://localhost:{port}", cookies


@pytest.fixture
def site(state: tuple[str, Any]) -> str:
    return state[0]


def open_page(visitor: Visitor, state: tuple[str, Any], path: str, **options: Any) -> Page:
    return visitor.open(path, storage_state=state[1], **options)


def test_every_page_fits_and_serves_everybody(onlooker: Visitor, state: tuple[str, Any]) -> None:
    page = open_page(onlooker, state, "/admin", reduced_motion="reduce")
    bring_axe(page)
    for path in PATHS:
        onlooker.look_at(page, path)
        assert find_faults(page, widths=(320, 1280)) == [], path


def test_on_a_phone_the_way_to_all_pages_is_one_row_that_the_keyboard_opens(
    visitor: Visitor, state: tuple[str, Any]
) -> None:
    page = open_page(visitor, state, "/admin/orders", java_script_enabled=False, width=375)
    way = page.get_by_role("navigation", name="Staff")
    expect(way).to_have_text(re.compile(r"^\s*Staff\s+Orders\s"))
    expect(way.get_by_role("link")).to_have_count(0)
    closed = way.bounding_box()
    assert closed is not None
    assert closed["height"] < 60
    way.locator("summary").press("Enter")
    expect(way.get_by_role("link")).to_have_count(len(PATHS) - len(MORE) - 2)
    page.keyboard.press("Tab")
    expect(way.get_by_role("link", name="Overview")).to_be_focused()
    way.get_by_role("link", name="Tasks").press("Enter")
    expect(page.get_by_role("heading", name="Tasks", level=1)).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(way.get_by_role("link", name="Tasks")).to_be_visible()
    expect(way.locator("summary")).to_be_hidden()


def test_staff_change_a_price_revert_an_edit_and_hide_a_review_without_script(
    visitor: Visitor, state: tuple[str, Any]
) -> None:
    page = open_page(visitor, state, "/admin", java_script_enabled=False)
    page.get_by_role("link", name="Products").click()
    page.get_by_role("link", name="Edit Launch", exact=True).click()
    page.get_by_label("Price in dollars, excluding VAT").fill("61.50")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("$61.50")).to_be_visible()
    products = httpx2.get(f"{state[0]}/api/v1/products", timeout=LONG).json()["items"]
    assert {product["code"]: product["price_cents"] for product in products}["launch"] == 6150
    page.get_by_role("navigation", name="Staff").get_by_role("link", name="Edits").click()
    page.get_by_role("button", name="Revert: siltbase").click()
    expect(page.get_by_text("No edits to review.")).to_be_visible()
    assert httpx2.get(f"{state[0]}/api/v1/listings/siltbase", timeout=LONG).json()["tagline"] != "Loud"
    page.get_by_role("navigation", name="Staff").get_by_role("link", name="Reports").click()
    page.get_by_role("button", name="Hide review").click()
    expect(page.get_by_role("button", name="Hide review")).to_have_count(0)
    page.locator("summary", has_text="Resolve").click()
    page.get_by_role("button", name="Resolve", exact=True).click()
    expect(page.get_by_text("No open reports.")).to_be_visible()
    page.get_by_role("navigation", name="Staff").get_by_role("link", name="Audit log", exact=True).click()
    for done in ("Save product", "Revert edit", "Hide or show review", "Resolve report"):
        expect(page.get_by_role("rowheader", name=done)).to_be_visible()


def test_staff_set_up_the_shop_without_script(visitor: Visitor, state: tuple[str, Any]) -> None:
    page = open_page(visitor, state, "/admin/setup", java_script_enabled=False)
    page.get_by_role("button", name="Mark as done: Staff").click()
    expect(page.get_by_role("button", name="Mark as open: Staff")).to_be_visible()
    navigation = page.get_by_role("navigation", name="Staff")
    navigation.get_by_role("link", name="Coupons").click()
    page.get_by_role("link", name="Add a coupon").click()
    page.get_by_label("Code").fill("spring")
    page.get_by_label("Percent off").fill("20")
    page.get_by_role("button", name="Add coupon").click()
    expect(page.get_by_role("rowheader", name="SPRING")).to_be_visible()
    navigation.get_by_role("link", name="Products").click()
    page.get_by_label("Billboard is on sale").uncheck()
    page.get_by_role("button", name="Save what is on sale").click()
    expect(page.get_by_label("Billboard is on sale")).not_to_be_checked()
    navigation.get_by_role("link", name="Seller and taxes").click()
    page.get_by_label("Country", exact=True).select_option("CH")
    page.get_by_label("Tax regime").select_option("own-tax")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Applies now: own-tax")).to_be_visible()
    navigation.get_by_role("link", name="Categories").click()
    page.get_by_role("link", name="Edit Code review").click()
    page.get_by_label("Merge into").select_option("testing")
    page.get_by_label("Merge: ").click()
    page.get_by_role("button", name="Merge").click()
    expect(page.get_by_role("heading", name="Testing")).to_be_visible()
    page.goto(f"{state[0]}/categories/code-review")
    expect(page).to_have_url(f"{state[0]}/categories/testing")


def test_on_a_phone_a_question_is_shown_as_a_whole(visitor: Visitor, state: tuple[str, Any]) -> None:
    page = open_page(visitor, state, "/admin/questions", width=375)
    fields = page.locator(".question-list textarea")
    expect(fields.first).to_be_visible()
    hidden = "field => field.scrollHeight > field.clientHeight + 1 || field.scrollWidth > field.clientWidth"
    assert [field.input_value() for field in fields.all() if field.evaluate(hidden)] == []
