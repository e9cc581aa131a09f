"""Votes and follows: by people on the website, one each, counted at once and rightly."""

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from showground.accounts import SCOPES
from showground.core.calls.context import Access, Caller
from showground.core.calls.errors import InsufficientScope, SignInRequired, Unavailable
from showground.launches.actions.follows import Follow, Unfollow, follow, unfollow
from showground.launches.actions.votes import CastVote, WithdrawVote, cast_vote, withdraw_vote
from showground.launches.errors import NotLiveYet, OwnListing
from showground.launches.vote_and_review_models import Vote
from showground.listings import NoSuchListing
from showground.registry import all_operations
from tests.support.launch_world import HIDDEN, LAST_MONDAY, NEXT_MONDAY, Fair, hours

pytestmark = pytest.mark.anyio


async def vote(fair: Fair, voter: int, slug: str = "quince") -> Vote:
    return await fair.world.dispatcher.call(cast_vote, fair.person(voter), CastVote(slug=slug))


async def withdraw(fair: Fair, voter: int, slug: str = "quince") -> Vote:
    return await fair.world.dispatcher.call(withdraw_vote, fair.person(voter), WithdrawVote(slug=slug))


async def standing(fair: Fair) -> list[Any]:
    return await fair.ask("select votes, reached_at from launch order by id")


async def test_a_vote_is_cast_once_and_can_be_taken_back(fair: Fair) -> None:
    await fair.add("quince")
    one, other = await fair.add_people(2)
    assert (await vote(fair, one)).votes == 1
    fair.world.clock.move(minutes=1)
    first = await standing(fair)
    assert await vote(fair, one) == Vote(slug="quince", voted=True, votes=1)
    assert await standing(fair) == first
    assert (await vote(fair, other)).votes == 2
    assert await standing(fair) == [(2, fair.world.clock())]
    assert (await fair.get("/listings/quince"))["votes"] == 2
    assert await withdraw(fair, other) == await withdraw(fair, other) == Vote(slug="quince", voted=False, votes=1)
    assert await standing(fair) == first
    assert (await fair.get("/listings/quince"))["votes"] == 1
    assert (await fair.get("/listings", sort="trending"))["items"][0]["votes"] == 1


async def test_following_is_counted_also_before_the_launch(fair: Fair) -> None:
    await fair.add("quince", NEXT_MONDAY, status="scheduled")
    one, other = await fair.add_people(2)
    dispatcher = fair.world.dispatcher
    for person in (one, other, other):
        await dispatcher.call(follow, fair.person(person), Follow(slug="quince"))
    assert (await fair.get("/listings/quince"))["followers"] == 2
    for _ in range(2):
        gone = await dispatcher.call(unfollow, fair.person(one), Unfollow(slug="quince"))
        assert (gone.following, gone.followers) == (False, 1)
    assert (await fair.get("/listings/quince"))["followers"] == 1


async def test_what_waits_for_its_launch_takes_no_votes(fair: Fair) -> None:
    await fair.add("quince", NEXT_MONDAY, status="scheduled")
    [voter] = await fair.add_people(1)
    with pytest.raises(NotLiveYet) as refusal:
        await vote(fair, voter)
    assert refusal.value.detail == "This listing is not live yet. Come back in its launch week."
    assert await fair.ask("select from vote") == []


async def test_who_belongs_to_a_listing_does_not_vote_for_it(fair: Fair) -> None:
    owner, invited, other = await fair.add_people(3)
    await fair.add("quince", members={owner: "owner", invited: "cofounder"})
    for member in (owner, invited):
        with pytest.raises(OwnListing) as refusal:
            await vote(fair, member)
        assert refusal.value.detail.endswith("You can't vote for or review your own listing.")
    assert (await vote(fair, other)).votes == 1


@pytest.mark.parametrize("slug", [*(status.replace("_", "-") for status in HIDDEN), "never-was"])
async def test_what_is_not_public_cannot_be_voted_for_or_followed(fair: Fair, slug: str) -> None:
    if slug != "never-was":
        await fair.add(slug, status=slug.replace("-", "_"))
    [voter] = await fair.add_people(1)
    with pytest.raises(NoSuchListing):
        await vote(fair, voter, slug)
    with pytest.raises(NoSuchListing):
        await fair.world.dispatcher.call(follow, fair.person(voter), Follow(slug=slug))


async def test_no_key_or_token_can_vote_and_no_operation_does(fair: Fair) -> None:
    await fair.add("quince")
    [voter] = await fair.add_people(1)
    for surface in ("rest", "mcp", "web"):
        keyed = Caller(fair.world.clock(), surface, Access(voter, "api_key", frozenset(SCOPES)))
        with pytest.raises(InsufficientScope):
            await fair.world.dispatcher.call(cast_vote, keyed, CastVote(slug="quince"))
        with pytest.raises(SignInRequired):
            await fair.world.dispatcher.call(cast_vote, Caller(fair.world.clock(), surface), CastVote(slug="quince"))
    assert not {op.name for op in all_operations()} & {"cast_vote", "withdraw_vote", "follow", "write_review"}


async def test_many_votes_at_once_are_all_counted(fair: Fair) -> None:
    await fair.add("quince")
    await fair.add("medlar")
    voters = await fair.add_people(100)

    async def vote_for_both(voter: int, slugs: tuple[str, str]) -> None:
        for slug in slugs:
            while True:
                try:
                    await vote(fair, voter, slug)
                    break
                except Unavailable:  # so many wait for so few connections: a person tries again
                    continue

    orders = (("quince", "medlar"), ("medlar", "quince"))
    async with asyncio.TaskGroup() as crowd:
        for n, voter in enumerate([*voters, *voters]):  # everybody clicks twice
            crowd.create_task(vote_for_both(voter, orders[n % 2]))
    assert [votes for votes, _ in await standing(fair)] == [100, 100]
    for slug in orders[0]:
        assert (await fair.get(f"/listings/{slug}"))["votes"] == 100


async def test_taking_back_a_vote_of_an_ended_week_changes_only_the_total(fair: Fair) -> None:
    await fair.add("quince", LAST_MONDAY, votes=hours(1, 2, since=LAST_MONDAY))
    before = await standing(fair)
    assert (await withdraw(fair, fair.voters[0])).votes == 1
    assert await standing(fair) == before
    await vote(fair, fair.voters[0])
    assert await standing(fair) == before


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 2), st.integers(1, 60)), max_size=8))
async def test_the_standing_is_always_what_the_votes_say(fair: Fair, steps: list[tuple[bool, int, int]]) -> None:
    if not fair.voters:
        await fair.add("quince")
        await fair.add_people(3)
    for casts, voter, minutes in steps:
        fair.world.clock.move(minutes=minutes)
        await (vote if casts else withdraw)(fair, fair.voters[voter])
    [(votes, reached)] = await standing(fair)
    cast = [at for (at,) in await fair.ask("select at from vote")]
    assert (votes, reached) == (len(cast), max(cast, default=None))
    assert (await fair.get("/listings/quince"))["votes"] == len(cast)
