"""Finding our badge in a page: a link that people see and search engines follow, around our picture."""

import re
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

UNSEEN_ELEMENTS = frozenset(
    {"noscript", "template", "script", "style", "textarea", "title", "iframe", "head", "select"}
)
UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*(?:\.0+)?\s*(?:[;%!]|$)"
    r"|(?:font-size|(?:max-)?width|(?:max-)?height)\s*:\s*0+(?:\.0+)?\s*(?:[a-z%]+)?\s*(?:[;!]|$)",
    re.IGNORECASE,
)
# A parser without scripts reads what is in it as part of the page.
UNSEEN_BY_BROWSERS = re.compile(r"<noscript\b.*?(?:</noscript\s*>|\Z)", re.IGNORECASE | re.DOTALL)
UNFOLLOWED = frozenset({"nofollow", "ugc", "sponsored"})


@dataclass(frozen=True, slots=True)
class Found:
    """Whether the badge is there, and what was seen."""

    found: bool
    detail: str


def find_badge(html: str, page_url: str, link: str, pictures: str, *, robots: str = "") -> Found:
    """Look for a link to `link` around a picture below `pictures`; `robots` is the page's X-Robots-Tag header."""
    tree = LexborHTMLParser(UNSEEN_BY_BROWSERS.sub("", html))
    base = tree.css_first("base[href]")
    start = _join(page_url, base.attributes.get("href") if base else None)
    seen = "The page has no link to the listing around our badge."
    if _says_nofollow(tree, robots):
        return Found(False, "The page asks that none of its links be followed.")
    for anchor in tree.css("a[href]"):
        if not _same_page(_join(start, anchor.attributes.get("href")), link):
            continue
        picture = next((i for i in anchor.css("img") if _below(_join(start, i.attributes.get("src")), pictures)), None)
        if picture is None:
            seen = "The page links to the listing, but not around our badge's picture."
        elif UNFOLLOWED & set((anchor.attributes.get("rel") or "").lower().split()):
            seen = "The link around the badge is marked as not to be followed; take `rel` out."
        elif _is_unseen(picture):
            seen = "The badge is in the page, but hidden."
        else:
            return Found(True, "The badge is on the page, linked to the listing.")
    return Found(False, seen)


def _join(start: str, address: str | None) -> str:
    """Where an address in a page leads; nowhere if it cannot be read."""
    try:
        return urljoin(start, address or "")
    except ValueError:
        return ""


def _same_page(address: str, link: str) -> bool:
    try:
        one, other = urlsplit(address), urlsplit(link)
        same_host = (one.hostname, one.port) == (other.hostname, other.port)
    except ValueError:
        return False
    return one.scheme in ("http", "https") and same_host and one.path.rstrip("/") == other.path.rstrip("/")


def _below(address: str, pictures: str) -> bool:
    try:
        one, other = urlsplit(address), urlsplit(pictures)
        same_host = (one.hostname, one.port) == (other.hostname, other.port)
    except ValueError:
        return False
    return same_host and one.path.startswith(other.path) and one.path.endswith(".svg")


def _says_nofollow(tree: LexborHTMLParser, robots: str) -> bool:
    metas = [m for m in tree.css("meta[name]") if (m.attributes.get("name") or "").lower() == "robots"]
    said = [robots, *((m.attributes.get("content") or "") for m in metas)]
    return any({"nofollow", "none"} & set(re.findall(r"[a-z]+", text.lower())) for text in said)


def _is_unseen(node: LexborNode) -> bool:
    """Whether the element or one around it is not shown, as far as the page itself tells."""
    size = {node.attributes.get("width"), node.attributes.get("height")}
    if {"0", "0px"} & size:
        return True
    around: LexborNode | None = node
    while around is not None:
        attributes = around.attributes
        if around.tag in UNSEEN_ELEMENTS or "hidden" in attributes:
            return True
        if UNSEEN_STYLE.search(attributes.get("style") or ""):
            return True
        around = around.parent
    return False
