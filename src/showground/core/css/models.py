"""What is kept of a style sheet. Sheets cross into the sandbox as these, so this module needs no parser."""

from pydantic import BaseModel, Field

Weight = tuple[int, int, int]
Declared = dict[str, str]


class StyleSelector(BaseModel):
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


class StyleRule(BaseModel):
    """What a rule declares, and about which elements."""

    selectors: list[StyleSelector]
    declared: Declared = Field(default_factory=dict)
    important: Declared = Field(default_factory=dict)
    layer: str | None = None
    """The full name of its cascade layer. A rule without selectors only says that a layer begins here."""


class SheetImport(BaseModel):
    """A sheet whose rules come before those of the one that imports it."""

    url: str
    layer: str | None = None


class StyleSheet(BaseModel):
    """What is kept of a sheet."""

    rules: list[StyleRule] = Field(default_factory=list[StyleRule])
    imports: list[SheetImport] = Field(default_factory=list[SheetImport])
