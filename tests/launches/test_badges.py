"""Badges as pictures: whole, inert, and with every text inside its frame."""

import re
from dataclasses import astuple
from datetime import date
from xml.etree import ElementTree as ET

import pytest

from showground.core.brand import DARK, LIGHT, Palette
from showground.launches.badges.kinds import NEUTRAL, STYLES, Badge, Merits, Style, earned
from showground.launches.badges.svg import BadgeDrawing, draw
from showground.launches.badges.text_width import cut, fit, measure

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {SVG + tag for tag in ("svg", "title", "style", "path", "g", "rect", "circle", "text")}
HOSTILE = "\"><script>alert(1)</script><!--]]>&' onload='x()' \x00\x0b\ud800\ufffe\u202e"
NAMES = (
    "Kilnbook",
    "i",
    HOSTILE,
    "W" * 500,
    "word " * 100,
    "陶芸帳" * 100,
    "e\N{COMBINING ACUTE ACCENT}" * 250,
    "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}" * 100,
    "\x00\u202e",
)


def every_badge(name: str) -> list[Badge]:
    merits = Merits("kilnbook", name, launched=date(2026, 12, 28), featured=True, verified=date(2026, 5, 1), place=2)
    return [*earned(merits), NEUTRAL]


def parse(picture: BadgeDrawing) -> ET.Element:
    """The picture as XML, as it is sent."""
    return ET.fromstring(picture.svg.encode())  # noqa: S314 - we drew it ourselves


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def span(element: ET.Element) -> tuple[float, float]:
    x, width = float(element.attrib["x"]), float(element.attrib["textLength"])
    return (x - width / 2, x + width / 2) if element.get("text-anchor") == "middle" else (x, x + width)


@pytest.mark.parametrize("style", STYLES, ids=lambda s: f"{s.shape}-{s.mode}-{s.size}")
def test_every_picture_is_whole_inert_and_says_what_it_shows(style: Style) -> None:
    for name in NAMES:
        for badge in every_badge(name):
            picture = draw(badge, "Showground", style)
            root = parse(picture)
            assert {e.tag for e in root.iter()} <= TAGS
            assert not any(a.startswith("on") or "href" in a or a == "style" for e in root.iter() for a in e.attrib)
            assert "url(" not in picture.svg
            assert "@import" not in picture.svg
            assert root.attrib["role"] == "img"
            label = f"{badge.label} on Showground"
            assert root.attrib["aria-label"].endswith(label)
            assert root.findtext(f"{SVG}title") == root.attrib["aria-label"]
            assert ("prefers-color-scheme:dark" in picture.svg) == (style.mode == "auto")


@pytest.mark.parametrize("site", [*NAMES[:-1], "The Directory of All That Was Launched", "Ex"])
@pytest.mark.parametrize("shape", ["standard", "outline", "pill", "banner", "square"])
def test_texts_stay_inside_the_frame_and_apart(shape: str, site: str) -> None:
    for name in NAMES:
        for badge in every_badge(name):
            root = parse(draw(badge, site, next(s for s in STYLES if (s.shape, s.size) == (shape, "m"))))
            width = float(root.attrib["viewBox"].split()[2])
            assert width <= 480
            lines = [e for e in root.findall(f"{SVG}text") if e.text]
            for line in lines:
                start, end = span(line)
                assert 5 < start < end < width - 5, line.text
            if badge.paid and shape != "square":
                [paid] = [line for line in lines if line.text == "Paid"]
                beside = [line for line in lines if abs(float(line.attrib["y"]) - float(paid.attrib["y"])) < 4]
                assert all(span(line)[1] < span(paid)[0] - 4 for line in beside if line is not paid)


def test_sizes_are_whole_pixels_in_proportion() -> None:
    for badge in every_badge("Kilnbook"):
        for shape in ("standard", "outline", "pill", "banner", "square"):
            small, middle, large = [
                draw(badge, "Showground", s) for s in STYLES if (s.shape, s.mode) == (shape, "light")
            ]
            assert (small.width * 4, small.height * 4) == (middle.width * 3, middle.height * 3)
            assert (large.width * 2, large.height * 2) == (middle.width * 3, middle.height * 3)


def test_a_badge_grows_with_the_name_of_the_site() -> None:
    style = Style("standard", "light", "m")
    widths = [draw(NEUTRAL, "Showground " * n, style).width for n in range(1, 6)]
    assert widths[0] == 212
    assert widths[1] > widths[0]
    assert widths[-1] == widths[-2] == 360


@pytest.mark.parametrize(
    ("site", "lines"),
    [
        ("Showground", ["Showground"]),
        ("Nordic Climate Tools", ["Nordic", "Climate Tools"]),
        ("The Directory of All That Was Launched", ["The Directory", "of All That", "Was Launched"]),
        ("Donaudampfschifffahrtsgesellschaft", ["Donaudampfsc", "hifffahrtsge", "sellschaft"]),
        ("W" * 60, ["W" * 20] * 3),  # as long as a name may be
        ("陶芸帳" * 20, ["陶芸帳" * 6 + "陶芸", "帳" + "陶芸帳" * 6 + "陶", "芸帳" + "陶芸帳" * 6]),
    ],
)
def test_squares_show_the_whole_name_of_the_site(site: str, lines: list[str]) -> None:
    for badge in every_badge("Kilnbook"):
        root = parse(draw(badge, site, Style("square", "light", "m")))
        shown = [e for e in root.findall(f"{SVG}text") if "serif" in e.attrib["class"]]
        assert [e.text for e in shown] == lines
        heights = [float(e.attrib["y"]) for e in root.findall(f"{SVG}text")]
        assert heights == sorted(heights)
        assert max(heights) <= 106


def test_each_kind_says_its_own() -> None:
    style = Style("banner", "auto", "m")
    said = {badge.kind: texts(parse(draw(badge, "Showground", style))) for badge in every_badge("Kilnbook")[:-1]}
    assert said == {
        "listed": ["Listed on Showground", "Kilnbook"],
        "launched": ["Launched on Showground", "Kilnbook, week of 28 December 2026"],
        "featured": ["Featured on Showground", "Kilnbook", "Paid"],
        "verified": ["Verified on Showground", "Kilnbook, owner known since 2026"],
        "launch-of-the-week": ["2", "Launch of the Week #2", "Kilnbook on Showground"],
    }


def test_what_is_paid_for_says_so_in_every_style() -> None:
    [badge] = [badge for badge in every_badge("Kilnbook") if badge.kind == "featured"]
    assert badge.label == "Featured (Paid)"
    for style in STYLES:
        assert "Paid" in texts(parse(draw(badge, "Showground", style)))


def test_only_what_was_earned() -> None:
    bare = Merits("kilnbook", "Kilnbook", launched=None, featured=False, verified=None, place=None)
    assert [badge.kind for badge in earned(bare)] == ["listed"]


def test_modes_differ_in_colours_alone() -> None:
    light, dark, auto = [draw(NEUTRAL, "Showground", s).svg for s in STYLES if (s.shape, s.size) == ("standard", "m")]
    sheet = re.compile(r"<style>.*</style>")
    assert sheet.sub("", light) == sheet.sub("", dark) == sheet.sub("", auto)
    assert len({light, dark, auto}) == 3


@pytest.mark.parametrize("style", STYLES, ids=lambda s: f"{s.shape}-{s.mode}-{s.size}")
def test_badges_have_the_colours_of_the_brand(style: Style) -> None:
    by_day = Palette(*(f"#0000{number:02X}" for number in range(8)))
    by_night = Palette(*(f"#FF00{number:02X}" for number in range(8)))
    shipped = {colour for palette in (LIGHT, DARK) for colour in astuple(palette)} - {"#FFFFFF"}
    for badge in every_badge("Kilnbook"):
        picture = draw(badge, "Nordic Climate Tools", style, by_day, by_night).svg
        assert not any(colour in picture for colour in shipped)
        assert (by_day.ink in picture) == (style.mode != "dark")
        assert (by_night.ink in picture) == (style.mode != "light")
    verified = next(badge for badge in every_badge("Kilnbook") if badge.kind == "verified")
    shown = draw(verified, "Nordic Climate Tools", style, by_day, by_night).svg
    assert style.shape == "pill" or by_day.accent in shown or by_night.accent in shown


def test_texts_are_cut_between_characters() -> None:
    assert cut("Kilnbook", "sans", 10, 100) == "Kilnbook"
    assert cut("Kilnbook is a book", "sans", 10, 54) == "Kilnbook\N{HORIZONTAL ELLIPSIS}"
    pair = "e\N{COMBINING ACUTE ACCENT}"
    short = cut(pair * 9, "sans", 10, 40)
    assert short.removesuffix("\N{HORIZONTAL ELLIPSIS}") == pair * 5
    family = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}"
    assert cut(family * 3, "sans", 10, 55) == family * 2 + "\N{HORIZONTAL ELLIPSIS}"
    assert measure("陶芸", "serif", 10) == 20


def test_texts_are_made_smaller_before_they_are_cut() -> None:
    fitted = fit("Kilnbook", "serif", 20, measure("Kilnbook", "serif", 16), least=0.75)
    assert (fitted.words, round(fitted.size, 3)) == ("Kilnbook", 16)
    fitted = fit("Kilnbook", "serif", 20, 40, least=0.75)
    assert (fitted.words, fitted.size) == ("Kil\N{HORIZONTAL ELLIPSIS}", 15)
    assert fitted.width <= 40
