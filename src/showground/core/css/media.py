"""Evaluates media queries for a desktop screen and a mouse."""

import operator
from collections.abc import Callable, Sequence

from showground.core.css.tokens import Token, parse_values

WIDTH, HEIGHT = 1280.0, 800.0  # pixels
EM = 16.0
SIZES = {"width": WIDTH, "height": HEIGHT, "device-width": WIDTH, "device-height": HEIGHT}
UNITS = {"px": 1.0, "em": EM, "rem": EM, "pt": 4 / 3, "cm": 96 / 2.54, "in": 96.0}
TYPES = {"all": True, "screen": True}
FEATURES = {
    "orientation": "landscape", "prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference",
    "prefers-contrast": "no-preference", "hover": "hover", "any-hover": "hover", "pointer": "fine",
    "any-pointer": "fine", "scripting": "enabled", "update": "fast", "display-mode": "browser", "forced-colors": "none",
    "color": "8", "grid": "0", "min-resolution": "", "max-resolution": "",
}  # fmt: skip
NO_PREFERENCE = frozenset({"no-preference", "none", "0", ""})
COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "=": operator.eq,
}  # fmt: skip


def holds(query: str | Sequence[Token]) -> bool:
    """Whether a list of media queries matches; an empty one always does."""
    nodes = parse_values(query) if isinstance(query, str) else query
    parts: list[list[Token]] = [[]]
    for node in nodes:
        if node.type == "literal" and node.value == ",":
            parts.append([])
        elif node.type not in ("whitespace", "comment"):
            parts[-1].append(node)
    return not any(parts) or any(_holds_all(part) for part in parts if part)


def supported(condition: Sequence[Token]) -> bool:
    """Whether an @supports condition is true. Current browsers support what sheets ask for."""
    first = next((node for node in condition if node.type != "whitespace"), None)
    return not (first is not None and first.type == "ident" and first.lower_value == "not")


def _holds_all(nodes: Sequence[Token]) -> bool:
    """One query or condition: `not (a) and (b)`, `screen and (a)`, `(a) or (b)`."""
    negated, either = False, False
    results: list[bool] = []
    for node in nodes:
        if node.type == "ident":
            word = node.lower_value
            if word == "not":
                negated = True
            elif word == "or":
                either = True
            elif word not in ("and", "only"):
                results.append(TYPES.get(word, False))
        elif node.type == "() block":
            results.append(_condition_holds(node.content))
        else:
            return False
    if not results:
        return False
    return (any(results) if either else all(results)) != negated


def _condition_holds(content: Sequence[Token]) -> bool:
    nodes = [node for node in content if node.type not in ("whitespace", "comment")]
    if any(node.type == "() block" for node in nodes):
        return _holds_all(nodes)
    signs = [at for at, node in enumerate(nodes) if node.type == "literal" and node.value in (*"<>=", "<=", ">=")]
    if signs:
        return _range_holds(nodes)
    if len(nodes) == 1 and nodes[0].type == "ident":
        name = nodes[0].lower_value
        return name in SIZES or FEATURES.get(name, "") not in NO_PREFERENCE
    if len(nodes) < 3 or nodes[0].type != "ident" or nodes[1] != ":":
        return False
    return _feature_holds(nodes[0].lower_value, nodes[2:])


def _feature_holds(name: str, value: Sequence[Token]) -> bool:
    bound, _, feature = name.partition("-")
    if bound in ("min", "max") and feature in SIZES:
        size = _pixels(value[0])
        return size is not None and (SIZES[feature] >= size if bound == "min" else SIZES[feature] <= size)
    if name in SIZES:
        return _pixels(value[0]) == SIZES[name]
    return value[0].type == "ident" and FEATURES.get(name) == value[0].lower_value


def _range_holds(nodes: Sequence[Token]) -> bool:
    """`600px <= width < 900px`, in either direction."""
    operands: list[float | None] = []
    signs: list[str] = []
    for node in nodes:
        if node.type == "literal":
            # `<=` may come as two literals.
            if signs and len(signs) == len(operands) and node.value == "=":
                signs[-1] += "="
            else:
                signs.append(node.value)
        else:
            operands.append(SIZES.get(node.lower_value) if node.type == "ident" else _pixels(node))
    pairs = zip(operands, signs, operands[1:], strict=False)
    return len(operands) == len(signs) + 1 and all(
        left is not None and right is not None and sign in COMPARISONS and COMPARISONS[sign](left, right)
        for left, sign, right in pairs
    )


def _pixels(node: Token) -> float | None:
    if node.type == "dimension" and node.lower_unit in UNITS:
        return node.value * UNITS[node.lower_unit]
    return 0.0 if node.type == "number" and node.value == 0 else None
