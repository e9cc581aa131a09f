"""The whole life of a listing of the free plan, on a moved clock; and a weekly turn that is killed at every step."""

import asyncio
from datetime import date, datetime, timedelta
from typing import Any

import psycopg
import pytest

from showground import launches
from showground.launches.actions.votes import CastVote, cast_vote
from showground.launches.errors import NotLiveYet, OwnListing
from showground.launches.jobs import turn_week
from showground.ownership.actions.listing_status import SuspendListing, suspend_listing
from showground.ownership.jobs import look_for_badges
from tests.support.launch_world import MONDAY, NEXT_MONDAY, Fair
from tests.support.owner_homepages import Street
from tests.support.owners import Owners
from tests.support.week_change import TURN, end_state, fill

pytestmark = pytest.mark.anyio

SIXTH = MONDAY + timedelta(weeks=6)


async def tick(owners: Owners, now: datetime) -> None:
    """What workers do at this time."""
    owners.world.clock.now = now
    await owners.run(turn_week)
    await owners.run(look_for_badges)


def at(day: date, hour: float = 0, seconds: int = 3) -> datetime:
    return launches.begin_of(day) + timedelta(hours=hour, seconds=seconds)


async def test_from_draft_to_award_and_once_more(street: Street) -> None:
    number = await street.add(categories=["databases"])
    own = f"/me/listings/{number}"
    assert [s["code"] for s in (await street.call("GET", own))["next_steps"]] == ["choose_free_plan"]

    told = await street.call("POST", f"{own}/free")
    assert (told["status"], told["launch_week"]) == ("awaiting_badge", SIXTH.isoformat())
    street.show(told["badge"]["html"])
    await tick(street, at(MONDAY, 61))
    assert (await street.call("GET", own))["status"] == "scheduled"
    assert [item["slug"] for item in (await street.call("GET", "/listings?status=upcoming"))["items"]] == ["tidewater"]
    with pytest.raises(NotLiveYet):
        await street.world.dispatcher.call(cast_vote, street.person("charlie"), CastVote(slug="tidewater"))

    await tick(street, at(SIXTH, -1))
    assert (await street.call("GET", own))["status"] == "scheduled"
    await tick(street, at(SIXTH))
    shown = await street.call("GET", own)
    assert (shown["status"], shown["live_at"], shown["queue"]) == ("live", "2026-04-20T00:00:03Z", None)
    assert [s["code"] for s in shown["next_steps"]] == ["post_update"]

    street.world.clock.now = at(SIXTH, 30)
    await street.world.dispatcher.call(cast_vote, street.person("charlie"), CastVote(slug="tidewater"))
    for member in ("alice", "bob"):
        with pytest.raises(OwnListing):
            await street.world.dispatcher.call(cast_vote, street.person(member), CastVote(slug="tidewater"))

    over = SIXTH + timedelta(weeks=1)
    await tick(street, at(over, 9))
    await tick(street, at(over, 10))
    [award] = (await street.call("GET", "/awards"))["items"]
    assert (award["week"], award["place"], award["votes"], award["listing"]["slug"]) == (
        SIXTH.isoformat(),
        1,
        1,
        "tidewater",
    )
    kinds = {badge["kind"] for badge in (await street.call("GET", "/listings/tidewater/badges"))["items"]}
    assert {"listed", "launched", "launch-of-the-week"} <= kinds
    await street.deliver()
    assert sorted((m["To"], m["Subject"]) for m in street.sink.messages()) == [
        ("alice@alice.example", "Tidewater is Launch of the Week #1"),
        ("bob@bob.example", "Tidewater is Launch of the Week #1"),
    ]

    again = over + timedelta(weeks=3)
    async with street.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, again)])
    await tick(street, at(again))
    [item] = (await street.call("GET", "/launches"))["items"]
    assert (item["listing"]["slug"], item["week"], item["votes"]) == ("tidewater", again.isoformat(), 0)
    assert (await street.call("GET", "/listings/tidewater"))["votes"] == 1
    assert len(await street.mails()) == 2


async def test_suspended_before_its_week_it_goes_live_when_it_returns(street: Street) -> None:
    number = await street.add()
    told = await street.call("POST", f"/me/listings/{number}/free")
    street.show(told["badge"]["html"])
    await street.call("POST", f"/me/listings/{number}/free")
    await street.world.dispatcher.call(suspend_listing, street.staff(), SuspendListing(listing_id=number, why="Spam."))
    await tick(street, at(SIXTH))
    assert (await street.world.get("/listings/tidewater")).status_code == 404
    assert (await street.call("GET", "/launches"))["items"] == []
    await tick(street, at(SIXTH, 200))
    await street.world.dispatcher.call(
        suspend_listing, street.staff(), SuspendListing(listing_id=number, suspended=False)
    )
    await tick(street, at(SIXTH, 201))
    shown = await street.call("GET", "/listings/tidewater")
    assert (shown["status"], shown["launch_week"]) == ("live", (SIXTH + timedelta(weeks=1)).isoformat())
    assert (await street.call("GET", "/awards"))["items"] == []


class Killed(Exception):
    """The worker is no more."""


def dying_after(statements: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have whatever runs next end at this statement, as if the process were killed: its transaction is rolled back."""
    left = iter(range(statements))
    execute: Any = psycopg.AsyncCursor.execute
    dying = asyncio.current_task()

    async def one_less(self: Any, *args: Any, **more: Any) -> Any:
        if asyncio.current_task() is dying and next(left, None) is None:  # others write now and then what they noted
            raise Killed
        return await execute(self, *args, **more)

    monkeypatch.setattr(psycopg.AsyncCursor, "execute", one_less)


@pytest.mark.slow
async def test_a_turn_that_is_killed_at_every_step_ends_the_same_and_mails_nobody_twice(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    fair = Fair(street.world)
    await fill(fair, street.ids)
    street.world.clock.now = TURN
    before = await end_state(fair)
    died = statements = 0
    while True:
        with monkeypatch.context() as patch:
            dying_after(statements, patch)
            try:
                await street.run(turn_week)
                break
            except Killed:
                died += 1
                statements += 1
        now = await end_state(fair)
        if now != before:  # a part of it was done and stays so: from here the next part is killed at each of its steps
            before, statements = now, 0
    assert died > 30
    await street.run(turn_week)
    listings, launched, awards, fixed, mails, public = await end_state(fair)
    assert [(slug, status, week) for slug, status, week, _ in listings] == [
        ("winner", "live", MONDAY),
        ("second", "live", MONDAY),
        ("next-0", "live", NEXT_MONDAY),
        ("next-1", "live", NEXT_MONDAY),
        ("again", "live", NEXT_MONDAY),
    ]
    assert [(votes, place) for _, week, votes, place in launched if week == MONDAY] == [(2, 1), (1, 2)]
    assert [(week, place, name) for week, place, _, _, name in awards] == [(MONDAY, 1, "Winner"), (MONDAY, 2, "Second")]
    assert mails == [
        ("alice@alice.example", "Winner is Launch of the Week #1"),
        ("bob@bob.example", "Winner is Launch of the Week #1"),
        ("charlie@charlie.example", "Second is Launch of the Week #2"),
    ]
    assert MONDAY in [week for (week,) in fixed]
    assert len(public) == 5
