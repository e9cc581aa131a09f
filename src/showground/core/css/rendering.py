"""What a browser would show of an element, by its own styles and those of its ancestors.

There is no layout: sizes and positions count only if a sheet states them. Covered elements are not detected.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from selectolax.lexbor import LexborNode

from showground.core.css.boxes import why_box_is_hidden
from showground.core.css.calculations import is_calculated
from showground.core.css.cascade import Cascade
from showground.core.css.models import Declared
from showground.core.css.values import (
    BLACK,
    WHITE,
    Colour,
    blend,
    colour,
    colours,
    difference,
    has_picture,
    number,
    pixels,
    substitute,
)

NEVER_SHOWN = frozenset(
    {
        "script", "style", "template", "noscript", "head", "title", "svg", "math", "object", "embed", "canvas",
        "select", "textarea", "input", "datalist", "noframes", "audio", "map", "meta", "link",
        "progress", "meter", "rp",
    }
)  # fmt: skip
INLINE_TAGS = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label",
    "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
})  # fmt: skip
MIN_OPACITY = 0.05  # opacity
MAX_VARIABLES = 3_000  # that hold for one element
SMALLEST_FONT = 2.0  # pixels
FAR = 500.0  # pixels beyond the edge
LEAST_CONTRAST = 0.03  # of one colour channel
FILTERED = re.compile(r"opacity\(\s*([\d.]+%?)\s*\)")
FONT_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip
WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})


@dataclass(slots=True)
class Rendering:
    """How an element is drawn, and what its descendants inherit."""

    hidden_by: str = ""
    """The property that hides the element and everything in it."""
    visible: bool = True
    opacity: float = 1.0
    font_size: float = 16.0
    indent: float = 0.0
    colour: Colour | None = BLACK
    """None if unknown."""
    background: Colour | None = WHITE
    """The background of the text; None for a picture, or if unknown."""
    filled_by_background: bool = False
    """Whether the background is clipped to the text, as in headlines with a gradient."""
    struck: bool = False
    display: str = "block"
    folded_rows: bool = False
    """Whether it is a grid whose rows have no height."""
    variables: dict[str, str] = field(default_factory=dict[str, str])
    """Shared between elements, so never changed."""
    style: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What is declared for the element itself, with variables filled in."""

    @property
    def text_hidden_by(self) -> str:
        """The property that hides the text in the element, but not everything in it."""
        if not self.visible:
            return "visibility"
        if self.font_size <= SMALLEST_FONT:
            return "font-size"
        if abs(self.indent) >= FAR:
            return "text-indent"
        if self.colour is not None and not self.filled_by_background:
            if self.colour[3] <= MIN_OPACITY:
                return "color"
            if self.background is not None:
                shown = blend(self.colour, self.background)
                return "color" if difference(shown, self.background) <= LEAST_CONTRAST else ""
        return ""


def render(
    around: Rendering, node: LexborNode, tag: str, attributes: Mapping[str, str | None], cascade: Cascade
) -> Rendering:
    """How an element is drawn inside of `around`."""
    declared = cascade.declared(node, attributes.get("style"))
    if attributes and (hints := _old_attributes(tag, attributes)):
        declared = {**hints, **declared}
    if not declared:
        return _undeclared(around, tag, attributes)
    variables = around.variables
    if own := {name: value for name, value in declared.items() if name.startswith("--")}:
        variables = {**variables, **own} if len(variables) + len(own) <= MAX_VARIABLES else variables
    style = _filled_in(declared, variables)
    display = _display(tag, attributes, style)
    opacity = around.opacity * _opacity(style)
    size = _font_size(style.get("font-size"), around.font_size)
    hidden_by = _never_shown(tag) or why_box_is_hidden(
        style,
        display=display,
        font_size=size,
        sized=display != "inline" or _is_blockified(style, around),
        in_folded_row=around.folded_rows,
    )
    if not hidden_by and opacity <= MIN_OPACITY:
        hidden_by = "opacity"
    tint, background, filled = _colours(around, node, style, cascade)
    return Rendering(
        hidden_by=hidden_by,
        visible=_visibility(style.get("visibility"), around.visible),
        opacity=opacity,
        font_size=size,
        indent=_indent(style, around.indent, size),
        colour=tint,
        background=background,
        filled_by_background=filled,
        struck="line-through" in style.get("text-decoration-line", "")
        or (around.struck and not _is_apart(style, display)),
        display=display,
        folded_rows=style.get("grid-template-rows", "").replace(" ", "") in ("0fr", "0", "0px"),
        variables=variables,
        style=style,
    )


def _undeclared(around: Rendering, tag: str, attributes: Mapping[str, str | None]) -> Rendering:
    """The rendering of an element that no rule matches: most of them."""
    display = _display(tag, attributes, {})
    if tag not in NEVER_SHOWN and display == around.display and not around.folded_rows and not around.style:
        return around
    return Rendering(
        hidden_by=_never_shown(tag) or ("display" if display == "none" else ""),
        visible=around.visible,
        opacity=around.opacity,
        font_size=around.font_size,
        indent=around.indent,
        colour=around.colour,
        background=around.background,
        filled_by_background=around.filled_by_background,
        struck=around.struck,
        display=display,
        variables=around.variables,
    )


def _old_attributes(tag: str, attributes: Mapping[str, str | None]) -> Declared:
    """Presentational attributes, such as `hidden` or `width`; any sheet overrides them."""
    hints: Declared = {}
    if attributes.get("background"):
        hints["background-image"] = "url()"
    if shade := attributes.get("bgcolor"):
        hints["background-color"] = shade.strip().lower()
    if (tint := attributes.get("color" if tag == "font" else "text")) and tag in ("font", "body"):
        hints["color"] = tint.strip().lower()
    return hints


def _never_shown(tag: str) -> str:
    return "tag" if tag in NEVER_SHOWN else ""


def _filled_in(declared: Declared, variables: Mapping[str, str]) -> dict[str, str]:
    style: dict[str, str] = {}
    for name, value in declared.items():
        if name.startswith("--"):
            continue
        filled = value if "var(" not in value else substitute(value, variables)
        if filled is not None:
            style[name] = filled
    return style


def _display(tag: str, attributes: Mapping[str, str | None], style: Mapping[str, str]) -> str:
    display = style.get("display", "")
    if display and display not in WIDE:
        return display
    if "hidden" in attributes or "popover" in attributes:
        return "none"
    if tag == "dialog" and "open" not in attributes:
        return "none"
    return "inline" if tag in INLINE_TAGS else "block"


def _is_blockified(style: Mapping[str, str], around: Rendering) -> bool:
    """Whether an inline element has a size after all."""
    floats = style.get("float", "none") not in ("none", *WIDE)
    return (
        floats or style.get("position") in ("absolute", "fixed") or "flex" in around.display or "grid" in around.display
    )


def _is_apart(style: Mapping[str, str], display: str) -> bool:
    """Whether the line-through of the surrounding text does not apply to an element."""
    return display.startswith("inline-") or style.get("position") in ("absolute", "fixed") or "float" in style


def _opacity(style: Mapping[str, str]) -> float:
    found = number(style.get("opacity"))
    opacity = 1.0 if found is None else min(max(found, 0.0), 1.0)
    if filtered := FILTERED.search(style.get("filter", "")):
        opacity *= number(filtered[1]) or 0.0
    return opacity


def _visibility(value: str | None, around: bool) -> bool:
    if value is None or value in ("inherit", "unset"):
        return around
    return value not in ("hidden", "collapse")


def _font_size(value: str | None, around: float) -> float:
    if value is None or value in ("inherit", "unset"):
        return around
    # In the shorthand `italic bold 12px/30px serif` the size is the first length that is no weight.
    for word in [value] if is_calculated(value) else value.split():
        if word in FONT_SIZES:
            return FONT_SIZES[word]
        size = pixels(word, around, around)
        if size is not None:
            return size
    return 16.0 if value in WIDE else around


def _indent(style: Mapping[str, str], around: float, em: float) -> float:
    value = style.get("text-indent")
    if value is None or value in ("inherit", "unset"):
        return around
    # A share of the box pushes its one line out of it only if the line may not wrap.
    pushed_out = style.get("white-space") == "nowrap" and "overflow-x" in style
    return pixels(value, em, FAR * 2 if pushed_out else None) or 0.0


def _colours(
    around: Rendering, node: LexborNode, style: Mapping[str, str], cascade: Cascade
) -> tuple[Colour | None, Colour | None, bool]:
    """The colour of the text, what is behind it, and whether the letters are cut out of the background."""
    tint = _inherited_colour(style.get("color"), around.colour)
    if (fill := style.get("-webkit-text-fill-color")) is not None and fill not in WIDE:
        tint = tint if fill == "currentcolor" else colour(fill)
    # A positioned element may be in front of anything, unless it is put behind.
    positioned = style.get("position") in ("absolute", "fixed") and not style.get("z-index", "").startswith("-")
    background = None if positioned else around.background
    image = style.get("background-image", "")
    if has_picture(image) or node.mem_id in cascade.overlaid:
        background = _plain_gradient(image)
    elif (value := style.get("background-color")) is not None and value not in WIDE:
        own = colour(value)
        if own is None:
            background = background if value in ("none", "0", "0 0", "transparent") else None
        elif own[3] >= 1.0:
            background = own
        elif own[3] > 0:
            background = None if background is None else blend(own, background)
    filled = "text" in style.get("background-clip", "") or "text-shadow" in style
    return tint, background, filled or (around.filled_by_background and "color" not in style)


def _plain_gradient(image: str) -> Colour | None:
    """The colour of a gradient whose colours nobody can tell apart."""
    found = colours(image) if "gradient(" in image and "url(" not in image else []
    is_plain = all(shade[3] >= 1.0 and difference(shade, found[0]) <= LEAST_CONTRAST for shade in found)
    return found[0] if found and is_plain else None


def _inherited_colour(value: str | None, around: Colour | None) -> Colour | None:
    if value is None or value in ("inherit", "unset", "currentcolor"):
        return around
    return BLACK if value in WIDE else colour(value)
