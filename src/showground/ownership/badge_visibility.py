"""Whether people see an element of a page, as far as its own markup and style sheets tell.

Not noticed: scripts, rules for some screens or states only, what selectors say of neighbours, colours, what is laid
over it, sheets of other sites, and opacity in sheets, with which many pages let things appear as people scroll.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from showground.core.css import read_declarations, read_rules
from showground.ownership.css_selectors import Element, Selector, read_selectors

UNSEEN_ELEMENTS = frozenset(
    {"noscript", "template", "script", "style", "textarea", "title", "iframe", "head", "select", "object", "canvas"}
)
SIZES = ("width", "height", "max-width", "max-height")
PLACES = ("left", "right", "top", "bottom")
SHIFTS = ("text-indent", "margin-left", "margin-top")
LOOKED_AT = frozenset({
    "display", "visibility", "position", "overflow", "overflow-x", "overflow-y", "transform", "clip", "clip-path",
    *SIZES, *PLACES, *SHIFTS,
})  # fmt: skip
LENGTH = re.compile(r"(-?(?:\d++(?:\.\d++)?|\.\d++))(px|pt|r?em|vw|vh|%)?\s*+$")
SHIFTED = re.compile(r"translate(?:x|y|3d)?\(([^()]*+)\)")
CUT_AWAY = re.compile(r"rect\(\s*(?:[01](?:px)?[\s,]*){4}\)|inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0")
SHRUNK = re.compile(r"scale(?:x|y|3d)?\(\s*0(?:\.0+)?\s*[,)]")
FAR_PIXELS, FAR_SHARE = 500.0, 100.0
MIN_PICTURE = 8  # pixels; badges are drawn with 20 at least
MIN_OPACITY = 0.05
MAX_RULES, MAX_ANCESTORS = 5_000, 100  # rules of one page, and elements around the picture that they are about
MAX_EFFORT = 400_000  # comparisons for one page: half a second; what is hidden beyond them is not noticed
INLINE = (math.inf, 0, 0)

Weight = tuple[bool, tuple[float, int, int], int]
Said = tuple[tuple[float, int, int], Mapping[str, str]]


@dataclass
class Styles:
    """The rules of a page's sheets that may hide something, in their order."""

    rules: Sequence[tuple[Selector, Mapping[str, str]]]
    effort: int = MAX_EFFORT

    def find(self, path: Sequence[Element], at: int) -> list[Said]:
        """What they say of an element of a path, counted from its end."""
        at += len(path)
        found: list[Said] = []
        for selector, declared in self.rules:
            if self.effort <= 0:
                break
            self.effort -= 1
            if selector.ends_with(path[at]):
                self.effort -= len(selector.parts) * at
                if selector.fits(path, at):
                    found.append((selector.weight, declared))
        return found


def read_styles(sheets: Iterable[str]) -> Styles:
    found: list[tuple[Selector, Mapping[str, str]]] = []
    for sheet in sheets:
        for rule in read_rules(sheet):
            if len(found) >= MAX_RULES:
                break
            declared = read_declarations(rule.body)
            if LOOKED_AT & declared.keys():
                kept = {name: value for name, value in declared.items() if name in LOOKED_AT}
                found += [(selector, kept) for selector in read_selectors(rule.selectors)]
    return Styles(found)


def is_unseen(picture: LexborNode, styles: Styles) -> bool:
    """Whether a picture, or something around it, is not shown.

    What sheets say of the whole page does not count: one that hides itself is shown by a script.
    """
    path = _path(picture)
    last = len(path) - 1
    sizes = (path[last].attributes.get("width"), path[last].attributes.get("height"))
    if any(_is_small((size or "").strip().lower()) for size in sizes):
        return True
    visibility = ""  # the innermost word on it, which all within follow
    for at in range(last, -1, -1):
        far = last - at >= MAX_ANCESTORS
        said = [] if far or path[at].tag in ("html", "body") else styles.find(path[-MAX_ANCESTORS:], at - last - 1)
        style = _weigh([*said, (INLINE, read_declarations(path[at].attributes.get("style") or ""))])
        if _is_never_shown(path, at) or _is_hidden(style, is_picture=at == last):
            return True
        visibility = visibility or style.get("visibility", "inherit").removeprefix("inherit")
    return visibility in ("hidden", "collapse")


def _path(node: LexborNode) -> list[Element]:
    """The element with all around it, the outermost first."""
    found: list[Element] = []
    around: LexborNode | None = node
    while around is not None:
        if around.is_element_node:
            found.append(Element(around.tag or "", around.attributes))
        around = around.parent
    return found[::-1]


def _is_never_shown(path: Sequence[Element], at: int) -> bool:
    element = path[at]
    if element.tag in UNSEEN_ELEMENTS or "hidden" in element.attributes:
        return True
    if element.tag == "details" and "open" not in element.attributes:
        return at + 1 < len(path) and path[at + 1].tag != "summary"
    return element.tag == "dialog" and "open" not in element.attributes


def _weigh(said: Sequence[Said]) -> dict[str, str]:
    """What counts of what is said of an element, by property: the weightiest word, then the last."""
    won: dict[str, tuple[Weight, str]] = {}
    for order, (weight, declared) in enumerate(said):
        for name, value in declared.items():
            plain, important, _ = value.partition("!important")
            word = ((bool(important), weight, order), plain.strip())
            won[name] = max(won.get(name, word), word)
    return {name: value for name, (_, value) in won.items()}


def _is_hidden(style: Mapping[str, str], *, is_picture: bool) -> bool:
    if style.get("display") == "none" or _is_faint(style.get("opacity")):
        return True
    if CUT_AWAY.search(style.get("clip-path", "") + style.get("clip", "")) or SHRUNK.search(style.get("transform", "")):
        return True
    return _is_tiny(style, is_picture=is_picture) or _is_far_off(style)


def _is_tiny(style: Mapping[str, str], *, is_picture: bool) -> bool:
    """A picture that is too small; or a box of no size that shows nothing beyond its edges."""
    sizes = [found for name in SIZES if (found := _pixels(style.get(name))) is not None]
    if is_picture:
        return any(size < MIN_PICTURE for size in sizes)
    cuts = any(style.get(name) in ("hidden", "clip") for name in ("overflow", "overflow-x", "overflow-y"))
    return cuts and any(size <= 1 for size in sizes)


def _is_far_off(style: Mapping[str, str]) -> bool:
    names = [*SHIFTS, *(PLACES if style.get("position", "static") != "static" else ())]
    moved = [style[name] for name in names if name in style]
    for found in SHIFTED.finditer(style.get("transform", "")):
        moved += found[1].split(",")
    return any(_is_far(value.strip()) for value in moved)


def _is_far(value: str) -> bool:
    found = LENGTH.match(value)
    if found is None or not value.startswith("-"):
        return False
    pixels = _pixels(value)
    return pixels <= -FAR_PIXELS if pixels is not None else float(found[1]) <= -FAR_SHARE


def _is_faint(value: str | None) -> bool:
    found = LENGTH.match(value or "")
    return found is not None and float(found[1]) / (100 if found[2] == "%" else 1) <= MIN_OPACITY


def _is_small(value: str) -> bool:
    pixels = _pixels(value)
    return pixels is not None and pixels < MIN_PICTURE


def _pixels(value: str | None) -> float | None:
    """A length in pixels; nothing for what depends on the screen, but for zero of it."""
    found = LENGTH.match(value or "")
    if found is None:
        return None
    number, unit = float(found[1]), found[2] or "px"
    if unit in ("em", "rem"):
        return number * 16
    return number if unit in ("px", "pt") or number == 0 else None
