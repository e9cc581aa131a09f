"""Values of properties: lengths in pixels and colours."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tinycss2.color4 import parse_color

from showground.core.css.calculations import calculate, is_calculated
from showground.core.css.media import HEIGHT, WIDTH
from showground.core.css.tokens import Token, parse_values, serialize
from showground.core.regex import repeated

LENGTH = re.compile(
    r"([-+]?(?:\d++(?:\.\d++)?|\.\d++)(?:e[-+]?\d{1,3})?)(px|pt|r?em|ch|ex|[sld]?v[wh]|%)?(?=$|[\s/,)])"
)
INSIDE = repeated(r"[^()]++|\([^()]*+\)")
VARIABLE = re.compile(rf"var\(\s*(--[^\s,()]+)\s*(?:,({INSIDE}))?\)")
MAX_SUBSTITUTIONS, MAX_SUBSTITUTED = 8, 500

Colour = tuple[float, float, float, float]
"""Red, green, blue and alpha, each from 0 to 1."""
WHITE: Colour = (1.0, 1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0, 1.0)
SYSTEM_COLOURS = {"canvas": WHITE, "canvastext": BLACK, "field": WHITE, "fieldtext": BLACK}
MIN_MIXED = 0.05


def substitute(value: str, variables: Mapping[str, str]) -> str | None:
    """A value with its variables filled in; None if one is not known."""
    for _ in range(MAX_SUBSTITUTIONS):
        if "var(" not in value:
            return value.strip()
        missing = False

        def fill(found: re.Match[str]) -> str:
            nonlocal missing
            fallback: str | None = found[2]
            filled = variables.get(found[1], fallback)
            missing = missing or filled is None
            return filled or ""

        value, count = VARIABLE.subn(fill, value)
        if missing or not count or len(value) > MAX_SUBSTITUTED:
            return None
    return None


def pixels(value: str | None, em: float = 16.0, whole: float | None = None) -> float | None:
    """The first length of a value; `whole` is the base of percentages. None if it depends on the layout."""
    if value and is_calculated(value):
        return calculate(value, lambda length: _length(length, em, whole))
    return _length(value, em, whole)


def _length(value: str | None, em: float, whole: float | None) -> float | None:
    found = LENGTH.match(value.strip()) if value else None
    if found is None:
        return None
    number, unit = float(found[1]), found[2] or ""
    if unit in ("", "px"):
        return number if unit or number == 0 else None
    if unit == "pt":
        return number * 4 / 3
    if unit == "rem":
        return number * 16
    if unit in ("em", "ch", "ex"):
        return number * em * (1 if unit == "em" else 0.5)
    if unit.endswith("vw"):
        return number * WIDTH / 100
    if unit.endswith("vh"):
        return number * HEIGHT / 100
    if number == 0:
        return 0.0
    return None if whole is None else number * whole / 100


def number(value: str | None) -> float | None:
    """A number or a percentage as a share."""
    if value and is_calculated(value):
        return calculate(value, lambda _: None)
    found = LENGTH.match(value.strip()) if value else None
    if found is None or found[2] not in (None, "%"):
        return None
    return float(found[1]) / (100 if found[2] else 1)


@lru_cache(2048)
def colour(value: str) -> Colour | None:
    """The first colour in a value; None if there is none, or one that depends on others."""
    return next(iter(colours(value)), None)


def colours(value: str) -> list[Colour]:
    """The colours in a value, also those of its gradients."""
    found: list[Colour] = []
    for node in parse_values(value):
        if node.type not in ("ident", "hash", "function"):
            continue
        if (shade := _colour(node)) is not None:
            found.append(shade)
        elif node.type == "function" and "gradient" in node.lower_name:
            found += colours(serialize(node.arguments))
    return found


def _colour(token: Token) -> Colour | None:
    if token.type == "ident" and token.lower_value in SYSTEM_COLOURS:
        return SYSTEM_COLOURS[token.lower_value]
    if token.type == "function" and token.lower_name in ("light-dark", "color-mix"):
        return _colour_of_two(token.lower_name, colours(serialize(token.arguments)))
    try:
        found: Any = parse_color(token)
        if found is None or isinstance(found, str):
            return None
        parts = _srgb(found)
    except (NotImplementedError, ValueError, TypeError):  # the library converts few kinds of colours
        return None
    if parts is None:
        return None
    red, green, blue = parts
    return _share(red), _share(green), _share(blue), float(found.alpha)


def _colour_of_two(name: str, found: list[Colour]) -> Colour | None:
    """Pages are read as in light mode; of a mixture it is enough to know whether both parts are alike."""
    if len(found) != 2:
        return None
    one, other = found
    return one if name == "light-dark" or difference(one, other) < MIN_MIXED else None


def _srgb(found: Any) -> tuple[float | None, float | None, float | None] | None:
    """Red, green and blue. Of colours given by lightness (`lab`, `oklch`) only greys: others can't be as light or dark
    as a page, and are None."""
    if found.space in ("lab", "lch", "oklab", "oklch"):
        light = float(found.coordinates[0] or 0) / (100 if found.space in ("lab", "lch") else 1)
        tint = max(abs(float(part or 0)) for part in found.coordinates[1 : 2 if found.space.endswith("ch") else 3])
        if tint > (4 if found.space in ("lab", "lch") else 0.03):
            return None
        grey = light if found.space in ("lab", "lch") else (light**3) ** (1 / 2.2)
        return grey, grey, grey
    red, green, blue = found.to("srgb").coordinates
    return red, green, blue


def _share(part: float | None) -> float:
    return min(max(float(part or 0), 0.0), 1.0)


def blend(over: Colour, under: Colour) -> Colour:
    share = over[3]
    return (
        over[0] * share + under[0] * (1 - share),
        over[1] * share + under[1] * (1 - share),
        over[2] * share + under[2] * (1 - share),
        1.0,
    )


def difference(one: Colour, other: Colour) -> float:
    return max(abs(one[at] - other[at]) for at in range(3))


def has_picture(value: str) -> bool:
    return "url(" in value or "gradient(" in value or "image-set(" in value or "image(" in value
