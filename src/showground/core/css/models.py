"""What is kept of a style sheet. Sheets cross into the sandbox packed, so this module needs no parser."""

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from pydantic import BaseModel, Field

Weight = tuple[int, int, int]
Declared = dict[str, str]


class StyleSelector(NamedTuple):
    """One selector of a rule."""

    text: str
    weight: Weight
    """Ids, then classes, attributes and pseudo-classes, then tags."""
    names: list[str]
    """`.class`, `#id` and `tag` that some element must have each."""
    box: bool = False
    """Whether it is about a box that is drawn beside the element, `::before` or `::after`."""
    negates_state: bool = False
    """Whether it is about an element only as long as a script does not add a class, as in `.panel:not(.open)`."""


class StyleRule(NamedTuple):
    """What a rule declares, and about which elements."""

    selectors: list[StyleSelector]
    declared: Declared
    important: Declared
    layer: str | None = None
    """The full name of its cascade layer. A rule without selectors only says that a layer begins here."""


class SheetImport(BaseModel):
    """A sheet whose rules come before those of the one that imports it."""

    url: str
    layer: str | None = None


@dataclass
class StyleSheet:
    """What is kept of a sheet."""

    rules: list[StyleRule] = field(default_factory=list[StyleRule])
    imports: list[SheetImport] = field(default_factory=list[SheetImport])


class PackedSheet(BaseModel):
    """A sheet as it crosses between processes: with each page of a site, so its rules are one text."""

    rules: str
    imports: list[SheetImport] = Field(default_factory=list[SheetImport])


def pack(sheet: StyleSheet) -> PackedSheet:
    return PackedSheet(rules=json.dumps(sheet.rules, separators=(",", ":")), imports=sheet.imports)


def unpack(packed: PackedSheet) -> StyleSheet:
    """The sheet again. Only what `pack` wrote in the sandbox is read here, and only in the sandbox."""
    rules = cast("list[list[Any]]", json.loads(packed.rules))
    return StyleSheet(
        [
            StyleRule([StyleSelector._make(one) for one in selectors], declared, important, layer)
            for selectors, declared, important, layer in rules
        ],
        packed.imports,
    )
