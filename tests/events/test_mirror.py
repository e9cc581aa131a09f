"""A mirror that is built from the dump and the events equals the database, though every process is killed meanwhile."""

import gzip
import hashlib
import json
import os
import signal
from collections.abc import Generator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any, get_args

import psycopg
import pytest

from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.events import dump_job, jobs
from showground.events.models import PublicSubject
from showground.events.queries import documents
from tests.support import listings
from tests.support.command import running_module
from tests.support.mirror import Mirror
from tests.support.wait import until
from tests.support.warm_commands import WarmProcess
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def read_everything(world: World) -> dict[tuple[str, str], Any]:
    """What is public, read from the database at once."""
    found: dict[tuple[str, str], Any] = {}
    async with world.dispatcher.database.reading() as db:
        for subject in get_args(PublicSubject):
            rows = await documents.read_on(db, world.dispatcher.site, world.clock(), subject, "", 100_000)
            found |= {(subject, key): json.loads(text) for key, text in rows}
    return found


async def make_dump(world: World) -> None:
    await dump_job.make_dump.work(JobRun(world.dispatcher, Caller(world.clock(), "job")))


async def test_the_dump_is_everything_public(
    demo_world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    world = demo_world
    assert (await world.client.get("/dump/latest.json")).status_code == 404
    monkeypatch.setattr(dump_job, "CHUNK", 10_000)
    monkeypatch.setattr(dump_job, "AT_ONCE", 7)
    await make_dump(world)
    about = (await world.client.get("/dump/latest.json")).json()
    stable = await world.client.get("/dump/latest.ndjson.gz")
    assert (stable.status_code, world.dispatcher.site.url + stable.headers["location"]) == (302, about["url"])
    answer = await world.client.get(stable.headers["location"])
    assert answer.headers["content-length"] == str(about["bytes"]) == str(len(answer.content))
    assert "2026-03-11" in answer.headers["content-disposition"]
    assert hashlib.sha256(answer.content).hexdigest() == about["sha256"]
    assert (await world.client.get("/dump/latest.ndjson.gz.sha256")).text.startswith(f"{about['sha256']}  listings-")
    head = json.loads(gzip.decompress(answer.content).splitlines()[0])
    assert (head["after"], head["license"]) == (about["after"], None)
    with closing(Mirror(tmp_path / "mirror")) as mirror:
        mirror.load(answer.content, about["sha256"])
        items = mirror.items()
    assert items == await read_everything(world)
    assert {subject for subject, _ in items} == set(get_args(PublicSubject))
    for slug in ("plainhand", "murmurline"):
        assert items["listing", slug] == await listings.profile(world, slug)
    async with world.dispatcher.database.reading() as db:
        assert (await db.all("select count(*) > 1 from dump_chunk"))[0][0]
    again = await world.client.get(stable.headers["location"], headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


async def test_old_dumps_are_deleted_and_the_newest_stays(world: World) -> None:
    numbers: list[int] = []
    for _ in range(2):
        await make_dump(world)
        numbers.append((await world.client.get("/dump/latest.json")).json()["id"])
        world.clock.move(days=3)
        await jobs.forget_events.work(JobRun(world.dispatcher, Caller(world.clock(), "job")))
    statuses = [(await world.client.get(f"/dump/{number}.ndjson.gz")).status_code for number in numbers]
    assert statuses == [404, 200]


def running(role: str, conninfo: str, path: Path) -> AbstractContextManager[WarmProcess]:
    return running_module("tests.events.mirror_worker", role, conninfo, str(path))


def kill(process: WarmProcess) -> None:
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture
def asking(world: World) -> Generator[psycopg.Connection]:
    with psycopg.connect(world.database_url, autocommit=True) as db:
        yield db


@pytest.mark.slow
async def test_a_mirror_equals_the_database_whatever_is_killed(
    world: World, asking: psycopg.Connection, tmp_path: Path
) -> None:
    await listings.add(world, *(listings.listing(f"listing-{n}") for n in range(8)))
    url, path, log = world.database_url, tmp_path / "mirror", tmp_path / "edits"

    def ask(query: Any) -> int:
        row = asking.execute(query).fetchone()
        return row[0] if row else 0

    async def grows(by: int) -> None:
        """Until so many further edits were made."""
        start = ask("select count(*) from event")

        async def grown() -> bool:
            return ask("select count(*) from event") >= start + by

        await until(grown)

    async def follows(number: int) -> None:
        async def read() -> bool:
            if not path.exists():
                return False
            with closing(Mirror(path)) as mirror:
                return (mirror.after or 0) >= number

        await until(read)

    with running("edit", url, log):
        with running("edit", url, log) as editor:
            await grows(20)
            with running("dump", url, path) as dump:  # killed while it is written

                async def begun() -> bool:
                    return ask("select count(*) from dump") == 1

                await until(begun)
                kill(dump)
            with running("dump", url, path) as dump:
                assert dump.wait() == 0
            kill(editor)
        for _ in range(2):
            with running("mirror", url, path) as mirror, running("edit", url, log) as editor:
                await grows(30)
                await follows(ask("select max(id) from event"))
                await grows(5)
                kill(mirror)
                kill(editor)
    with running("count", url, path) as count:
        assert count.wait() == 0
    with running("mirror", url, path):
        await follows(ask("select max(id) from event"))
    with closing(Mirror(path)) as own:
        items, seen = own.items(), own.seen()
    assert items == await read_everything(world)
    with psycopg.connect(url) as db:
        stored = db.execute(
            "select id, kind, subject, key from event where account_id is null"
            " and id > (select after_event from dump where finished_at is not null) order by id"
        ).fetchall()
        edited = db.execute("select count(distinct listing_id) from event where kind like 'listing.%'").fetchone()
    assert seen == stored  # each once, none lost, in order: so of each listing, too
    assert edited == (8,)
    assert len(log.read_text().splitlines()) > 100
