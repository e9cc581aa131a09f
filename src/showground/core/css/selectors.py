"""Selectors: their specificity, and the names that must occur on a page for them to match."""

import re
from collections.abc import Iterable, Iterator, Sequence

from showground.core.css.models import StyleSelector, Weight
from showground.core.css.tokens import Token, parse_values, serialize
from showground.core.regex import repeated

MAX_LENGTH, MAX_COMPOUNDS, MAX_IN_LIST = 400, 12, 500
MAX_LIST_LENGTH = 50_000  # of one that needs the parser
# Pseudo-classes that depend on what a visitor does.
STATES = frozenset({
    "hover", "focus", "focus-visible", "focus-within", "active", "visited", "target", "target-within", "user-invalid",
    "fullscreen", "popover-open", "modal", "autofill", "playing", "paused", "checked", "open", "placeholder-shown",
})  # fmt: skip
FIXED = frozenset({
    "root", "empty", "first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type", "link",
    "any-link", "disabled", "enabled", "required", "optional", "read-only", "read-write", "not", "is", "where", "has",
    "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "defined", "scope",
})  # fmt: skip
PLAIN_PSEUDO = STATES | FIXED - {"not", "is", "where", "has", "nth-child", "nth-last-child", "nth-of-type",
                                 "nth-last-of-type"}  # fmt: skip
# Valid in browsers, but we cannot know which elements they match.
NOT_TOLD = frozenset({
    "lang", "dir", "host", "host-context", "invalid", "valid", "in-range", "out-of-range", "indeterminate", "default",
    "state", "-webkit-any", "-webkit-autofill", "-webkit-full-screen", "left", "right", "first", "muted", "current",
    "-webkit-any-link", "past", "future", "user-valid", "picture-in-picture", "closed", "buffering", "seeking",
})  # fmt: skip
TOLD_BY_MARKUP = frozenset({"checked", "placeholder-shown"})  # states that an attribute sets
COMBINATORS = (">", "+", "~")
BOXES = frozenset({"before", "after"})  # pseudo-elements that are drawn beside or behind an element's text
# Classes that scripts add and remove.
STATE_CLASSES = frozenset({
    "open", "opened", "active", "show", "shown", "showing", "expanded", "in", "visible", "current", "selected", "on",
    "toggled", "animated", "animate", "inview", "in-view", "in-viewport", "appear", "appeared", "revealed", "loaded",
    "uncollapsed", "unfolded", "aos-animate", "focus", "focused", "hover", "hovered", "js", "ready",
})  # fmt: skip
STATE_ATTRIBUTES = frozenset(
    {"open", "aria-expanded", "aria-hidden", "aria-selected", "data-state", "data-open", "data-active", "data-visible"}
)

NO_WEIGHT: Weight = (0, 0, 0)
NAME = r"-?[a-zA-Z_][\w-]*+"
COMPOUND = rf"(?=[\w*.#:-])(?:\*|{NAME})?{repeated(f'[.#]{NAME}')}{repeated(':[a-z-]++')}"
FURTHER = repeated(rf"(?:\s*+[>+~]\s*+|\s++){COMPOUND}")
PLAIN = re.compile(rf"{COMPOUND}{FURTHER}(?:::(?:before|after))?", re.ASCII)
PLAIN_PART = re.compile(rf"(::?|[.#])?({NAME})|(\s*+[>+~]\s*+|\s++)|\*", re.ASCII)
IN_A_STATE = re.compile(rf":(?:{'|'.join(sorted(STATES - TOLD_BY_MARKUP, key=len, reverse=True))})(?![\w-])")


class InvalidSelector(Exception):
    """A selector that browsers don't understand."""


def read_selectors(nodes: Iterable[Token]) -> list[StyleSelector]:
    """The selectors of a list that can match elements; none if one is invalid, because browsers then drop the rule."""
    parts = list(split(nodes, ","))[:MAX_IN_LIST]
    try:
        for part in parts:
            _check(part)
    except InvalidSelector:
        return []
    return [selector for part in parts if (selector := read_selector(part)) is not None]


def read_selector_list(text: str) -> list[StyleSelector]:
    """Like `read_selectors`, from text. Most selectors are so simple that they need no parser."""
    found: list[StyleSelector] = []
    for part in text.split(",", MAX_IN_LIST)[:MAX_IN_LIST]:
        selector = _read_plain(part.strip(" \t\n"))
        if selector is None:
            return read_selectors(parse_values(text)) if len(text) <= MAX_LIST_LENGTH else []
        found.append(selector)
    return found


def _read_plain(text: str) -> StyleSelector | None:
    """A selector of tags, classes, ids and common pseudo-classes; None if it needs the parser."""
    if len(text) > MAX_LENGTH or not PLAIN.fullmatch(text):
        return None
    names: list[str] = []
    ids = classes = tags = signs = own = 0
    for found in PLAIN_PART.finditer(text):
        kind, name, sign = found.groups()
        if name is None:
            if sign is not None:
                signs += 1
                own = len(names)
        elif kind == "#":
            ids += 1
            names.append(f"#{name}")
        elif kind == ".":
            classes += 1
            names.append(f".{name}")
        elif kind is None:
            tags += 1
            names.append(name.lower())
        elif name in BOXES:
            if found.end() < len(text) or not found.start():
                return None
            return StyleSelector(text[: found.start()].strip(), (ids, classes, tags), names, names[own:], box=True)
        elif kind == ":" and name in PLAIN_PSEUDO:
            classes += 1
        else:
            return None
    return StyleSelector(text, (ids, classes, tags), names, names[own:]) if signs < MAX_COMPOUNDS else None


def is_only_in_a_state(text: str) -> bool:
    """Whether a selector matches nothing until a visitor does something."""
    return ":" in text and "(" not in text and IN_A_STATE.search(text) is not None


def _check(nodes: Sequence[Token], *, in_has: bool = False) -> None:
    if not nodes:
        raise InvalidSelector
    for at, node in enumerate(nodes):
        if not at or nodes[at - 1] != ":" or (node.type == "literal" and node.value == ":"):
            continue
        name = _pseudo_class(nodes, at)
        if at > 1 and nodes[at - 2] == ":":
            if not name or name.startswith(("-moz-", "-ms-", "-o-")):
                raise InvalidSelector
        elif name not in STATES | FIXED | NOT_TOLD | BOXES | {"first-letter", "first-line"}:
            raise InvalidSelector
        if name == "has" and in_has:
            raise InvalidSelector
        if node.type == "function" and name in ("not", "has"):
            for part in split(node.arguments, ","):
                _check(part, in_has=in_has or name == "has")


def read_selector(nodes: Sequence[Token]) -> StyleSelector | None:
    kept, box = _without_pseudo_element(nodes)
    if kept is None or any(_pseudo_class(kept, at) in NOT_TOLD for at in range(len(kept))):
        return None
    text = serialize(kept).strip()
    compounds = compounds_of(kept)
    if not text or len(text) > MAX_LENGTH or len(compounds) > MAX_COMPOUNDS:
        return None
    own = list(names_in(compounds[-1][1]))
    return StyleSelector(text, weigh(kept), list(names_in(kept)), own, box=box, negates_state=_negates_state(kept))


def _pseudo_class(nodes: Sequence[Token], at: int) -> str:
    if not at or nodes[at - 1] != ":":
        return ""
    node = nodes[at]
    return node.lower_value if node.type == "ident" else node.lower_name if node.type == "function" else ""


def split(nodes: Iterable[Token], mark: str) -> Iterator[list[Token]]:
    """Parts between marks, without blanks and comments at their ends."""
    part: list[Token] = []
    for node in nodes:
        if node.type == "literal" and node.value == mark:
            yield _stripped(part)
            part = []
        elif node.type != "comment":
            part.append(node)
    yield _stripped(part)


def _stripped(nodes: list[Token]) -> list[Token]:
    begin, end = 0, len(nodes)
    while begin < end and nodes[begin].type == "whitespace":
        begin += 1
    while end > begin and nodes[end - 1].type == "whitespace":
        end -= 1
    return nodes[begin:end]


def _without_pseudo_element(nodes: Sequence[Token]) -> tuple[list[Token] | None, bool]:
    """The selector without its pseudo-element; None if it has one other than `::before` and `::after`."""
    for at, node in enumerate(nodes):
        if node != ":" or at + 1 == len(nodes):
            continue
        following = nodes[at + 1]
        if following == ":":
            name = nodes[at + 2].lower_value if at + 2 < len(nodes) and nodes[at + 2].type == "ident" else ""
            return (list(nodes[:at]) or None, True) if name in BOXES else (None, False)
        if following.type == "ident" and following.lower_value in (*BOXES, "first-letter", "first-line"):
            return (list(nodes[:at]) or None, True) if following.lower_value in BOXES else (None, False)
    return list(nodes), False


def _negates_state(nodes: Sequence[Token]) -> bool:
    for node in nodes:
        if node.type == "function" and node.lower_name == "not":
            inside = node.arguments
            words = {one.value for at, one in enumerate(inside) if one.type == "ident" and at and inside[at - 1] == "."}
            attributes = {
                one.content[0].lower_value
                for one in inside
                if one.type == "[] block" and one.content and one.content[0].type == "ident"
            }
            if any(is_state_class(word) for word in words) or attributes & STATE_ATTRIBUTES:
                return True
    return False


def is_state_class(name: str) -> bool:
    folded = name.lower()
    return folded in STATE_CLASSES or folded.startswith(("is-", "has-")) or folded.rpartition("--")[2] in STATE_CLASSES


def names_in(nodes: Sequence[Token]) -> Iterator[str]:
    """Classes, ids and tags that are named outside of functions such as `:not()`."""
    for at, node in enumerate(nodes):
        before = nodes[at - 1] if at else None
        if node.type == "hash":
            yield f"#{node.value}"
        elif node.type == "ident":
            if before == ".":
                yield f".{node.value}"
            elif before not in (":", "|"):
                yield node.lower_value


def weigh(nodes: Sequence[Token]) -> Weight:
    ids = classes = tags = 0
    for at, node in enumerate(nodes):
        before = nodes[at - 1] if at else None
        if node.type == "hash":
            ids += 1
        elif node.type == "[] block" or (node.type == "ident" and before in (".", ":")):
            classes += 1
        elif node.type == "ident":
            tags += 1
        elif node.type == "function" and node.lower_name in ("is", "not", "has", "-webkit-any", "matches"):
            most = max((weigh(part) for part in split(node.arguments, ",")), default=NO_WEIGHT)
            ids, classes, tags = ids + most[0], classes + most[1], tags + most[2]
        elif node.type == "function" and node.lower_name != "where":
            classes += 1
    return ids, classes, tags


def compounds_of(nodes: Iterable[Token]) -> list[tuple[str, list[Token]]]:
    """The compound selectors, each with the combinator before it."""
    found: list[tuple[str, list[Token]]] = [("", [])]
    sign = ""  # the combinator before the next one
    for node in nodes:
        if node.type == "whitespace":
            sign = sign or " "
        elif node.type == "literal" and node.value in COMBINATORS:
            sign = str(node.value)
        else:
            if sign and found[-1][1]:
                found.append((sign, []))
            sign = ""
            found[-1][1].append(node)
    return found
