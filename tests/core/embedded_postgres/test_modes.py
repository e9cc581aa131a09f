"""Nobody else on the machine looks into the data folder; the user that PostgreSQL runs as still gets in."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from showground.core import embedded_postgres
from showground.core.embedded_postgres.paths import find_place
from tests.core.embedded_postgres.holder import one

pytestmark = pytest.mark.slow
FOR_OTHERS = 0o007
FOR_THE_GROUP_TO_READ_OR_WRITE = 0o060


def open_to_others(path: Path) -> bool:
    """Whether anybody but the owner can read it, or anybody but the owner and one group can pass through it."""
    return bool(path.stat().st_mode & (FOR_OTHERS | FOR_THE_GROUP_TO_READ_OR_WRITE))


def private_paths(data_dir: Path) -> list[Path]:
    place = find_place(data_dir)
    return [data_dir, place.home, place.data, place.sockets, place.log]


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_new_data_folder_is_closed_to_others(data_dir: Path) -> None:
    with embedded_postgres.running(data_dir) as conninfo:
        assert one(conninfo, "select 1") == 1
        assert [path for path in private_paths(data_dir) if open_to_others(path)] == []


def test_a_data_folder_of_an_earlier_version_is_closed_at_the_next_start(used_data_dir: Path) -> None:
    place = find_place(used_data_dir)
    before = place.log.with_name("server.log.before")
    before.write_text("an older log")
    for folder in (used_data_dir, place.home):
        folder.chmod(0o755)
    for file in (place.log, before):
        file.chmod(0o644)
    for _ in range(2):  # the start that closes it, and one that finds it closed
        with embedded_postgres.running(used_data_dir) as conninfo:
            assert one(conninfo, "select 1") == 1
            assert [path for path in [*private_paths(used_data_dir), before] if open_to_others(path)] == []


def test_a_folder_that_holds_more_than_our_files_keeps_its_mode(data_dir: Path) -> None:
    """Such as /srv: others may need what else is in it."""
    data_dir.mkdir()
    data_dir.chmod(0o755)
    (data_dir / "another-site").mkdir()
    with embedded_postgres.running(data_dir):
        assert data_dir.stat().st_mode & 0o777 == 0o755
        assert [path for path in private_paths(data_dir)[1:] if open_to_others(path)] == []


def test_what_a_link_leads_to_keeps_its_mode(data_dir: Path, open_folder: Path) -> None:
    """A database on another disk: others may need what else is there."""
    elsewhere = open_folder / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o755)
    data_dir.mkdir()
    (data_dir / "postgres").symlink_to(elsewhere)
    with embedded_postgres.running(data_dir):
        place = find_place(data_dir)
        assert elsewhere.stat().st_mode & 0o777 == 0o755
        assert [path for path in (data_dir, place.data, place.sockets, place.log) if open_to_others(path)] == []
