"""Reads the addresses in sitemaps."""

import re
import zlib
from html import unescape
from itertools import islice

from showground.core.fetch import Fetcher, FetchFailed
from showground.core.sandbox import CpuBudget
from showground.extraction.reading.sandbox_calls import PARSE_SITEMAP, SitemapFile

# Possessive quantifiers, so that a sitemap full of spaces isn't scanned again from each of them.
LOC_ELEMENT = re.compile(r"<(?:\w{1,20}:)?loc>([^<]*+)(?:<!\[CDATA\[([^\]<]*+)\]\]>)?")
MAX_ADDRESSES = 2_000
MAX_FILES = 3
MAX_ADDRESS_LENGTH = 2048
MAX_BYTES = 2_000_000
TYPES = ("application/xml", "text/xml", "text/plain", "application/gzip", "application/x-gzip", "text/html")


async def read_sitemaps(
    addresses: list[str], fetcher: Fetcher, seconds: float, budget: CpuBudget, delay: float
) -> list[str]:
    """Every address in these sitemaps and the sitemaps that they list. Unreadable sitemaps are skipped."""
    waiting, found, read = list(addresses), list[str](), 0
    while waiting and read < MAX_FILES and len(found) < MAX_ADDRESSES:
        address = waiting.pop(0)
        read += 1
        try:
            page = await fetcher.visit(address, accept=TYPES, max_bytes=MAX_BYTES, seconds=seconds, delay=delay)
        except FetchFailed:
            continue
        if page.status != 200:
            continue
        sitemap = await budget.run(PARSE_SITEMAP, SitemapFile(body=page.body))
        if sitemap.is_index:
            # Sitemaps of pages come before those of posts and products.
            waiting += sorted(sitemap.addresses, key=lambda url: "page" not in url)[:MAX_FILES]
        else:
            found += sitemap.addresses
    return found[:MAX_ADDRESSES]


def list_addresses(text: str) -> list[str]:
    """The addresses in a sitemap, plain or as CDATA."""
    found = ((found[1].strip() or (found[2] or "").strip()) for found in LOC_ELEMENT.finditer(text))
    return [unescape(address) for address in islice(found, MAX_ADDRESSES) if 0 < len(address) <= MAX_ADDRESS_LENGTH]


def decompress(body: bytes) -> bytes:
    if not body.startswith(b"\x1f\x8b"):
        return body
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(body, MAX_BYTES)
    except zlib.error:
        return b""
