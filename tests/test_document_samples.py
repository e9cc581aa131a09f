"""The samples in the documents are linted: each has a language, and the checks of that language accept it."""

import csv
import io
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.support.command import ROOT
from tests.support.samples import FENCE

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md", "docs/**/*.md")
OPENING = re.compile(r"^ *```(\S*)\n.*?^ *```$", re.MULTILINE | re.DOTALL)
UNCHECKED = {"css", "html", "mermaid", "text"}  # test_documents.py renders the page; the others are for eyes only


def check_python(code: str) -> str | None:
    """Linted like the programs in bench/, which print."""
    ruff = Path(sys.executable).with_name("ruff")
    own = "--config=lint.isort.known-first-party=['showground']"  # also modules that only the documents show
    for verb in (["check", own], ["format", "--check"]):
        command = [ruff, *verb, "--no-cache", "--stdin-filename", "bench/sample.py", "-"]
        done = subprocess.run(command, cwd=ROOT, input=code, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"ruff {verb[0]}: {done.stdout}{done.stderr}"
    return None


def check_shell(code: str) -> str | None:
    done = subprocess.run(["bash", "-n"], input=code, capture_output=True, text=True, check=False)
    return done.stderr or None


def check_json(code: str) -> str | None:
    try:
        json.loads(code)
    except ValueError as error:
        return str(error)
    return None


def check_yaml(code: str) -> str | None:
    try:
        yaml.safe_load(code)
    except yaml.YAMLError as error:
        return str(error)
    return None


def check_csv(code: str) -> str | None:
    widths = {len(row) for row in csv.reader(io.StringIO(code), strict=True)}
    return None if len(widths) == 1 else f"rows of different lengths: {sorted(widths)}"


def check_toml(code: str) -> str | None:
    try:
        tomllib.loads(code)
    except tomllib.TOMLDecodeError as error:
        return str(error)
    return None


CHECKS = {
    "toml": check_toml,
    "python": check_python,
    "sh": check_shell,  # also run, by test_documents.py
    "shell": check_shell,  # not run: it installs or serves something
    "json": check_json,
    "yaml": check_yaml,
    "csv": check_csv,
}
SAMPLES = [
    (str(document.relative_to(ROOT)), language, code)
    for pattern in DOCUMENTS
    for document in sorted(ROOT.glob(pattern))
    for language, code in FENCE.findall(document.read_text())
]


def test_every_sample_has_a_language_that_we_know() -> None:
    documents = [document for pattern in DOCUMENTS for document in ROOT.glob(pattern)]
    named = {(document.name, language) for document in documents for language in OPENING.findall(document.read_text())}
    assert len(SAMPLES) > 30
    assert {(name, language) for name, language in named if language not in {*CHECKS, *UNCHECKED}} == set()


@pytest.mark.parametrize("language", CHECKS)
def test_the_samples_are_correct(language: str) -> None:
    wrong = [(name, code, CHECKS[language](code)) for name, kind, code in SAMPLES if kind == language]
    assert wrong, "no document has such a sample"
    assert [each for each in wrong if each[2]] == []


@pytest.mark.parametrize(
    ("language", "fault"),
    [
        ("python", "import json\n"),
        ("python", "total = 1+1\n"),
        ("sh", "if true; then\n"),
        ("shell", "echo 'unfinished\n"),
        ("json", '{"items": [}'),
        ("yaml", "groups: [\n"),
        ("csv", "country,rate\nDE\n"),
    ],
)
def test_a_planted_fault_is_found(language: str, fault: str) -> None:
    assert CHECKS[language](fault)
