"""Approving, suspending and restoring listings: what is offered, what is refused, and who is told."""

from datetime import date

import pytest

from tests.support.listings import add, listing
from tests.support.shop_world import Market
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio

WAITING = "update listing set review = 'waiting', status = 'suspended', suspended_from = 'live' where id = %s"


async def owned_by_alice(staff: Staff, slug: str = "tidewater", **more: object) -> int:
    [(alice,)] = await staff.ask("select id from account where name = 'Alice'")
    (number,) = await add(staff.world, listing(slug, members={alice: "owner"}, **more))
    return number


async def add_waiting(staff: Staff, slug: str = "tidewater") -> int:
    number = await owned_by_alice(staff, slug, launch_week=date(2026, 3, 9))
    await staff.do(WAITING, number)
    return number


async def test_a_listing_that_waits_for_approval_is_approved_or_suspended_not_restored(staff: Staff) -> None:
    number = await add_waiting(staff)
    own = f"/admin/listings/{number}"
    for path in (own, "/admin/listings", "/admin/listings/new"):
        page = await staff.see(path)
        offered = {form.get("action") for form in page.all("form")}
        assert {f"{own}/approve", f"{own}/suspend"} <= offered, path
        assert f"{own}/unsuspend" not in offered, path
        assert "Waiting for approval" in page.text
    for refused in (
        await staff.send(f"{own}/unsuspend", 400),
        await staff.send("/admin/listings", 400, listing_ids=[str(number)], do="restore"),
    ):
        assert "Tidewater is not suspended: it waits for approval. Approve it instead." in refused.text
    assert await staff.ask("select status, review from listing") == [("suspended", "waiting")]
    assert await staff.log() == []
    await staff.send(f"{own}/suspend", why="Spam.")
    page = await staff.see(own)
    assert f"{own}/unsuspend" in {form.get("action") for form in page.all("form")}
    await staff.send(f"{own}/unsuspend")
    assert await staff.ask("select status from listing") == [("live",)]


async def test_listings_are_filtered_by_waiting_for_approval(staff: Staff) -> None:
    await add_waiting(staff)
    other = await owned_by_alice(staff, "kelp", name="Kelp")
    await staff.send(f"/admin/listings/{other}/suspend", why="Spam.")
    page = await staff.see("/admin/listings?status=in_review")
    assert ("Tidewater" in page.text, "Kelp" in page.text) == (True, False)
    assert "in_review" in {option.get("value") for option in page.all("option")}
    page = await staff.see("/admin/listings?status=suspended")
    assert ("Tidewater" in page.text, "Kelp" in page.text) == (False, True)
    assert "1 waiting for approval" in (await staff.see("/admin")).text


async def test_a_suspension_needs_a_reason(staff: Staff) -> None:
    number = await owned_by_alice(staff)
    own = f"/admin/listings/{number}"
    page = await staff.send(f"{own}/suspend", 400, why="  ")
    assert "Give a reason. We email it to the owner and co-founders." in page.text
    assert [field.get("aria-invalid") for field in page.all("input") if field.get("name") == "why"] == ["true"]
    page = await staff.send("/admin/listings", 400, listing_ids=[str(number)], do="suspend", why=" ")
    assert "Give a reason. We email it to the owner and co-founders." in page.text
    assert await staff.ask("select status from listing") == [("live",)]
    assert await staff.log() == []
    # Corrected on the page that showed the error, whose address takes only forms.
    shown_at = {"Referer": f"{staff.browser.base_url}{own}/suspend"}
    answer = await staff.browser.post(f"{own}/suspend", data={"why": "Spam."}, headers=shown_at)
    assert answer.headers["location"] == own
    assert await staff.ask("select status from listing") == [("suspended",)]


async def test_an_approval_of_what_is_already_decided_says_so_and_is_not_logged(staff: Staff) -> None:
    number, seen = await add_waiting(staff), await owned_by_alice(staff, "kelp", status="draft", live_at=None)
    own = f"/admin/listings/{number}"
    await staff.send(f"{own}/approve")
    page = await staff.send(f"{own}/approve", 400)
    assert "Tidewater is already live. Nothing was changed." in page.text
    both = [str(number), str(seen)]
    page = await staff.send("/admin/listings", 400, listing_ids=both, do="approve")
    assert "Nothing was changed." in page.text
    await staff.send(f"{own}/suspend", why="Spam.")
    page = await staff.send(f"{own}/approve", 400)
    assert "Tidewater is suspended. To publish it, restore it. Nothing was changed." in page.text
    page = await staff.send(f"/admin/listings/{seen}/approve", 400)
    assert "Kelp was already reviewed. It is not published yet." in page.text
    for status, said in (("scheduled", "is already approved and scheduled."), ("withdrawn", "is withdrawn.")):
        await staff.do("update listing set status = %s where id = %s", status, seen)
        assert said in (await staff.send(f"/admin/listings/{seen}/approve", 400)).text
    assert [action for _, action, _ in await staff.log()] == ["approve_listing", "suspend_listing"]


async def test_members_hear_that_a_suspended_listing_is_restored(staff: Staff) -> None:
    number = await owned_by_alice(staff)
    await staff.send(f"/admin/listings/{number}/suspend", why="Spam.")
    for _ in range(2):
        await staff.send(f"/admin/listings/{number}/unsuspend")
    sent = await staff.ask("select recipient, subject, body_text from outbox where template = 'listing_restored'")
    assert [(to, subject) for to, subject, _ in sent] == [("alice@alice.example", "Tidewater is no longer suspended")]
    assert "We have restored Tidewater as it was before we suspended it." in sent[0][2]
    assert f"/dashboard/listings/{number}" in sent[0][2]


async def test_the_queue_shows_what_moderators_need_to_decide(staff: Staff) -> None:
    number = await add_waiting(staff)
    await staff.do("update listing set plan = 'paid', tagline = 'Seaweed for everybody'")
    live = await owned_by_alice(staff, "kelp", name="Kelp", plan="free")
    await staff.do("update listing set review = 'new' where id = %s", live)
    await staff.do("update account set staff = false, role = 'moderator' where name = 'Charlie'")
    page = await staff.see("/admin/listings/new")
    assert {
        f"/admin/listings/{number}/preview", "https://tidewater.example/", "/listings/kelp", "https://kelp.example/",
    } <= set(page.links())  # fmt: skip
    assert "9 March 2026Paid plan" in page.text
    assert "NoneFree plan" in page.text
    page = await staff.see(f"/admin/listings/{number}/preview")
    assert "Seaweed for everybody" in page.text
    assert "Preview: visitors see this once the listing is public." in page.text
    assert f"/admin/listings/{number}" in page.links()
    assert {f"/admin/listings/{number}/preview", "https://tidewater.example/"} <= set(
        (await staff.see(f"/admin/listings/{number}")).links()
    )
    await staff.see("/admin/listings/99/preview", 404)
    async with staff.world.browser("bob") as bob:
        assert (await bob.get(f"/admin/listings/{number}/preview")).status_code == 404


async def test_whoever_suspends_a_listing_sees_its_paid_orders(market: Market, shopkeeper: Staff) -> None:
    order = (await market.order(market.item("launch")))["number"]
    unpaid = (await market.order(market.item("featured", "free")))["number"]
    await market.pay(order)
    own = f"/admin/listings/{market.ids['draft']}"
    for path in (own, "/admin/listings"):
        page = await shopkeeper.see(path)
        assert f"Paid orders: {order}. Suspending the listing refunds nothing." in page.text
        assert f"/admin/orders/{order}" in page.links()
        assert unpaid not in page.text
    await shopkeeper.do("update account set staff = false, role = 'moderator' where name = 'Charlie'")
    page = await shopkeeper.see(own)
    assert f"Paid orders: {order}." in page.text
    assert f"/admin/orders/{order}" not in page.links()
