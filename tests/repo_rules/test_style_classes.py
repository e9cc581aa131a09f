"""A class of the style sheets is declared in one of them: pages load several, and a second one would change it.

A class that a script looks for is in some page.
"""

from pathlib import Path

import pytest

from tests.repo_rules.style_classes import find_declared, find_looked_for, find_twice_declared

WEB = Path(__file__).parents[2] / "src" / "showground" / "surfaces" / "web"
STATIC = WEB / "static"


def test_no_class_is_declared_in_two_style_sheets() -> None:
    assert len(list(STATIC.glob("*.css"))) > 5
    assert find_twice_declared(STATIC) == {}


def test_a_class_in_two_style_sheets_is_found(tmp_path: Path) -> None:
    (tmp_path / "admin.css").write_text("@layer pieces { .plot { margin: 0; } .desk .button { color: red; } }")
    (tmp_path / "dashboard.css").write_text("@media (min-width: 40rem) { .charts, .plot { width: 100%; } }")
    assert find_twice_declared(tmp_path) == {"plot": ["admin.css", "dashboard.css"]}


def test_scripts_look_for_classes_that_pages_have() -> None:
    pages = "".join(page.read_text("utf-8") for page in WEB.rglob("*.html"))
    looked_for = {name for script in STATIC.glob("*.js") for name in find_looked_for(script.read_text("utf-8"))}
    assert len(looked_for) > 5
    assert {name for name in looked_for if name not in pages} == set()


def test_classes_in_the_selectors_of_scripts_are_found() -> None:
    script = 'form.closest("details.wide"); box.querySelectorAll("form.edit__form, [data-x] > .row:not(.new)")'
    assert find_looked_for(script) == {"wide", "edit__form", "row", "new"}


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
