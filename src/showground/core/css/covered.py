"""Finds boxes that lie wholly under another box, such as a headline under an opaque panel of the same size.

Only boxes that fill the same container are compared, because nothing else can be known without drawing the page.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from showground.core.css.cascade import Cascade
from showground.core.css.properties import SIDES
from showground.core.css.values import colour, number

NOTHING = frozenset({"0", "0px", "0%", "0rem", "0em"})
WHOLE = frozenset({"100%", "100vw", "100vh"})


class Layer(NamedTuple):
    """A box that fills its container."""

    address: int
    height: float
    """Its z-index: a higher one is in front."""
    is_opaque: bool
    has_text: bool


def find_covered(cascade: Cascade, *, may_change: bool) -> frozenset[int]:
    """The addresses of boxes that another one covers. If scripts `may_change` the order, as they do with slides, boxes
    of the same height show one after the other, so that only higher ones cover."""
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
    return Layer(
        node.mem_id,
        number(declared.get("z-index", "0")) or 0.0,
        is_seen and shade is not None and shade[3] >= 1.0,
        # An empty box is a decoration, or what a script takes away; nobody covers a text with it and leaves it there.
        bool(node.text(strip=True)),
    )


def _fills(declared: Mapping[str, str]) -> bool:
    if "transform" in declared or "translate" in declared:
        return False
    if all(declared.get(side) in NOTHING for side in SIDES):
        return True
    at_corner = declared.get("top") in NOTHING and declared.get("left") in NOTHING
    return at_corner and declared.get("width") in WHOLE and declared.get("height") in WHOLE


def _below_others(layers: Sequence[Layer], *, may_change: bool) -> Iterator[int]:
    covers = [(layer.height, place) for place, layer in enumerate(layers) if layer.is_opaque and layer.has_text]
    if not covers:
        return
    height, last = max(covers)
    for place, layer in enumerate(layers):
        if layer.height < height or (not may_change and layer.height == height and place < last):
            yield layer.address
