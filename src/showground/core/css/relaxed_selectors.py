"""Selectors without states: what a rule can match once a visitor or a script has opened something."""

from collections.abc import Container, Iterator, Sequence

from showground.core.css.selectors import PLAIN, PLAIN_PART, STATE_ATTRIBUTES, STATES, compounds_of, is_state_class
from showground.core.css.tokens import Token, parse_values, serialize


def relax(text: str, present: Container[str]) -> str | None:
    """The selector without conditions that a visitor or a script may change; None if it has none.

    `.item.open > .answer` matches the answer of an open item. Without `.open`, it matches every answer that can open.
    `present`: the names that occur on the page. A class that does not occur yet is one that a script adds.
    """
    if PLAIN.fullmatch(text):
        return _relax_plain(text, present)
    changed = False
    written = ""
    compounds = compounds_of(parse_values(text))
    for combinator, nodes in compounds:
        kept = [part for part in parts_of(nodes) if not _is_state(part, present)]
        changed = changed or len(kept) < len(list(parts_of(nodes)))
        written += combinator + ("".join(serialize(part) for part in kept) or "*")
    return written if changed and not written.endswith("*") else None


def _relax_plain(text: str, present: Container[str]) -> str | None:
    written = compound = ""
    changed = False
    for found in PLAIN_PART.finditer(text):
        kind, name, sign = found.groups()
        if sign is not None:
            written, compound = f"{written}{compound or '*'}{sign.strip() or ' '}", ""
        elif (kind == "." and (is_state_class(name) or f".{name}" not in present)) or (kind == ":" and name in STATES):
            changed = True
        else:
            compound += found[0] if name else ""
    return written + compound if changed and compound else None


def parts_of(nodes: Sequence[Token]) -> Iterator[list[Token]]:
    """`div.a:hover` is `div`, `.a` and `:hover`."""
    part: list[Token] = []
    for node in nodes:
        if part and part[-1] not in (".", ":", "|"):
            yield part
            part = []
        part.append(node)
    if part:
        yield part


def _is_state(part: Sequence[Token], present: Container[str]) -> bool:
    last = part[-1]
    if part[0] == "." and last.type == "ident":
        return is_state_class(last.value) or f".{last.value}" not in present
    if part[0] == ":" and last.type == "ident":
        return last.lower_value in STATES
    if last.type == "[] block" and last.content and last.content[0].type == "ident":
        return last.content[0].lower_value in STATE_ATTRIBUTES
    return False
