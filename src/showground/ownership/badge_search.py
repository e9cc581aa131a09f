"""Finding our badge in a page: a link that people see and search engines follow, around our picture."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from urllib.parse import SplitResult, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from showground.core.css.cascade import Cascade
from showground.core.css.page_styles import collect_styles
from showground.core.css.sheets import read_sheet
from showground.core.html import parse_html
from showground.core.languages import Text
from showground.core.web_address import split_url
from showground.ownership.badge_visibility import is_unseen

# Our parser runs no scripts, so it would read the contents of <noscript> as part of the page.
UNSEEN_BY_BROWSERS = re.compile(r"<noscript\b.*?(?:</noscript\s*>|\Z)", re.IGNORECASE | re.DOTALL)
MAX_ANCHORS = 10_000  # links whose URLs we read
MAX_LINKS = 50  # links to the listing that we examine
UNFOLLOWED = frozenset({"nofollow", "ugc", "sponsored"})


@dataclass(frozen=True, slots=True)
class BadgeSearchResult:
    """Whether the badge is there, with an explanation."""

    found: bool
    detail: str


def find_badge(
    html: str, page_url: str, link: str, pictures: str, *, robots: str = "", sheets: Mapping[str, str] | None = None
) -> BadgeSearchResult:
    """Look for a link to `link` around a picture below `pictures`.

    `robots` is the page's X-Robots-Tag header, `sheets` are the style sheets that the page links to, by address.
    """
    tree = parse_html(UNSEEN_BY_BROWSERS.sub("", html))
    start = _base(tree, page_url)
    known = {address: read_sheet(text) for address, text in (sheets or {}).items()}
    cascade = Cascade(tree, collect_styles(tree, start, known).sheets)
    seen = Text("The page has no link to the listing around our badge.")
    if _says_nofollow(tree, robots):
        return BadgeSearchResult(False, Text("The page tells search engines not to follow its links. Allow it."))
    every = islice(tree.css("a[href]"), MAX_ANCHORS)
    host = (urlsplit(link).hostname or "").lower()
    # An address without our host in it stays on the page's own site; only on ours does it need a closer look.
    elsewhere = host not in start.lower()
    near = (a for a in every if not elsewhere or host in (a.attributes.get("href") or "").lower())
    anchors = (a for a in near if _same_page(_join(start, a.attributes.get("href")), link))
    for anchor in islice(anchors, MAX_LINKS):
        picture = next((i for i in anchor.css("img") if _below(_join(start, i.attributes.get("src")), pictures)), None)
        if picture is None:
            seen = Text("The page links to the listing, but not around our badge.")
        elif UNFOLLOWED & set((anchor.attributes.get("rel") or "").lower().split()):
            seen = Text(
                "The link around the badge has a `rel` that tells search engines not to follow it. Remove `rel`."
            )
        elif is_unseen(picture, cascade):
            seen = Text("The badge is on the page, but hidden.")
        else:
            return BadgeSearchResult(True, Text("The badge is on the page, linked to the listing."))
    return BadgeSearchResult(False, seen)


def list_sheets(html: str, page_url: str) -> list[str]:
    """The addresses of the style sheets that a page uses on screens, in their order."""
    tree = parse_html(UNSEEN_BY_BROWSERS.sub("", html))
    return collect_styles(tree, _base(tree, page_url), {}).missing


def _base(tree: LexborHTMLParser, page_url: str) -> str:
    base = tree.css_first("base[href]")
    return _join(page_url, base.attributes.get("href") if base else None)


def _join(start: str, address: str | None) -> str:
    """The absolute form of an address in a page; empty if it is invalid."""
    try:
        return urljoin(start, address or "")
    except ValueError:
        return ""


def _same_page(address: str, link: str) -> bool:
    one, other = split_url(address), split_url(link)
    if one is None or other is None or one.scheme not in ("http", "https"):
        return False
    return _host(one) == _host(other) and one.path.rstrip("/") == other.path.rstrip("/")


def _below(address: str, pictures: str) -> bool:
    one, other = split_url(address), split_url(pictures)
    if one is None or other is None:
        return False
    return _host(one) == _host(other) and one.path.startswith(other.path) and one.path.endswith(".svg")


def _host(parts: SplitResult) -> tuple[str | None, int | None]:
    return parts.hostname, parts.port


def _says_nofollow(tree: LexborHTMLParser, robots: str) -> bool:
    metas = [m for m in tree.css("meta[name]") if (m.attributes.get("name") or "").lower() == "robots"]
    said = [robots, *((m.attributes.get("content") or "") for m in metas)]
    return any({"nofollow", "none"} & set(re.findall(r"[a-z]+", text.lower())) for text in said)
