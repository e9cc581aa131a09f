"""A class of the style sheets is declared in one of them: pages load several, and a second one would change it."""

from pathlib import Path

import pytest

from tests.repo_rules.style_classes import find_declared, find_twice_declared

STATIC = Path(__file__).parents[2] / "src" / "showground" / "surfaces" / "web" / "static"


def test_no_class_is_declared_in_two_style_sheets() -> None:
    assert len(list(STATIC.glob("*.css"))) > 5
    assert find_twice_declared(STATIC) == {}


def test_a_class_in_two_style_sheets_is_found(tmp_path: Path) -> None:
    (tmp_path / "admin.css").write_text("@layer pieces { .plot { margin: 0; } .desk .button { color: red; } }")
    (tmp_path / "dashboard.css").write_text("@media (min-width: 40rem) { .charts, .plot { width: 100%; } }")
    assert find_twice_declared(tmp_path) == {"plot": ["admin.css", "dashboard.css"]}


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        (".a { color: red; }", {"a"}),
        (".a, .b--wide { color: red; --x: 1 } .c{}", {"a", "b--wide", "c"}),
        ("@layer pieces { @media (min-width: 1rem) { .a { color: red; } } }", {"a"}),
        (".a .b, .a > .b, .a:hover, a.b, .a.b { color: red; }", set[str]()),
        ("/* .a {} */ @media print { .a { display: none; } } .b { x: y; }", {"b"}),
    ],
)
def test_only_rules_about_a_class_alone_declare_it(text: str, declared: set[str]) -> None:
    assert find_declared(text) == declared
