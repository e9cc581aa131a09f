"""The ledger of votes: what counts, what does not and why; totals are what it says."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from showground.core.calls.context import Caller
from showground.core.calls.errors import InsufficientScope, RateLimited, Unavailable
from showground.core.jobs.declare import JobRun
from showground.launches import rules
from showground.launches.actions.vote_ledger import (
    DiscountVotes,
    ListVoteLedger,
    VoteLedger,
    discount_votes,
    list_vote_ledger,
)
from showground.launches.actions.votes import CastVote, WithdrawVote, cast_vote, withdraw_vote
from showground.launches.jobs import turn_week
from tests.support.launch_world import Fair, slugs
from tests.support.world import running_world

pytestmark = pytest.mark.anyio


async def vote(fair: Fair, voter: int, slug: str = "quince") -> int:
    while True:
        try:
            return (await fair.world.dispatcher.call(cast_vote, fair.person(voter), CastVote(slug=slug))).votes
        except Unavailable:  # many wait for few connections: a person tries again
            continue


async def read(fair: Fair) -> VoteLedger:
    return await fair.world.dispatcher.call(
        list_vote_ledger, fair.staff(fair.voters[0]), ListVoteLedger(slug="quince", per_page=100)
    )


async def totals(fair: Fair) -> tuple[int, int, int]:
    """What the profile, the week and the ledger say, which are the same."""
    week = (await fair.get("/launches/weeks/this"))["items"]
    return (await fair.get("/listings/quince"))["votes"], week[0]["votes"], (await read(fair)).counted


async def add_new_people(fair: Fair, count: int) -> list[int]:
    people = await fair.add_people(count)
    async with fair.world.dispatcher.database.transaction() as db:
        made = fair.world.clock() - timedelta(hours=1)
        await db.execute("update account set created_at = %s where id = any(%s)", (made, people))
    return people


async def test_staff_discount_votes_and_count_them_again(fair: Fair) -> None:
    await fair.add("quince")
    one, two, three = await fair.add_people(3)
    for voter in (one, two, three):
        await vote(fair, voter)
    dispatcher, staff = fair.world.dispatcher, fair.staff(one)
    asked = DiscountVotes(slug="quince", accounts=[two, three], why="same office")
    told = await dispatcher.call(discount_votes, staff, asked)
    assert (told.counted, told.discounted) == (1, 2)
    assert await totals(fair) == (1, 1, 1)
    book = {entry.account: (entry.counted, entry.why, entry.discounted_by) for entry in (await read(fair)).items}
    assert book == {one: (True, None, None), two: (False, "same office", one), three: (False, "same office", one)}
    await dispatcher.call(withdraw_vote, fair.person(two), WithdrawVote(slug="quince"))
    assert await vote(fair, two) == 1  # casting it anew makes it count no more than before
    assert await totals(fair) == (1, 1, 1)
    await dispatcher.call(discount_votes, staff, DiscountVotes(slug="quince", accounts=[two, three]))
    assert await totals(fair) == (3, 3, 3)
    with pytest.raises(InsufficientScope):
        await dispatcher.call(discount_votes, fair.person(two), asked)
    with pytest.raises(InsufficientScope):
        await dispatcher.call(list_vote_ledger, fair.person(two), ListVoteLedger(slug="quince"))


async def test_of_many_new_accounts_the_votes_count_a_day_later(fair: Fair) -> None:
    await fair.add("quince")
    old = await fair.add_people(2)
    new = await add_new_people(fair, rules.NEW_VOTES + 3)
    for voter in (*new, *old):
        await vote(fair, voter)
    assert await totals(fair) == (rules.NEW_VOTES + 2,) * 3
    book = await read(fair)
    assert (book.counted, book.discounted, book.total) == (rules.NEW_VOTES + 2, 3, rules.NEW_VOTES + 5)
    assert {entry.why for entry in book.items if not entry.counted} == {"new_account"}
    await fair.add("medlar")
    await vote(fair, new[-1], "medlar")
    assert (await fair.get("/listings/medlar"))["votes"] == 1  # each listing by itself

    fair.world.clock.move(hours=23)
    await turn_week.work(JobRun(fair.world.dispatcher, Caller(fair.world.clock(), "job")))
    assert (await read(fair)).discounted == 3
    fair.world.clock.move(hours=1)
    await turn_week.work(JobRun(fair.world.dispatcher, Caller(fair.world.clock(), "job")))
    assert await totals(fair) == (rules.NEW_VOTES + 5,) * 3
    assert slugs((await fair.get("/launches"))["items"]) == ["quince", "medlar"]


@pytest.mark.slow
async def test_a_hundred_at_once_some_twice_are_counted_exactly(fair: Fair) -> None:
    await fair.add("quince")
    voters = await fair.add_people(90)
    new = await add_new_people(fair, 10 + rules.NEW_VOTES)

    async def vote_some_times(voter: int, times: int) -> None:
        for _ in range(times):
            await vote(fair, voter)

    async with asyncio.TaskGroup() as crowd:
        for n, voter in enumerate([*voters, *new]):
            for _ in range(1 + n % 3 // 2):
                crowd.create_task(vote_some_times(voter, 1))
    assert await totals(fair) == (90 + rules.NEW_VOTES,) * 3
    assert (await read(fair)).discounted == 10


@pytest.mark.slow
async def test_nobody_votes_without_end(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1.0) as world:
        fair = Fair(world)
        await fair.add("quince")
        [voter] = await fair.add_people(1)
        dispatcher: Any = world.dispatcher
        for n in range(rules.VOTES.quota):
            asked: Any = (cast_vote, CastVote) if n % 2 == 0 else (withdraw_vote, WithdrawVote)
            await dispatcher.call(asked[0], fair.person(voter), asked[1](slug="quince"))
        with pytest.raises(RateLimited):
            await vote(fair, voter)
