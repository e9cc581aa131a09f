"""Finds boxes that lie wholly under another box, such as a headline under an opaque panel of the same size.

Only boxes that fill the same container are compared, because nothing else can be known without drawing the page.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from showground.core.css.cascade import Cascade
from showground.core.css.properties import SIDES
from showground.core.css.values import colour, number

NOTHING = frozenset({"0", "0px", "0%", "0rem", "0em"})
WHOLE = frozenset({"100%", "100vw", "100vh"})
MAX_SEARCHED = 20  # nodes of a box; each box is searched, and a hostile page may nest thousands


class Layer(NamedTuple):
    """A box that fills its container."""

    node: LexborNode
    z_index: float
    is_opaque: bool


def find_covered(cascade: Cascade, *, may_change: bool) -> frozenset[int]:
    """The addresses of boxes that another one covers. If scripts `may_change` the order, as they do with slides, boxes
    of the same z-index show one after the other, so that only higher ones cover."""
    by_container: dict[int, list[Layer]] = {}
    for node, declared in cascade.placed():
        if declared["position"] == "absolute" and node.parent is not None and _fills(declared):
            by_container.setdefault(node.parent.mem_id, []).append(_layer(node, declared))
    return frozenset(
        address for layers in by_container.values() for address in _below_others(layers, may_change=may_change)
    )


def _layer(node: LexborNode, declared: Mapping[str, str]) -> Layer:
    shade = colour(declared.get("background-color", ""))
    is_seen = "opacity" not in declared and declared.get("display") != "none" and "visibility" not in declared
    return Layer(node, number(declared.get("z-index", "0")) or 0.0, is_seen and shade is not None and shade[3] >= 1.0)


def _has_text(node: LexborNode) -> bool:
    """Whether a box has text near its beginning. An empty box is a decoration, or what a script takes away."""
    first = islice(node.traverse(include_text=True), MAX_SEARCHED)
    return any(one.is_text_node and (one.text_content or "").strip() for one in first)


def _fills(declared: Mapping[str, str]) -> bool:
    if "transform" in declared or "translate" in declared:
        return False
    if all(declared.get(side) in NOTHING for side in SIDES):
        return True
    at_corner = declared.get("top") in NOTHING and declared.get("left") in NOTHING
    return at_corner and declared.get("width") in WHOLE and declared.get("height") in WHOLE


def _below_others(layers: Sequence[Layer], *, may_change: bool) -> Iterator[int]:
    if len(layers) == 1:
        return
    covers = [(layer.z_index, place) for place, layer in enumerate(layers) if layer.is_opaque and _has_text(layer.node)]
    if not covers:
        return
    z_index, last = max(covers)
    for place, layer in enumerate(layers):
        if layer.z_index < z_index or (not may_change and layer.z_index == z_index and place < last):
            yield layer.node.mem_id
