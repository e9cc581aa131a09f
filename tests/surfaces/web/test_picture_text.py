"""Texts on share pictures: within the margins, and never boxes instead of letters, whatever the script."""

from base64 import b64encode
from dataclasses import astuple, replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from showground.core.brand import LIGHT, Brand, Palette
from showground.core.calls.context import Site
from showground.surfaces.web.assets import Assets
from showground.surfaces.web.syndication.picture_text import SANS, SERIF, SERIF_ITALIC, font_files
from showground.surfaces.web.syndication.share_images import MARGIN, WIDTH, Card, fit_card
from showground.surfaces.web.syndication.svg_to_png import draw
from showground.surfaces.web.templates_engine import environment

PAPER = "#FBFAF6"
OVERHANG = 14  # pixels by which strokes may extend beyond a letter's width
ROSETTE = 788  # from this column on
SCRIPTS = (
    "WMQ@%mw",
    "abcdefghij ",
    "ÄŁşǾẤđ ",
    "ЖШЩабв ",
    "شركةالمدوالجزرﷺ ",
    "חברתהגאות״ ",
    "潮汐软件株式会社、。",
    "한국어제품뷁 ",
    "น้ำขึ้ลง",
    "क्षत्रियहिन्दी ",
    "🚀😀👩\u200d🚀🇩🇪★→ ",
)
names = st.lists(st.sampled_from(SCRIPTS), min_size=1, max_size=2).flatmap(
    lambda scripts: st.text(st.sampled_from("".join(scripts)), min_size=1, max_size=160)
)
SITE = Site("Showground", "http://localhost")
templates = environment(SITE, Assets())


def picture(card: Card, site: str = "Showground") -> Image.Image:
    svg = templates.get_template("picture.svg").render(card=card, text=fit_card(card, site), ordinal="st")
    return Image.open(BytesIO(draw(svg, font_files()))).convert("RGB")


def has_ink(image: Image.Image, left: int, right: int, top: int = 0) -> bool:
    part = image.crop((left, top, right, image.height))
    return ImageChops.difference(part, Image.new("RGB", part.size, PAPER)).getbbox() is not None


@settings(max_examples=15, deadline=None)
@given(name=names, line=names, place=st.sampled_from([0, 1]))
def test_no_text_leaves_the_picture_or_covers_the_rosette(name: str, line: str, place: int) -> None:
    image = picture(Card(name, name, "a.example", line, name, line, place), site=line)
    assert not has_ink(image, 0, MARGIN - OVERHANG)
    assert not has_ink(image, WIDTH - MARGIN + OVERHANG, WIDTH)
    if place:
        assert not has_ink(image, ROSETTE - OVERHANG, ROSETTE, top=130)


def a_logo(colour: str, size: tuple[int, int] = (512, 512)) -> str:
    made = BytesIO()
    Image.new("RGB", size, colour).save(made, "WEBP", lossless=True)
    return f"data:image/webp;base64,{b64encode(made.getvalue()).decode()}"


@pytest.mark.parametrize("place", [0, 1])
def test_a_logo_stands_beside_the_name(place: int) -> None:
    card = Card("", "W" * 60, "a.example", "", "", "", place)
    image = picture(replace(card, logo=a_logo("#FF0000")))
    assert image.getpixel((132, 210)) == (255, 0, 0)
    assert not has_ink(image.crop((0, 140, WIDTH, 280)), 194, 214)  # between logo and name
    end = (ROSETTE - OVERHANG, ROSETTE) if place else (WIDTH - MARGIN + OVERHANG, WIDTH)
    assert not has_ink(image, *end, top=140)
    wide = picture(replace(card, logo=a_logo("#FF0000", (600, 100))))  # within its square, not stretched
    assert wide.getpixel((132, 210)) == (255, 0, 0)
    assert wide.getpixel((132, 160)) == (255, 255, 255)


def test_pictures_have_the_colours_of_the_brand() -> None:
    palette = Palette("#F4F8FB", "#FFFFFF", "#10242F", "#4A5F6B", "#CCCCCC", "#999999", "#0B5394", "#EEEEEE")
    card = Card("Week of 9 March", "Fjordvarme", "a.example", "Heat pumps for old houses", "3 votes", "Bergen", place=1)
    with SITE.previewing(Brand(name="Nordic Climate Tools", light=palette)):
        svg = templates.get_template("picture.svg").render(card=card, text=fit_card(card, SITE.name), ordinal="st")
    assert "Nordic Climate Tools" in svg
    assert all(colour in svg for colour in (palette.paper, palette.ink, palette.muted, palette.accent))
    assert not any(colour in svg for colour in astuple(LIGHT) if colour != "#FFFFFF")


@given(text=st.text(max_size=60) | names)
def test_only_characters_that_a_font_has_are_drawn(text: str) -> None:
    for face in (SERIF, SERIF_ITALIC, SANS):
        fitted = face.fit(text, 40, 400)
        font = next(font for font in face.fonts if all(map(font.has, fitted.words.strip("\u2067\u2069"))))
        assert font.family == fitted.family
        for line in face.wrap(text, 40, 400):
            assert any(font.family == line.family for font in face.fonts)


@pytest.mark.parametrize(
    ("name", "drawn", "family"),
    [
        ("Tidewater", "Tidewater", "Newsreader"),
        ("🚀 Rocket 👩\u200d🚀", "Rocket", "Newsreader"),
        ("A → B", "A → B", "DejaVu Sans"),
        ("شركة المد", "\u2067شركة المد\u2069", "DejaVu Sans"),
        ("Приливы", "Приливы", "DejaVu Sans"),
        ("Tidewater 潮汐", "Tidewater 潮汐", "Newsreader"),
        ("น้ำ App", "น้ำ App", "Noto Sans Thai"),
        ("🚀🔥", "", "Newsreader"),
        ("ગુજરાતી", "", "Newsreader"),
    ],
)
def test_a_text_is_set_in_a_font_of_its_script(name: str, drawn: str, family: str) -> None:
    fitted = SERIF.fit(name, 40, 2000)
    assert (fitted.words, fitted.family) == (drawn, family)


def test_a_name_that_cannot_be_drawn_is_replaced_by_the_website() -> None:
    card = Card("", "ગુજરાતી નામ", "gujarati.example", "ગુજરાતી", "", "")
    text = fit_card(card, "Showground")
    assert text.name.words == "gujarati.example"
    assert text.lines == []


def test_every_script_leaves_ink_of_its_own() -> None:
    """Two names of one script look different: neither is a row of equal boxes."""
    pairs = [("شركة", "بحر"), ("גאות", "שפל"), ("潮汐", "软件"), ("한국", "제품"), ("น้ำ", "ลง"), ("हिन्दी", "नाम")]
    for one, other in pairs:
        drawn = [picture(Card("", name, "", "", "", "")) for name in (one, other)]
        assert ImageChops.difference(*drawn).getbbox() is not None
        assert has_ink(drawn[0], MARGIN, WIDTH - MARGIN, top=140)
