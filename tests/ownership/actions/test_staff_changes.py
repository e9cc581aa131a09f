"""What staff do with listings: edit, approve, transfer, move, delete; one or many, and what owners hear of it."""

from datetime import date
from typing import Any

import pytest

from showground.accounts import SCOPES
from showground.categories import category_tree
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import MODERATOR, PERSON, STAFF
from showground.core.calls.errors import InvalidInput
from showground.core.calls.paging import Paged
from showground.listings import NoSuchListing
from showground.listings.spam_rules import find_blocked
from showground.ownership.actions.listing_status import SuspendListing, suspend_listing
from showground.ownership.actions.profile import EditProfile, edit_profile
from showground.ownership.actions.staff_changes import (
    CannotPublish,
    ChangeListings,
    DeleteListing,
    DeleteListings,
    MoveLaunch,
    NoAccountThere,
    NotWaiting,
    OfListing,
    SetListingPolicy,
    TransferListing,
    approve_listing,
    change_listings,
    delete_listing,
    delete_listings,
    list_new_listings,
    move_launch,
    publish_listing,
    set_listing_policy,
    transfer_listing,
)
from showground.ownership.actions.versions import ListVersions, list_versions
from showground.ownership.operations.update_listing import ListingEdits, UpdateListing, update_listing
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio

ALICE = "alice@alice.example"


def signed_in(owners: Owners, *scopes: str) -> Caller:
    """Charlie on the website, with the scopes of everybody and these."""
    access = Access(owners.ids["charlie"], "session", frozenset((PERSON, *SCOPES, *scopes)))
    return Caller(owners.world.clock(), "web", access)


async def do(owners: Owners, action: Any, input: Any) -> Any:
    return await owners.world.dispatcher.call(action, signed_in(owners, MODERATOR, STAFF), input)


async def templates(owners: Owners) -> list[tuple[str, str]]:
    return [(to, template) for to, template, _ in await owners.mails()]


async def submit(owners: Owners, domain: str = "kelp.example", **fields: Any) -> int:
    """A listing from a draft that was filled in by hand."""
    async with owners.world.dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
    draft = (await owners.call("POST", "/drafts", {"url": f"https://{domain}"}, status=201))["id"]
    await owners.do("update draft set status = 'ready' where id = %s", draft)
    known = {"name": "Kelp", "tagline": "Seaweed for everybody", "categories": ["Databases"]}
    await owners.call("PATCH", f"/drafts/{draft}", {"fields": known | fields})
    return (await owners.call("POST", f"/drafts/{draft}/submit"))["listing_id"]


async def test_staff_edit_any_listing_by_the_same_calls_and_the_owner_is_told_once(owners: Owners) -> None:
    number = await owners.add(tagline="First")
    edits = UpdateListing(listing_id=number, fields=ListingEdits(tagline="Second"))
    await do(owners, update_listing, edits)
    owners.world.clock.move(minutes=5)
    await do(owners, edit_profile, EditProfile(listing_id=number, name="Tidewater Two"))
    profile = (await owners.world.get("/listings/tidewater")).json()
    assert (profile["name"], profile["tagline"]) == ("Tidewater Two", "Second")
    versions = (await do(owners, list_versions, ListVersions(listing_id=number))).items
    assert [(version.account, version.reviewed_at is not None) for version in versions] == [
        (owners.ids["charlie"], True)
    ] * 2
    assert await templates(owners) == [(ALICE, "listing_edited")]
    log = await owners.ask("select action, input->>'listing_id' from staff_event")
    assert log == [("edit_listing", str(number))] * 2
    # A key of the same person, and a moderator, may not.
    await owners.call("PATCH", f"/me/listings/{number}", {"fields": {"tagline": "x"}}, by="charlie", status=404)
    with pytest.raises(NoSuchListing):
        await owners.world.dispatcher.call(update_listing, signed_in(owners, MODERATOR), edits)


async def test_new_listings_are_public_first_and_in_the_queue_until_seen(owners: Owners) -> None:
    number = await submit(owners)
    assert (await do(owners, list_new_listings, Paged())).total == 0  # nothing is published yet
    await owners.set_state(number, status="live", plan="paid", launch_week=date(2026, 3, 9))
    assert (await owners.world.get("/listings/kelp")).status_code == 200
    [entry] = (await do(owners, list_new_listings, Paged())).items
    assert (entry.waiting, entry.owner, entry.signals) == (False, ALICE, ["new_account"])
    await do(owners, approve_listing, OfListing(listing_id=number))
    assert (await do(owners, list_new_listings, Paged())).total == 0
    assert await templates(owners) == []


async def test_with_approval_first_a_listing_is_public_once_it_is_approved(owners: Owners) -> None:
    await do(owners, set_listing_policy, SetListingPolicy(approve_new=True))
    now, later = await submit(owners), await submit(owners, "reef.example", name="Reef", tagline="Coral")
    await owners.set_state(now, status="live", plan="paid", launch_week=date(2026, 3, 9))
    await owners.set_state(later, status="scheduled", plan="paid", launch_week=date(2026, 3, 23))
    for number, slug in ((now, "kelp"), (later, "reef")):
        owned = await owners.call("GET", f"/me/listings/{number}")
        assert (owned["status"], owned["next_steps"][0]["code"]) == ("in_review", "wait_for_approval")
        assert (await owners.world.get(f"/listings/{slug}")).status_code == 404
    owners.world.clock.move(days=7)  # the week in which it was to launch is over
    await do(owners, change_listings, ChangeListings(listing_ids=[now, later], do="approve"))
    assert await owners.ask("select slug, status, launch_week, live_at from listing order by id") == [
        ("kelp", "live", date(2026, 3, 16), owners.world.clock()),
        ("reef", "scheduled", date(2026, 3, 23), None),
    ]
    assert await owners.ask("select listing_id, week from launch order by 1") == [
        (now, date(2026, 3, 16)), (later, date(2026, 3, 23)),
    ]  # fmt: skip
    assert (await owners.world.get("/listings/kelp")).status_code == 200
    assert await templates(owners) == [(ALICE, "listing_approved")] * 2


async def test_staff_publish_a_listing_without_badge_or_payment(owners: Owners) -> None:
    """How the first listings of a new site go live, and those that staff add later."""
    await do(owners, set_listing_policy, SetListingPolicy(approve_new=True))
    new, waiting = await submit(owners), await submit(owners, "reef.example", name="Reef", tagline="Coral")
    await owners.set_state(waiting, status="awaiting_badge", plan="free", launch_week=date(2026, 4, 20))
    planned = await owners.add("shoal", status="scheduled", plan="free", launch_week=date(2026, 3, 23))
    for number in (new, waiting, planned):
        done = await do(owners, publish_listing, OfListing(listing_id=number))
        assert (done.status, done.plan) == ("live", "none")
    now = owners.world.clock()
    assert await owners.ask("select slug, status, plan, launch_week, live_at, review from listing order by slug") == [
        (slug, "live", "none", date(2026, 3, 9), now, None) for slug in ("kelp", "reef", "shoal")
    ]
    assert await owners.ask("select listing_id, week from launch order by 1") == [
        (number, date(2026, 3, 9)) for number in sorted((new, waiting, planned))
    ]
    assert (await owners.world.get("/listings/kelp")).status_code == 200
    assert await templates(owners) == [(ALICE, "listing_approved")] * 3
    with pytest.raises(CannotPublish):
        await do(owners, publish_listing, OfListing(listing_id=new))


async def test_blocked_words_and_domains_hold_a_listing_back_and_same_texts_show(owners: Owners) -> None:
    policy = SetListingPolicy(blocked_words=["Casino"], blocked_domains=["spam.example"])
    await do(owners, set_listing_policy, policy)
    text = "The same words, which somebody has copied from another listing."
    await owners.add(short_description=text)
    word = await submit(owners, short_description="An online CASINO.")
    domain = await submit(owners, "shop.spam.example", name="Shop", tagline="Things", short_description=text)
    for number in (word, domain):
        await owners.set_state(number, status="live", plan="paid", launch_week=date(2026, 3, 9))
    found = {e.id: (e.waiting, e.signals) for e in (await do(owners, list_new_listings, Paged())).items}
    assert found == {
        word: (True, ["new_account", "blocked_word"]),
        domain: (True, ["new_account", "same_text", "blocked_domain"]),
    }
    await do(owners, suspend_listing, SuspendListing(listing_id=word, why="No casinos."))
    assert (await owners.call("GET", f"/me/listings/{word}"))["status"] == "suspended"
    assert await templates(owners) == [(ALICE, "listing_suspended")]
    assert (await do(owners, list_new_listings, Paged())).total == 1
    assert find_blocked(["Occasionally"], "notspam.example", ["casino", "c++"], ["spam.example"]) == []
    assert find_blocked(["We like C++ a lot"], "x.example", ["c++"], []) == ["blocked_word"]


async def test_a_listing_is_transferred_and_moved_and_its_people_hear_of_it(owners: Owners) -> None:
    number = await owners.add(status="scheduled", plan="free", launch_week=date(2026, 3, 23))
    with pytest.raises(NoAccountThere):
        await do(owners, transfer_listing, TransferListing(listing_id=number, email="nobody@x.example"))
    charlie = "charlie@charlie.example"
    await do(owners, transfer_listing, TransferListing(listing_id=number, email=charlie))
    members = await owners.ask("select account_id, role from listing_member order by account_id")
    assert members == [(owners.ids["bob"], "cofounder"), (owners.ids["charlie"], "owner")]
    await do(owners, move_launch, MoveLaunch(listing_id=number, week=date(2026, 4, 6)))
    assert await owners.ask("select launch_week from listing") == [(date(2026, 4, 6),)]
    assert await owners.ask("select week from launch") == [(date(2026, 4, 6),)]
    for week in (date(2026, 3, 9), date(2026, 3, 2)):
        with pytest.raises(InvalidInput):
            await do(owners, move_launch, MoveLaunch(listing_id=number, week=week))
    live = await owners.add("other")
    with pytest.raises(NotWaiting):
        await do(owners, move_launch, MoveLaunch(listing_id=live, week=date(2026, 4, 6)))
    assert await templates(owners) == [
        (charlie, "listing_received"), (ALICE, "listing_transferred"), (charlie, "launch_moved"),
    ]  # fmt: skip


async def test_a_deleted_listing_leaves_an_address_that_says_so_and_is_never_used_again(owners: Owners) -> None:
    number = await owners.add(tagline="First")
    await owners.do("update listing set slug = 'tide' where id = %s", number)
    await owners.do("insert into listing_former_slug values ('tidewater', %s, now())", number)
    await owners.do(
        "insert into award (week, place, listing_id, votes, fixed_at, name)"
        " values ('2026-03-02', 1, %s, 3, now(), 'T')",
        number,
    )
    with pytest.raises(InvalidInput):
        await do(owners, delete_listing, DeleteListing(listing_id=number, confirm="tidewater"))
    await do(owners, delete_listing, DeleteListing(listing_id=number, confirm="tide"))
    for slug in ("tide", "tidewater"):
        answer = await owners.world.client.get(f"/listings/{slug}")
        assert (answer.status_code, "This listing was deleted" in answer.text) == (410, True)
        assert (await owners.world.get(f"/listings/{slug}")).status_code == 404
    assert (await owners.world.get("/listings")).json()["total"] == 0
    assert (await owners.world.get("/site")).json()["counts"]["listings"] == 0
    [award] = (await owners.world.get("/awards")).json()["items"]
    assert (award["name"], award["listing"]) == ("T", None)
    assert await templates(owners) == [(ALICE, "listing_deleted")]
    again = await submit(owners, "tidewater.example", name="Tide")
    assert await owners.ask("select slug from listing where id = %s", again) == [("tide-2",)]


async def test_many_are_changed_all_or_none(owners: Owners) -> None:
    one, two = await owners.add("one"), await owners.add("two")
    with pytest.raises(NoSuchListing):
        await do(owners, change_listings, ChangeListings(listing_ids=[one, 99], do="suspend", why="Spam."))
    assert await owners.ask("select distinct status from listing") == [("live",)]
    await do(owners, change_listings, ChangeListings(listing_ids=[one, two], do="suspend", why="Spam."))
    assert await owners.ask("select distinct status from listing") == [("suspended",)]
    await do(owners, change_listings, ChangeListings(listing_ids=[two], do="restore"))
    await do(owners, delete_listings, DeleteListings(listing_ids=[one], sure=True))
    assert await owners.ask("select id, status from listing") == [(two, "live")]
    assert [(name,) for (name,) in await owners.ask("select action from staff_event order by id")] == [
        ("change_listings",), ("change_listings",), ("delete_listings",),
    ]  # fmt: skip
