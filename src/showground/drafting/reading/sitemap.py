"""The addresses that a sitemap names."""

import re
import zlib
from html import unescape

from showground.core.fetch import Fetcher, FetchFailed

LOC = re.compile(r"<(?:\w+:)?loc>\s*(?:<!\[CDATA\[)?\s*(.*?)\s*(?:\]\]>)?\s*</(?:\w+:)?loc>", re.DOTALL)
MOST_ADDRESSES = 2_000
MOST_FILES = 3
LARGEST = 2_000_000
TYPES = ("application/xml", "text/xml", "text/plain", "application/gzip", "application/x-gzip", "text/html")


async def read_sitemaps(addresses: list[str], fetcher: Fetcher, seconds: float) -> list[str]:
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
        text = unzipped(page.body).decode(errors="replace")
        located = [unescape(loc) for loc in LOC.findall(text)]
        if "<sitemapindex" in text[:2000]:
            # Those of pages before those of posts and products.
            waiting += sorted(located, key=lambda url: "page" not in url)[:MOST_FILES]
        else:
            found += located
    return found[:MOST_ADDRESSES]


def unzipped(body: bytes) -> bytes:
    if not body.startswith(b"\x1f\x8b"):
        return body
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(body, LARGEST)
    except zlib.error:
        return b""
