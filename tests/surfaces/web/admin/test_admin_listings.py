"""The desk for listings: the queue, one listing, several at once; and the ways there from public pages."""

from datetime import date

import pytest

from tests.support.html import Page
from tests.support.listings import add, listing
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio


async def owned_by_alice(staff: Staff, slug: str = "tidewater", **more: object) -> int:
    [(alice,)] = await staff.ask("select id from account where name = 'Alice'")
    (number,) = await add(staff.world, listing(slug, members={alice: "owner"}, **more))
    return number


async def test_new_listings_are_looked_at_and_the_policy_is_set(staff: Staff) -> None:
    number = await owned_by_alice(staff)
    await staff.do("update listing set review = 'new'")
    await owned_by_alice(staff, "tide-water", name="Tide Water")
    page = await staff.see("/admin/listings/new")
    assert "Tidewater" in page.text
    assert "May be the same as Tide Water" in page.text
    assert "/listings/tide-water" in page.links()
    assert "New account" in page.text
    page = await staff.send(
        "/admin/listings/policy", approve_new="yes", words="casino\n casino \nlottery", domains="Spam.example"
    )
    assert "New listings are not public until you approve them." in page.text
    [policy] = await staff.ask("select approve_new, blocked_words, blocked_domains from listing_policy")
    assert policy == (True, ["casino", "lottery"], ["spam.example"])
    page = await staff.send("/admin/listings/policy", 400, words="", domains="http://x/")
    assert page.all("textarea")[1].get("aria-invalid")
    await staff.send(f"/admin/listings/{number}/approve")
    assert "No new listings to review." in (await staff.see("/admin/listings/new")).text


async def test_one_listing_is_transferred_moved_edited_and_deleted(staff: Staff) -> None:
    number = await owned_by_alice(staff, status="scheduled", live_at=None, launch_week=date(2026, 3, 23), plan="free")
    own = f"/admin/listings/{number}"
    assert "alice@alice.example" in (await staff.see(own)).text
    page = await staff.send(f"{own}/transfer", 400, email="nobody@nobody.example")
    assert "No account has this email address." in page.text
    assert "bob@bob.example" in (await staff.send(f"{own}/transfer", email="bob@bob.example")).text
    assert "A launch week starts on a Monday." in (await staff.send(f"{own}/week", 400, week="2026-03-31")).text
    await staff.send(f"{own}/week", week="2026-03-30")
    page = await staff.see(f"{own}/edit")
    assert f"{own}/edit/tagline" in [form.get("action") for form in page.all("form")]
    page = await staff.send(f"{own}/edit/tagline", tagline="By staff")
    assert "By staff" in page.html
    assert await staff.ask("select tagline, launch_week from listing") == [("By staff", date(2026, 3, 30))]
    page = await staff.send(f"{own}/delete", 400, confirm="tide")
    assert "Type tidewater to delete this listing." in page.text
    assert own in (await staff.see("/admin/log")).links()
    await staff.send(f"{own}/delete", confirm="tidewater")
    await staff.see(own, 404)
    assert [action for _, action, _ in await staff.log()] == [
        "transfer_listing", "move_launch", "edit_listing", "delete_listing",
    ]  # fmt: skip


async def test_several_are_changed_at_once(staff: Staff) -> None:
    one, two = await owned_by_alice(staff, "one"), await owned_by_alice(staff, "two")
    both = [str(one), str(two)]
    assert "Select at least one listing." in (await staff.send("/admin/listings", 400, do="suspend")).text
    assert await staff.ask("select distinct status from listing") == [("live",)]
    await staff.send("/admin/listings", listing_ids=both, do="suspend", why="Spam.")
    assert await staff.ask("select distinct status from listing") == [("suspended",)]
    page = await staff.send("/admin/listings", 400, listing_ids=both, do="delete")
    assert "also tick “Yes, delete”" in page.text
    await staff.send("/admin/listings", listing_ids=both, do="delete", sure="yes")
    assert await staff.ask("select from listing") == []


@pytest.mark.parametrize("path", ["/admin/listings?status=live&q=t", "/admin/listings/new"])
async def test_a_refused_bulk_change_keeps_what_was_selected_and_typed(staff: Staff, path: str) -> None:
    number = await owned_by_alice(staff)
    await owned_by_alice(staff, "kelp-time")
    await staff.do("update listing set review = 'new'")
    page = await staff.send(path, 400, listing_ids=[str(number)], do="delete", why="Spam.")
    ticked = [box for box in page.all("input") if box.get("name") == "listing_ids" and "checked" in box]
    assert [box.get("value") for box in ticked] == [str(number)]
    chosen = [option.get("value") for option in page.all("option") if "selected" in option]
    assert "delete" in chosen
    assert "Spam." in [field.get("value") for field in page.all("input")]
    done = await staff.browser.post(path, data={"listing_ids": [str(number)], "do": "suspend", "why": "Spam."})
    assert done.headers["location"] == path
    assert await staff.ask("select status from listing where id = %s", number) == [("suspended",)]


async def test_only_staff_see_links_to_the_desk_on_public_pages(staff: Staff) -> None:
    number = await owned_by_alice(staff)
    before = (await staff.world.client.get("/listings/tidewater")).content
    shown = await staff.browser.get("/listings/tidewater")
    assert "/admin/listings/by-slug/tidewater" in shown.text
    answer = await staff.browser.get("/admin/listings/by-slug/tidewater?edit=1")
    assert answer.headers["location"] == f"/admin/listings/{number}/edit"
    await staff.see("/admin/listings/by-slug/nothing", 404)
    async with staff.world.browser("alice") as alice:
        assert "/admin" not in (await alice.get("/listings/tidewater")).text
    after = (await staff.world.client.get("/listings/tidewater")).content
    assert before == after


async def test_a_refused_button_leads_back_to_its_page(staff: Staff) -> None:
    for referer in ("https://showground.example/admin/listings/new?page=2", "https://elsewhere.example//evil.example"):
        answer = await staff.browser.post("/admin/listings/999999/approve", headers={"referer": referer})
        assert answer.status_code == 404
        back = [link for link in Page(answer.text).links() if link.endswith(("?page=2", "evil.example"))]
        assert back == (["/admin/listings/new?page=2"] if "page=2" in referer else [])
    plain = await staff.browser.get("/admin/listings/999999", headers={"referer": "/admin/listings/new?page=2"})
    assert "/admin/listings/new?page=2" not in Page(plain.text).links()
