"""Reads the rules of a style sheet that apply on a desktop screen and can affect visibility, in order."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial

import tinycss2
from tinycss2.ast import AtRule, Declaration, QualifiedRule

from showground.core.css import media
from showground.core.css.models import OPENED, Declared, SheetImport, StyleRule, StyleSelector, StyleSheet
from showground.core.css.properties import READ, read_declaration, read_declaration_text
from showground.core.css.selectors import MAX_LENGTH, is_only_in_a_state, read_selector_list, read_selectors
from showground.core.css.text_blocks import COMMENT, Odd, TextRule, split_parts, split_rules
from showground.core.css.tokens import Token, parse_values, serialize

OVERLONG_NUMBER = re.compile(r"\d{300,}+")
MAX_RULES = 8_000  # of one sheet; large frameworks have some thousands
MAX_PARSED = 250_000  # letters that need the parser: about a second. What follows in such a sheet is not read
MAX_DEPTH = 8
MAX_LAYER_LENGTH = 200
BACKGROUNDS = {"background-color", "background-image"}
AT_BLOCK = re.compile(r"@(media|supports|layer)(?![\w\\-]|[^\x00-\x7f])([^/\\\"']*+)", re.IGNORECASE)
WITHOUT_RULES = re.compile(r"@(?:font-face|page|property|counter-style|(?:-\w+-)?keyframes)(?=\s|\Z)", re.IGNORECASE)
UNUSUAL = ("@", "/*", "<!--", "-->", ";", "&")
MAX_IMPORTS = 8
MAX_SHEET_LENGTH = 600_000  # letters
MAX_INLINE_LENGTH = 4_000


def read_sheet(text: str) -> StyleSheet:
    sheet = StyleSheet()
    for rule in _read_text(_parsable(text, MAX_SHEET_LENGTH), sheet, None, MAX_DEPTH):
        sheet.rules.append(rule)
        if len(sheet.rules) >= MAX_RULES:
            break
    return sheet


@lru_cache(1024)
def read_inline(text: str) -> tuple[Declared, Declared]:
    """The normal and the important declarations of a `style` attribute."""
    nodes = tinycss2.parse_blocks_contents(_parsable(text, MAX_INLINE_LENGTH), skip_comments=True, skip_whitespace=True)
    try:
        return _declare(node for node in nodes if isinstance(node, Declaration))
    except RecursionError:  # endlessly nested brackets
        return {}, {}


def _parsable(text: str, longest: int) -> str:
    """The text up to some length. The parser raises an error for numbers of thousands of digits."""
    text = text[:longest].replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").replace("\0", "\ufffd")
    return OVERLONG_NUMBER.sub("9999", text)


def _declare(declarations: Iterable[Declaration]) -> tuple[Declared, Declared]:
    plain: Declared = {}
    important: Declared = {}
    for declaration in declarations:
        for name, value in read_declaration(declaration.lower_name, declaration.value):
            (important if declaration.important else plain)[name] = value
    return plain, important


def _read_text(text: str, sheet: StyleSheet, layer: str | None, depth: int) -> Iterator[StyleRule]:
    """The rules in a text, of which the parser gets only what has no ordinary form."""
    for rule in split_rules(text):
        found = AT_BLOCK.fullmatch(rule.prelude) if rule.block is not None else None
        if found is None:
            yield from _read_text_rule(rule, sheet, layer, depth)
            continue
        name, condition, block = found[1].lower(), found[2], rule.block or ""
        if name == "layer":
            layer_in = _sublayer(layer, condition.strip())
            yield StyleRule([], {}, {}, layer_in)
            if depth:
                yield from _read_text(block, sheet, layer_in, depth - 1)
        elif depth and _holds(name, parse_values(condition)):
            yield from _read_text(block, sheet, layer, depth - 1)


def _read_text_rule(rule: TextRule, sheet: StyleSheet, layer: str | None, depth: int) -> Iterator[StyleRule]:
    block = rule.block
    if block is not None and rule.prelude.startswith("@") and WITHOUT_RULES.match(rule.prelude):
        return
    if any(sign in rule.prelude for sign in "([\\") and not _may_parse(sheet, len(rule.prelude)):
        return
    if block is not None and rule.prelude and not any(sign in rule.prelude for sign in UNUSUAL) and "{" not in block:
        with suppress(Odd, RecursionError):
            yield from _make_rule(*_declare_text(block), partial(read_selector_list, rule.prelude), layer)
            return
    if _may_parse(sheet, len(rule.text)):
        nodes = tinycss2.parse_stylesheet(rule.text, skip_comments=True, skip_whitespace=True)
        yield from _read(nodes, sheet, "", layer, depth)


def _may_parse(sheet: StyleSheet, letters: int) -> bool:
    sheet.parsed += letters
    return sheet.parsed <= MAX_PARSED


def _declare_text(block: str) -> tuple[Declared, Declared]:
    if "/*" in block:
        if any(sign in block for sign in "(\"'\\"):
            raise Odd
        block = COMMENT.sub(" ", block)
    plain: Declared = {}
    important: Declared = {}
    for part in split_parts(block, ";"):
        name, _, value = part.partition(":")
        name = name.strip(" \t\n")
        name = name.lower() if name.isascii() or name.startswith("--") else ""
        if name in READ or name.startswith("--") or "\\" in name:
            declared, is_important = read_declaration_text(name, value)
            (important if is_important else plain).update(declared)
    return plain, important


def _make_rule(
    plain: Declared, important: Declared, read: Callable[[], list[StyleSelector]], layer: str | None
) -> Iterator[StyleRule]:
    """A rule with the selectors that can match visible elements, if there are any."""
    selectors = read() if plain or important else []
    if not plain.keys() & BACKGROUNDS:
        selectors = [selector for selector in selectors if not selector.box]
    if not (plain.keys() | important.keys()) & OPENED:
        selectors = [selector for selector in selectors if not is_only_in_a_state(selector.text)]
    if selectors:
        yield StyleRule(selectors, plain, important, layer)


def _read(nodes: Iterable[Token], sheet: StyleSheet, around: str, layer: str | None, depth: int) -> Iterator[StyleRule]:
    """The rules in a sheet or block; `around` is the selector of the rule that they are nested in."""
    for node in nodes:
        if isinstance(node, QualifiedRule):
            with suppress(RecursionError):  # endlessly nested brackets
                yield from _read_rule(node.prelude, node.content, sheet, around, layer, depth)
        elif isinstance(node, AtRule):
            yield from _read_at_rule(node, sheet, around, layer, depth)


def _read_rule(
    prelude: Sequence[Token], content: Sequence[Token], sheet: StyleSheet, around: str, layer: str | None, depth: int
) -> Iterator[StyleRule]:
    if not _may_parse(sheet, len(around)):
        return
    nodes = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    prelude = _nested(prelude, around) if around else prelude
    plain, important = _declare(node for node in nodes if isinstance(node, Declaration))
    yield from _make_rule(plain, important, partial(read_selectors, prelude), layer)
    if depth and any(not isinstance(node, Declaration) for node in nodes):
        around = serialize(prelude).strip()
        if len(around) <= MAX_LENGTH:  # otherwise `&&&{&&&{` would multiply it endlessly
            yield from _read(nodes, sheet, around, layer, depth - 1)


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
            yield StyleRule([], {}, {}, _sublayer(layer, one))
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
    name = name if 0 < len(name) <= MAX_LAYER_LENGTH else "?"  # one without a name
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
