"""Finds the elements of a page that a selector matches.

The selector engine of `selectolax` backtracks: for `.a p p p` on a deeply nested page, or `.a~p~p` on one with many
paragraphs, it takes minutes. Here a selector is evaluated from its first part to its last with the set of all elements
that match so far, so each part costs at most one step per element. The engine is used only for conditions on a single
element, such as `[href]`.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, SelectolaxError
from tinycss2.nth import parse_nth

from showground.core.css.compounds import Compound, NotMatched, make_compounds, read_compounds
from showground.core.css.selectors import COMBINATORS, STATES, TOLD_BY_MARKUP, split
from showground.core.css.tokens import Token, serialize

MAX_ELEMENTS = 50_000
MAX_EFFORT = 3_000_000  # steps for one page: about half a second
PARSER_EFFORT = 5  # for each letter of a selector
MAX_NESTING = 6  # functions within functions
FIRST_AT = {
    "first-child": ("nth-child",), "last-child": ("nth-last-child",), "only-child": ("nth-child", "nth-last-child"),
    "first-of-type": ("nth-of-type",), "last-of-type": ("nth-last-of-type",),
    "only-of-type": ("nth-of-type", "nth-last-of-type"),
}  # fmt: skip
TOLD_BY_ENGINE = TOLD_BY_MARKUP | {
    "root", "empty", "link", "any-link", "disabled", "enabled", "required", "optional", "read-only", "read-write",
}  # fmt: skip


class PageElements:
    """The elements of a page in document order, identified by number."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._tree = tree
        self.addresses: list[int] = []
        """Their addresses in the parsed tree (`mem_id`), because every access creates a new object."""
        self.named: dict[str, list[int]] = {}
        """The elements with each tag, `.class` and `#id`."""
        self._tags: list[str] = []
        self._parents: list[int] = []
        self._numbers: dict[int, int] = {}
        self.effort = MAX_EFFORT
        self._sets: dict[str, frozenset[int]] = {}
        self._list_elements()

    def find(self, text: str) -> Sequence[int]:
        """The numbers of the elements that a selector matches, in order."""
        if (found := self.named.get(text)) is not None:
            self.spend(len(found))
            return found
        self.spend(len(text) * PARSER_EFFORT)
        return self._find_complex(read_compounds(text), MAX_NESTING)

    def spend(self, effort: int) -> None:
        self.effort -= effort + 1
        if self.effort < 0:
            raise NotMatched

    def _list_elements(self) -> None:
        root = self._tree.root
        for node in root.traverse() if root is not None else ():
            if not node.is_element_node:
                continue
            number = len(self.addresses)
            if number >= MAX_ELEMENTS:
                break
            address, around = node.mem_id, node.parent
            self._numbers[address] = number
            self.addresses.append(address)
            self._parents.append(-1 if around is None else self._numbers.get(around.mem_id, -1))
            tag = node.tag or ""
            self._tags.append(tag)
            self.named.setdefault(tag, []).append(number)
            attributes = node.attributes
            if attributes:
                if identity := attributes.get("id"):
                    self.named.setdefault(f"#{identity}", []).append(number)
                for name in dict.fromkeys((attributes.get("class") or "").split()):
                    self.named.setdefault(f".{name}", []).append(number)

    @cached_property
    def _ends(self) -> list[int]:
        """The last descendant of each element."""
        ends = list(range(len(self._parents)))
        for number in range(len(ends) - 1, 0, -1):
            around = self._parents[number]
            if around >= 0 and ends[around] < ends[number]:
                ends[around] = ends[number]
        return ends

    @cached_property
    def _before(self) -> list[int]:
        """The previous sibling of each element, or -1."""
        last: dict[int, int] = {}
        before: list[int] = []
        for number, around in enumerate(self._parents):
            before.append(last.get(around, -1))
            last[around] = number
        return before

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """The position of each element among its siblings: of all or of its tag, from the first or from the last."""
        size = len(self._parents)
        places: dict[str, list[int]] = {}
        for last, order in (("", range(size)), ("-last", range(size - 1, -1, -1))):
            for kind in ("child", "of-type"):
                counts: dict[tuple[int, str], int] = {}
                found = places[f"nth{last}-{kind}"] = [0] * size
                for number in order:
                    key = (self._parents[number], self._tags[number] if kind == "of-type" else "")
                    counts[key] = found[number] = counts.get(key, 0) + 1
        return places

    def _find_complex(self, compounds: Iterable[Compound], depth: int) -> Sequence[int]:
        found: Sequence[int] | None = None
        for compound in compounds:
            own = self._find_compound(compound, depth)
            found = own if found is None else self._join(found, compound.sign, own)
            if not found:
                return ()
        return found or ()

    def _find_compound(self, compound: Compound, depth: int) -> Sequence[int]:
        listed = sorted((self.named.get(name, ()) for name in compound.names), key=len)
        found: Sequence[int] = listed[0] if listed else range(len(self.addresses))
        for more in listed[1:]:
            self.spend(len(found) + len(more))
            both = set(more)
            found = [number for number in found if number in both]
        for part in compound.others:
            if not found:
                break
            allowed = self._test(part, depth)
            self.spend(len(found))
            found = [number for number in found if number in allowed]
        return found

    def _join(self, first: Sequence[int], sign: str, second: Sequence[int]) -> Sequence[int]:
        """The elements of the second set that are in the relation of the combinator to one of the first."""
        self.spend(len(first) + len(second))
        if sign == ">":
            inside = set(first)
            return [number for number in second if self._parents[number] in inside]
        if sign == "+":
            inside = set(first)
            return [number for number in second if self._before[number] in inside]
        if sign == "~":
            earliest: dict[int, int] = {}
            for number in first:
                earliest.setdefault(self._parents[number], number)
            return [number for number in second if earliest.get(self._parents[number], number) < number]
        ends, end = self._ends, -1
        found: list[int] = []
        waiting = iter(first)
        around = next(waiting, MAX_ELEMENTS)
        for number in second:
            while around < number:
                if ends[around] > end:
                    end = ends[around]
                around = next(waiting, MAX_ELEMENTS)
            if end >= number:
                found.append(number)
        return found

    def _join_back(self, sign: str, second: Sequence[int]) -> set[int]:
        """The elements to which one of these is in the relation of the combinator."""
        self.spend(len(second))
        if sign == ">":
            return {self._parents[number] for number in second}
        if sign == "+":
            return {self._before[number] for number in second}
        found: set[int] = set()
        step = self._before if sign == "~" else self._parents
        for number in second:
            other = step[number]
            while other >= 0 and other not in found:
                found.add(other)
                other = step[other]
        self.spend(len(found))
        return found

    def _test(self, part: Sequence[Token], depth: int) -> Collection[int]:
        """The elements that meet a condition other than a tag, class or id."""
        text = serialize(part)
        if text not in self._sets:
            self._sets[text] = frozenset(self._find_part(part, text, depth))
            self.spend(len(self._sets[text]))
        return self._sets[text]

    def _find_part(self, part: Sequence[Token], text: str, depth: int) -> Iterable[int]:
        node = part[-1]
        if len(part) == 1 and node.type == "[] block":
            return self._ask_engine(text)
        if len(part) != 2 or part[0] != ":":
            raise NotMatched
        every = range(len(self.addresses))
        self.spend(len(every))
        if node.type == "function":
            return self._find_function(node.lower_name, node.arguments, depth)
        name = node.lower_value if node.type == "ident" else ""
        if name in TOLD_BY_ENGINE:
            return self._ask_engine(text)
        if name in FIRST_AT:
            places = [self._places[place] for place in FIRST_AT[name]]
            return [number for number in every if all(place[number] == 1 for place in places)]
        if name in STATES:
            return ()
        if name == "defined":
            return every
        if name == "scope":
            return self._ask_engine(":root")
        raise NotMatched

    def _find_function(self, name: str, arguments: list[Token], depth: int) -> Iterable[int]:
        if not depth:
            raise NotMatched
        every = range(len(self.addresses))
        if name in ("is", "where", "not", "matches"):
            found = {
                number
                for one in split(arguments, ",")
                if one  # `:is()` matches nothing
                for number in self._find_complex(make_compounds(one), depth - 1)
            }
            return (number for number in every if number not in found) if name == "not" else found
        if name == "has":
            return {number for one in split(arguments, ",") for number in self._find_around(one, depth - 1)}
        if name in self._places and (formula := parse_nth(arguments)) is not None:
            step, start = formula
            places = self._places[name]
            return (number for number in every if _is_at(places[number], step, start))
        raise NotMatched

    def _find_around(self, relative: Sequence[Token], depth: int) -> set[int]:
        """The elements that match `:has()`, evaluated from the last part to the first."""
        sign = next((sign for sign in COMBINATORS if relative and relative[0] == sign), " ")
        compounds = make_compounds(relative)
        found: Sequence[int] | None = None
        for at in range(len(compounds) - 1, -1, -1):
            own = self._find_compound(compounds[at], depth)
            if found is not None:
                around = self._join_back(compounds[at + 1].sign, found)
                own = [number for number in own if number in around]
            found = own
        return self._join_back(sign, found or ())

    def _ask_engine(self, text: str) -> list[int]:
        self.spend(len(self.addresses))
        try:
            found = (self._numbers.get(node.mem_id) for node in self._tree.css(text))
            return sorted(number for number in found if number is not None)
        except (SelectolaxError, ValueError):
            raise NotMatched from None


def _is_at(place: int, step: int, start: int) -> bool:
    """Whether a position is of the form `step * n + start`."""
    return place == start if not step else (place - start) % step == 0 and (place - start) // step >= 0
