"""Whoever reads along by the id of events misses none, in whatever order transactions begin and commit."""

import asyncio

import pytest

from showground.core.database.pool import Connection
from showground.events.queries import events
from showground.listings import public_profiles
from tests.support import listings
from tests.support.world import World

pytestmark = pytest.mark.anyio
WRITERS, CHANGES = 6, 12


async def edit(db: Connection, listing: int, text: str) -> None:
    await db.execute("update listing set tagline = %s where id = %s", (text, listing))
    await public_profiles.refresh(db, [listing])


async def test_a_transaction_that_commits_later_has_a_higher_id(world: World) -> None:
    first, second = await listings.add(world, listings.listing("first"), listings.listing("second"))
    database = world.dispatcher.database
    async with database.reading() as reader:
        before = await events.get_last(reader)
        async with database.transaction() as db:
            await edit(db, first, "changed first, committed last")
            async with database.transaction() as other:
                await edit(other, second, "changed last, committed first")
            (seen,) = await events.find_events(reader, before, 100, None)
            assert seen.key == "second"
        (later,) = await events.find_events(reader, seen.id, 100, None)
        assert later.key == "first"


async def test_a_reader_among_writers_sees_everything_once_and_in_order(world: World, patient: None) -> None:
    """Writers take the same listings in different orders, so their transactions overlap and wait for each other."""
    ids = await listings.add(world, *(listings.listing(f"listing-{n}") for n in range(4)))
    database = world.dispatcher.database
    async with database.reading() as db:
        start = await events.get_last(db)

    async def write(writer: int) -> None:
        for change in range(CHANGES):
            async with database.transaction() as db:
                await edit(db, ids[(writer + change) % len(ids)], f"{writer} {change}")
                await asyncio.sleep(0)

    async def read(done: asyncio.Event) -> list[tuple[int, str]]:
        seen: list[tuple[int, str]] = []
        while True:
            last_round = done.is_set()
            async with database.reading() as db:
                seen += [(e.id, e.key) for e in await events.find_events(db, seen[-1][0] if seen else start, 7, None)]
            if last_round and len(seen) == await count():
                return seen
            await asyncio.sleep(0)

    async def count() -> int:
        async with database.reading() as db:
            [(number,)] = await db.all("select count(*) from event where id > %s and account_id is null", (start,))
            return number

    done = asyncio.Event()
    async with asyncio.timeout(60), asyncio.TaskGroup() as tasks:
        reader = tasks.create_task(read(done))
        async with asyncio.TaskGroup() as writers:
            for writer in range(WRITERS):
                writers.create_task(write(writer))
        done.set()
    seen = reader.result()
    assert len(seen) == WRITERS * CHANGES
    assert [number for number, _ in seen] == sorted({number for number, _ in seen})
