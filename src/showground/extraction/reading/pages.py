"""The stored form of a site that was read."""

from datetime import datetime
from functools import cached_property
from typing import Any, Literal, Self

from pydantic import ConfigDict, Field

from showground.core.data_model import DataModel
from showground.extraction.proposal import ExtractionProblem

Place = Literal["header", "nav", "main", "aside", "footer"]


class Block(DataModel):
    """A run of visible text that a browser shows together."""

    text: str
    tag: str
    """The element that contains it: h1, p, li, summary, ..."""
    place: Place = "main"
    marks: list[str] = Field(default_factory=list[str])
    """What the classes, ids and elements around it say it is part of: pricing, testimonial, faq, ..."""
    path: list[int] = Field(default_factory=list[int])
    """Its path in the tree: the position of each ancestor, from the top."""
    lang: str | None = None
    """Its language, if it differs from the page's."""


class PageLink(DataModel):
    """A link, with its address made absolute."""

    url: str
    text: str = ""
    rel: str = ""
    place: Place = "main"
    marks: list[str] = Field(default_factory=list[str])
    path: list[int] = Field(default_factory=list[int])
    kind: Literal["a", "frame", "video"] = "a"


class Image(DataModel):
    """A picture or an icon, with its address made absolute."""

    url: str
    alt: str = ""
    place: Place | Literal["head"] = "main"
    marks: list[str] = Field(default_factory=list[str])
    names: str = ""
    """Its classes and id, and those of the elements around it."""
    path: list[int] = Field(default_factory=list[int])


class Heading(DataModel):
    """A heading and its level."""

    level: int
    text: str


class ReadPage(DataModel):
    """A page as it was read. It is stored as JSON, and drafting needs nothing else."""

    model_config = ConfigDict(ignored_types=(cached_property,))

    url: str
    """Its address after redirects."""
    read_at: datetime
    kind: str = "other"
    """What the page is for: home, pricing, about, team, features, faq, contact, press or other."""
    title: str = ""
    meta: dict[str, str] = Field(default_factory=dict)
    open_graph: dict[str, str] = Field(default_factory=dict)
    """og: and twitter: properties, by their full names."""
    json_ld: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])
    """All nodes, flattened."""
    blocks: list[Block] = Field(default_factory=list[Block])
    links: list[PageLink] = Field(default_factory=list[PageLink])
    images: list[Image] = Field(default_factory=list[Image])
    language: str | None = None

    @cached_property
    def text(self) -> str:
        """The visible text, one block per line."""
        return "\n".join(block.text for block in self.blocks)

    @cached_property
    def positions(self) -> dict[int, int]:
        """The position of each block on the page, by its `id()`."""
        return {id(block): at for at, block in enumerate(self.blocks)}

    @cached_property
    def headings(self) -> list[Heading]:
        return [
            Heading(level=int(block.tag[1]), text=block.text)
            for block in self.blocks
            if len(block.tag) == 2 and block.tag[0] == "h" and block.tag[1].isdigit()
        ]

    def __copy__(self) -> Self:
        """Leave out cached properties, because `model_copy` may give the copy other blocks."""
        copied = super().__copy__()
        for computed in ("text", "positions", "headings"):
            vars(copied).pop(computed, None)
        return copied


class SiteReading(DataModel):
    """The pages read from a site, and what went wrong."""

    pages: list[ReadPage] = Field(default_factory=list[ReadPage])
    problems: list[ExtractionProblem] = Field(default_factory=list[ExtractionProblem])
    final_url: str
    """Where the submitted address led, after redirects."""


class ReadingProgress(DataModel):
    """The progress of reading."""

    pages_read: int
    pages_planned: int
    now: str
    """The current step, as a short text."""
