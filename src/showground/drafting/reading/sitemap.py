"""The addresses that a sitemap names."""

import re
import zlib
from html import unescape
from itertools import islice

from showground.core.fetch import Fetcher, FetchFailed
from showground.core.sandbox import CpuBudget

from .sandboxed import PARSE_SITEMAP, SitemapFile

# Every quantifier gives nothing back: a sitemap of blanks would else be looked through again from each of them.
LOC = re.compile(r"<(?:\w{1,20}:)?loc>([^<]*+)(?:<!\[CDATA\[([^\]<]*+)\]\]>)?")
MOST_ADDRESSES = 2_000
MOST_FILES = 3
LONGEST_ADDRESS = 2048
LARGEST = 2_000_000
TYPES = ("application/xml", "text/xml", "text/plain", "application/gzip", "application/x-gzip", "text/html")


async def read_sitemaps(addresses: list[str], fetcher: Fetcher, seconds: float, budget: CpuBudget) -> list[str]:
    """Every address in these sitemaps and those that they name; a sitemap that cannot be read names none."""
    waiting, found, read = list(addresses), list[str](), 0
    while waiting and read < MOST_FILES and len(found) < MOST_ADDRESSES:
        address = waiting.pop(0)
        read += 1
        try:
            page = await fetcher.get(address, accept=TYPES, max_bytes=LARGEST, seconds=seconds)
        except FetchFailed:
            continue
        if page.status != 200:
            continue
        sitemap = await budget.run(PARSE_SITEMAP, SitemapFile(body=page.body))
        if sitemap.is_index:
            # Those of pages before those of posts and products.
            waiting += sorted(sitemap.addresses, key=lambda url: "page" not in url)[:MOST_FILES]
        else:
            found += sitemap.addresses
    return found[:MOST_ADDRESSES]


def list_addresses(text: str) -> list[str]:
    """The addresses that a sitemap names, plain or as CDATA."""
    found = ((found[1].strip() or (found[2] or "").strip()) for found in LOC.finditer(text))
    return [unescape(address) for address in islice(found, MOST_ADDRESSES) if 0 < len(address) <= LONGEST_ADDRESS]


def unzipped(body: bytes) -> bytes:
    if not body.startswith(b"\x1f\x8b"):
        return body
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(body, LARGEST)
    except zlib.error:
        return b""
