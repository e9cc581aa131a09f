"""Votes and follows, written in batches: first what people want, then the totals.

Many people vote for the same few listings at the same time. Their votes go into the ledger together, by one insert that
waits for no listing's row. Then each listing that changed is counted, once for all of these votes, before the next
batch is written. A person's answer comes after that, so every page they open next includes their vote.

Several processes do this side by side. The ledger says what counts; a process locks a listing to count it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from showground.core.batches import Batches
from showground.core.calls.errors import ApiError, SignInRequired, Unavailable
from showground.core.database.database import Database
from showground.core.database.pool import Connection
from showground.core.database.replica import note_write
from showground.launches import rules
from showground.launches.errors import NotLiveYet, OwnListing
from showground.launches.queries import recounts, vote_and_follow_batches
from showground.launches.queries.vote_and_follow_batches import LedgerRequest, LedgerRow, TargetListing
from showground.listings import NoSuchListing

COUNT_SECONDS = 1.0  # how long an answer waits for the total; after that, its total is read from the ledger

Counted = TypeVar("Counted")

Write = Callable[[Connection, Sequence[LedgerRow]], Awaitable[None]]
Refuse = Callable[[TargetListing], ApiError | None]


@dataclass(frozen=True, slots=True)
class Total:
    """What was counted for a listing."""

    slug: str
    votes: int
    followers: int


def _judge(listing: TargetListing | None, refuse: Refuse) -> TargetListing | ApiError:
    if listing is None:
        return NoSuchListing()
    if listing.account_since is None:  # the account was deleted or blocked a moment ago
        return SignInRequired()
    return refuse(listing) or listing


def _refuse_none(_: TargetListing) -> None:
    """Everybody may do this."""


def _refuse_vote(listing: TargetListing) -> ApiError | None:
    if not listing.live:
        return NotLiveYet()
    return OwnListing() if listing.own else None


def _row(request: LedgerRequest, listing: TargetListing) -> LedgerRow:
    new = listing.account_since is not None and rules.is_new(listing.account_since, request.at)
    return LedgerRow(listing.id, request.account, request.at, new)


@dataclass(frozen=True, slots=True)
class WrittenRequest:
    """A request that is in the ledger, and the total counted after that; None if it could not be counted yet."""

    listing: TargetListing
    counted: tuple[int, int] | None


class VoteAndFollowBatches:
    """The votes and follows of one process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._votes = self._batches(vote_and_follow_batches.cast_votes, _refuse_vote)
        self._withdrawals = self._batches(vote_and_follow_batches.withdraw_votes)
        self._follows = self._batches(vote_and_follow_batches.follow)
        self._unfollows = self._batches(vote_and_follow_batches.unfollow)
        self._one_count = asyncio.Lock()  # otherwise two counts of this process would find each other's listings locked
        self._late_counts = Batches[tuple[int, int], tuple[int, int]](self._count)
        self._counting: set[asyncio.Task[Any]] = set()  # keeps the tasks from being garbage-collected while they run

    async def vote(self, request: LedgerRequest) -> Total:
        return await self._total(request, await self._votes.add(request))

    async def withdraw_vote(self, request: LedgerRequest) -> Total:
        return await self._total(request, await self._withdrawals.add(request))

    async def follow(self, request: LedgerRequest) -> Total:
        return await self._total(request, await self._follows.add(request))

    async def unfollow(self, request: LedgerRequest) -> Total:
        return await self._total(request, await self._unfollows.add(request))

    def _batches(self, write: Write, refuse: Refuse = _refuse_none) -> Batches[LedgerRequest, WrittenRequest]:
        async def work(requests: Sequence[LedgerRequest]) -> list[WrittenRequest | ApiError]:
            async with self._database.transaction() as db:
                found = await vote_and_follow_batches.find_targets(db, requests)
                results = [_judge(listing, refuse) for listing in found]
                asked = zip(requests, results, strict=True)
                written = [(request, listing) for request, listing in asked if isinstance(listing, TargetListing)]
                if written:
                    await write(db, [_row(request, listing) for request, listing in written])
            totals: dict[int, tuple[int, int]] = {}
            if written:
                counting = self._try_count([(listing.id, request.account) for request, listing in written])
                totals = await self._wait_for(counting) or {}
            return [one if isinstance(one, ApiError) else WrittenRequest(one, totals.get(one.id)) for one in results]

        return Batches(work)

    async def _total(self, request: LedgerRequest, written: WrittenRequest) -> Total:
        """The total that includes this request."""
        listing, counted = written.listing, written.counted
        if counted is None:  # somebody has locked the listing
            counted = await self._wait_for(self._count_late((listing.id, request.account)))
        if counted is None:
            async with self._database.reading() as db:
                counted = await recounts.find_written(db, listing.id)
        return Total(listing.slug, *counted)

    async def _wait_for(self, work: Coroutine[Any, Any, Counted | None]) -> Counted | None:
        """The result; None if it takes too long. Counting goes on even then, and if the request ends."""
        counting = asyncio.create_task(work)
        self._counting.add(counting)
        counting.add_done_callback(self._counting.discard)
        await asyncio.wait((counting,), timeout=COUNT_SECONDS)
        return counting.result() if counting.done() else None

    async def _try_count(self, items: Sequence[tuple[int, int]]) -> dict[int, tuple[int, int]]:
        """Count the listings that nobody has locked. The others must not hold these up."""
        try:
            async with self._one_count, self._database.transaction() as db:
                free = await recounts.try_count(db, sorted({listing for listing, _ in items}))
                totals = await recounts.find_totals(db, free)
                await self._note_writes(db, [account for listing, account in items if listing in totals])
        except Unavailable:  # the next vote for this listing, or the job, counts it
            return {}
        return totals

    async def _count_late(self, item: tuple[int, int]) -> tuple[int, int] | None:
        try:
            return await self._late_counts.add(item)
        except Unavailable:  # as above
            return None

    async def _count(self, items: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        listings = sorted({listing for listing, _ in items})
        async with self._database.transaction() as db:
            await recounts.count(db, listings)
            totals = await recounts.find_totals(db, listings)
            await self._note_writes(db, [account for _, account in items])
        return [totals.get(listing, (0, 0)) for listing, _ in items]

    async def _note_writes(self, db: Connection, accounts: Sequence[int]) -> None:
        if self._database.replica is not None:
            await note_write(db, *accounts)
