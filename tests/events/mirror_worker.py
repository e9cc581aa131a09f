"""Processes to be killed: `python -m tests.events.mirror_worker edit|dump|count|mirror CONNINFO FILE`.

`edit` changes listings without end and writes a line to the file after each commit. `dump` makes a dump. `count`
records the events of changed counts. `mirror` builds a mirror in the file, and follows the events.
"""

import asyncio
import json
import random
import sys
from pathlib import Path

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.jobs.declare import JobRun
from showground.events import dump_job
from showground.events.operations.list_events import ListEvents, list_events
from showground.events.queries import dumps
from showground.listings import counts, public_profiles, slugs, status
from showground.listings.jobs import record_counts
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire
from tests.support.mirror import Mirror


async def edit(dispatcher: Dispatcher, path: Path) -> None:
    chance = random.Random()
    async with dispatcher.database.reading() as db:
        ids = [number for (number,) in await db.all("select id from listing order by id")]
    with path.open("a") as log:
        while True:
            number, now, word = chance.choice(ids), dispatcher.clock(), f"{chance.getrandbits(60):x}"
            async with dispatcher.database.transaction() as db:
                await public_profiles.lock(db, [number])
                match chance.randrange(6):
                    case 0:
                        await status.suspend(db, number, now)
                    case 1:
                        await status.unsuspend(db, number, now)
                    case 2:
                        await counts.set_counts(db, {number: counts.Counts(votes=chance.randrange(99))})
                    case 3:
                        await slugs.rename(db, number, f"slug-{word}", now)
                    case _:
                        await db.execute("update listing set tagline = %s where id = %s", (word, number))
                        await public_profiles.refresh(db, [number])
            log.write(f"{number}\n")
            log.flush()


async def dump(dispatcher: Dispatcher, _: Path) -> None:
    dump_job.AT_ONCE = 2  # several batches, though there are few listings
    await dump_job.make_dump.work(JobRun(dispatcher, Caller(dispatcher.clock(), "job")))


async def mirror(dispatcher: Dispatcher, path: Path) -> None:
    own = Mirror(path)
    while True:
        after = own.after
        if after is None:
            async with dispatcher.database.reading(snapshot=True) as db:
                found = await dumps.find_dump(db)
                assert found
                content, position = b"", 0
                while chunk := await dumps.read_chunk(db, found.id, position):
                    content, position = content + chunk, position + 1
            own.load(content, found.sha256.hex())
            continue
        caller = Caller(dispatcher.clock(), "rest")
        answer = await dispatcher.call(list_events, caller, ListEvents(after=after, limit=20))
        page = json.loads(answer.json)
        own.apply(page["items"], page["after"])
        if not page["more"]:
            await asyncio.sleep(0.05)


async def main(role: str, conninfo: str, path: Path) -> None:
    parts = wire(Settings(), conninfo, all_operations())
    async with parts.open():
        await {"edit": edit, "dump": dump, "mirror": mirror, "count": count}[role](parts.dispatcher, path)


async def count(dispatcher: Dispatcher, _: Path) -> None:
    await record_counts.work(JobRun(dispatcher, Caller(dispatcher.clock(), "job")))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
