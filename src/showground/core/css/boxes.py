"""Finds boxes that nobody sees: not displayed, without size, clipped, or off screen."""

import re
from collections.abc import Mapping

from showground.core.css.media import HEIGHT, WIDTH
from showground.core.css.values import colours, number, pixels

FAR = 500.0  # pixels beyond the edge of the screen
TINY = 1.0
SCALED = re.compile(r"scale(?:x|y|3d)?\(([^()]*+)\)")
MATRIX = re.compile(r"matrix(3d)?\(([^()]*+)\)")
MIN_SCALE = 0.02
TURNED = re.compile(r"rotate(?:[xy]\(|3d\([^()]*,)\s*([-+]?[\d.]+)(deg|turn|grad|rad)\s*\)")
TURNED_BY_PROPERTY = re.compile(r"(?:[xy]|[\d.]+ [\d.]+ 0)\s+([-+]?[\d.]+)(deg|turn|grad|rad)")
DEGREES = {"deg": 1.0, "turn": 360.0, "grad": 0.9, "rad": 57.29578}
BLURRED = re.compile(r"blur\(\s*([\d.]+)px\s*\)")
MIN_BLUR = 8.0  # pixels: nobody can read it
OFF_SCREEN = 200.0  # pixels: a fixed box that begins so far outside stays there, since the page scrolls without it
SHIFTED = re.compile(r"translate(x|y|3d)?\(([^()]*+)\)")
CUT_AWAY = re.compile(
    r"inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%\s*[,)]|inset\(\s*(?:0\S*\s+){1,3}(?:100%|[5-9]\d%)|circle\(\s*0|ellipse\(\s*0"
    r"|xywh\(\s*\S+\s+\S+\s+(?:0\S*\s|\S+\s+0)|rect\(\s*0\S*\s+0\S*\s+0\S*\s+0"
)
CLIPPED = re.compile(r"rect\(([^()]*+)\)")
POLYGON = re.compile(r"polygon\(([^()]*+)\)")
PATH = re.compile(r"path\(([^()]*+)\)")
PATH_STEP = re.compile(r"([a-z])([^a-z]*+)")
PATH_NUMBER = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)")
# Shares of a box whose size is unknown: so far to the left, or above, nothing of a box is on the screen.
FAR_LEFT, FAR_ABOVE, FAR_RIGHT = -100.0, -200.0, 200.0


def why_box_is_hidden(
    style: Mapping[str, str], *, display: str, font_size: float, sized: bool, in_folded_row: bool
) -> str:
    """The property that hides a box; empty if it is visible.

    `sized`: whether width and height apply to it; `in_folded_row`: whether it is in a grid row without height.
    """
    if display == "none":
        return "display"
    if style.get("content-visibility") == "hidden":
        return "content-visibility"
    if _is_transformed_away(style, font_size):
        return "transform"
    if _is_cut_away(style) or _is_masked(style):
        return "clip-path"
    if _is_illegible(style, font_size):
        return "filter"
    if (sized and _has_no_size(style, font_size)) or (in_folded_row and _clips(style, "overflow-y")):
        return "height" if in_folded_row or _is_flat(style, font_size) else "width"
    return "position" if _is_out_of_reach(style, font_size) else ""


def _is_transformed_away(style: Mapping[str, str], em: float) -> bool:
    transform = style.get("transform", "")
    if _is_shrunk(style, transform) or _is_edge_on(style, transform):
        return True
    moves = [(found[1] or "", found[2].split(",")) for found in SHIFTED.finditer(transform)]
    if "translate" in style:
        moves.append(("", style["translate"].split()))
    fixed = style.get("position") == "fixed"
    for axis, amounts in moves:
        for at, amount in enumerate(amounts[:2]):
            across = at == 0 and axis != "y"
            moved = pixels(amount, em)
            if moved is not None and abs(moved) >= (FAR if moved < 0 else 2 * FAR):
                return True
            # A drawer is moved off screen by its own width.
            share = pixels(amount, em, 100.0) if fixed and moved is None else None
            if share is not None and abs(share) >= 100 and _touches_edge(style, across, amount):
                return True
    return False


def _is_shrunk(style: Mapping[str, str], transform: str) -> bool:
    scales = [number(part) for found in SCALED.finditer(transform) for part in found[1].split(",")]
    scales += [number(part) for part in style.get("scale", "").split()]
    scales.append(number(style.get("zoom")))
    if any(scale is not None and abs(scale) < MIN_SCALE for scale in scales):
        return True
    if found := MATRIX.search(transform):
        parts = [number(part) or 0.0 for part in found[2].split(",")]
        across, down = (parts[:3], parts[4:7]) if found[1] else (parts[:2], parts[2:4])
        return all(abs(part) < MIN_SCALE for part in across) or all(abs(part) < MIN_SCALE for part in down)
    return False


def _is_edge_on(style: Mapping[str, str], transform: str) -> bool:
    turns = [*TURNED.finditer(transform), *TURNED_BY_PROPERTY.finditer(style.get("rotate", ""))]
    return any(abs(abs(float(found[1]) * DEGREES[found[2]]) % 180 - 90) < 1 for found in turns)


def _touches_edge(style: Mapping[str, str], across: bool, amount: str) -> bool:
    before, after = ("left", "right") if across else ("top", "bottom")
    side = before if amount.strip().startswith("-") else after
    return pixels(style.get(side)) == 0


def _is_cut_away(style: Mapping[str, str]) -> bool:
    path = style.get("clip-path", "")
    if CUT_AWAY.search(path):
        return True
    if found := POLYGON.search(path):
        corners = [point.split()[-2:] for point in found[1].split(",")]
        return any(len(set(along)) == 1 for along in zip(*corners, strict=False))
    if found := PATH.search(path):
        return _has_no_area(found[1])
    if style.get("position") not in ("absolute", "fixed"):
        return False
    found = CLIPPED.search(style.get("clip", ""))
    edges = [pixels(edge) for edge in re.split(r"[\s,]+", found[1].strip())] if found else []
    if len(edges) != 4:
        return False
    top, right, bottom, left = edges[0] or 0.0, edges[1], edges[2], edges[3] or 0.0
    height = bottom - top if bottom is not None else None
    width = right - left if right is not None else None
    return (height is not None and height <= TINY) or (width is not None and width <= TINY)


def _has_no_area(path: str) -> bool:
    """Whether a path of straight lines, such as `M0 0L0 0Z`, holds nothing of the box it is drawn over.

    Small letters move from the last point. Values are in small letters here, so both readings have to agree.
    """
    steps = [
        (found[1], [float(amount) for amount in PATH_NUMBER.findall(found[2])])
        for found in PATH_STEP.finditer(path.strip("\"' "))
    ]
    return all(_is_flat_path(steps, moves=moves) for moves in (True, False))


def _is_flat_path(steps: list[tuple[str, list[float]]], *, moves: bool) -> bool:
    across, down = 0.0, 0.0
    points: list[tuple[float, float]] = []
    for kind, amounts in steps:
        if kind not in "mlhvz":
            return False  # a curve
        here = (0.0, 0.0) if moves else (across, down)
        pairs = zip(amounts[::2], amounts[1::2], strict=False)
        if kind in "hv":
            pairs = ((amount, here[1]) if kind == "h" else (here[0], amount) for amount in amounts)
        for right, below in pairs:
            across, down = (across + right, down + below) if moves else (right, below)
            points.append((across, down))
    sides = list(zip(*points, strict=True))
    return not sides or any(max(along) - max(min(along), 0.0) <= TINY for along in sides)


def _is_masked(style: Mapping[str, str]) -> bool:
    """Whether a mask lets nothing through: a gradient from nothing to nothing."""
    mask = style.get("mask-image", "")
    found = colours(mask) if "gradient(" in mask and "url(" not in mask else []
    return bool(found) and all(shade[3] == 0 for shade in found)


def _is_illegible(style: Mapping[str, str], em: float) -> bool:
    blurred = BLURRED.search(style.get("filter", ""))
    if blurred and float(blurred[1]) >= MIN_BLUR:
        return True
    spacing = pixels(style.get("letter-spacing"), em)
    return spacing is not None and spacing <= -em / 2


def _clips(style: Mapping[str, str], name: str) -> bool:
    return style.get(name) in ("hidden", "clip", "scroll", "auto")


def _is_flat(style: Mapping[str, str], em: float) -> bool:
    return _is_without(style, em, "height", "overflow-y", "padding-top", "padding-bottom")


def _has_no_size(style: Mapping[str, str], em: float) -> bool:
    return _is_flat(style, em) or _is_without(style, em, "width", "overflow-x", "padding-left", "padding-right")


def _is_without(style: Mapping[str, str], em: float, size: str, overflow: str, *paddings: str) -> bool:
    """Whether a box has no width or no height, and clips its overflow."""
    if not _clips(style, overflow):
        return False
    padded = any((style.get(name) or "0") not in ("0", "0px") and pixels(style.get(name), em) != 0 for name in paddings)
    sizes = (pixels(style.get(name), em) for name in (size, f"max-{size}"))
    return not padded and any(found is not None and found <= TINY for found in sizes)


def _is_far_by_share(value: str | None, side: str) -> bool:
    """Whether a box is off screen by a share of the box around it: `left: -100%` or `right: 200%`."""
    share = pixels(value, whole=100.0) if value and "%" in value else None
    if share is None:
        return False
    if side == "left":
        return share <= FAR_LEFT or share >= FAR_RIGHT
    return share >= FAR_RIGHT if side in ("right", "bottom") else share <= FAR_ABOVE


def _is_out_of_reach(style: Mapping[str, str], em: float) -> bool:
    margins = [pixels(style.get(name), em) or 0.0 for name in ("margin-left", "margin-top")]
    if min(margins) <= -FAR or margins[0] >= 4 * FAR:
        return True
    position = style.get("position")
    if position not in ("absolute", "fixed", "relative"):
        return False
    fixed = position == "fixed"
    for before, after, size, whole in (("left", "right", "width", WIDTH), ("top", "bottom", "height", HEIGHT)):
        extent = pixels(style.get(size), em)
        outside = -min(extent, FAR) if fixed and extent else -OFF_SCREEN if fixed else -FAR
        first = pixels(style.get(before), em, whole if fixed else None)
        if first is None and _is_far_by_share(style.get(before), before):
            return True
        if first is not None:
            if first <= outside or (fixed and first >= whole) or first >= 4 * FAR:
                return True
            continue  # browsers ignore the other side then
        last = pixels(style.get(after), em, whole if fixed else None)
        if last is None and _is_far_by_share(style.get(after), after):
            return True
        if last is not None and (last <= outside or last >= (whole if fixed else WIDTH + FAR)):
            return True
    return False
