"""Whether people see an element of a page, as far as its own markup and style sheets tell.

Opacity counts only if the element's own `style` sets it: with sheets, many pages let things appear as people scroll.
"""

from collections.abc import Mapping

from selectolax.lexbor import LexborNode

from showground.core.css.cascade import Cascade
from showground.core.css.rendering import FAR, MIN_OPACITY, Rendering, render
from showground.core.css.sheets import read_inline
from showground.core.css.values import number, pixels

UNSEEN_ELEMENTS = frozenset(
    {"noscript", "template", "script", "style", "textarea", "title", "iframe", "head", "select", "object", "canvas"}
)
SIZES = ("width", "height", "max-width", "max-height")
MIN_PICTURE = 8  # pixels; badges are drawn with 20 at least
MAX_AROUND = 400  # elements around the picture


def is_unseen(picture: LexborNode, cascade: Cascade) -> bool:
    """Whether a picture, or something around it, is not shown.

    What sheets say of the whole page does not count: one that hides itself is shown by a script.
    """
    path = _path(picture)
    drawn = Rendering()
    for at, node in enumerate(path):
        attributes, tag = node.attributes, node.tag or ""
        if _is_never_shown(path, at, attributes):
            return True
        around, drawn = drawn, render(drawn, node, tag, attributes, cascade)
        if tag in ("html", "body"):
            drawn = around
        elif _is_faint(attributes) or drawn.hidden_by not in ("", "opacity", "tag"):
            return True
    return not drawn.visible or abs(drawn.indent) >= FAR or _is_small(drawn, picture.attributes)


def _path(node: LexborNode) -> list[LexborNode]:
    """The element with all around it, the outermost first."""
    found: list[LexborNode] = []
    around: LexborNode | None = node
    while around is not None and len(found) <= MAX_AROUND:
        if around.is_element_node:
            found.append(around)
        around = around.parent
    return found[::-1]


def _is_never_shown(path: list[LexborNode], at: int, attributes: Mapping[str, str | None]) -> bool:
    tag = path[at].tag
    if tag in UNSEEN_ELEMENTS or "hidden" in attributes:
        return True
    return tag == "details" and "open" not in attributes and at + 1 < len(path) and path[at + 1].tag != "summary"


def _is_faint(attributes: Mapping[str, str | None]) -> bool:
    plain, important = read_inline(attributes.get("style") or "")
    opacity = number(important.get("opacity", plain.get("opacity")))
    return opacity is not None and opacity <= MIN_OPACITY


def _is_small(drawn: Rendering, attributes: Mapping[str, str | None]) -> bool:
    stated = [attributes.get("width"), attributes.get("height")]
    sizes = [pixels(f"{size.strip().lower().removesuffix('px')}px") for size in stated if size and "%" not in size]
    sizes += [pixels(drawn.style.get(name), drawn.font_size) for name in SIZES]
    return any(size is not None and size < MIN_PICTURE for size in sizes)
