"""A backup taken while the site is served and written to, and the same site from it."""

import io
import json
import re
import subprocess
import sys
import threading
import zipfile
from collections.abc import Generator
from pathlib import Path
from typing import Any, Self

import httpx2
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from showground.backup.archive import Backup
from showground.backup.create_backup import take
from showground.backup.errors import BackupFailed, BadBackup, Occupied
from showground.backup.programs import where
from showground.backup.restore_backup import check, restore
from showground.listings import packed_profiles
from tests.support.command import (
    LONG,
    ROOT,
    Running,
    before_long,
    free_port,
    running_warm,
    showground,
    surroundings,
)
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow

SITE = "http://fair.example"
FOUNDER = "founder@demo.example"
PUBLIC_READS = (
    "/api/v1/site",
    "/api/v1/listings?per_page=100",
    "/api/v1/listings?q=backup&sort=relevance",
    "/api/v1/categories",
    "/api/v1/launches?per_page=50",
    "/api/v1/leaderboards/community-all-time",
    "/api/v1/awards",
    "/api/v1/founders?per_page=50",
    "/api/v1/blog",
    "/api/v1/products",
)


@pytest.fixture
def empty_database(postgres: str) -> Generator[str]:
    with fresh_database(postgres, "template0") as url:
        yield url


def quiet(_done: int, _total: int) -> None:
    pass


def made(url: str) -> io.BytesIO:
    out = io.BytesIO()
    take(url, out, secret=b"s" * 64, progress=quiet)
    out.seek(0)
    return out


def ask(url: str, query: str) -> object:
    with psycopg.connect(url) as db:
        row = db.execute(query.encode()).fetchone()
    return row[0] if row else None


def latest_news(url: str) -> int:
    """The number of the latest post that a public profile shows."""
    with psycopg.connect(url) as db:
        rows = db.execute("select profile, packed, summary from public_profile").fetchall()
    return max(int(number) for row in rows for number in re.findall(rb'"News (\d+)"', packed_profiles.read(*row)))


def read_all(server: Running) -> list[object]:
    answers = [server.get(path) for path in PUBLIC_READS]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.json() for answer in answers]


class Writing:
    """Posts news of a listing, as its owner; with pauses, so that a slow backup leaves no day's work to the worker."""

    def __init__(self, server: str, key: str) -> None:
        self._client = httpx2.Client(base_url=server, headers={"Authorization": f"Bearer {key}"}, timeout=LONG)
        mine = self._client.get("/api/v1/me/listings").json()["items"]
        self.number = next(one["listing_id"] for one in mine if one["status"] == "live")
        self.posted = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def _write(self) -> None:
        while not self._stop.wait(0.02):
            sent = {"title": f"News {self.posted}", "body": "Something new."}
            answer = self._client.post(f"/api/v1/me/listings/{self.number}/updates", json=sent)
            assert answer.status_code == 201, answer.text
            self.posted += 1

    def __enter__(self) -> Self:
        self._thread.start()
        assert before_long(lambda: self.posted > 0)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._client.close()


@pytest.mark.anyio
async def test_backup_drop_restore_and_all_is_as_it_was(
    postgres: str, demo_template: str, empty_database: str, tmp_path: Path
) -> None:
    file, folder = tmp_path / "backup.zip", tmp_path / "data"
    around: dict[str, Any] = {"data_dir": folder, "rate_limits": "off", "site_url": SITE}
    folder.mkdir()
    (folder / "secret").write_text("5" * 64)
    with fresh_database(postgres, demo_template) as url:
        here: dict[str, Any] = {**around, "database_url": url}
        made_key = showground("key", "create", FOUNDER, "--scope", "account:read", "--scope", "listings:write", **here)
        bearer = {"Authorization": f"Bearer {made_key.stdout.strip()}"}
        link = showground("sign-in-link", FOUNDER, **here).stdout.strip()
        with running_warm("serve", "--no-jobs", port=free_port(), **here) as server:
            before = read_all(server)
            me = server.get("/api/v1/me", headers=bearer).json()
            with Writing(server.url, made_key.stdout.strip()) as writing:
                taken = showground("backup", str(file), **here)
            assert server.stop() == 0
    assert taken.returncode == 0, taken.stderr
    assert "Backed up 120 listings and 303 accounts, pictures included" in taken.stderr
    assert file.stat().st_mode & 0o077 == 0

    (folder / "secret").unlink()
    there: dict[str, Any] = {**around, "database_url": empty_database}
    back = showground("restore", str(file), **there)
    assert back.returncode == 0, back.stderr
    assert "Restored 120 listings and 303 accounts, as they were on " in back.stderr
    assert (folder / "secret").read_text() == "5" * 64
    news = "select count(*) from listing_update where title like 'News %'"
    posted = ask(empty_database, news)
    assert 1 <= int(str(posted)) <= writing.posted
    # One moment of all tables: each post left its row, its job, and its words on the profile.
    assert ask(empty_database, "select count(*) from procrastinate_jobs where task_name = 'mail_followers'") == posted
    assert latest_news(empty_database) == int(str(posted)) - 1
    with running_warm("serve", "--no-jobs", port=free_port(), **there) as server:
        assert read_all(server) == before
        assert server.get("/api/v1/me", headers=bearer).json() == me
        with httpx2.Client(base_url=server.url, headers={"Origin": SITE}, timeout=LONG) as browser:
            assert browser.post(link.removeprefix(SITE), data={}).status_code == 303
            assert browser.get("/account").status_code == 200
        waiting = "select count(*) from procrastinate_jobs where task_name = 'mail_followers' and status <> 'succeeded'"
        with running_warm("worker", **there) as worker:
            assert before_long(lambda: ask(empty_database, waiting) == 0)
            assert worker.stop() == 0
        with file.open("rb") as opened, pytest.raises(Occupied, match="Showground is running on this database"):
            check(empty_database, Backup(opened), replace=True)
        assert server.stop() == 0
    refused = showground("restore", str(file), **there)
    assert (refused.returncode, "To replace it with the backup, add `--replace`" in refused.stderr) == (1, True)


def test_what_is_no_whole_backup_changes_nothing(database_url: str) -> None:
    good = made(database_url).getvalue()
    with psycopg.connect(database_url) as db:
        db.execute("insert into account (email, name, created_at) values ('alice@alice.example', 'Alice', now())")
    start = good.index(b"PGDMP")
    damaged = good[: start + 20_000] + bytes([good[start + 20_000] ^ 1]) + good[start + 20_001 :]
    with pytest.raises(BackupFailed, match="Nothing was changed"):
        restore(database_url, Backup(io.BytesIO(damaged)), quiet)
    assert ask(database_url, "select count(*) from account") == 1
    for wrong in (b"", b"nonsense", good[:-200]):
        with pytest.raises(BadBackup, match="not a backup made by `showground backup`"):
            Backup(io.BytesIO(wrong))
    restore(database_url, Backup(io.BytesIO(good)), quiet)
    assert ask(database_url, "select count(*) from account") == 0


def test_a_restore_refuses_what_it_would_destroy(database_url: str, empty_database: str) -> None:
    file = made(database_url)
    check(database_url, Backup(file), replace=False)  # migrated, and nothing of anybody's
    with psycopg.connect(empty_database) as db:
        db.execute("create table recipes (id int)")
    with pytest.raises(Occupied, match="tables of another application \\(recipes"):
        check(empty_database, Backup(file), replace=True)
    with psycopg.connect(database_url) as db:
        db.execute("insert into migration (name, checksum) values ('9999_later.sql', '')")
    newer = made(database_url)
    with psycopg.connect(database_url) as db:
        db.execute("delete from migration where name = '9999_later.sql'")
    with pytest.raises(BackupFailed, match=r"newer version of Showground.*9999_later"):
        check(database_url, Backup(newer), replace=False)


def test_a_restore_refuses_a_database_that_cannot_store_every_character(database_url: str, postgres: str) -> None:
    with (
        fresh_database(postgres, "template0", encoding="SQL_ASCII") as other,
        pytest.raises(BackupFailed, match=r"encoding is SQL_ASCII; Showground needs UTF8\. Nothing was changed"),
    ):
        check(other, Backup(made(database_url)), replace=False)


def test_what_stands_in_the_file(database_url: str) -> None:
    file = made(database_url)
    with zipfile.ZipFile(file) as archive:
        assert archive.namelist() == ["manifest.json", "secret", "database.dump"]
        assert archive.read("database.dump").startswith(b"PGDMP")
    found = Backup(file)
    assert found.secret == b"s" * 64
    assert (found.manifest.listings, found.manifest.accounts) == (0, 0)
    assert "0001_core.sql" in found.manifest.migrations


def test_a_backup_to_standard_output_is_recorded_with_its_size(database_url: str, tmp_path: Path) -> None:
    around: dict[str, Any] = {"database_url": database_url, "data_dir": tmp_path}
    file = tmp_path / "backup.zip"
    with file.open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "showground", "backup", "-"],
            env=surroundings(around), cwd=ROOT, stdout=out, stderr=subprocess.PIPE, timeout=LONG, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with file.open("rb") as written:
        assert Backup(written).manifest.accounts == 0
    assert ask(database_url, "select (place, name, bytes)::text from backup_run") == (
        f'("standard output",-,{file.stat().st_size})'
    )


@pytest.mark.parametrize("apart", [True, False])
def test_a_restore_with_another_secret_says_what_stops_working(
    database_url: str, tmp_path: Path, *, apart: bool
) -> None:
    secret, file = "0123456789abcdef" * 2, tmp_path / "backup.zip"
    around: dict[str, Any] = {"database_url": database_url, "data_dir": tmp_path}
    (tmp_path / "secret").write_text(f"{secret}\n")
    taken = showground("backup", str(file), **around, **({"secret": secret} if apart else {}))
    assert taken.returncode == 0, taken.stderr
    with zipfile.ZipFile(file) as archive:
        assert (secret.encode() in archive.read("manifest.json"), "secret" in archive.namelist()) == (False, not apart)
    same = showground("restore", str(file), **around, secret=secret)
    assert (same.returncode, "SHOWGROUND_SECRET" in same.stderr) == (0, False)
    other = showground("restore", str(file), **around, secret=secret[::-1])
    assert other.returncode == 0
    assert "SHOWGROUND_SECRET differs from the secret of the site that was backed up. Links to orders" in other.stderr
    former = "its former value" if apart else "what `unzip -p FILE secret` prints"
    assert f"To prevent this, set SHOWGROUND_SECRET to {former} before you start the site." in other.stderr
    unset = showground("restore", str(file), **around)
    assert ("Set SHOWGROUND_SECRET to the value the original site used." in unset.stderr) == apart
    assert "differs" not in unset.stderr


def test_a_backup_of_an_earlier_version_says_nothing_of_a_secret(database_url: str) -> None:
    out, older = io.BytesIO(), io.BytesIO()
    take(database_url, out, secret=None, set_secret="s" * 32, progress=quiet)
    with zipfile.ZipFile(out) as new, zipfile.ZipFile(older, "w") as old:
        manifest = json.loads(new.read("manifest.json"))
        del manifest["secret_check"]
        old.writestr("manifest.json", json.dumps(manifest))
        old.writestr("database.dump", new.read("database.dump"))
    assert [Backup(out).is_of(secret * 32) for secret in "sx"] == [True, False]
    assert [Backup(older).is_of(secret * 32) for secret in "sx"] == [None, None]


def test_workers_of_the_site_that_was_backed_up_are_not_restored(database_url: str, empty_database: str) -> None:
    with psycopg.connect(database_url) as db:
        db.execute("insert into procrastinate_workers default values")
        db.execute(
            "insert into procrastinate_jobs (queue_name, task_name, args, status, worker_id)"
            " select 'x', 'x', '{}', 'doing', id from procrastinate_workers"
        )
    restore(empty_database, Backup(made(database_url)), quiet)
    assert ask(empty_database, "select count(*) from procrastinate_workers") == 0
    assert ask(empty_database, "select (status, worker_id)::text from procrastinate_jobs") == "(doing,)"


def test_programs_are_told_the_server_though_the_address_names_none(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the embedded PostgreSQL look for its socket in another folder than Debian's."""
    named = conninfo_to_dict(database_url)
    monkeypatch.setenv("PGHOST", str(named.pop("host")))
    unnamed = make_conninfo("", **named)
    with psycopg.connect(unnamed) as db:
        told = conninfo_to_dict(where(unnamed, db))
    assert told["host"] == conninfo_to_dict(database_url)["host"]
    with psycopg.connect(several := make_conninfo(database_url, host=f"/nowhere,{told['host']}")) as db:
        assert conninfo_to_dict(where(several, db))["host"] == told["host"]
