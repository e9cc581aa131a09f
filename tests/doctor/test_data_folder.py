"""What the doctor says of a data folder that can't be used."""

from pathlib import Path

from showground.doctor.data_folder import HINT, check_data_folder
from showground.doctor.database import check_disk
from showground.doctor.models import CheckResult
from showground.settings import Settings
from tests.support.command import showground
from tests.support.folders import as_ordinary_user


def bad(sentence: str) -> list[CheckResult]:
    return [CheckResult("data", fine=False, sentence=f"{sentence} {HINT}")]


def test_a_file_is_no_data_folder_and_the_other_checks_go_on(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.touch()
    for folder in (file, file / "below"):
        done = showground("doctor", data_dir=folder)
        assert done.returncode == 1
        lines = done.stdout.splitlines()
        assert lines[0] == f"BAD  data        {folder} can't be used, because {file} is not a folder. {HINT}"
        assert not any(line[5:].startswith("database ") for line in lines)
        assert any(line[5:].startswith("disk ") for line in lines)


def test_a_data_folder_that_may_not_be_written(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "missing" / "data")
    assert list(check_data_folder(settings)) == []
    with as_ordinary_user(tmp_path):
        [found] = check_data_folder(settings)
        assert not found.fine
        assert found.sentence.startswith(f"{settings.data_dir} can't be used, because this user can't write to ")
        assert len(list(check_disk(Settings(data_dir=settings.data_dir, database_url="postgresql://db/x")))) == 1
        needs_none = Settings(data_dir=settings.data_dir, database_url="postgresql://db/x", secret="x" * 32)
        assert list(check_data_folder(needs_none)) == []


def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    with as_ordinary_user(tmp_path):
        usr = Path("/usr")
        said = f"/usr/showground can't be used, because this user can't write to {usr}."
        assert list(check_data_folder(Settings(data_dir=usr / "showground"))) == bad(said)
