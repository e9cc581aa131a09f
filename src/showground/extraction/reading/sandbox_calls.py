"""Sandbox calls for reading a site; `sandbox_parsers.py` has the functions."""

from datetime import datetime

from pydantic import ConfigDict, Field

from showground.core.css.models import PackedSheet
from showground.core.data_model import DataModel
from showground.core.sandbox import Sandboxed
from showground.extraction.proposal import ExtractionProblem
from showground.extraction.reading.pages import ReadPage

HERE = "showground.extraction.reading.sandbox_parsers"


class FetchedPage(DataModel):
    """A page as it was fetched."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    url: str
    content_type: str
    """The whole header, with the character set."""
    body: bytes
    read_at: datetime
    sheets: dict[str, PackedSheet] = Field(default_factory=dict)
    """The style sheets that were read from the site, by address."""


class ParsedPage(DataModel):
    """A parsed page."""

    page: ReadPage
    problem: ExtractionProblem | None = None
    """Why it is not a real page of the site, such as a bot check."""
    refresh: str | None = None
    """The address that it immediately redirects to."""
    missing_sheets: list[str] = Field(default_factory=list[str])
    """Addresses of linked style sheets that were not in `sheets`."""


class SheetFile(DataModel):
    """A style sheet as it was fetched."""

    url: str
    text: str


class ParsedSheet(DataModel):
    """What a style sheet says about visibility."""

    sheet: PackedSheet
    imports: list[str]
    """The addresses of the sheets that it imports."""


class RobotsFile(DataModel):
    """A robots.txt, our name in it, and the addresses that we would like to read."""

    agent: str
    text: str
    addresses: list[str]


class RobotsRules(DataModel):
    """What a robots.txt allows us."""

    allowed: list[bool] = Field(default_factory=list[bool])
    """For each of the addresses."""
    delay: float = 0.0
    sitemaps: list[str] = Field(default_factory=list[str])


class SitemapFile(DataModel):
    """A sitemap as it was fetched, possibly compressed."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    body: bytes


class Sitemap(DataModel):
    """The addresses in a sitemap: pages, or other sitemaps if it is an index."""

    is_index: bool
    addresses: list[str]


PARSE_PAGE = Sandboxed(f"{HERE}:parse_page", FetchedPage, ParsedPage, cpu_seconds=3)
PARSE_SHEET = Sandboxed(f"{HERE}:parse_sheet", SheetFile, ParsedSheet, cpu_seconds=3)
PARSE_ROBOTS = Sandboxed(f"{HERE}:parse_robots", RobotsFile, RobotsRules, cpu_seconds=2)
PARSE_SITEMAP = Sandboxed(f"{HERE}:parse_sitemap", SitemapFile, Sitemap, cpu_seconds=2)
