"""Values that are calculated: `calc(-100vw - 10px)`, `min(0px, 10px)`."""

import re
from collections.abc import Callable

FUNCTION = re.compile(r"(?<![\w-])(calc|min|max|clamp)?\(([^()]*+)\)")
TERM = re.compile(r"\s*+([-+*/])?\s*+([-+]?[^\s*/+-][^\s*/]*+)")
MAX_DEPTH = 6

ReadLength = Callable[[str], float | None]


def is_calculated(value: str) -> bool:
    return value.startswith(("calc(", "min(", "max(", "clamp("))


def calculate(value: str, read: ReadLength) -> float | None:
    """The value in pixels; `read` gives that of a single length or number. None if a part depends on the layout."""
    for _ in range(MAX_DEPTH):
        found = FUNCTION.search(value)
        if found is None:
            return _sum_up(value, read)
        parts = [_sum_up(part, read) for part in found[2].split(",")]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts) or not known:
            return None
        result = _apply(found[1] or "calc", known)
        if found[0] == value:
            return result
        value = f"{value[: found.start()]}{result!r}px{value[found.end() :]}"
    return None


def _apply(name: str, parts: list[float]) -> float:
    if name == "clamp":
        return sorted(parts)[len(parts) // 2]
    return max(parts) if name == "max" else min(parts)


def _sum_up(text: str, read: ReadLength) -> float | None:
    """Terms in order: products and quotients first, as they have no spaces that matter, then sums."""
    total, product, sign, place = 0.0, None, 1.0, 0
    text = text.strip()
    while place < len(text):
        found = TERM.match(text, place)
        if found is None:
            return None
        place = found.end()
        operator, term = found[1], found[2]
        amount = _plain(term) if operator in ("*", "/") or _plain(term) is not None else read(term)
        if amount is None or (operator == "/" and amount == 0):
            return None
        if product is None or operator in ("+", "-", None):
            total += sign * (product or 0.0)
            sign, product = (-1.0 if operator == "-" else 1.0), amount
        else:
            product = product * amount if operator == "*" else product / amount
    return None if product is None else total + sign * product


def _plain(term: str) -> float | None:
    try:
        return float(term)
    except ValueError:
        return None
