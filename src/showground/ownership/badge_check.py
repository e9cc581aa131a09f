"""Checks a homepage for the badge."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from urllib.parse import urljoin

import anyio

from showground.core.calls.context import PrepareContext
from showground.core.domain_names import domain_of
from showground.core.fetch import FetchFailed, FetchResponse
from showground.core.languages import Text, text_with
from showground.core.sandbox import SandboxKilled, run
from showground.ownership.models import BadgeCheck
from showground.ownership.sandbox_calls import SEARCH_BADGE, BadgeFound, BadgePage, BadgePlace

MAX_SHEETS = 4
MAX_SHEET = 500_000
PAGE_STATUS = Text("The page returned status %(status)s.")  # stored with the result of a check


async def look_for_badge(outside: PrepareContext, website: str, slugs: Sequence[str]) -> BadgeCheck:
    """What is seen on the homepage now; a page that cannot be read is a badge that is not there.

    Where the listing names a page further down, the site's first page is a homepage as well.
    `slugs` are those by which the listing goes and went: a badge that was embedded before a rename counts.
    """
    look = await _look(outside, website, slugs)
    first = urljoin(website, "/")
    if look.found or first in (website, look.url):
        return look
    other = await _look(outside, first, slugs)
    return other if other.found else look


async def _look(outside: PrepareContext, website: str, slugs: Sequence[str]) -> BadgeCheck:
    now = outside.now
    try:
        page = await outside.fetch.visit(website)
    except FetchFailed as failure:
        return _missing(website, now, failure.message)
    if page.status >= 300:
        return _missing(page.url, now, text_with(PAGE_STATUS, status=page.status))
    if domain_of(page.url) != domain_of(website):
        return _missing(page.url, now, Text("The homepage redirects to another site, where the badge does not count."))
    try:
        seen = await _find(outside, page, slugs)
        if seen.found and (sheets := await _read_sheets(outside, page, seen.sheets)):
            seen = await _find(outside, page, slugs, sheets)
    except SandboxKilled:
        return _missing(page.url, now, Text("We couldn't read the page within our time and memory limits."))
    return BadgeCheck(at=now, url=page.url, found=seen.found, detail=seen.detail)


async def _find(
    outside: PrepareContext, page: FetchResponse, slugs: Sequence[str], sheets: Mapping[str, str] | None = None
) -> BadgeFound:
    site = outside.site.url
    badges = [BadgePlace(link=f"{site}/listings/{slug}", pictures=f"{site}/badges/{slug}/") for slug in slugs]
    robots = page.headers.get("x-robots-tag", "")
    asked = BadgePage(html=page.text, url=page.url, badges=badges, robots=robots, sheets=dict(sheets or {}))
    return await run(SEARCH_BADGE, asked, owner=outside.owner)


async def _read_sheets(outside: PrepareContext, page: FetchResponse, linked: Sequence[str]) -> dict[str, str]:
    """The style sheets that a homepage takes from its own site; one that cannot be read hides nothing."""
    own = domain_of(page.url)
    addresses = [url for url in linked if domain_of(url) == own][:MAX_SHEETS]
    read: dict[str, str] = {}

    async def get(address: str) -> None:
        with suppress(FetchFailed):
            sheet = await outside.fetch.visit(address, accept=("text/css",), max_bytes=MAX_SHEET, seconds=5)
            if sheet.status == 200:
                read[address] = sheet.text

    async with anyio.create_task_group() as fetches:
        for address in addresses:
            fetches.start_soon(get, address)
    return read


def _missing(url: str, at: datetime, detail: str) -> BadgeCheck:
    return BadgeCheck(at=at, url=url, found=False, detail=detail)
