"""The colours of badges, as a style sheet inside each picture. They follow the brand, as pages do.

The brand's colours were checked for contrast when they were saved. A badge uses only pairs that are checked there: text
and marks on the page's or the panels' background.
"""

from typing import NamedTuple

from showground.core.brand import Palette, mix
from showground.launches.badges.kinds import Kind, Mode, Shape


class Pair(NamedTuple):
    """A colour for light pages, and the corresponding one for dark pages."""

    light: str
    dark: str


DISC = Pair("#FFFFFF", "#F3EFE4")
ROSETTE_SHADE = Pair("#1A3F7B", "#2C5390")
NOTHING = Pair("none", "none")
# Kinds that have a colour of their own; the others have those of the text and of links.
MARKS: dict[Kind, Pair] = {
    "launched": Pair("#A82A1F", "#F0968C"),
    "featured": Pair("#8A5F00", "#E3B95A"),
    "launch-of-the-week": Pair("#2456A6", "#3F72C4"),
}
FONTS = (
    ".sans{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}"
    ".serif{font-family:'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,Georgia,serif;"
    "font-weight:700}"
)


def _roles(kind: Kind, shape: Shape, light: Palette, dark: Palette) -> dict[str, Pair]:
    """The colour of each class of the drawing; a pill is dark on light pages."""
    ink, panel, page = (Pair(getattr(light, name), getattr(dark, name)) for name in ("ink", "raised", "paper"))
    if shape == "pill":
        one_colour = dict.fromkeys(("ink", "soft", "mark"), panel)
        shade = Pair(*(mix(palette.raised, palette.ink, 0.6) for palette in (light, dark)))
        return {"back": ink, **one_colour, "deep": shade, "hole": ink, "disc": ink}
    mark = MARKS.get(kind) or (Pair(light.accent, dark.accent) if kind == "verified" else ink)
    edge, muted = Pair(light.edge, dark.edge), Pair(light.muted, dark.muted)
    roles = {"back": panel, "edge": edge, "ink": ink, "soft": muted, "mark": mark, "hole": panel}
    if shape == "outline":
        roles |= {"back": NOTHING, "edge": ink, "soft": ink}
    if shape == "banner":
        roles |= {"back": page, "edge": ink, "hole": page}
    return roles | {"deep": ROSETTE_SHADE, "disc": DISC}


def style_sheet(kind: Kind, shape: Shape, mode: Mode, light: Palette, dark: Palette) -> str:
    """The classes in the colours of a mode; `auto` follows what the reader's system prefers."""
    roles = _roles(kind, shape, light, dark)
    by_day, by_night = ("".join(_rules(roles, n)) for n in (0, 1))
    if mode == "auto":
        return f"{FONTS}{by_day}@media (prefers-color-scheme:dark){{{by_night}}}"
    return FONTS + (by_day if mode == "light" else by_night)


def _rules(roles: dict[str, Pair], which: int) -> list[str]:
    return [f".{role}{{fill:{pair[which]}}}.{role}-line{{stroke:{pair[which]}}}" for role, pair in roles.items()]
