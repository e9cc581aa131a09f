"""What is left after kill -9: nothing but the data."""

import pwd
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from showground.core import embedded_postgres
from showground.core.embedded_postgres.paths import find_place
from tests.core.embedded_postgres.holder import Holder, gone, kill, one, processes
from tests.support.command import before_long

pytestmark = pytest.mark.slow
Hold = Callable[..., Holder]


def test_everything_killed_loses_nothing_that_was_committed(used_data_dir: Path, hold: Hold) -> None:
    holders = [hold(used_data_dir), hold(used_data_dir)]
    conninfo, _ = [holder.told["conninfo"] for holder in holders]
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("insert into row select generate_series(1, 1000)")
    everything = processes(used_data_dir)
    assert len(everything) > 3
    kill(everything)
    for holder in holders:
        holder.process.kill()
    assert gone(used_data_dir)
    assert (embedded_postgres.locate(used_data_dir).data / "postmaster.pid").exists()
    with embedded_postgres.running(used_data_dir) as conninfo:
        assert one(conninfo, "select count(*) from row") == 1002


def test_killed_holders_take_the_server_along(used_data_dir: Path, hold: Hold) -> None:
    holders = [hold(used_data_dir) for _ in range(3)]
    assert all(holder.told for holder in holders)
    for holder in holders:
        holder.kill()
    assert gone(used_data_dir)
    assert not (
        embedded_postgres.locate(used_data_dir).data / "postmaster.pid"
    ).exists()  # it was shut down in good order


def test_a_killed_supervisor_takes_the_server_along(used_data_dir: Path, hold: Hold) -> None:
    holder = hold(used_data_dir)
    assert holder.told
    kill([found for found in processes(used_data_dir) if found.supervises])
    next_one = hold(used_data_dir)  # at once, while the server is still going
    assert next_one.told["rows"] == 2
    assert sum(found.is_postmaster for found in processes(used_data_dir)) == 1
    assert holder.leave() == 0  # it finds the new server at the old address
    assert next_one.leave() == 0
    assert gone(used_data_dir)

    alone = hold(used_data_dir)
    assert alone.told["rows"] == 5
    kill([found for found in processes(used_data_dir) if found.supervises])
    assert gone(used_data_dir)  # though the holder is still there


def test_a_killed_server_is_started_again_for_those_who_hold_it(used_data_dir: Path, hold: Hold) -> None:
    holder = hold(used_data_dir)
    assert holder.told["rows"] == 1
    (before,) = [found for found in processes(used_data_dir) if found.is_postmaster]
    kill([before])
    # By number: while a killed process is being taken apart it has no command line, but its socket still answers.
    assert before_long(lambda: before.pid not in {found.pid for found in processes(used_data_dir)})
    assert before_long(find_place(used_data_dir).ready)
    assert one(holder.told["conninfo"], "select count(*) from row") == 1
    assert holder.leave() == 0


def test_a_server_that_cannot_start_again_is_tried_until_it_can(used_data_dir: Path, hold: Hold) -> None:
    """A file that is missing for a while stands for a disk that is full or away for a while."""
    holder, place = hold(used_data_dir), find_place(used_data_dir)
    assert holder.told["rows"] == 1
    needed = place.data / "PG_VERSION"
    away, log = needed.rename(needed.with_name("away")), place.log.stat().st_size
    kill([found for found in processes(used_data_dir) if found.is_postmaster])
    assert before_long(lambda: place.log.read_bytes()[log:].count(b"FATAL") > 1)  # it was tried, and tried once more
    away.rename(needed)
    assert before_long(place.ready)
    assert one(holder.told["conninfo"], "select count(*) from row") == 1
    assert holder.leave() == 0
    assert gone(used_data_dir)


def test_one_that_nobody_holds_any_more_is_not_tried_again(used_data_dir: Path, hold: Hold) -> None:
    holder, place = hold(used_data_dir), find_place(used_data_dir)
    assert holder.told["rows"] == 1
    (place.data / "PG_VERSION").unlink()
    kill([found for found in processes(used_data_dir) if found.is_postmaster])
    holder.process.kill()
    assert gone(used_data_dir)


def test_killed_in_the_middle_of_initdb_it_starts_anew(data_dir: Path, hold: Hold) -> None:
    holder, place = hold(data_dir), find_place(data_dir)
    assert before_long((place.home / "data.new" / "global" / "pg_control").exists)
    holder.process.kill()
    kill(processes(data_dir))
    assert gone(data_dir)
    assert (place.home / "data.new").exists()
    assert not place.data.exists()
    assert hold(data_dir).told["rows"] == 1
    assert not (place.home / "data.new").exists()


def test_supervisor_killed_in_the_middle_of_initdb_leaves_nobody(data_dir: Path, hold: Hold) -> None:
    holder, place = hold(data_dir), find_place(data_dir)
    assert before_long((place.home / "data.new" / "global" / "pg_control").exists)
    kill([found for found in processes(data_dir) if found.supervises])
    assert hold(data_dir).told["rows"] == 1  # it waits for initdb to go
    assert holder.leave() != 0


def test_another_takes_over_from_one_killed_while_it_starts_the_server(data_dir: Path, hold: Hold) -> None:
    holder = hold(data_dir)
    assert before_long(lambda: any(found.supervises for found in processes(data_dir)))
    holder.process.kill()
    second = hold(data_dir)
    assert second.told["rows"] == 1
    assert sum(found.supervises for found in processes(data_dir)) == 1
    assert second.leave() == 0


def test_number_of_a_dead_server_given_to_another_process(used_data_dir: Path) -> None:
    data = embedded_postgres.locate(used_data_dir).data
    # As after a restart of a container: a process of the server's own user has the number now.
    with subprocess.Popen(["sleep", "60"], user=data.owner()) as other:
        try:
            (data / "postmaster.pid").write_text(f"{other.pid}\n{data}\n0\n5432\n\n\n1 1\nready\n")
            with embedded_postgres.running(used_data_dir) as conninfo:
                assert one(conninfo, "select 1") == 1
        finally:
            other.kill()


def test_a_server_started_by_hand_is_named_and_left_alone(used_data_dir: Path) -> None:
    found = embedded_postgres.locate(used_data_dir)
    command = [found.binaries / "postgres", "-D", found.data, "-c", "listen_addresses=", "-k", found.data]
    group = pwd.getpwnam(found.user).pw_gid  # which may enter the folders around it
    with subprocess.Popen(command, user=found.user, group=group, stderr=subprocess.DEVNULL) as by_hand:
        try:
            pid_file = found.data / "postmaster.pid"
            assert before_long(lambda: pid_file.exists() and "ready" in pid_file.read_text())
            with (
                pytest.raises(embedded_postgres.NotStarted, match=f"kill -INT {by_hand.pid}`"),
                embedded_postgres.running(used_data_dir),
            ):
                pass
            assert by_hand.poll() is None
        finally:
            by_hand.send_signal(signal.SIGINT)
