"""Votes per second, many at once: all for one listing, where each waits for others, and for many. Totals are exact."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bench.comparing import keep
from bench.options import Options, run
from bench.scratch import busy, scratch_door
from showground import accounts, launches
from showground.categories import category_tree
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import PERSON
from showground.core.calls.dispatch import Dispatcher
from showground.launches.actions.votes import CastVote, cast_vote
from showground.listings import new_listings

VOTERS, LISTINGS, AT_ONCE = 600, 50, 16
TWICE = 0.1  # of all votes come once more, and must change nothing


@dataclass(frozen=True)
class Voted:
    """Votes of one kind; the time is that of the last one."""

    votes: int
    seconds: float
    cpu: float  # seconds, with PostgreSQL's
    counted: int

    @property
    def rate(self) -> float:
        return self.votes / self.seconds


def main(options: Options) -> None:  # noqa: ARG001 - it makes its own listings
    found = asyncio.run(_measure())
    print(f"\n{f'Votes, {AT_ONCE} at once':36}{'votes':>8}{'per second':>12}{'CPU ms':>9}{'counted':>10}")
    for name, voted in found.items():
        each = voted.cpu * 1000 / voted.votes
        print(f"  {name:34}{voted.votes:>8,}{voted.rate:>12,.0f}{each:>9.1f}{voted.counted:>10,}")
    keep("votes", found)


async def _measure() -> dict[str, Voted]:
    async with scratch_door() as dispatcher:
        voters = await _fill(dispatcher)
        one = [(voter, "bench-0") for voter in voters]
        many = [(voter, f"bench-{1 + number % (LISTINGS - 1)}") for number, voter in enumerate(voters)]
        return {
            "all for one listing": await _vote(dispatcher, one),
            f"for {LISTINGS - 1} listings": await _vote(dispatcher, many),
        }


async def _vote(dispatcher: Dispatcher, votes: Sequence[tuple[int, str]]) -> Voted:
    """Cast them, some twice and at the same time, and see that each counts once: in the ledger and in the listing."""
    cast = [*votes, *votes[: int(len(votes) * TWICE)]]
    waiting = iter(sorted(cast, key=hash))
    now = dispatcher.clock()

    async def work() -> None:
        for voter, slug in waiting:
            caller = Caller(now, "web", Access(voter, "session", frozenset({PERSON})), "192.0.2.1")
            await dispatcher.call(cast_vote, caller, CastVote(slug=slug))

    begun, worked = time.perf_counter(), await busy(dispatcher)
    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(work())
    seconds, worked = time.perf_counter() - begun, await busy(dispatcher) - worked
    slugs = list({slug for _, slug in votes})
    async with dispatcher.database.reading() as db:
        row = await db.one("select sum(votes) from listing where slug = any(%s)", (slugs,))
        shown = await db.one(
            "select sum(substring(profile from '\"votes\":([0-9]+)')::int) from public_profile where slug = any(%s)",
            (slugs,),
        )
    counted = row[0] if row else 0
    if counted != len(votes) or shown != (counted,):
        raise RuntimeError(f"{len(votes)} people voted, but {counted} votes are counted and {shown} shown.")
    return Voted(len(cast), seconds, worked, counted)


async def _fill(dispatcher: Dispatcher) -> list[int]:
    now = dispatcher.clock()
    made, week = now - timedelta(days=60), launches.this_week(now)
    async with dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
        people = {f"voter-{n}@voters.example": f"Voter {n}" for n in range(VOTERS)}
        voters = await accounts.add_demo_accounts(db, people, made)
        new = [
            new_listings.NewListing(
                slug=f"bench-{n}", name=f"Bench {n}", website=f"https://bench-{n}.example/", status="live",
                launch_week=week, live_at=launches.begin_of(week), created_at=made, updated_at=made,
                tagline="Backups for small databases", categories=["databases"],
            )
            for n in range(LISTINGS)
        ]  # fmt: skip
        ids = await new_listings.add_listings(db, new)
        await launches.add_launches(db, ((number, week) for number in ids))
    return voters


if __name__ == "__main__":
    run(main, __doc__)
