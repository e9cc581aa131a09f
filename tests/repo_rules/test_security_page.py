"""Every test that docs/security.md names exists, and every row without a test says that it does not hold fully."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")
NOTE = re.compile(r"^\[\^([\w-]+)\]: (.+)$", re.MULTILINE)  # a footnote with the tests of one row
REFERENCE = re.compile(r"\[\^([\w-]+)\](?!:)")
# The sections of ASVS 5.0.0 with requirements of level 1 or 2.
SECTIONS = (
    "V1.1 V1.2 V1.3 V1.4 V1.5 V2.1 V2.2 V2.3 V2.4 V3.2 V3.3 V3.4 V3.5 V3.7 V4.1 V4.2 V4.3 V4.4 V5.1 V5.2 V5.3 V5.4 "
    "V6.1 V6.2 V6.3 V6.4 V6.5 V6.6 V6.8 V7.1 V7.2 V7.3 V7.4 V7.5 V7.6 V8.1 V8.2 V8.3 V8.4 V9.1 V9.2 "
    "V10.1 V10.2 V10.3 V10.4 V10.5 V10.6 V10.7 V11.1 V11.2 V11.3 V11.4 V11.5 V11.6 V12.1 V12.2 V12.3 "
    "V13.1 V13.2 V13.3 V13.4 V14.1 V14.2 V14.3 V15.1 V15.2 V15.3 V16.1 V16.2 V16.3 V16.4 V16.5 V17.1 V17.2 V17.3"
)


def names_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / "tests" / file).read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_test_that_is_named_exists() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 100
    assert [f"{file}::{name}" for file, name in named if name not in names_in(file)] == []


def test_every_row_names_a_test_or_says_what_is_missing() -> None:
    shown, notes = rows_shown(), dict(NOTE.findall(PAGE))
    assert len(shown) > 60
    for row in shown:
        tests = "".join(notes[name] for name in REFERENCE.findall(row[-1]))
        assert NAMED.search(tests) or "**" in " ".join(row), f"no test shows this, and it does not say so: {row[0]}"


def test_every_footnote_belongs_to_one_row_and_names_only_tests() -> None:
    notes = NOTE.findall(PAGE)
    assert [name for name, _ in notes] == [name for row in rows_shown() for name in REFERENCE.findall(row[-1])]
    assert [name for name, tests in notes if NAMED.sub("", tests).strip(", ")] == []


def test_every_section_of_the_standard_has_a_line() -> None:
    named = [section for row in rows_shown() for section in re.findall(r"\bV[0-9]+\.[0-9]+\b", row[0])]
    assert named == SECTIONS.split()


def rows_shown() -> list[list[str]]:
    """The rows of the tables that have a column of tests."""
    found: list[list[str]] = []
    inside = False
    for line in PAGE.splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        row = [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
        if row[-1] == "tests":
            inside = True
        elif inside and not line.startswith("|---"):
            found.append(row)
    return found
