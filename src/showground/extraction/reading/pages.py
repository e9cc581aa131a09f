"""What is kept of a site that was read."""

from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from showground.extraction.proposal import DraftProblem

Place = Literal["header", "nav", "main", "aside", "footer"]


class Block(BaseModel):
    """A run of visible text that a browser shows together."""

    text: str
    tag: str
    """The element that holds it: h1, p, li, summary, ..."""
    place: Place = "main"
    marks: list[str] = Field(default_factory=list[str])
    """What the classes, ids and elements around it say it is part of: pricing, testimonial, faq, ..."""
    path: list[int] = Field(default_factory=list[int])
    """Where it stands in the tree: the position of each element on the way down."""
    lang: str | None = None
    """Its language where that is another than the page's."""


class PageLink(BaseModel):
    """A link, with its address made absolute."""

    url: str
    text: str = ""
    rel: str = ""
    place: Place = "main"
    marks: list[str] = Field(default_factory=list[str])
    path: list[int] = Field(default_factory=list[int])
    kind: Literal["a", "frame", "video"] = "a"


class Image(BaseModel):
    """A picture or an icon, with its address made absolute."""

    url: str
    alt: str = ""
    place: Place | Literal["head"] = "main"
    marks: list[str] = Field(default_factory=list[str])
    names: str = ""
    """Its classes, its id and those of what holds it."""
    path: list[int] = Field(default_factory=list[int])


class Heading(BaseModel):
    """A heading and its level."""

    level: int
    text: str


class ReadPage(BaseModel):
    """A page as it was read; it is stored as JSON, and drafting needs nothing else."""

    model_config = ConfigDict(ignored_types=(cached_property,))

    url: str
    """Where it answered, after redirects."""
    read_at: datetime
    kind: str = "other"
    """What the page is for: home, pricing, about, team, features, faq, contact, press or other."""
    title: str = ""
    meta: dict[str, str] = Field(default_factory=dict)
    open_graph: dict[str, str] = Field(default_factory=dict)
    """og: and twitter: properties, by their full names."""
    json_ld: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])
    """Every node of it, flat."""
    blocks: list[Block] = Field(default_factory=list[Block])
    links: list[PageLink] = Field(default_factory=list[PageLink])
    images: list[Image] = Field(default_factory=list[Image])
    language: str | None = None

    @cached_property
    def text(self) -> str:
        """The visible text, one block in a line."""
        return "\n".join(block.text for block in self.blocks)

    @cached_property
    def headings(self) -> list[Heading]:
        return [
            Heading(level=int(block.tag[1]), text=block.text)
            for block in self.blocks
            if len(block.tag) == 2 and block.tag[0] == "h" and block.tag[1].isdigit()
        ]


class SiteReading(BaseModel):
    """All that was read of a site, and what went wrong."""

    pages: list[ReadPage] = Field(default_factory=list[ReadPage])
    problems: list[DraftProblem] = Field(default_factory=list[DraftProblem])
    final_url: str
    """Where the address that was given led."""


class ReadingProgress(BaseModel):
    """How far the reading is."""

    pages_read: int
    pages_planned: int
    now: str
    """What is being done, in words."""
