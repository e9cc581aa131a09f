"""Parses what a site returns. Runs in the sandbox, which can't open files, so everything is loaded on import."""

import codecs
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from itertools import islice

from showground.core.css.models import Sheet, pack
from showground.core.css.page_styles import imported_addresses
from showground.core.css.sheets import read_sheet
from showground.core.fetch import FetchResponse
from showground.extraction.reading.addresses import public_suffixes, without_fragment
from showground.extraction.reading.markup import decode, read_styled_markup
from showground.extraction.reading.page_check import find_page_problem
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.reading.robots_file import read_robots
from showground.extraction.reading.sandbox_calls import (
    FetchedPage,
    ParsedPage,
    ParsedSheet,
    RobotsFile,
    RobotsRules,
    SheetFile,
    Sitemap,
    SitemapFile,
)
from showground.extraction.reading.sitemap import MAX_ADDRESSES, decompress, list_addresses
from showground.extraction.reading.text_limits import limit_texts
from showground.extraction.reading.visible import MAX_BLOCKS, absolute

MAX_DELAY = 3.0
MAX_SITEMAPS = 5
MAX_ADDRESS_LENGTH = 2048
REFRESH = re.compile(
    r"<meta\b[^<>]{1,200}?http-equiv=[\"']?refresh[\"']?[^<>]{1,200}?content=[\"']?\s{0,9}\d{1,2}\s{0,9};\s{0,9}"
    r"url=['\"]?([^\"'>\s]+)",
    re.IGNORECASE,
)
# The character sets that `FetchResponse.charset` accepts. Python loads each at its first use. The last is unknown.
CHARSETS = (
    *("utf-8-sig", "utf-16", "utf-16le", "utf-16be", "ascii", "latin-1", "koi8-r", "koi8-u", "gb2312", "gbk"),
    *("gb18030", "big5", "euc-jp", "euc-kr", "shift_jis", "iso-2022-jp", "windows-874", "windows-932"),
    *(f"iso-8859-{number}" for number in range(1, 17)),
    *(f"windows-{number}" for number in range(1250, 1259)),
    "iso-8859-99",
)
import_module("json_repair")  # `markup.py` repairs JSON-LD with it
for charset in CHARSETS:
    with suppress(LookupError):
        codecs.lookup(charset)
public_suffixes()


def parse_page(asked: FetchedPage) -> ParsedPage:
    fetched = FetchResponse(asked.url, 200, {"content-type": asked.content_type}, asked.body)
    page, html, missing = parse_styled_response(fetched, asked.read_at, asked.sheets)
    return ParsedPage(
        page=page, problem=find_page_problem(page, html), refresh=find_refresh(asked.url, html), missing_sheets=missing
    )


def parse_sheet(asked: SheetFile) -> ParsedSheet:
    sheet = read_sheet(asked.text)
    return ParsedSheet(sheet=pack(sheet), imports=list(imported_addresses(sheet, asked.url)))


def find_refresh(url: str, html: str) -> str | None:
    """Where the page immediately redirects its visitors."""
    found = REFRESH.search(html)
    address = absolute(url, found[1]) if found else None
    return without_fragment(address) if address and len(address) <= MAX_ADDRESS_LENGTH else None


def parse_response(answer: FetchResponse, read_at: datetime) -> tuple[ReadPage, str]:
    """The page, and its decoded markup."""
    page, html, _ = parse_styled_response(answer, read_at, {})
    return page, html


def parse_styled_response(
    answer: FetchResponse, read_at: datetime, sheets: Mapping[str, Sheet]
) -> tuple[ReadPage, str, list[str]]:
    """The page, its decoded markup, and the addresses of style sheets that it needs besides these."""
    text = decode(answer)
    if answer.content_type == "text/plain":
        lines = ((at, " ".join(line.split())) for at, line in enumerate(text.splitlines()))
        shown = islice(((at, line) for at, line in lines if line), MAX_BLOCKS)
        blocks = [Block(text=line, tag="p", path=[at]) for at, line in shown]
        return limit_texts(ReadPage(url=answer.url, read_at=read_at, blocks=blocks)), text, []
    page, missing = read_styled_markup(answer.url, text, read_at, sheets)
    return limit_texts(page), text, missing


def parse_robots(asked: RobotsFile) -> RobotsRules:
    rules = read_robots(asked.text, asked.agent)
    return RobotsRules(
        allowed=[rules.can_fetch(address, asked.agent) for address in asked.addresses],
        delay=min(max(rules.crawl_delay(asked.agent) or 0.0, 0.0), MAX_DELAY),
        sitemaps=list(rules.sitemaps)[:MAX_SITEMAPS],
    )


def parse_sitemap(asked: SitemapFile) -> Sitemap:
    text = decompress(asked.body).decode(errors="replace")
    found = [address for address in list_addresses(text) if len(address) <= MAX_ADDRESS_LENGTH]
    return Sitemap(is_index="<sitemapindex" in text[:2000], addresses=found[:MAX_ADDRESSES])
