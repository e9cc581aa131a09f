"""Every kind of page is light: what its style sheets and scripts weigh on the way, compressed."""

import gzip
import re
from pathlib import Path

import pytest

from showground.surfaces.web.assets import FOLDER

TEMPLATES = FOLDER.parent / "templates"
MAX_STYLE, MAX_SCRIPT, MAX_FONTS = 30_000, 15_000, 80_000
FIRST_FONTS = ("public-sans-latin.woff2", "newsreader-latin.woff2", "newsreader-italic-latin.woff2")


def weigh(name: str) -> int:
    return len(gzip.compress((FOLDER / name).read_bytes(), 6))


def assets_of(template: Path) -> set[str]:
    """What a template asks for, and what those ask for that it extends."""
    text = template.read_text(encoding="utf-8")
    asked = set(re.findall(r"asset\(['\"]([^'\"]+)['\"]\)", text))
    above = re.search(r'{% extends "([^"]+)" %}', text)
    return asked | assets_of(TEMPLATES / above[1]) if above else asked


def test_scripts_keep_nothing_in_the_browser_but_what_visitors_chose_and_unsaved_text() -> None:
    scripts = "".join(path.read_text() for path in (*FOLDER.glob("*.js"), *TEMPLATES.rglob("*.html")))
    kept = set(re.findall(r"localStorage\.[a-z]+Item\(\"([a-z]+)\"", scripts, re.IGNORECASE))
    assert kept == {"theme", "announcement", "unsaved"}
    own = (FOLDER / "unsaved.js").read_text()  # removed once it is back in place, after an hour, or by signing out
    assert scripts.count("localStorage") == 4 + own.count("localStorage")  # the others are written and read
    assert scripts.count("sessionStorage") == own.count("sessionStorage")  # for one tab
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


def test_fonts_of_a_page_in_english_are_light() -> None:
    assert sum((FOLDER / name).stat().st_size for name in FIRST_FONTS) < MAX_FONTS


def test_every_font_face_names_a_file_that_is_there_and_shows_text_meanwhile() -> None:
    rules = (FOLDER / "fonts.css").read_text().splitlines()[1:]
    loaded = [rule for rule in rules if "url(" in rule]
    assert {found for rule in loaded for found in re.findall(r'url\("([^"]+)"\)', rule)} == {
        path.name for path in FOLDER.glob("*.woff2")
    }
    assert all("font-display: swap" in rule and "unicode-range" in rule for rule in loaded)
    assert all("size-adjust" in rule and "local(" in rule for rule in rules if rule not in loaded)
    style = (FOLDER / "style.css").read_text()
    for family in set(re.findall(r'font-family: "([^"]+)"', "".join(rules))):
        assert family in style, f"no page uses {family}"
