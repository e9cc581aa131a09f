"""What owners do on their dashboard: alternatives, revenue, members, founders, numbers, withdrawing."""

import pytest

from showground import people
from showground.core.calls.errors import InsufficientScope
from showground.launches.actions.clicks import NoteClick, note_click
from showground.listings import NoSuchListing, new_listings
from showground.ownership.actions.alternatives import (
    ListNamedAlternatives,
    NameAlternative,
    approve_alternative,
    list_named_alternatives,
    remove_alternative,
)
from showground.ownership.actions.daily_statistics import ReadNumbers, read_numbers
from showground.ownership.actions.founders import LinkFounder, link_founder
from showground.ownership.actions.listing_status import (
    PublishAgain,
    SuspendListing,
    WithdrawListing,
    publish_again,
    suspend_listing,
    withdraw_listing,
)
from showground.ownership.actions.members import (
    LeaveListing,
    ListMembers,
    NameOwner,
    RemoveCofounder,
    leave_listing,
    list_members,
    name_owner,
    remove_cofounder,
)
from showground.ownership.actions.revenue import StateRevenue, state_revenue
from showground.ownership.errors import (
    FounderTaken,
    LastOwner,
    NoSuchAlternative,
    NotAMember,
    OwnersOnly,
    WrongStatus,
)
from tests.support.launch_world import MONDAY, NEXT_MONDAY
from tests.support.listings import search
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio


async def test_alternatives_are_named_and_removed(owners: Owners) -> None:
    number = await owners.add()
    await owners.add("rival", members={})
    await owners.add("draft-rival", "draft", members={})
    dispatcher, alice = owners.world.dispatcher, owners.person("alice")
    named = await dispatcher.call(approve_alternative, alice, NameAlternative(listing_id=number, slug="rival"))
    assert [(a.slug, a.approved) for a in named.items] == [("rival", True)]
    shown = await owners.call("GET", "/listings/tidewater/alternatives")
    assert [(i["listing"]["slug"], i["approved"]) for i in shown["items"]] == [("rival", True)]
    for slug in ("tidewater", "draft-rival", "never-was"):
        with pytest.raises(NoSuchAlternative):
            await dispatcher.call(approve_alternative, alice, NameAlternative(listing_id=number, slug=slug))
    with pytest.raises(NoSuchListing):
        await dispatcher.call(
            approve_alternative, owners.person("charlie"), NameAlternative(listing_id=number, slug="rival")
        )
    gone = await dispatcher.call(remove_alternative, alice, NameAlternative(listing_id=number, slug="rival"))
    assert gone == await dispatcher.call(list_named_alternatives, alice, ListNamedAlternatives(listing_id=number))
    assert (await owners.call("GET", "/listings/tidewater/alternatives"))["items"] == []


async def test_revenue_is_stated_and_taken_back(owners: Owners) -> None:
    number = await owners.add()
    dispatcher, alice = owners.world.dispatcher, owners.person("alice")
    await dispatcher.call(state_revenue, alice, StateRevenue(listing_id=number, monthly_cents=900_00))
    [item] = (await owners.call("GET", "/leaderboards/revenue"))["items"]
    assert (item["metric"]["value"], item["metric"]["verified"]) == (90_000, False)
    await owners.do("update listing_revenue set verified = true")
    await dispatcher.call(state_revenue, alice, StateRevenue(listing_id=number, monthly_cents=900_00))
    assert await owners.ask("select verified from listing_revenue") == [(True,)]
    await dispatcher.call(state_revenue, alice, StateRevenue(listing_id=number, monthly_cents=901_00))
    assert await owners.ask("select verified from listing_revenue") == [(False,)]
    await dispatcher.call(state_revenue, alice, StateRevenue(listing_id=number, monthly_cents=None))
    assert (await owners.call("GET", "/leaderboards/revenue"))["items"] == []
    with pytest.raises(NoSuchListing):
        await dispatcher.call(state_revenue, owners.person("charlie"), StateRevenue(listing_id=number, monthly_cents=1))


async def test_members_leave_are_removed_and_named_owner(owners: Owners) -> None:
    number = await owners.add()
    dispatcher, (alice, bob) = owners.world.dispatcher, (owners.person("alice"), owners.person("bob"))
    members = await dispatcher.call(list_members, bob, ListMembers(listing_id=number))
    assert [(m.name, m.role) for m in members.items] == [("Alice", "owner"), ("Bob", "cofounder")]
    with pytest.raises(LastOwner):
        await dispatcher.call(leave_listing, alice, LeaveListing(listing_id=number))
    with pytest.raises(OwnersOnly):
        await dispatcher.call(remove_cofounder, bob, RemoveCofounder(listing_id=number, account=owners.ids["alice"]))
    with pytest.raises(NotAMember):
        await dispatcher.call(
            remove_cofounder, alice, RemoveCofounder(listing_id=number, account=owners.ids["charlie"])
        )
    await dispatcher.call(remove_cofounder, alice, RemoveCofounder(listing_id=number, account=owners.ids["bob"]))
    await owners.call("GET", f"/me/listings/{number}", by="bob", status=404)

    shared = await owners.add("shared")
    with pytest.raises(OwnersOnly):
        await dispatcher.call(name_owner, bob, NameOwner(listing_id=shared, account=owners.ids["bob"]))
    named = await dispatcher.call(name_owner, alice, NameOwner(listing_id=shared, account=owners.ids["bob"]))
    assert [m.role for m in named.items] == ["owner", "owner"]
    await dispatcher.call(leave_listing, alice, LeaveListing(listing_id=shared))
    await owners.call("GET", f"/me/listings/{shared}", status=404)
    with pytest.raises(LastOwner):
        await dispatcher.call(leave_listing, bob, LeaveListing(listing_id=shared))


async def test_an_account_speaks_for_one_founder_of_its_listings(owners: Owners) -> None:
    async with owners.world.dispatcher.database.transaction() as db:
        await people.add_founders(
            db, [people.NewFounder(slug=slug, name=slug.title()) for slug in ("ada", "bea", "cy")]
        )
    await owners.add(
        founders=[
            new_listings.NewListingFounder(slug="ada", name="Ada"),
            new_listings.NewListingFounder(slug="bea", name="Bea"),
        ]
    )
    await owners.add("other", members={}, founders=[new_listings.NewListingFounder(slug="cy", name="Cy")])
    dispatcher = owners.world.dispatcher
    await dispatcher.call(link_founder, owners.person("alice"), LinkFounder(slug="bea"))
    await dispatcher.call(link_founder, owners.person("alice"), LinkFounder(slug="ada"))
    assert await owners.ask("select slug from founder where account_id = %s", owners.ids["alice"]) == [("ada",)]
    for name, slug in (("bob", "ada"), ("bob", "cy"), ("charlie", "bea")):
        with pytest.raises(FounderTaken):
            await dispatcher.call(link_founder, owners.person(name), LinkFounder(slug=slug))


async def test_numbers_by_day(owners: Owners) -> None:
    number = await owners.add()
    today = owners.world.clock()
    await owners.do("insert into view_day values (%s, %s, 40)", number, today.date())
    await owners.do(
        "insert into vote (listing_id, account_id, at) values (%s, %s, %s)", number, owners.ids["bob"], today
    )
    await owners.do(
        "insert into vote (listing_id, account_id, at, discounted) values (%s, %s, %s, 'x')",
        number,
        owners.ids["alice"],
        today,
    )
    await owners.do(
        "insert into follow (listing_id, account_id, at) values (%s, %s, %s - interval '1 day')",
        number,
        owners.ids["bob"],
        today,
    )
    dispatcher = owners.world.dispatcher
    for agent in ("Firefox/140.0", "Firefox/140.0", "curl/8"):
        await dispatcher.call(note_click, owners.world.caller(), NoteClick(slug="tidewater", agent=agent))
    await dispatcher.call(note_click, owners.world.caller(), NoteClick(slug="never-was", agent="Firefox/140.0"))
    read = await dispatcher.call(read_numbers, owners.person("bob"), ReadNumbers(listing_id=number, days=3))
    assert [(d.day.day, d.views, d.clicks, d.votes, d.followers) for d in read.items] == [
        (9, 0, 0, 0, 0),
        (10, 0, 0, 0, 1),
        (11, 40, 2, 1, 0),
    ]
    with pytest.raises(NoSuchListing):
        await dispatcher.call(read_numbers, owners.person("charlie"), ReadNumbers(listing_id=number))


async def test_an_owner_withdraws_and_publishes_again(owners: Owners) -> None:
    live = await owners.add()
    waiting = await owners.add("waiting", "scheduled", plan="free", launch_week=NEXT_MONDAY)
    paid = await owners.add("paid", "scheduled", plan="paid", launch_week=NEXT_MONDAY)
    late = await owners.add("late", "scheduled", plan="paid", launch_week=MONDAY)
    await owners.do(
        "insert into launch (listing_id, week) select id, launch_week from listing where status = 'scheduled'"
    )
    dispatcher, alice = owners.world.dispatcher, owners.person("alice")
    numbers = (live, waiting, paid, late)
    with pytest.raises(OwnersOnly):
        await dispatcher.call(withdraw_listing, owners.person("bob"), WithdrawListing(listing_id=live))
    for number in numbers:
        await dispatcher.call(withdraw_listing, alice, WithdrawListing(listing_id=number))
        with pytest.raises(WrongStatus):
            await dispatcher.call(withdraw_listing, alice, WithdrawListing(listing_id=number))
    assert await search(owners.world) == await search(owners.world, status="upcoming") == []
    assert (await owners.call("GET", "/launches/weeks/next"))["scheduled"] == []
    assert (await owners.call("GET", f"/me/listings/{live}"))["next_steps"][0]["code"] == "publish_again"
    stands = [await dispatcher.call(publish_again, alice, PublishAgain(listing_id=number)) for number in numbers]
    assert [(s.status, s.plan) for s in stands] == [
        ("live", "none"),
        ("draft", "none"),
        ("scheduled", "paid"),
        ("live", "paid"),
    ]
    assert sorted(await search(owners.world)) == ["late", "tidewater"]
    assert [s["slug"] for s in (await owners.call("GET", "/launches/weeks/next"))["scheduled"]] == ["paid"]
    with pytest.raises(WrongStatus):
        await dispatcher.call(publish_again, alice, PublishAgain(listing_id=live))


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "scheduled", "live", "withdrawn"])
async def test_staff_suspend_and_it_returns_to_where_it_was(owners: Owners, status: str) -> None:
    number = await owners.add(status=status)
    dispatcher, staff = owners.world.dispatcher, owners.staff()
    suspension = SuspendListing(listing_id=number, why="Spam.")
    for _ in range(2):
        assert (await dispatcher.call(suspend_listing, staff, suspension)).status == "suspended"
    assert (await owners.world.get("/listings/tidewater")).status_code == 404
    assert (await owners.call("GET", f"/me/listings/{number}"))["status"] == "suspended"
    for _ in range(2):
        back = await dispatcher.call(suspend_listing, staff, SuspendListing(listing_id=number, suspended=False))
        assert back.status == status
    with pytest.raises(NoSuchListing):
        await dispatcher.call(suspend_listing, staff, SuspendListing(listing_id=number + 1))
    with pytest.raises(InsufficientScope):
        await dispatcher.call(suspend_listing, owners.person("alice"), suspension)
