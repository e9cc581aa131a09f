"""Which declarations win for each element of a page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from math import inf

from selectolax.lexbor import LexborHTMLParser, LexborNode

from showground.core.css.compounds import NotMatched
from showground.core.css.matching import MAX_EFFORT, PageElements
from showground.core.css.models import Declared, Sheet, StyleRule
from showground.core.css.relaxed_selectors import relax
from showground.core.css.sheets import read_inline

MAX_STATE_RULES = 400  # rules examined for what can be opened
PLACED = ("absolute", "fixed")
MEDIA = ("img", "picture", "video", "canvas", "svg", "iframe", "object")


class Cascade:
    """The styles of a page: what its sheets and its `style` attributes declare, by element.

    Elements are identified by their address in the parsed tree (`mem_id`): every access creates a new object.
    """

    def __init__(self, tree: LexborHTMLParser, sheets: Sequence[Sheet]) -> None:
        self._tree = tree
        self._elements = PageElements(tree)
        self._plain: dict[int, Declared] = {}
        self._important: dict[int, Declared] = {}
        self._sheets = sheets
        by_sheet = [list(sheet.rules_for(self._elements.named)) for sheet in sheets]
        self._rules = [rule for rules in by_sheet for rule in rules]
        self._sheet_numbers = [number for number, rules in enumerate(by_sheet) for _ in rules]
        self._negated: dict[str, set[int]] = {}
        """By property, elements that a rule hides until a script adds a class."""
        self._states: dict[str, set[int]] = {}
        self.overlaid: set[int] = set()
        """Elements that may have something else drawn behind their text."""
        self._apply()
        self._find_overlaid()

    @cached_property
    def _names(self) -> set[str]:
        return {name for sheet in self._sheets for name in sheet.names()}

    def speaks_of(self, name: str) -> bool:
        """Whether an active rule uses this class: then the rule decides, not the name of the class."""
        return f".{name}" in self._names

    def declared(self, node: LexborNode, style: str | None) -> Declared:
        """The winning value of each property that is declared for an element."""
        address = node.mem_id
        plain, important = self._plain.get(address), self._important.get(address)
        if style:
            inline, inline_important = read_inline(style)
            return {**(plain or {}), **inline, **(important or {}), **inline_important}
        if important:
            return {**(plain or {}), **important}
        return plain or {}

    def shows_in_a_state(self, node: LexborNode, name: str, is_showing: Callable[[str], bool]) -> bool:
        """Whether a rule would show this element after a click, as `.item.open .answer{display:block}` does."""
        if name not in self._states:
            self._states[name] = self._find_states(name, is_showing)
        address = node.mem_id
        return address in self._states[name] or address in self._negated.get(name, ())

    def _apply(self) -> None:
        """Apply the rules from weakest to strongest, so that the last declaration wins."""
        layers = _order_layers(self._rules)
        present = set(self._elements.named)
        chosen = [
            ((layers[rule.layer], selector.weight, order), selector, rule)
            for order, rule in enumerate(self._rules)
            for selector in rule.selectors
            if present.issuperset(selector.names)
        ]
        chosen.sort(key=lambda one: one[0])
        important: list[tuple[tuple[float, ...], Declared, Sequence[int]]] = []
        # Each sheet has its own share of the effort, so that none can use up what the others need.
        efforts = [self._elements.effort // max(1, len(self._sheets))] * len(self._sheets)
        for (layer, _, order), selector, rule in chosen:
            number = self._sheet_numbers[order]
            self._elements.effort = efforts[number]
            addresses = self._find(selector.text, len(rule.declared) + len(rule.important))
            efforts[number] = self._elements.effort
            if selector.box:  # such rules are kept only if they declare a background
                self.overlaid.update(addresses)
                continue
            _declare(self._plain, addresses, rule.declared)
            important.append((layer, rule.important, addresses))
            if selector.negates_state:
                for name in (*rule.declared, *rule.important):
                    self._negated.setdefault(name, set()).update(addresses)
        self._elements.effort = MAX_EFFORT  # for states, which are looked for later
        # Of important declarations, those in the first layer are the strongest.
        important.sort(key=lambda one: [-part for part in one[0]])
        for _, declared, addresses in important:
            _declare(self._important, addresses, declared)

    def _find_overlaid(self) -> None:
        """Note the container of a positioned picture or coloured box: it may be behind the text there."""
        for node, declared in self.placed():
            if not self._is_backdrop(node, declared):
                continue
            around = node.parent
            while around is not None and around.is_element_node:
                self.overlaid.add(around.mem_id)
                if self.declared(around, around.attributes.get("style")).get("position", "static") != "static":
                    break
                around = around.parent

    def placed(self) -> Iterator[tuple[LexborNode, Declared]]:
        """The elements that have a place of their own, with what is declared for them."""
        by_rule = {
            address
            for found in (self._plain, self._important)
            for address, declared in found.items()
            if declared.get("position") in PLACED
        }
        # Only elements that a rule positions, or that have a `style` attribute, need checking.
        for node in self._tree.css("body *" if by_rule else "body [style]"):
            style = node.attributes.get("style")
            if not style and node.mem_id not in by_rule:
                continue
            declared = self.declared(node, style)
            if declared.get("position") in PLACED:
                yield node, declared

    @staticmethod
    def _is_backdrop(node: LexborNode, declared: Declared) -> bool:
        if "background-color" in declared or "background-image" in declared:
            return True
        return (node.tag or "") in MEDIA or node.css_first(",".join(MEDIA)) is not None

    def _find(self, text: str, declarations: int = 0) -> Sequence[int]:
        """The addresses of the elements that a selector matches; none once the effort for the page is used up."""
        try:
            numbers = self._elements.find(text)
            self._elements.spend(len(numbers) * declarations)
        except (NotMatched, RecursionError):
            return ()
        return [self._elements.addresses[number] for number in numbers]

    def _find_states(self, name: str, is_showing: Callable[[str], bool]) -> set[int]:
        texts: dict[str, None] = {}
        for rule in self._rules:
            value = rule.important.get(name, rule.declared.get(name))
            if value is None or not is_showing(value):
                continue
            for selector in rule.selectors:
                if selector.own_names and not any(name in self._elements.named for name in selector.own_names):
                    continue
                asks_for_more = len(selector.names) > 1 or ":" in selector.text or "[" in selector.text
                relaxed = relax(selector.text, self._elements.named) if asks_for_more and not selector.box else None
                if relaxed is not None and len(texts) < MAX_STATE_RULES:
                    texts[relaxed] = None
        return {address for text in texts for address in self._find(text)}


def _declare(declared: dict[int, Declared], addresses: Sequence[int], more: Declared) -> None:
    if more:
        for address in addresses:
            declared.setdefault(address, {}).update(more)


def _order_layers(rules: Iterable[StyleRule]) -> dict[str | None, tuple[float, ...]]:
    """The strength of each layer: later ones are stronger, and rules outside of layers are the strongest."""
    places: dict[str, int] = {}
    found: dict[str | None, tuple[float, ...]] = {None: (inf,)}
    for rule in rules:
        if rule.layer is None or rule.layer in found:
            continue
        parts = rule.layer.split(".")
        full = [".".join(parts[: end + 1]) for end in range(len(parts))]
        for one in full:
            places.setdefault(one, len(places))
        found[rule.layer] = (*(float(places[one]) for one in full), inf)
    return found
