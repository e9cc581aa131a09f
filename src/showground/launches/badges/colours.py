"""The colours of badges, as a style sheet inside each picture."""

from typing import NamedTuple

from showground.launches.badges.kinds import Kind, Mode, Shape


class Pair(NamedTuple):
    """A colour for light pages and its like for dark ones."""

    light: str
    dark: str


INK = Pair("#1C1B19", "#ECE9E1")
SOFT = Pair("#625D53", "#A8A294")
EDGE = Pair("#8C8576", "#7A7467")
PAPER = Pair("#FFFFFF", "#1F1E1B")
GROUND = Pair("#FBFAF6", "#161513")
DISC = Pair("#FFFFFF", "#F3EFE4")
ROSETTE_SHADE = Pair("#1A3F7B", "#2C5390")
PILL_SHADE = Pair("#A4A4A3", "#716F6A")
NOTHING = Pair("none", "none")
MARKS: dict[Kind, Pair] = {
    "listed": INK,
    "launched": Pair("#A82A1F", "#F0968C"),
    "featured": Pair("#8A5F00", "#E3B95A"),
    "verified": Pair("#1B6445", "#79CDA2"),
    "launch-of-the-week": Pair("#2456A6", "#3F72C4"),
}
FONTS = (
    ".sans{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}"
    ".serif{font-family:'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,Georgia,serif;"
    "font-weight:700}"
)


def _roles(kind: Kind, shape: Shape) -> dict[str, Pair]:
    """What each class of the drawing stands for; a pill is dark on light pages."""
    if shape == "pill":
        one_colour = dict.fromkeys(("ink", "soft", "mark"), PAPER)
        return {"back": INK, **one_colour, "deep": PILL_SHADE, "hole": INK, "disc": INK}
    roles = {"back": PAPER, "edge": EDGE, "ink": INK, "soft": SOFT, "mark": MARKS[kind], "hole": PAPER}
    if shape == "outline":
        roles |= {"back": NOTHING, "edge": INK, "soft": INK}
    if shape == "banner":
        roles |= {"back": GROUND, "edge": INK, "hole": GROUND}
    return roles | {"deep": ROSETTE_SHADE, "disc": DISC}


def style_sheet(kind: Kind, shape: Shape, mode: Mode) -> str:
    """The classes in the colours of a mode; `auto` follows what the reader's system prefers."""
    light, dark = ("".join(_rules(kind, shape, n)) for n in (0, 1))
    if mode == "auto":
        return f"{FONTS}{light}@media (prefers-color-scheme:dark){{{dark}}}"
    return FONTS + (light if mode == "light" else dark)


def _rules(kind: Kind, shape: Shape, which: int) -> list[str]:
    return [
        f".{role}{{fill:{pair[which]}}}.{role}-line{{stroke:{pair[which]}}}"
        for role, pair in _roles(kind, shape).items()
    ]
