"""Backups on a schedule: made by the job, rotated, watched, and rehearsed."""

import io
import zipfile
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from showground.backup import s3_store
from showground.backup.archive import Backup, Manifest
from showground.backup.errors import BackupFailed
from showground.backup.jobs import back_up
from showground.backup.rehearsal import rehearse
from showground.backup.rules import name_backup
from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.upkeep.actions.health import ShowHealth, show_health
from tests.backup.test_backup import made
from tests.support.command import free_port, showground
from tests.support.s3 import S3Server, running_s3
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[S3Server]:
    with running_s3(tmp_path_factory.mktemp("s3")) as server:
        yield server


async def run_job(world: World) -> None:
    await back_up.work(JobRun(world.dispatcher, Caller(world.clock(), "job")))


async def complaints(world: World) -> list[str]:
    shown = await world.dispatcher.call(show_health, world.caller(), ShowHealth(sending=True))
    return [one.sentence for one in shown.complaints if "backup" in one.sentence]


async def metrics(world: World) -> dict[str, float]:
    lines = (await world.client.get("/metrics")).text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


async def test_the_job_makes_one_when_it_is_due_and_deletes_the_oldest(database_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    settings: dict[str, Any] = {"backup_to": str(folder), "backup_hours": 24, "backup_keep": 2}
    async with running_world(database_url, **settings) as world:
        assert await complaints(world) == ["No backup was made yet."]
        assert "showground_backup_age_seconds" not in await metrics(world)
        first = world.clock()
        for hours in (0, 1, 24, 25, 48):
            world.clock.now = first + timedelta(hours=hours)
            await run_job(world)
        made = [name_backup(first + timedelta(hours=hours)) for hours in (24, 48)]
        assert sorted(file.name for file in folder.iterdir()) == made
        assert await complaints(world) == []
        world.clock.move(hours=49)
        assert await complaints(world) == ["The newest backup is 2 days old."]
        world.app.watch._known_until = float("-inf")
        found = await metrics(world)
        assert found["showground_backup_age_seconds"] == 49 * 3600
        assert found["showground_backup_bytes"] == (folder / made[1]).stat().st_size


async def test_a_bucket_is_rotated_and_its_failure_is_seen_everywhere(
    database_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3_store, "PAUSES", (0.0, 0.0))
    with running_s3(tmp_path) as bucket:
        settings: dict[str, Any] = {**bucket.settings, "backup_hours": 6, "backup_keep": 3}
        folder = bucket.bucket / "site-one"
        folder.mkdir()
        (folder / "notes.txt").write_text("not ours")
        async with running_world(database_url, **settings) as world:
            first = world.clock()
            for hours in range(0, 25, 6):
                world.clock.now = first + timedelta(hours=hours)
                await run_job(world)
            made = [name_backup(first + timedelta(hours=hours)) for hours in (12, 18, 24)]
            assert sorted(file.name for file in folder.iterdir()) == ["notes.txt", *made]
            assert await complaints(world) == []
    async with running_world(database_url, **settings) as world:  # the store is gone
        world.clock.now = first + timedelta(hours=37)
        with pytest.raises(BackupFailed):
            await run_job(world)
        assert f"The backup failed. The storage at {bucket.url} can't be used (not reachable)" in caplog.text
        assert await complaints(world) == ["The newest backup is 13 hours old."]
        assert (await metrics(world))["showground_backup_age_seconds"] == 13 * 3600
    told = showground("doctor", database_url=database_url, data_dir=tmp_path, **settings)
    assert told.returncode == 1
    assert f"BAD  backups     The storage at {bucket.url} can't be used (not reachable)" in told.stdout


async def test_without_a_place_nothing_is_backed_up_or_missed(world: World) -> None:
    await run_job(world)
    assert await complaints(world) == []


async def test_a_backup_that_fails_is_logged_with_its_reason(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_world(database_url, backup_to="/proc/none") as world:
        with pytest.raises(BackupFailed):
            await run_job(world)
    assert "The backup failed. The backup folder /proc/none can't be written: " in caplog.text


def test_to_a_bucket_and_back_with_a_rehearsal(database_url: str, server: S3Server, tmp_path: Path) -> None:
    around: dict[str, Any] = {"database_url": database_url, "data_dir": tmp_path, **server.settings}
    with psycopg.connect(database_url) as db:
        db.execute("insert into account (email, name, created_at) values ('alice@alice.example', 'Alice', now())")
    none = showground("backups", "rehearse", **around)
    assert (none.returncode, "There are no backups in s3://fair-backups/site-one." in none.stderr) == (1, True)
    done = showground("backup", **around)
    assert done.returncode == 0, done.stderr
    told = "Backed up 0 listings and 1 account, pictures included, to s3://fair-backups/site-one/showground-"
    assert told in done.stderr
    [name] = [line.split()[0] for line in showground("backups", "list", **around).stdout.splitlines()]
    assert (server.bucket / "site-one" / name).stat().st_size > 100_000

    before = databases(database_url)
    rehearsed = showground("backups", "rehearse", **around)
    assert rehearsed.returncode == 0, rehearsed.stderr
    assert rehearsed.stdout.startswith(f"{name} can be restored.")
    assert "0 listings and 1 account were restored in " in rehearsed.stdout
    assert databases(database_url) == before

    copy = tmp_path / "copy.zip"
    assert showground("backups", "download", str(copy), **around).returncode == 0
    assert copy.read_bytes() == (server.bucket / "site-one" / name).read_bytes()
    damaged = copy.read_bytes()
    start = damaged.index(b"PGDMP") + 20_000
    copy.write_bytes(damaged[:start] + bytes([damaged[start] ^ 1]) + damaged[start + 1 :])
    refused = showground("backups", "rehearse", str(copy), **around)
    assert (refused.returncode, "Traceback" in refused.stderr) == (1, False)
    assert databases(database_url) == before
    unknown = showground("backups", "download", str(tmp_path / "x"), "--name", "x", **around)
    assert "There is no x in s3://fair-backups/site-one. `showground backups list`" in unknown.stderr


def databases(url: str) -> list[str]:
    with psycopg.connect(url) as db:
        return [name for (name,) in db.execute("select datname from pg_database where datname like 'showground_reh%'")]


def test_a_rehearsal_that_finds_less_than_was_backed_up_fails(database_url: str) -> None:
    whole = made(database_url)
    with psycopg.connect(database_url) as db:
        db.execute("insert into account (email, name, created_at) values ('alice@alice.example', 'Alice', now())")
    more = Backup(made(database_url)).manifest
    with pytest.raises(BackupFailed, match="has 0 listings and 0 accounts, but the backup was made of 0 and 1"):
        rehearse_as(whole, database_url, more)


def rehearse_as(file: io.BytesIO, url: str, manifest: Manifest) -> None:
    """The file with another's manifest, as if rows had been lost on the way."""
    mixed = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(mixed, "w") as new:
        for name in old.namelist():
            new.writestr(name, manifest.model_dump_json() if name == "manifest.json" else old.read(name))
    mixed.seek(0)
    rehearse(url, mixed, lambda _done, _total: None)


def test_who_may_not_create_databases_is_told_what_to_do(postgres: str, database_url: str, tmp_path: Path) -> None:
    role = f"plain_{tmp_path.name.replace('-', '_')}"[:60]
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute(sql.SQL("create role {} login").format(sql.Identifier(role)))
    try:
        file = tmp_path / "backup.zip"
        assert showground("backup", str(file), database_url=database_url, data_dir=tmp_path).returncode == 0
        named = conninfo_to_dict(postgres)
        plain = make_conninfo("", **named | {"user": role})
        done = showground("backups", "rehearse", str(file), "--server", plain, database_url=database_url)
        assert done.returncode == 1
        assert f"run `ALTER ROLE {role} CREATEDB`, or name another server with --server." in done.stderr
    finally:
        with psycopg.connect(postgres, autocommit=True) as admin:
            admin.execute(sql.SQL("drop role {}").format(sql.Identifier(role)))


def test_backups_of_a_database_that_does_not_respond(database_url: str, tmp_path: Path) -> None:
    file, nowhere = tmp_path / "backup.zip", f"postgresql://me:secret@127.0.0.1:{free_port()}/fair"
    assert showground("backup", str(file), database_url=database_url, data_dir=tmp_path).returncode == 0
    for setting, command in (
        ("SHOWGROUND_DATABASE_URL", ["backup", str(tmp_path / "other.zip")]),
        ("SHOWGROUND_DATABASE_URL", ["backup"]),
        ("SHOWGROUND_DATABASE_URL", ["restore", str(file)]),
        ("SHOWGROUND_DATABASE_URL", ["backups", "rehearse", str(file)]),
        ("--server", ["backups", "rehearse", str(file), "--server", nowhere]),
    ):
        done = showground(*command, database_url=nowhere, data_dir=tmp_path, backup_to=tmp_path / "backups")
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1].startswith("Can't use the database: connection failed: ")
        assert done.stderr.endswith(f" Check {setting}.\n")


def test_the_doctor_minds_old_backups(database_url: str, tmp_path: Path) -> None:
    def examine(**settings: object) -> str:
        done = showground("doctor", database_url=database_url, data_dir=tmp_path, **settings)
        return next(line for line in done.stdout.splitlines() if line[5:].startswith("backups "))

    folder = tmp_path / "backups"
    assert examine().startswith("ok   backups     SHOWGROUND_BACKUP_TO is not set, so nothing is backed up")
    assert examine(backup_to="off") == "ok   backups     SHOWGROUND_BACKUP_TO is off: you back up by other means"
    assert examine(backup_to=folder).startswith(f"BAD  backups     there are none in {folder} yet.")
    folder.mkdir()
    (folder / name_backup(datetime.now(UTC) - timedelta(hours=50))).write_bytes(b"x")
    assert examine(backup_to=folder).startswith(
        f"BAD  backups     1 in {folder}, the newest 50 hours old, but one is due every 24 hours. Run `showground"
    )
    assert examine(backup_to=folder, backup_hours=48).startswith(f"ok   backups     1 in {folder}, the newest 50 hours")


@pytest.mark.parametrize(
    ("command", "instead"),
    [
        (["backup"], ", or name a file: `showground backup FILE`."),
        (["backups", "list"], "."),
        (["backups", "rehearse"], ", or name a file: `showground backups rehearse FILE`."),
    ],
)
def test_without_a_place_for_backups_each_command_says_what_to_do(command: list[str], instead: str) -> None:
    done = showground(*command, database_url="postgresql://nowhere.invalid/none")
    assert done.returncode == 1
    assert f"SHOWGROUND_BACKUP_TO is not set. Set it to a folder or to s3://BUCKET{instead}" in done.stderr
    done = showground(*command, database_url="postgresql://nowhere.invalid/none", backup_to="off")
    assert done.returncode == 1
    assert f"SHOWGROUND_BACKUP_TO is off. Set it to a folder or to s3://BUCKET{instead}" in done.stderr
