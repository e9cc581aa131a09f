"""The relevant rules of a style sheet. Sheets are sent to the sandbox packed, so this module needs no parser."""

import json
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from pydantic import Field

from showground.core.data_model import DataModel

Weight = tuple[int, int, int]
Declared = dict[str, str]
ANY = "*"
# What may open something that is closed. Others do not count in a state, such as `:hover`, that nothing is in at first.
OPENED = frozenset({
    "display", "visibility", "opacity", "height", "max-height", "grid-template-rows", "transform", "clip-path", "left",
    "width",
})  # fmt: skip


class StyleSelector(NamedTuple):
    """One selector of a rule."""

    text: str
    weight: Weight
    """Ids, then classes, attributes and pseudo-classes, then tags."""
    names: list[str]
    """Every `.class`, `#id` and `tag` that must occur on the page."""
    own_names: list[str]
    """Those of the matched element itself: `p` and `.c` in `.a .b > p.c`."""
    box: bool = False
    """Whether it matches a pseudo-element, `::before` or `::after`."""
    negates_state: bool = False
    """Whether it matches only until a script adds a class, as in `.panel:not(.open)`."""


class StyleRule(NamedTuple):
    """A rule: its selectors and declarations."""

    selectors: list[StyleSelector]
    declared: Declared
    important: Declared
    layer: str | None = None
    """The full name of its cascade layer. A rule without selectors only says that a layer begins here."""


class SheetImport(DataModel):
    """A sheet whose rules come before those of the one that imports it."""

    url: str
    layer: str | None = None


class Sheet(Protocol):
    """The part of a sheet that a page needs."""

    @property
    def imports(self) -> Sequence[SheetImport]: ...

    def rules_for(self, present: Container[str]) -> Iterable[StyleRule]:
        """The rules that may match on a page with these tags, `.classes` and `#ids`, and possibly more."""
        ...

    def names(self) -> Iterable[str]:
        """All names in its selectors."""
        ...


@dataclass
class StyleSheet:
    """The relevant rules of a sheet."""

    rules: list[StyleRule] = field(default_factory=list[StyleRule])
    imports: list[SheetImport] = field(default_factory=list[SheetImport])
    parsed: int = 0
    """How many of its characters needed the parser."""

    def rules_for(self, present: Container[str]) -> Iterable[StyleRule]:  # noqa: ARG002 - nothing to unpack
        return self.rules

    def names(self) -> Iterable[str]:
        return (name for rule in self.rules for selector in rule.selectors for name in selector.names)


class PackedSheet(DataModel):
    """A sheet as it crosses between processes, once for each page: a page unpacks only the rules that it needs."""

    rules: str
    """A line for each: what a page must have some of, a tab, and the rule as JSON."""
    all_names: str
    """With blanks between."""
    imports: list[SheetImport] = Field(default_factory=list[SheetImport])

    def rules_for(self, present: Container[str]) -> Iterable[StyleRule]:
        needed: list[str] = []
        for line in self.rules.split("\n"):
            keys, _, packed = line.partition("\t")
            for key in keys.split(" "):
                if key in present or key == ANY:
                    needed.append(packed)
                    break
        # Safe: the data was written by `pack`, and is only read in the sandbox.
        for selectors, declared, important, layer in json.loads(f"[{','.join(needed)}]"):
            yield StyleRule([_unpack(one) for one in selectors], declared, important, layer)

    def names(self) -> Iterable[str]:
        return self.all_names.split(" ")


@dataclass(frozen=True)
class LayeredSheet:
    """A sheet that another one imports into a layer."""

    sheet: Sheet
    layer: str
    imports: Sequence[SheetImport] = ()

    def rules_for(self, present: Container[str]) -> Iterable[StyleRule]:
        yield StyleRule([], {}, {}, self.layer)
        for rule in self.sheet.rules_for(present):
            yield rule._replace(layer=f"{self.layer}.{rule.layer}" if rule.layer else self.layer)

    def names(self) -> Iterable[str]:
        return self.sheet.names()


def pack(sheet: StyleSheet) -> PackedSheet:
    encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
    lines = (f"{_keys(rule)}\t{encode(rule)}" for rule in sheet.rules)
    return PackedSheet(rules="\n".join(lines), all_names=" ".join(dict.fromkeys(sheet.names())), imports=sheet.imports)


def _unpack(packed: list[Any]) -> StyleSelector:
    """JSON has no tuples, and a weight is compared with those of sheets that were not packed."""
    text, weight, *others = packed
    return StyleSelector(text, tuple(weight), *others)


def _keys(rule: StyleRule) -> str:
    """Names of which a page has at least one if the rule can match there, in any state."""
    keys: dict[str, None] = {}
    may_open = bool((rule.declared.keys() | rule.important.keys()) & OPENED)
    for selector in rule.selectors:
        names = selector.own_names
        if not names or any(name.split() != [name] for name in names):
            return ANY
        # A class that is not there yet may be one that a script adds. Where that does not count, all must be there.
        keys |= dict.fromkeys(names if may_open else [next((name for name in names if name[0] in "#."), names[0])])
    return " ".join(keys) or ANY
