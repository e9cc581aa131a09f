"""Where backups are kept: a folder, and a bucket of a real S3 server."""

import os
import stat
from argparse import Namespace
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from showground.backup import s3_store
from showground.backup.errors import BackupFailed
from showground.backup.folder_store import FolderStore
from showground.backup.models import BackupStore
from showground.backup.rules import name_backup
from showground.backup.s3_signature import S3Credentials, sign
from showground.backup.s3_store import S3Store
from showground.cli.backup_commands import download_backup, list_backups
from showground.cli.resources import CommandFailed
from showground.doctor.backups import check_backups
from showground.doctor.models import CheckResult
from showground.settings import Settings
from tests.support.command import free_port
from tests.support.folders import as_ordinary_user
from tests.support.s3 import BUCKET, KEY_ID, SECRET, S3Server, running_s3

AT = datetime(2026, 3, 11, 3, 23, tzinfo=UTC)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[S3Server]:
    with running_s3(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture(params=["folder", "bucket", "folder in a bucket"])
def store(request: pytest.FixtureRequest, server: S3Server, tmp_path: Path) -> BackupStore:
    if request.param == "folder":
        return FolderStore(tmp_path / "backups")
    return in_bucket(server, "" if request.param == "bucket" else f"sites/{tmp_path.name}")


def in_bucket(server: S3Server, prefix: str = "", secret: str = SECRET, bucket: str = BUCKET) -> S3Store:
    return S3Store(server.url, bucket, prefix, S3Credentials(KEY_ID, secret, "eu-central-1"))


def test_a_backup_is_written_listed_read_and_deleted(store: BackupStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3_store, "PART_BYTES", 5 << 20)  # the smallest that S3 takes
    assert store.list() == []
    content = os.urandom(11 << 20)  # three parts
    for days in (1, 0):
        with store.write(name_backup(AT - timedelta(days=days))) as out:
            for start in range(0, len(content), 700_001):
                out.write(content[start : start + 700_001])
    found = store.list()
    assert [(one.at, one.size) for one in found] == [(AT - timedelta(days=1), len(content)), (AT, len(content))]
    with store.read(found[1].name) as file:
        assert file.read() == content
    for one in found:
        store.delete(one.name)
    assert store.list() == []


def test_a_backup_that_fails_half_way_is_not_there(store: BackupStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3_store, "PART_BYTES", 5 << 20)
    with pytest.raises(ZeroDivisionError):
        write_half(store)
    assert store.list() == []
    with pytest.raises(BackupFailed), store.read(name_backup(AT)):
        pass


def write_half(store: BackupStore) -> None:
    with store.write(name_backup(AT)) as out:
        out.write(bytes(6 << 20))
        raise ZeroDivisionError


def test_a_folder_is_closed_to_others_and_keeps_what_is_not_ours(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    store = FolderStore(folder)
    with store.write(name_backup(AT)) as out:
        out.write(b"x")
    assert folder.stat().st_mode & 0o077 == (folder / name_backup(AT)).stat().st_mode & 0o077 == 0
    (folder / "holiday.zip").touch()
    (folder / "showground-2026-13-41T999999Z.zip").touch()
    (folder / f"{name_backup(AT)}.part").touch()  # left by a process that was killed
    assert [one.name for one in store.list()] == [name_backup(AT)]
    with store.write(name_backup(AT + timedelta(hours=1))) as out:
        out.write(b"y")
    assert sorted(file.name for file in folder.iterdir()) == [
        "holiday.zip", name_backup(AT), name_backup(AT + timedelta(hours=1)), "showground-2026-13-41T999999Z.zip"
    ]  # fmt: skip
    with pytest.raises(BackupFailed, match=r"/proc/none can't be written"), FolderStore(Path("/proc/none")).write("x"):
        pass


def test_what_is_wrong_with_a_bucket_is_said_and_how_to_fix_it(
    server: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3_store, "PAUSES", (0.0,))
    with pytest.raises(BackupFailed, match=r"refuses access to s3://fair-backups \(403 SignatureDoesNotMatch\)"):
        in_bucket(server, secret="wrong").list()
    with pytest.raises(BackupFailed, match="There is no bucket elsewhere at http://"):
        in_bucket(server, bucket="elsewhere").list()
    gone = S3Store(f"http://127.0.0.1:{free_port()}", BUCKET, "", S3Credentials(KEY_ID, SECRET, "x"))
    with pytest.raises(BackupFailed, match=r"can't be used \(not reachable\)\. Check SHOWGROUND_S3_URL"):
        gone.list()


def test_the_signature_is_the_one_that_amazon_documents() -> None:
    """The example "GET Bucket Lifecycle" of Amazon's description of Signature Version 4."""
    keys = S3Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")
    moment = datetime(2013, 5, 24, tzinfo=UTC)
    headers = sign(keys, "GET", "examplebucket.s3.amazonaws.com", "/", {"lifecycle": ""}, b"", moment)
    assert headers["authorization"].endswith("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")


def test_a_folder_that_may_not_be_read_is_said_by_the_doctor_and_the_commands(tmp_path: Path) -> None:
    backups = tmp_path / "closed" / "backups"
    backups.mkdir(parents=True)
    (backups / name_backup(datetime.now(UTC))).write_bytes(b"x")
    settings, said = Settings(backup_to=str(backups)), f"The backup folder {backups} can't be read: Permission denied."
    with as_ordinary_user(backups.parent):
        assert list(check_backups(settings)) == [CheckResult("backups", fine=False, sentence=said)]
        for command in (list_backups, download_backup):
            with pytest.raises(CommandFailed) as failed:
                command(settings, Namespace(name=None, file=tmp_path / "downloaded"))
            assert str(failed.value) == said
    with as_ordinary_user(backups):
        assert [result.sentence for result in check_backups(settings)] == [said]
    assert [result.fine for result in check_backups(settings)] == [True]


def test_folders_that_are_made_for_backups_are_private(tmp_path: Path) -> None:
    with FolderStore(tmp_path / "data" / "backups").write("showground-x") as out:
        out.write(b"x")
    modes = [stat.S_IMODE(folder.stat().st_mode) for folder in (tmp_path / "data", tmp_path / "data" / "backups")]
    assert modes == [0o700, 0o700]
