"""Reading a style sheet: its rules in their order, as far as they hold on a desktop screen and may hide something."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

import tinycss2
from tinycss2.ast import AtRule, Declaration, QualifiedRule

from showground.core.css import media
from showground.core.css.models import Declared, SheetImport, StyleRule, StyleSheet
from showground.core.css.properties import read_declaration
from showground.core.css.selectors import read_selectors
from showground.core.css.tokens import Token, parse_values, serialize

OVERLONG_NUMBER = re.compile(r"\d{300,}+")
MAX_RULES = 8_000  # of one sheet; large frameworks have some thousands
MAX_DEPTH = 8
BACKGROUNDS = {"background-color", "background-image"}
MAX_IMPORTS = 8
MAX_SHEET_LENGTH = 600_000  # letters
MAX_INLINE_LENGTH = 4_000


def read_sheet(text: str) -> StyleSheet:
    sheet = StyleSheet()
    nodes = tinycss2.parse_stylesheet(_parsable(text, MAX_SHEET_LENGTH), skip_comments=True, skip_whitespace=True)
    for rule in _read(nodes, sheet, "", None, MAX_DEPTH):
        sheet.rules.append(rule)
        if len(sheet.rules) >= MAX_RULES:
            break
    return sheet


@lru_cache(1024)
def read_inline(text: str) -> tuple[Declared, Declared]:
    """What a `style` attribute declares: plainly, and as important."""
    nodes = tinycss2.parse_blocks_contents(_parsable(text, MAX_INLINE_LENGTH), skip_comments=True, skip_whitespace=True)
    try:
        return _declare(node for node in nodes if isinstance(node, Declaration))
    except RecursionError:  # brackets in brackets without end
        return {}, {}


def _parsable(text: str, longest: int) -> str:
    """The text up to some length. The parser raises an error for numbers of thousands of digits."""
    return OVERLONG_NUMBER.sub("9999", text[:longest])


def _declare(declarations: Iterable[Declaration]) -> tuple[Declared, Declared]:
    plain: Declared = {}
    important: Declared = {}
    for declaration in declarations:
        for name, value in read_declaration(declaration.lower_name, declaration.value):
            (important if declaration.important else plain)[name] = value
    return plain, important


def _read(nodes: Iterable[Token], sheet: StyleSheet, around: str, layer: str | None, depth: int) -> Iterator[StyleRule]:
    """The rules in a sheet or block; `around` is the selector of the rule that they are nested in."""
    for node in nodes:
        if isinstance(node, QualifiedRule):
            with suppress(RecursionError):  # brackets in brackets without end
                yield from _read_rule(node.prelude, node.content, sheet, around, layer, depth)
        elif isinstance(node, AtRule):
            yield from _read_at_rule(node, sheet, around, layer, depth)


def _read_rule(
    prelude: Sequence[Token], content: Sequence[Token], sheet: StyleSheet, around: str, layer: str | None, depth: int
) -> Iterator[StyleRule]:
    nodes = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    prelude = _nested(prelude, around) if around else prelude
    plain, important = _declare(node for node in nodes if isinstance(node, Declaration))
    selectors = read_selectors(prelude) if plain or important else []
    if not plain.keys() & BACKGROUNDS:
        selectors = [selector for selector in selectors if not selector.box]
    if selectors:
        yield StyleRule(selectors=selectors, declared=plain, important=important, layer=layer)
    if depth and any(not isinstance(node, Declaration) for node in nodes):
        yield from _read(nodes, sheet, serialize(prelude).strip(), layer, depth - 1)


def _nested(prelude: Sequence[Token], around: str) -> list[Token]:
    """The selector of a nested rule, written out: `&` is the element of the rule around it."""
    parent = f":is({around})"
    text = serialize(prelude).strip()
    text = text.replace("&", parent) if "&" in text else ", ".join(f"{parent} {part}" for part in text.split(","))
    return parse_values(text)


def _read_at_rule(rule: AtRule, sheet: StyleSheet, around: str, layer: str | None, depth: int) -> Iterator[StyleRule]:
    name = rule.lower_at_keyword
    if name == "import" and rule.content is None:
        _add_import(rule.prelude, sheet)
    elif name == "layer":
        names = serialize(rule.prelude).replace(" ", "").split(",")
        for one in names[:MAX_IMPORTS] if rule.content is None else names[:1]:
            yield StyleRule(selectors=[], layer=_sublayer(layer, one))
        if rule.content is not None and depth:
            yield from _read_inside(rule.content, sheet, around, _sublayer(layer, names[0]), depth - 1)
    elif rule.content is not None and depth and _holds(name, rule.prelude):
        yield from _read_inside(rule.content, sheet, around, layer, depth - 1)


def _holds(name: str, condition: Sequence[Token]) -> bool:
    return media.holds(condition) if name == "media" else name == "supports" and media.supported(condition)


def _read_inside(
    content: Sequence[Token], sheet: StyleSheet, around: str, layer: str | None, depth: int
) -> Iterator[StyleRule]:
    if around:
        yield from _read_rule(parse_values("&"), content, sheet, around, layer, depth)
    else:
        nodes = tinycss2.parse_rule_list(content, skip_comments=True, skip_whitespace=True)
        yield from _read(nodes, sheet, "", layer, depth)


def _sublayer(layer: str | None, name: str) -> str:
    name = name or "?"  # one without a name
    return f"{layer}.{name}" if layer else name


def _add_import(prelude: Sequence[Token], sheet: StyleSheet) -> None:
    nodes = [node for node in prelude if node.type not in ("whitespace", "comment")]
    if not nodes or any(rule.selectors for rule in sheet.rules) or len(sheet.imports) >= MAX_IMPORTS:
        return
    first, rest = nodes[0], nodes[1:]
    if first.type == "function" and first.lower_name == "url" and first.arguments:
        first = first.arguments[0]
    if first.type not in ("string", "url"):
        return
    layer: str | None = None
    if rest and rest[0].type == "ident" and rest[0].lower_value == "layer":
        layer, rest = "?", rest[1:]
    elif rest and rest[0].type == "function" and rest[0].lower_name == "layer":
        layer, rest = serialize(rest[0].arguments).strip(), rest[1:]
    if rest and rest[0].type == "function" and rest[0].lower_name == "supports":
        rest = rest[1:]
    if media.holds(rest):
        sheet.imports.append(SheetImport(url=first.value, layer=layer))
