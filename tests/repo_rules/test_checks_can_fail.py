"""The other checks of `make check` refuse a planted fault, so that their silence means something."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
CLEAN = '"""Counts."""\n\n\ndef following(number: int) -> int:\n    return number + 1\n'


def run(command: str, *arguments: str | Path, given: str | None = None) -> tuple[int, str]:
    program = Path(sys.executable).with_name(command)
    done = subprocess.run([program, *arguments], cwd=PROJECT, input=given, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def ruff(verb: str, text: str, file: str = "src/showground/__init__.py") -> tuple[int, str]:
    """Lets ruff read the text as if the file held it."""
    return run("ruff", *verb.split(), "--no-cache", "--stdin-filename", file, "-", given=text)


def test_ruff_passes_a_clean_file() -> None:
    assert ruff("check", CLEAN)[0] == 0
    assert ruff("format --check", CLEAN)[0] == 0


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ("F401", "import json\n"),
        ("T201", 'print("here")\n'),
        ("DTZ005", "import datetime\n\nnow = datetime.datetime.now()\n"),
        ("S608", 'def find(name: str) -> str:\n    return f"select * from listing where name = {name}"\n'),
        ("S602", "import subprocess\n\n\ndef run(name: str) -> None:\n    subprocess.run(name, shell=True)\n"),
    ],
)
def test_ruff_refuses_a_fault(rule: str, fault: str) -> None:
    status, said = ruff("check", f"{CLEAN}\n\n{fault}")
    assert status == 1
    assert rule in said


def test_ruff_refuses_a_folder_that_the_import_rules_would_not_see() -> None:
    status, said = ruff("check", CLEAN, file="src/showground/folder_without_init/following.py")
    assert status == 1
    assert "INP001" in said


def test_ruff_refuses_a_file_that_is_not_formatted() -> None:
    assert ruff("format --check", CLEAN.replace("number + 1", "number+1"))[0] == 1


@pytest.mark.slow
def test_pyright_refuses_a_fault(tmp_path: Path) -> None:
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    for folder in ("src", "tests", "bench"):
        (tmp_path / folder).mkdir()
    file = tmp_path / "src" / "following.py"

    file.write_text(CLEAN)
    assert run("pyright", "--project", tmp_path)[0] == 0

    file.write_text(CLEAN.replace("number + 1", "str(number)"))
    status, said = run("pyright", "--project", tmp_path)
    assert status == 1
    assert "reportReturnType" in said

    file.write_text(CLEAN.replace("number: int", "number"))
    status, said = run("pyright", "--project", tmp_path)
    assert status == 1
    assert "reportMissingParameterType" in said
