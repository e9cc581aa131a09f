"""Every kind of page is light: what its style sheets and scripts weigh on the way, compressed."""

import gzip
import re
from pathlib import Path

import pytest

from showground.surfaces.web.assets import FOLDER

TEMPLATES = FOLDER.parent / "templates"
MAX_STYLE, MAX_SCRIPT = 30_000, 15_000


def weigh(name: str) -> int:
    return len(gzip.compress((FOLDER / name).read_bytes(), 6))


def assets_of(template: Path) -> set[str]:
    """What a template asks for, and what those ask for that it extends."""
    text = template.read_text(encoding="utf-8")
    asked = set(re.findall(r"asset\(['\"]([^'\"]+)['\"]\)", text))
    above = re.search(r'{% extends "([^"]+)" %}', text)
    return asked | assets_of(TEMPLATES / above[1]) if above else asked


def test_scripts_keep_nothing_in_the_browser_but_the_choice_of_colours_and_unsaved_text() -> None:
    scripts = "".join(path.read_text() for path in (*FOLDER.glob("*.js"), *TEMPLATES.rglob("*.html")))
    assert set(re.findall(r"localStorage\b(.{0,20})", scripts)) == {'.setItem("theme", bo', '.getItem("theme");'}
    own = (FOLDER / "dashboard.js").read_text().count("sessionStorage")  # for one tab; removed once it is back in place
    assert scripts.count("sessionStorage") == own
    assert not re.findall(r"indexedDB|document\.cookie|cookieStore|\bcaches\b|serviceWorker", scripts)


PAGES = sorted(
    path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html") if not path.name.startswith("_")
)


@pytest.mark.parametrize("page", PAGES)
def test_style_and_script_of_a_page_are_light(page: str) -> None:
    asked = assets_of(TEMPLATES / page)
    assert asked, page
    style = sum(weigh(name) for name in asked if name.endswith(".css"))
    script = sum(weigh(name) for name in asked if name.endswith(".js"))
    assert 0 < style < MAX_STYLE
    assert 0 < script < MAX_SCRIPT
