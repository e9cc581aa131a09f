"""Votes and follows per second on the website, many at once: for one listing, where all of them meet, and for many."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

import uvloop

from bench.answers import AnsweredConnection
from bench.comparing import keep
from bench.load import post
from bench.options import Options, run
from bench.scratch import scratch_door
from bench.servers import Server, cpu_seconds, ours, postmaster_of
from showground import accounts, launches
from showground.categories import category_tree
from showground.core.calls.dispatch import Dispatcher
from showground.core.tokens import hash_token
from showground.listings import new_listings

VOTERS, LISTINGS, AT_ONCE = 2_000, 50, 64
START_SECONDS = 4.0  # in which the server makes the rest of its pages, after its first answers
TWICE = 0.1  # of all votes come once more, and must change nothing


@dataclass(frozen=True)
class Voted:
    """Requests of one kind. CPU is in seconds, of the web processes and of PostgreSQL."""

    votes: int
    seconds: float
    cpu: float
    database_cpu: float
    counted: int

    @property
    def rate(self) -> float:
        return self.votes / self.seconds


def main(options: Options) -> None:  # noqa: ARG001 - it makes its own listings
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(_measure())
    print(
        f"\n{f'{AT_ONCE} at once':36}{'requests':>10}{'per second':>12}{'CPU ms':>9}{'of which DB':>13}{'counted':>10}"
    )
    for name, voted in found.items():
        each = 1000 / voted.votes
        print(
            f"  {name:34}{voted.votes:>10,}{voted.rate:>12,.0f}{(voted.cpu + voted.database_cpu) * each:>9.2f}"
            f"{voted.database_cpu * each:>13.2f}{voted.counted:>10,}"
        )
    keep("votes", found)


async def _measure() -> dict[str, Voted]:
    found: dict[str, Voted] = {}
    async with scratch_door() as dispatcher:
        voters = await _fill(dispatcher)
        one = [(token, "bench-0") for token in voters.values()]
        many = [(token, f"bench-{1 + number % (LISTINGS - 1)}") for number, token in enumerate(voters.values())]
        for workers in (1, 2):
            await _forget(dispatcher)
            with ours(dispatcher.database.conninfo, workers=workers) as server:
                on = f"{workers} process{'es' if workers > 1 else ''}"
                await _send(dispatcher, server, "vote", one[:200])
                await asyncio.sleep(START_SECONDS)
                await _forget(dispatcher)
                found[f"votes for one listing, {on}"] = await _send(dispatcher, server, "vote", one)
                found[f"votes for {LISTINGS - 1} listings, {on}"] = await _send(dispatcher, server, "vote", many)
                found[f"follows of one listing, {on}"] = await _send(dispatcher, server, "follow", one)
        await _forget(dispatcher)
        found["for comparison: bare inserts"] = await _insert(dispatcher, list(voters))
    return found


class Sender(AnsweredConnection):
    """Sends a request, takes its answer, sends the next, until there are none."""

    def __init__(self, requests: Iterable[bytes], statuses: Counter[str]) -> None:
        super().__init__()
        self._requests = iter(requests)
        self._statuses = statuses
        self.done = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._send_next()

    def answered(self, status: str) -> None:
        self._statuses[status] += 1
        self._send_next()

    def _send_next(self) -> None:
        request = next(self._requests, None)
        if request is None:
            self.transport.close()
        else:
            self.transport.write(request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.done.set_result(None) if exc is None else self.done.set_exception(exc)


async def _send(dispatcher: Dispatcher, server: Server, what: str, wanted: Sequence[tuple[str, str]]) -> Voted:
    """Send the forms as a browser's script does, some twice and at the same time, and see that each counts once."""
    sent = sorted([*wanted, *wanted[: int(len(wanted) * TWICE)]], key=hash)
    origin = f"http://{server.host}"
    kind = "application/x-www-form-urlencoded"
    requests = [
        post(
            f"/listings/{slug}/{what}", server.host,
            {"Accept": "application/json", "Origin": origin, "Content-Type": kind, "Cookie": f"session={token}"},
            f"{what}=yes".encode(),
        )
        for token, slug in sent
    ]  # fmt: skip
    async with dispatcher.database.reading() as db:
        database = postmaster_of(db.info.backend_pid)
    statuses: Counter[str] = Counter()
    loop, waiting = asyncio.get_running_loop(), iter(requests)
    begun, cpu, database_cpu = time.perf_counter(), cpu_seconds(server.pid), cpu_seconds(database)
    senders = [
        (await loop.create_connection(lambda: Sender(waiting, statuses), "127.0.0.1", server.port))[1]
        for _ in range(AT_ONCE)
    ]
    for sender in senders:
        await sender.done
    seconds, cpu = time.perf_counter() - begun, cpu_seconds(server.pid) - cpu
    database_cpu = cpu_seconds(database) - database_cpu
    if set(statuses) != {"200"}:
        raise RuntimeError(f"Not all were taken: {statuses}.")
    counted = await _check(dispatcher, what, {slug for _, slug in wanted}, len(wanted))
    return Voted(len(sent), seconds, cpu, database_cpu, counted)


async def _check(dispatcher: Dispatcher, what: str, slugs: set[str], expected: int) -> int:
    """The ledger, the listings and their profiles all say the same."""
    name = {"vote": "votes", "follow": "followers"}[what]
    async with dispatcher.database.reading() as db:
        written = await db.one("select count(*) from vote" if what == "vote" else "select count(*) from follow")
        counted = await db.one(
            "select coalesce(sum(case %s when 'vote' then votes else followers end), 0) from listing"
            " where slug = any(%s)",
            (what, list(slugs)),
        )
        shown = await db.one(
            "select sum(substring(profile from %s)::int) from public_profile where slug = any(%s)",
            (f'"{name}":([0-9]+)', list(slugs)),
        )
    if counted != (expected,) or shown != (expected,) or written is None or written[0] < expected:
        raise RuntimeError(f"{expected} {name}, but written {written}, counted {counted} and shown {shown}.")
    return expected


async def _insert(dispatcher: Dispatcher, voters: Sequence[int]) -> Voted:
    """What PostgreSQL and its driver take for the rows alone: one insert and one commit for each."""
    waiting, now = iter(voters), dispatcher.clock()
    async with dispatcher.database.reading() as db:
        database = postmaster_of(db.info.backend_pid)
        row = await db.one("select id from listing where slug = 'bench-0'")
    listing = row[0] if row else 0

    async def work() -> None:
        for voter in waiting:
            async with dispatcher.database.transaction() as db:
                await db.execute(
                    "insert into vote (listing_id, account_id, at) values (%s, %s, %s)", (listing, voter, now)
                )

    begun, cpu, database_cpu = time.perf_counter(), time.process_time(), cpu_seconds(database)
    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(work())
    seconds, cpu = time.perf_counter() - begun, time.process_time() - cpu
    return Voted(len(voters), seconds, cpu, cpu_seconds(database) - database_cpu, len(voters))


async def _forget(dispatcher: Dispatcher) -> None:
    async with dispatcher.database.transaction() as db:
        await db.execute("truncate vote, follow")
        await db.execute("update listing set votes = 0, followers = 0")
        await db.execute("update launch set votes = 0")


async def _fill(dispatcher: Dispatcher) -> dict[int, str]:
    """Listings, and people who are signed in: each account with the token of its session."""
    now = dispatcher.clock()
    made, week = now - timedelta(days=60), launches.this_week(now)
    async with dispatcher.database.transaction() as db:
        await db.take_time()
        await category_tree.add_shipped_categories(db)
        people = {f"voter-{n}@voters.example": f"Voter {n}" for n in range(VOTERS)}
        voters = {account: f"token-{account}" for account in await accounts.add_demo_accounts(db, people, made)}
        await db.copy_rows(
            "session (account_id, hash, way, address, agent, created_at, last_seen_at, expires_at)",
            (
                (account, hash_token(token), "link", "192.0.2.1", "bench", now, now, now + timedelta(days=1))
                for account, token in voters.items()
            ),
        )
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
        await db.refresh_statistics()
    return voters


if __name__ == "__main__":
    run(main, __doc__)
