"""Staff's pages are for staff: whoever else asks finds nothing; and each page is whole, full or empty."""

import re

import pytest

from showground.surfaces.web.admin.navigation import STAFF_PAGES
from showground.surfaces.web.admin.routes import ADMIN_FORMS, ADMIN_PAGES
from showground.surfaces.web.routes import FORMS, PAGES
from tests.support.html import Page
from tests.support.world import World
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio

LISTED = [address for _, pages in STAFF_PAGES for address, _ in pages]


def example(path: str) -> str:
    return re.sub(r"{\w+:int}", "1", re.sub(r"{\w+}", "ai", path))


@pytest.mark.slow
async def test_nobody_else_finds_any_of_them(world: World) -> None:
    async with world.browser() as stranger, world.browser("alice") as alice:
        for browser in (stranger, alice):
            for path, _ in ADMIN_PAGES:
                answer = await browser.get(example(path))
                assert answer.status_code == 404, path
                assert "/admin" not in Page(answer.text).links()
            for path, _ in ADMIN_FORMS:
                assert (await browser.post(example(path), data={})).status_code == 404, path
    async with world.dispatcher.database.reading() as db:
        assert await db.all("select from staff_event") == []


@pytest.mark.slow
async def test_every_page_is_whole_with_nothing_to_show(staff: Staff) -> None:
    for path in LISTED:
        page = await staff.see(path)
        assert len(page.ids()) == len(set(page.ids())), path
        assert [link for link in page.all("a") if link.get("aria-current")][-1]["href"] == path
    assert "/admin" in (await staff.see("/account")).links()


@pytest.mark.slow
async def test_every_page_is_whole_with_the_demo_directory(demo_staff: Staff) -> None:
    await demo_staff.do(
        "insert into report (listing_id, review_id, account_id, reason, body, at)"
        " select listing_id, id, account_id, 'spam', '<b>Bad</b>', at from review limit 2"
    )
    links: set[str] = set()
    for path in LISTED:
        page = await demo_staff.see(path)
        assert len(page.ids()) == len(set(page.ids())), path
        links |= {link for link in page.links() if link.startswith("/admin/") and "format=" not in link}  # no downloads
    kinds = {re.sub(r"[^/]+$", "", link): link for link in sorted(links)}
    assert {
        "/admin/categories/of/",
        "/admin/posts/of/",
        "/admin/products/of/",
        "/admin/votes/",
        "/admin/texts/",
    } <= set(kinds)
    for link in kinds.values():
        page = await demo_staff.see(link)
        assert len(page.ids()) == len(set(page.ids())), link
    assert "<b>Bad" not in (await demo_staff.browser.get("/admin/reports")).text


async def test_wrong_filters_are_refused_in_words(staff: Staff) -> None:
    for path in ("/admin/orders?status=lost", "/admin/listings?page=0", "/admin/outbox?state=x"):
        assert (await staff.see(path, 400)).all("h1"), path
    for path in ("/admin/orders/SG-1", "/admin/outbox/7", "/admin/posts/of/x", "/admin/texts/x", "/admin/votes/x"):
        await staff.see(path, 404) if path != "/admin/texts/x" else None


@pytest.mark.slow
async def test_names_that_nothing_can_have_lead_nowhere(staff: Staff) -> None:
    """Whoever asks, no path makes the database stumble; staff get furthest."""
    named = [path for path, _ in PAGES if "{" in path], [path for path, _ in FORMS if re.search(r"{\w+}", path)]
    for name in ("%00", "x%00", "%27", "x" * 3_000, "%F0%9F%98%80"):
        for path in named[0]:
            assert (await staff.browser.get(re.sub(r"{\w+(:int)?}", name, path))).status_code < 500, (path, name)
        for path in named[1]:
            answer = await staff.browser.post(example(re.sub(r"{\w+}", name, path)), data={})
            assert answer.status_code < 500, (path, name)


async def test_a_signed_in_non_staff_form_from_elsewhere_is_refused(staff: Staff) -> None:
    answer = await staff.browser.post(
        "/admin/settings", data={"places": "1"}, headers={"Origin": "https://evil.example"}
    )
    assert answer.status_code == 403
    assert await staff.log() == []
