"""What docs/security.md says is shown by tests that exist, and what is not shown by any says so."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


def names_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / "tests" / file).read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_test_that_is_named_exists() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 100
    assert [f"{file}::{name}" for file, name in named if name not in names_in(file)] == []


def test_every_line_names_a_test_or_says_what_is_lacking() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
    said = [row for row in rows if len(row) == 3 and row[2] != "shown by"]
    assert len(said) > 60
    unshown = [row[0] for row in rows if not NAMED.search(row[-1]) and row[-1] != "shown by"]
    for first in unshown:
        line = next(line for line in PAGE.splitlines() if line.startswith(f"| {first}"))
        assert "**" in line, f"no test shows this, and it does not say so: {first}"
