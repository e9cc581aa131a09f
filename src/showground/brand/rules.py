"""From values to a brand: which source wins, which colours follow from others, and whether people can read them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from showground.brand.models import BrandValues
from showground.core.brand import Brand, Link, Operator, Palette, mix
from showground.core.languages import Text, deferred, sentences, text_with
from showground.core.languages.formats import number, rounded

PLACEHOLDER = re.compile(r"\{[^{}\n]*\}")
TEXT, CONTROL = 4.5, 3.0  # WCAG 2.2 AA: contrast of text, and of what shows where a control is
PLAIN = (
    "name", "tagline", "purpose", "summary", "font_text", "font_heading", "footer_text", "order_prefix", "crawler",
    "sender", "reply_to", "powered_by",
)  # fmt: skip
LINKS = ("footer_links", "navigation", "social_links")
PICTURES = ("logo", "dark_logo", "icon", "share_picture")
CHOSEN = ("paper", "raised", "ink", "muted", "accent")
# Colours that can't be chosen but are shown on the chosen ones: error, information and paid placement.
FIXED = {
    "light": {"red": "#A82A1F", "blue": "#2456A6", "amber": "#8A5F00"},
    "dark": {"red": "#F0968C", "blue": "#8FB4F0", "amber": "#E3B95A"},
}
NAMES = {
    "paper": Text("page background"),
    "raised": Text("panel background"),
    "ink": Text("text"),
    "muted": Text("secondary text"),
    "accent": Text("accent"),
    "wash": Text("highlight"),
    "edge": Text("control border"),
    "red": Text("error red"),
    "blue": Text("focus blue"),
    "amber": Text("the amber of paid placements"),
}
CONTRAST = {
    "light": Text("The contrast of %(front)s (%(one)s) on %(back)s (%(other)s) in light mode is %(ratio)s:1."),
    "dark": Text("The contrast of %(front)s (%(one)s) on %(back)s (%(other)s) in dark mode is %(ratio)s:1."),
    "email": Text("The contrast of %(front)s (%(one)s) on %(back)s (%(other)s) in emails is %(ratio)s:1."),
}
PAIRS = (
    ("ink", "paper", TEXT), ("ink", "raised", TEXT), ("ink", "wash", TEXT),
    ("muted", "paper", TEXT), ("muted", "raised", TEXT),
    ("accent", "paper", TEXT), ("accent", "raised", TEXT), ("accent", "wash", TEXT),
    ("red", "paper", TEXT), ("amber", "paper", TEXT), ("blue", "paper", CONTROL), ("edge", "paper", CONTROL),
    ("red", "raised", TEXT), ("amber", "raised", TEXT), ("blue", "raised", CONTROL),
)  # fmt: skip
EMAIL_PAIRS = (("ink", "paper", TEXT), ("muted", "paper", TEXT), ("accent", "paper", TEXT))


def find_unknown_placeholder(footer: str) -> str | None:
    """The first placeholder of a footer that would be shown as it was typed; `Brand.footer` fills in `{site}` only."""
    return next((found for found in PLACEHOLDER.findall(footer) if found != "{site}"), None)


def merge(defaults: Brand, staff: BrandValues, file: BrandValues) -> Brand:
    """The brand that results: the file wins over staff, and staff over the settings and what is shipped."""
    given: dict[str, Any] = {
        **{name: value for name, value in staff if value is not None},
        **{name: value for name, value in file if value is not None},
    }
    new: dict[str, Any] = {name: given[name] for name in PLAIN if name in given}
    new |= {name: f"/brand/{given[name]}" for name in PICTURES if name in given}
    new |= {name: tuple(Link(each.address, each.words) for each in given[name]) for name in LINKS if name in given}
    operator = Operator(
        name=given.get("operator_name", defaults.operator.name),
        address=given.get("operator_address", defaults.operator.address),
        email=given.get("contact_email", defaults.operator.email),
    )
    light = choose_colours(defaults.light, {name: given.get(f"light_{name}") for name in CHOSEN})
    dark = choose_colours(defaults.dark, {name: given.get(f"dark_{name}") for name in CHOSEN})
    email = choose_colours(light, {name: given.get(f"email_{name}") for name in ("paper", "ink", "accent")})
    return replace(defaults, light=light, dark=dark, email_light=email, operator=operator, **new)


def choose_colours(before: Palette, chosen: Mapping[str, str | None]) -> Palette:
    """The palette with these colours; lines, borders and highlights are mixed to fit them."""
    given = {name: colour.upper() for name, colour in chosen.items() if colour}
    if not given:
        return before
    new = replace(before, **given)
    if {"ink", "paper"} & given.keys():
        new = replace(new, rule=mix(new.ink, new.paper, 0.16), edge=_find_edge(new))
        if "muted" not in given:
            new = replace(new, muted=_find_muted(new))
    if {"accent", "paper"} & given.keys():
        new = replace(new, wash=mix(new.accent, new.paper, 0.1))
    return new


def _find_edge(palette: Palette) -> str:
    """The lightest mix of text and background that shows where a control is."""
    shares = (share / 20 for share in range(8, 21))
    mixes = (mix(palette.ink, palette.paper, share) for share in shares)
    return next((colour for colour in mixes if contrast(colour, palette.paper) >= CONTROL + 0.2), palette.ink)


def _find_muted(palette: Palette) -> str:
    shares = (share / 20 for share in range(13, 21))
    mixes = (mix(palette.ink, palette.paper, share) for share in shares)
    return next((colour for colour in mixes if contrast(colour, palette.paper) >= TEXT + 0.5), palette.ink)


def find_unreadable(brand: Brand) -> Iterator[tuple[str, Text]]:
    """For each pair of colours that people could not read: the field to change, and what is wrong."""
    for theme, palette in (("light", brand.light), ("dark", brand.dark)):
        yield from _check(palette, PAIRS, theme, CONTRAST[theme], FIXED[theme])
    if brand.email_light != brand.light:
        yield from _check(brand.email_light, EMAIL_PAIRS, "email", CONTRAST["email"], {})


def _check(
    palette: Palette, pairs: tuple[tuple[str, str, float], ...], prefix: str, where: Text, fixed: Mapping[str, str]
) -> Iterator[tuple[str, Text]]:
    too_faint = contrast(palette.ink, palette.paper) < TEXT  # then so is what is mixed from these two
    for front, back, least in pairs:
        if too_faint and front in ("muted", "edge"):
            continue
        one, other = fixed.get(front) or getattr(palette, front), getattr(palette, back)
        ratio = contrast(one, other)
        if ratio < least:
            field = front if front in CHOSEN and (prefix != "email" or front != "muted") else "paper"
            told = text_with(
                where,
                front=NAMES[front],
                one=one,
                back=NAMES[back],
                other=other,
                ratio=deferred(rounded, int(ratio * 100) / 100, 2),  # rounded down: 4.496 is not the 4.5 that it misses
            )
            need = text_with("It must be at least %(least)s:1.", least=deferred(number, least))
            yield f"{prefix}_{field}", sentences(told, need)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours by WCAG, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour.removeprefix("#"))]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
