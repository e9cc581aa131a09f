"""Odd folders, and users other than the one who wrote this."""

import os
import pwd
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from showground.core import embedded_postgres
from showground.core.embedded_postgres.paths import STATE, closed_step, find_place
from tests.core.embedded_postgres.holder import HOLD, ROOT, Holder, gone, of_each, one, processes

pytestmark = pytest.mark.slow
AS_ROOT = os.geteuid() == 0


@pytest.mark.parametrize(
    "name", ["x" * 40 + "/" + "y" * 40 + "/" + "z" * 40, "comma, \"quote\" 'n' back\\slash", "Dátä bäse"]
)
def test_folders_with_long_and_odd_names(data_dir: Path, name: str) -> None:
    odd = data_dir / name
    with embedded_postgres.running(odd) as conninfo:
        assert one(conninfo, "show data_directory") == str(odd / "postgres" / "data")
        sockets = Path(one(conninfo, "show unix_socket_directories"))
        assert sockets.stat().st_mode & 0o777 == 0o700
    assert gone(odd)
    assert embedded_postgres.locate(odd).made
    if not sockets.is_relative_to(odd):
        sockets.rmdir()


def test_a_short_socket_folder_that_another_user_made_is_refused(open_folder: Path) -> None:
    deep = open_folder / ("x" * 100)
    sockets = find_place(deep).sockets
    assert not sockets.is_relative_to(deep)
    sockets.symlink_to(open_folder)
    try:
        with (
            pytest.raises(embedded_postgres.NotStarted, match="was created by another user"),
            embedded_postgres.running(deep),
        ):
            pass
    finally:
        sockets.unlink()
    assert gone(deep)


def test_a_link_to_the_folder_is_the_folder(data_dir: Path, open_folder: Path) -> None:
    (open_folder / "link").symlink_to(data_dir)
    with embedded_postgres.running(data_dir) as one_way, embedded_postgres.running(open_folder / "link") as other_way:
        assert one_way == other_way


def test_a_folder_closed_to_others(closed_folder: Path) -> None:
    data_dir = closed_folder / "data"
    with embedded_postgres.running(data_dir) as conninfo:
        with psycopg.connect(conninfo) as connection:
            connection.execute("create table kept ()")
        found = embedded_postgres.locate(data_dir)
        assert one(conninfo, "show data_directory") == str(found.data)
    assert found.data.is_relative_to(STATE if AS_ROOT else data_dir)
    assert found.data.stat().st_mode & 0o777 == 0o700
    closed_folder.chmod(0o755)  # it was put there once and stays there
    with embedded_postgres.running(data_dir) as conninfo:
        assert one(conninfo, "select count(*) from kept") == 0
    assert gone(data_dir)


def test_a_folder_closed_later_is_named_and_not_begun_anew(closed_folder: Path) -> None:
    data_dir = closed_folder / "data"
    closed_folder.chmod(0o755)
    with embedded_postgres.running(data_dir):
        pass
    closed_folder.chmod(0o700)
    if AS_ROOT:
        with (
            pytest.raises(embedded_postgres.FolderClosed, match=f"chmod o\\+x {closed_folder}`"),
            embedded_postgres.running(data_dir),
        ):
            pass
        closed_folder.chmod(0o755)
    with embedded_postgres.running(data_dir) as conninfo:
        assert one(conninfo, "select 1") == 1
    assert gone(data_dir)


def test_binaries_that_the_other_user_cannot_read_are_copied(
    closed_folder: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _put_packages(closed_folder, ["embedded_postgres", "embedded_postgres.libs"])
    monkeypatch.setattr(sys, "path", [str(closed_folder), *sys.path])
    with embedded_postgres.running(data_dir) as conninfo:
        found = embedded_postgres.locate(data_dir)
        assert one(conninfo, "show server_version").startswith(found.version)
        assert any(str(found.binaries / "postgres") in process.command for process in processes(data_dir))
    assert found.binaries.is_relative_to(STATE if AS_ROOT else closed_folder)
    assert found.binaries.name == "bin"
    with embedded_postgres.running(data_dir) as conninfo:
        assert one(conninfo, "select 1") == 1


def test_an_ordinary_user(open_folder: Path, hold: Callable[..., Holder]) -> None:
    """All that a command needs is put where an ordinary user can read it: the interpreter may be in root's home."""
    user = pwd.getpwnam("nobody") if AS_ROOT else pwd.getpwuid(os.geteuid())
    python = _readable_interpreter(user.pw_uid, open_folder / "python")
    path = open_folder / "path"
    _put_folder(ROOT / "src" / "showground" / "core", path / "showground" / "core")
    shutil.copy(ROOT / "src" / "showground" / "__init__.py", path / "showground")
    packages = ["embedded_postgres", "embedded_postgres.libs", "psycopg", "psycopg_binary", "psycopg_binary.libs"]
    _put_packages(path, [*packages, "typing_extensions.py"])
    script = shutil.copy(HOLD, path)
    own = open_folder / "own"
    own.mkdir()
    own.chmod(0o700)
    options = {"python": python, "path": path, "script": script, "cwd": "/"}
    if AS_ROOT:
        os.chown(own, user.pw_uid, user.pw_gid)
        options |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    holder = hold(own / "data", **options)
    assert holder.told["uid"] == user.pw_uid
    assert holder.told["rows"] == 1
    servers = processes(own / "data")
    assert set(of_each(servers, lambda pid: Path(f"/proc/{pid}").owner())) == {user.pw_name}
    assert "postgres" in of_each(servers, lambda pid: Path(f"/proc/{pid}/exe").readlink().name)
    home = own / "data" / "postgres"
    assert [folder.stat().st_mode & 0o777 for folder in (home, home / "data", home / "run")] == [0o700] * 3
    assert holder.leave() == 0
    assert gone(own / "data")

    with embedded_postgres.running(own / "data") as conninfo:  # root runs an ordinary user's database as that user
        assert one(conninfo, "select count(*) from row") == 2
        assert embedded_postgres.locate(own / "data").user == user.pw_name
    again = hold(own / "data", **options)
    assert again.told["rows"] == 3
    assert again.leave() == 0
    assert gone(own / "data")


def _put_folder(source: Path, target: Path, ignore: Callable[..., set[str]] | None = None) -> None:
    """The same files under another name where that is possible: thousands of copies take long to write and remove."""
    shutil.copytree(source, target, ignore=ignore, symlinks=True, copy_function=_link_or_copy)


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another disk, or a file of another user
        shutil.copy2(source, target)


def _put_packages(target: Path, names: list[str]) -> None:
    packages = Path(psycopg.__file__).parents[1]
    for name in names:
        if (packages / name).is_dir():
            _put_folder(packages / name, target / name, ignore=shutil.ignore_patterns("include"))
        elif (packages / name).exists():
            shutil.copy(packages / name, target)


def _readable_interpreter(user: int, copy: Path) -> Path:
    python = Path(sys.executable)
    if closed_step(user, python) is None and closed_step(user, python.resolve()) is None:
        return python
    library = Path("lib") / f"python{sys.version_info.major}.{sys.version_info.minor}"
    unneeded = shutil.ignore_patterns("site-packages", "test", "idlelib", "__pycache__", "*.a", "config-*")
    _put_folder(Path(sys.base_prefix) / library, copy / library, ignore=unneeded)
    (copy / "bin").mkdir()
    for file in Path(sys.base_prefix, "lib").glob("libpython*"):
        shutil.copy(file, copy / "lib")
    return Path(shutil.copy(python.resolve(), copy / "bin"))
