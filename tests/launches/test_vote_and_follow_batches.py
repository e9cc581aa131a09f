"""Votes and follows that are written together: each by the rules, and totals that are what is written."""

import asyncio
import json
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest

from showground.core.calls.context import Caller
from showground.core.calls.errors import SignInRequired
from showground.core.calls.models import NoInput
from showground.core.jobs.declare import JobRun
from showground.launches import rules, vote_and_follow_batches
from showground.launches.actions.follows import Follow, follow, unfollow
from showground.launches.actions.vote_ledger import DiscountVotes, discount_votes
from showground.launches.actions.votes import cast_vote, withdraw_vote
from showground.launches.actions.weeks import close_week
from showground.launches.errors import NotLiveYet, OwnListing
from showground.launches.jobs import count_uncounted_listings
from showground.listings import NoSuchListing, packed_profiles, slugs
from tests.support.launch_world import MONDAY, NEXT_MONDAY, Fair
from tests.support.wait import until

pytestmark = pytest.mark.anyio


async def together(fair: Fair, *asked: tuple[Any, int, str]) -> list[Any]:
    """Do all of this at the same time: action, account and slug. Gives answers and refusals, in order."""
    calls = [
        fair.world.dispatcher.call(action, fair.person(account), action.input(slug=slug))
        for action, account, slug in asked
    ]
    return await asyncio.gather(*calls, return_exceptions=True)


async def counted(fair: Fair, slug: str = "quince") -> tuple[int, ...]:
    """Votes as the listing, its launch, its profile and the ledger have them; then followers likewise."""
    [(*row, profile, packed, summary)] = await fair.ask(
        """
        select l.votes, launch.votes, (select count(*) from vote v where v.listing_id = l.id and discounted is null),
            l.followers, (select count(*) from follow f where f.listing_id = l.id), profile, packed, p.summary
        from listing l join launch on launch.listing_id = l.id join public_profile p on p.listing_id = l.id
        where l.slug = %s
        """,
        slug,
    )
    shown = json.loads(packed_profiles.read(profile, packed, summary).replace(b"\x01", b""))
    assert {*row[:3], shown["votes"]} == {row[0]}, row
    assert {*row[3:], shown["followers"]} == {row[3]}, row
    return row[0], row[3]


async def count_now(fair: Fair) -> None:
    await count_uncounted_listings.work(JobRun(fair.world.dispatcher, Caller(fair.world.clock(), "job")))


async def test_each_vote_of_a_batch_goes_by_the_rules(fair: Fair) -> None:
    owner, one, two, gone, barred = await fair.add_people(5)
    await fair.add("quince", members={owner: "owner"})
    await fair.add("medlar", NEXT_MONDAY, status="scheduled")
    await fair.add("hidden", status="suspended")
    async with fair.world.dispatcher.database.transaction() as db:
        await db.execute("delete from account where id = %s", (gone,))
        await db.execute("update account set blocked_at = now() where id = %s", (barred,))
    first, own, soon, hidden, unknown, deleted, blocked, second, again = await together(
        fair, (cast_vote, one, "quince"), (cast_vote, owner, "quince"), (cast_vote, one, "medlar"),
        (cast_vote, one, "hidden"), (cast_vote, one, "never-was"), (cast_vote, gone, "quince"),
        (cast_vote, barred, "quince"),
        (cast_vote, two, "quince"), (cast_vote, one, "quince"),
    )  # fmt: skip
    refused: list[Any] = [type(each) for each in (own, soon, hidden, unknown, deleted, blocked)]
    assert refused == [OwnListing, NotLiveYet, NoSuchListing, NoSuchListing, SignInRequired, SignInRequired]
    assert (first.votes, second.votes, again.votes) == (2, 2, 2)
    assert await counted(fair) == (2, 0)
    assert await fair.ask("select count(*) from vote") == [(2,)]


async def test_of_a_batch_by_new_accounts_ten_count_at_once(fair: Fair) -> None:
    await fair.add("quince")
    await fair.add("medlar")
    old, *new = await fair.add_people(rules.NEW_VOTES + 5)
    async with fair.world.dispatcher.database.transaction() as db:
        made = fair.world.clock() - timedelta(hours=1)
        await db.execute("update account set created_at = %s where id = any(%s)", (made, new))
    staff = DiscountVotes(slug="quince", accounts=[new[0]], why="same office")
    await fair.world.dispatcher.call(discount_votes, fair.staff(old), staff)
    await together(fair, *((cast_vote, voter, "quince") for voter in (*new, *new[:3], old)))
    await together(fair, *((cast_vote, voter, "quince") for voter in new))  # who has voted takes no other's place
    await together(fair, *((cast_vote, voter, "medlar") for voter in new[:3]))
    assert await counted(fair) == (rules.NEW_VOTES + 1, 0)
    assert await counted(fair, "medlar") == (3, 0)
    why = await fair.ask("select discounted, count(*) from vote where discounted is not null group by 1 order by 1")
    assert why == [("new_account", 3), ("same office", 1)]


async def test_votes_and_follows_undone_in_a_batch(fair: Fair) -> None:
    await fair.add("quince")
    people = await fair.add_people(6)
    await together(fair, *((action, person, "quince") for person in people for action in (cast_vote, follow)))
    assert await counted(fair) == (6, 6)
    undone = [(action, person, "quince") for person in people[:4] for action in (withdraw_vote, unfollow)]
    answers = await together(fair, *undone, *undone)
    assert {getattr(each, "votes", 2) for each in answers} == {getattr(each, "followers", 2) for each in answers} == {2}
    assert await counted(fair) == (2, 2)


async def test_by_a_slug_that_it_had_before(fair: Fair) -> None:
    number = await fair.add("quince")
    one, two = await fair.add_people(2)
    async with fair.world.dispatcher.database.transaction() as db:
        await slugs.rename(db, number, "medlar", fair.world.clock())
    found = await together(fair, (cast_vote, one, "quince"), (cast_vote, two, "medlar"), (follow, one, "quince"))
    assert [each.slug for each in found] == ["medlar"] * 3
    assert await counted(fair, "medlar") == (2, 1)


async def test_a_vote_does_not_wait_for_its_listings_row(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever edits the listing has its row. The vote is cast and answered; it is counted when the row is free."""
    monkeypatch.setattr(vote_and_follow_batches, "COUNT_SECONDS", 0.05)
    number = await fair.add("quince")
    await fair.add("medlar")
    one, two = await fair.add_people(2)
    dispatcher = fair.world.dispatcher

    async def is_counted(slug: str, *expected: int) -> bool:
        await count_now(fair)  # on a slow machine, we may have had the row for longer than a statement may wait
        return await fair.ask("select votes, followers from listing where slug = %s", slug) == [expected]

    async with AsyncExitStack() as editing:
        db = await editing.enter_async_context(dispatcher.database.transaction())
        await db.execute("update listing set tagline = 'New' where id = %s", (number,))
        voted, elsewhere = await together(fair, (cast_vote, one, "quince"), (cast_vote, two, "medlar"))
        assert (voted.votes, elsewhere.votes) == (1, 1)
        assert await fair.ask("select votes from listing where id = %s", number) == [(0,)]
        await until(lambda: is_counted("medlar", 1, 0))  # meanwhile
        following = await dispatcher.call(follow, fair.person(one), Follow(slug="quince"))
        assert following.followers == 1

    await until(lambda: is_counted("quince", 1, 1))
    assert await counted(fair) == (1, 1)
    assert await fair.ask("select from uncounted_listing") == []


async def test_what_a_killed_process_wrote_is_counted_by_the_job(fair: Fair) -> None:
    number = await fair.add("quince")
    [voter] = await fair.add_people(1)
    async with fair.world.dispatcher.database.transaction() as db:
        at = fair.world.clock()
        await db.execute("insert into vote (listing_id, account_id, at) values (%s, %s, %s)", (number, voter, at))
        await db.execute("insert into uncounted_listing (listing_id, at) values (%s, %s)", (number, at))
    await count_now(fair)
    assert await counted(fair) == (1, 0)
    assert await fair.ask("select from uncounted_listing") == []


async def test_a_vote_that_is_not_counted_yet_wins_its_week(fair: Fair) -> None:
    """It was written in the last second of the week; the places are fixed before anybody has counted it."""
    await fair.add("quince", votes=[fair.world.clock()])
    second = await fair.add("medlar", votes=[fair.world.clock()])
    [voter] = await fair.add_people(1)
    late = rules.end_of(MONDAY) - timedelta(seconds=1)
    async with fair.world.dispatcher.database.transaction() as db:
        await db.execute("insert into vote (listing_id, account_id, at) values (%s, %s, %s)", (second, voter, late))
        await db.execute("insert into uncounted_listing (listing_id, at) values (%s, %s)", (second, late))
    fair.world.clock.now = rules.end_of(MONDAY) + timedelta(seconds=1)
    fixed = await fair.world.dispatcher.call(close_week, Caller(fair.world.clock(), "job"), NoInput())
    assert fixed.week == MONDAY
    assert await fair.ask("select listing_id, votes from award order by place limit 1") == [(second, 2)]


async def test_votes_weigh_half_every_two_days_and_nothing_after_seven(fair: Fair) -> None:
    now = fair.world.clock()
    number = await fair.add("quince", votes=[now - timedelta(days=days) for days in (0, 2, 4, 7, 60, -1)])
    assert await fair.ask("select trending from listing where id = %s", number) == [(1.75,)]
