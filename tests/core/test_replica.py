"""Public reads on a replica: where each is read, what it may miss, and what happens while the replica is no use."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel

from showground.core.cache import CachedAnswer
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Input
from showground.core.database.pool import changes
from tests.support.listings import profile
from tests.support.owners import Owners, meet
from tests.support.several_machines import Machines
from tests.support.wait import until
from tests.support.world import CAST, NOW, World, running_world

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


class Where(Input):
    """`n` makes each request a new one for the edge."""

    n: int


class Place(BaseModel):
    replica: bool


@operation("GET /test/where", scope=PUBLIC, cache_tags=("where",))
async def where(ctx: Context, input: Where) -> Place:
    """Say where this is read."""
    row = await ctx.db.one("select pg_is_in_recovery()")
    return Place(replica=row == (True,))


@operation("GET /test/where-twice", scope=PUBLIC, snapshot=True, cache_tags=("where",))
async def where_twice(ctx: Context, input: Where) -> Place:
    """Say where this is read, within a snapshot."""
    return await where.handler(ctx, input)


@dataclass
class Two:
    """Two web processes, as if on two machines, with one primary and one replica."""

    machines: Machines
    one: World
    two: World
    owners: Owners
    asked: int = 0

    async def reads_replica(self, world: World, by: str | None = None, path: str = "/test/where") -> bool:
        self.asked += 1
        answer = await world.get(path, params={"n": self.asked}, by=by)
        assert answer.status_code == 200, answer.text
        return answer.json()["replica"]

    def on_replica(
        self, world: World, by: str | None = None, path: str = "/test/where"
    ) -> Callable[[], Awaitable[bool]]:
        """To be waited for: on a busy machine the replica may lag for a moment, and the primary answers."""

        async def on_replica() -> bool:
            return await self.reads_replica(world, by, path)

        return on_replica

    def on_primary(self, world: World) -> Callable[[], Awaitable[bool]]:
        async def on_primary() -> bool:
            return not await self.reads_replica(world)

        return on_primary

    async def rename(self, number: int, tagline: str) -> None:
        """Alice edits her listing in the first process; the second has heard of it when this returns."""
        cache, key = self.two.app.parts.cache, ("/heard", tagline.encode())
        cache.store(key, CachedAnswer(b"", [], b"", operation="", tags=(tagline,)), cache.begin(), NOW.timestamp())
        await self.owners.call("PATCH", f"/me/listings/{number}", {"fields": {"tagline": tagline}})
        async with self.one.dispatcher.database.transaction() as db:
            changes(db, tagline)  # what is committed later is heard later

        async def has_heard() -> bool:
            return key not in cache.answers

        await until(has_heard)


@pytest.fixture
async def two(machines: Machines) -> AsyncGenerator[Two]:
    with machines.database("replicated") as named:
        settings: dict[str, Any] = {"direct_url": named.direct_url, "replica_url": named.replica_url}
        async with AsyncExitStack() as stack:
            one, other = [
                await stack.enter_async_context(
                    running_world(named.pooled_url, operations=[where, where_twice], **settings)
                )
                for _ in range(2)
            ]
            for name in CAST:
                await one.add_person(name)
            other.keys = one.keys
            both = Two(named, one, other, await meet(one))
            await until(both.on_replica(one))
            await until(both.on_replica(other))
            yield both


async def test_what_is_read_where_and_how_old_it_may_be(two: Two) -> None:
    machines, one, other = two.machines, two.one, two.two
    await until(two.on_replica(one, path="/test/where-twice"))
    await until(two.on_replica(one, by="charlie"))  # who has never written
    await until(two.on_replica(other, by="charlie", path="/test/where-twice"))
    async with one.dispatcher.database.transaction() as db:  # a mark that came with another server's backup
        await db.execute("insert into last_write select account_id, '9999999' from api_key where account_id = 3")
    await until(two.on_replica(one, by="charlie"))

    number = await two.owners.add("tidewater", tagline="At first")
    await until(two.on_replica(other))
    machines.pause_replay()
    try:
        for tagline in ("Second", "Third"):
            await two.rename(number, tagline)
            # Nobody who asks after the change was told gets the old state, and none is kept.
            for world in (other, one, other):
                assert (await profile(world, "tidewater"))["tagline"] == tagline
            assert (await other.get("/listings/tidewater", by="alice")).json()["tagline"] == tagline
        assert not await two.reads_replica(other, by="alice")  # the replica does not show her last write yet
        await until(two.on_primary(one))  # and soon it lags too much for anyone
        await until(two.on_primary(other))
    finally:
        machines.resume_replay()
    for by in (None, "alice", "charlie"):
        await until(two.on_replica(one, by))
        await until(two.on_replica(other, by))
    assert (await profile(other, "tidewater"))["tagline"] == "Third"

    # What changes too much to be told in full makes every process forget everything, and wait for the replica.
    async with one.dispatcher.database.transaction() as db:
        changes(db, *(f"{n:0100}" for n in range(100)))

    async def forgotten() -> bool:
        return not other.app.parts.cache.answers

    await until(forgotten)
    await until(two.on_replica(other))


async def test_reads_go_on_while_the_replica_or_the_primary_is_away(two: Two) -> None:
    machines, one = two.machines, two.one
    await two.owners.add("tidewater")
    await until(two.on_replica(one))

    machines.replica.kill()
    assert not await two.reads_replica(one)  # at once, and without an error
    assert not await two.reads_replica(one, by="alice", path="/test/where-twice")
    machines.replica.start()
    await until(two.on_replica(one))

    machines.replica.freeze()
    try:
        assert not await two.reads_replica(one)
        assert not await two.reads_replica(one, by="alice")
    finally:
        machines.replica.thaw()
    await until(two.on_replica(one))

    machines.primary.kill()

    async def go_on() -> bool:
        found = await one.get("/listings", params={"q": "tidewater"})
        return found.status_code == 200 and found.json()["total"] == 1 and await two.reads_replica(one)

    await until(go_on)
    assert (await one.get("/me", by="alice")).status_code == 503
    machines.primary.start()

    async def back() -> bool:
        return (await one.get("/me", by="alice")).status_code == 200

    await until(back)
    await until(two.on_replica(one))
