"""Several commands on one server."""

import fcntl
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from showground.core import embedded_postgres
from showground.core.embedded_postgres.lease import _takes
from showground.core.embedded_postgres.paths import find_place
from tests.core.embedded_postgres.holder import Holder, gone, of_each, one, processes
from tests.support.command import before_long

pytestmark = pytest.mark.slow
Hold = Callable[..., Holder]


def postmasters(data_dir: Path) -> list[int]:
    return [found.pid for found in processes(data_dir) if found.is_postmaster]


def test_the_first_may_leave_while_others_go_on(used_data_dir: Path, hold: Hold) -> None:
    first = hold(used_data_dir)
    assert first.told["rows"] == 1
    second, third = hold(used_data_dir), hold(used_data_dir)
    assert {second.told["rows"], third.told["rows"]} == {2, 3}
    (server,) = postmasters(used_data_dir)
    assert first.leave() == 0
    assert third.leave() == 0
    assert postmasters(used_data_dir) == [server]
    assert one(second.told["conninfo"], "select count(*) from row") == 5
    assert second.leave() == 0
    assert gone(used_data_dir)


def test_ten_at_once_on_a_new_folder(data_dir: Path, hold: Hold) -> None:
    holders = [hold(data_dir) for _ in range(10)]
    assert sorted(holder.told["rows"] for holder in holders) == list(range(1, 11))
    assert len(postmasters(data_dir)) == 1
    assert sum(found.supervises for found in processes(data_dir)) == 1
    assert [holder.leave() for holder in holders] == [0] * 10
    assert gone(data_dir)
    with embedded_postgres.running(data_dir) as conninfo:
        assert one(conninfo, "select count(*) from row") == 20


def test_a_start_while_the_last_server_is_leaving(used_data_dir: Path, hold: Hold) -> None:
    rows = 0
    for _ in range(6):
        holder = hold(used_data_dir)
        assert holder.told["rows"] == rows + 1
        rows = holder.told["rows"]
        holder.kill()  # killed, it does not wait for the server to leave
    with embedded_postgres.running(used_data_dir) as conninfo:
        assert one(conninfo, "select count(*) from row") == 6


def _nobody_leaves(data_dir: Path) -> bool:
    with find_place(data_dir).holders_lock.open("a") as probe:
        return _takes(probe, fcntl.LOCK_SH)


def _waits_for_a_lock(pid: int) -> bool:
    lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    return any("->" in words and str(pid) in words for words in lines)


def test_a_start_in_the_middle_of_a_shutdown_waits_for_its_end(used_data_dir: Path, hold: Hold) -> None:
    first = hold(used_data_dir)
    assert first.told
    (server,) = postmasters(used_data_dir)
    os.kill(server, signal.SIGSTOP)  # a shutdown that lasts until we let it go on
    first.kill()
    assert before_long(lambda: not _nobody_leaves(used_data_dir))
    second = hold(used_data_dir)
    assert before_long(lambda: _waits_for_a_lock(second.process.pid))
    os.kill(server, signal.SIGCONT)
    assert second.told["rows"] == 2
    assert server not in postmasters(used_data_dir)
    assert second.leave() == 0


def test_ctrl_c_reaches_the_command_and_not_the_server(used_data_dir: Path, hold: Hold) -> None:
    typed, other = hold(used_data_dir, start_new_session=True), hold(used_data_dir)
    assert typed.told
    assert other.told
    servers = processes(used_data_dir)
    assert set(of_each(servers, os.getsid)).isdisjoint({os.getsid(0), os.getsid(typed.process.pid)})
    os.killpg(typed.process.pid, signal.SIGINT)
    (supervisor,) = [found.pid for found in servers if found.supervises]
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(supervisor, number)
    typed.process.communicate()
    assert typed.process.returncode != 0
    assert one(other.told["conninfo"], "select 1") == 1
    assert {found.pid for found in processes(used_data_dir)} >= {supervisor, *postmasters(used_data_dir)}
    assert other.leave() == 0


def _open_in(pid: int) -> set[Path]:
    links: set[Path] = set()
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # it may be closed at any time
            links.add(fd.readlink())
    return links


def _mapped_by(pid: int) -> set[Path]:
    """Programs and libraries, among others."""
    lines = Path(f"/proc/{pid}/maps").read_text().splitlines()
    return {Path(line.split(maxsplit=5)[5]) for line in lines if line.count("/")}


def test_nothing_of_the_caller_stays_open_in_the_server(used_data_dir: Path, open_folder: Path) -> None:
    with (open_folder / "callers").open("w") as callers:
        os.set_inheritable(callers.fileno(), True)
        with embedded_postgres.running(used_data_dir):
            home = embedded_postgres.locate(used_data_dir).data.parent
            owners = [found for found in processes(used_data_dir) if found.supervises or found.is_postmaster]
            assert len(owners) == 2
            for found in owners:
                links = _open_in(found.pid)
                files = {link for link in links if link.is_absolute() and link != Path("/dev/null")}
                assert files
                # A library may keep its own file open, as newer versions of libffi do.
                assert {file for file in files - _mapped_by(found.pid) if not file.is_relative_to(home)} == set()
                assert Path(f"/proc/{found.pid}/cwd").readlink() == (Path("/") if found.supervises else home / "data")
                # The postmaster has pipes of its own, by which its children see that it lives.
                assert found.is_postmaster or not any(str(link).startswith("pipe:") for link in links)
