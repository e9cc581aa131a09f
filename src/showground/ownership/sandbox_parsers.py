"""Looks for claims and badges in homepages. Runs in the sandbox."""

from showground.core.html import parse_html
from showground.ownership.badge_search import BadgeSearchResult, find_badge, list_sheets
from showground.ownership.sandbox_calls import BadgeFound, BadgePage, HeadPage, TagContents

MAX_TAGS, MAX_CONTENT = 100, 500
MAX_SHEETS = 20


def read_head(asked: HeadPage) -> TagContents:
    metas = [node.attributes for node in parse_html(asked.html).css("head meta[name]")]
    named = [meta for meta in metas if (meta.get("name") or "").strip().lower() == asked.tag]
    contents = [(meta.get("content") or "").strip()[:MAX_CONTENT] for meta in named]
    return TagContents(contents=contents[:MAX_TAGS])


def search_badge(asked: BadgePage) -> BadgeFound:
    """Look for any of the badges. If none is found, the explanation is about the first one."""
    seen: BadgeSearchResult | None = None
    for badge in asked.badges:
        look = find_badge(asked.html, asked.url, badge.link, badge.pictures, robots=asked.robots, sheets=asked.sheets)
        if look.found:
            sheets = [] if asked.sheets else list_sheets(asked.html, asked.url)[:MAX_SHEETS]
            return BadgeFound(found=True, detail=look.detail, sheets=sheets)
        seen = seen or look
    assert seen is not None  # noqa: S101 - a listing has a slug  # nosec B101
    return BadgeFound(found=False, detail=seen.detail)
