"""No group is repeated with `*+`, `++` or `?+`: before 3.11.5, Python matches such a pattern wrongly."""

import ast
import re
from pathlib import Path

import showground
from showground.core import regex

ROOT = Path(showground.__file__).parent
REPEATED_GROUP = re.compile(r"(?:^|[^(\\])\)(?:[*+?]|\{\d*,?\d*\})\+")


def texts(path: Path) -> list[str | bytes]:
    """Every text in a file of source; the pieces of one with values in it are texts of their own."""
    constants = [node.value for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Constant)]
    return [text for text in constants if isinstance(text, str | bytes)]


def repeats_a_group(text: str | bytes) -> bool:
    return REPEATED_GROUP.search(text.decode(errors="replace") if isinstance(text, bytes) else text) is not None


def test_groups_are_repeated_by_our_own_function() -> None:
    files = [path for path in ROOT.rglob("*.py") if path != Path(regex.__file__)]
    assert len(files) > 500
    found = [f"{path.relative_to(ROOT)}: {text!r}" for path in files for text in texts(path) if repeats_a_group(text)]
    assert found == [], "write repeated(pattern) of showground.core.regex instead"


def test_the_check_sees_them() -> None:
    assert all(map(repeats_a_group, (r"(?:ab?c)*+", rb'"(?:[^"\\]|\\.)*+"', "(a|b){2,}+", ")++")))
    assert not any(map(repeats_a_group, (r"\s*+[ab]++", r"\)*+", "()*+,;=~", "(?:ab?c)+")))
