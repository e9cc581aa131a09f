"""The properties that can affect visibility, with shorthands expanded."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import tinycss2
from tinycss2.ast import Declaration
from tinycss2.color4 import parse_color

from showground.core.css.models import Declared
from showground.core.css.tokens import Token, parse_values, serialize
from showground.core.css.values import SYSTEM_COLOURS
from showground.core.regex import repeated

SIDES = ("top", "right", "bottom", "left")
KEPT = frozenset({
    "display", "visibility", "opacity", "filter", "position", "float", "content-visibility", "transform", "translate",
    "scale", "clip", "clip-path", "width", "height", "max-width", "max-height", "overflow-x", "overflow-y",
    "text-indent", "white-space", "font-size", "color", "background-color", "background-image", "background-clip",
    "text-shadow", "text-decoration-line", "animation-name", "transition", "grid-template-rows", "color-scheme",
    "-webkit-text-fill-color", "zoom", "rotate", "mask-image", "letter-spacing", "z-index",
    *SIDES, *(f"margin-{side}" for side in SIDES), *(f"padding-{side}" for side in SIDES),
})  # fmt: skip
OTHER_NAMES = {
    "-webkit-transform": "transform", "-webkit-clip-path": "clip-path", "-webkit-background-clip": "background-clip",
    "-webkit-animation": "animation-name", "animation": "animation-name", "-webkit-animation-name": "animation-name",
    "-webkit-transition": "transition", "transition-property": "transition", "will-change": "transition",
    "text-decoration": "text-decoration-line", "font": "font-size", "grid-template": "grid-template-rows",
    "inset-inline-start": "left", "inset-inline-end": "right", "inset-block-start": "top", "inset-block-end": "bottom",
    "margin-inline-start": "margin-left", "margin-block-start": "margin-top", "margin-block-end": "margin-bottom",
    "padding-block-start": "padding-top", "padding-block-end": "padding-bottom", "inline-size": "width",
    "block-size": "height", "max-inline-size": "max-width", "max-block-size": "max-height",
    "-webkit-filter": "filter", "mask": "mask-image", "-webkit-mask": "mask-image",
    "-webkit-mask-image": "mask-image",
}  # fmt: skip
ACROSS = {"inset-inline": ("left", "right"), "inset-block": ("top", "bottom"),
          "margin-inline": ("margin-left", "margin-right"), "margin-block": ("margin-top", "margin-bottom"),
          "padding-inline": ("padding-left", "padding-right"), "padding-block": ("padding-top", "padding-bottom"),
          "overflow": ("overflow-x", "overflow-y")}  # fmt: skip
ANYWHERE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
WORDS = {
    "visibility": frozenset({"visible", "hidden", "collapse"}),
    "position": frozenset({"static", "relative", "absolute", "fixed", "sticky"}),
    "overflow-x": frozenset({"visible", "hidden", "clip", "scroll", "auto", "overlay"}),
    "overflow-y": frozenset({"visible", "hidden", "clip", "scroll", "auto", "overlay"}),
}
DISPLAYS = frozenset({
    "none", "block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "table", "inline-table",
    "table-row", "table-cell", "table-row-group", "table-header-group", "table-footer-group", "table-caption",
    "table-column", "table-column-group", "list-item", "contents", "flow-root", "run-in", "ruby", "math",
    "-webkit-box", "-webkit-inline-box", "-webkit-flex", "-ms-flexbox", "-moz-box", "-webkit-inline-flex",
    "-ms-inline-flexbox", "-ms-grid", "flow",
})  # fmt: skip
ON_SIDES = frozenset({"inset", "margin", "padding"})
READ = KEPT | OTHER_NAMES.keys() | ACROSS.keys() | ON_SIDES | {"background"}
"""The names of declarations that are looked at, besides those of variables."""
MAX_VALUE = 300  # characters; longer values contain a picture
MAX_PARSED_VALUE = 50_000
# Words, lengths, colours and functions of them that are tokens each.
INSIDE = r"[a-z0-9\s.,%#-]*+"
FUNCTIONS = repeated(rf"[a-z]++(?<!url)\({INSIDE}\){INSIDE}")
PLAIN_WORD = (
    r"(?:[-+]?(?:\d++(?:\.\d++)?|\.\d++)(?:[a-df-z][a-z]*+|em|%)?|\#[0-9a-f]++"
    rf"|-{{0,2}}[a-z][a-z0-9-]*+(?:(?<!url)\({INSIDE}{FUNCTIONS}\))?)(?![^\s,!])"
)
FURTHER_WORDS = repeated(rf"(?:\s*+,\s*+|\s++){PLAIN_WORD}")
PLAIN_VALUE = re.compile(rf"\s*+({PLAIN_WORD}{FURTHER_WORDS})\s*+(!\s*+important\s*+)?")
PLAIN_WORDS = re.compile(PLAIN_WORD)


@lru_cache(4096)
def read_declaration_text(name: str, value: str) -> tuple[Declared, bool]:
    """What a declaration sets, and whether it is important. Cached, because sheets repeat few values over and over."""
    lowered = value.lower() if value.isascii() else ""
    if (plain := PLAIN_VALUE.fullmatch(lowered)) and "\\" not in name:
        parts = PLAIN_WORDS.findall(plain[1]) if name in ACROSS or name in ON_SIDES else ()
        return dict(_read_values(name, parts, plain[1])), plain[2] is not None
    if len(value) > MAX_PARSED_VALUE and "url(" not in value:
        return {}, False
    parsed = tinycss2.parse_one_declaration(f"{name}:{value}", skip_comments=True)
    if not isinstance(parsed, Declaration):
        return {}, False
    return dict(read_declaration(parsed.lower_name, parsed.value)), parsed.important


def read_declaration(name: str, value: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """The properties that a declaration sets, as far as they matter here; none for an invalid value."""
    if name not in READ and not name.startswith("--"):
        return
    parts = [serialize([node]).strip().lower() for node in value if node.type not in ("whitespace", "comment")]
    yield from _read_values(name, parts, serialize(value).strip().lower())


def _read_values(name: str, parts: Sequence[str], text: str) -> Iterator[tuple[str, str]]:
    name = OTHER_NAMES.get(name, name)
    if name in ACROSS or name in ON_SIDES:
        if name in ACROSS:
            names, most = ACROSS[name], 2
        else:
            names, most = tuple(side if name == "inset" else f"{name}-{side}" for side in SIDES), 4
        if 1 <= len(parts) <= most:
            spread = (list(parts) * 4)[:4] if len(parts) != 3 else [*parts, parts[1]]
            yield from ((one, text) for one, text in zip(names, spread, strict=False) if is_valid(one, text))
        return
    if name == "background":
        text = shorten(text)
        yield "background-color", text
        yield "background-image", text
    else:
        text = shorten(text)
        if is_valid(name, text):
            yield name, text


def shorten(text: str) -> str:
    """A value without the pictures in it."""
    return text if len(text) <= MAX_VALUE else ("url()" if "url(" in text else text[:MAX_VALUE])


def is_valid(name: str, text: str) -> bool:
    """Whether browsers would accept the value; otherwise the previous declaration stays."""
    if name.startswith("--"):
        return True
    if not text:
        return False
    if text in ANYWHERE or "var(" in text:
        return True
    if name == "display":
        return all(word in DISPLAYS for word in text.split())
    if name == "color":
        return parse_color(text) is not None or "(" in text or text in SYSTEM_COLOURS
    if name == "opacity":
        return parse_values(text)[0].type in ("number", "percentage", "function")
    return name not in WORDS or text in WORDS[name]
