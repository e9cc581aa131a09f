"""Parses the bytes of a response into a page."""

import codecs
import json
import re
from collections.abc import Mapping
from datetime import datetime
from itertools import islice
from typing import Any, cast
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from showground.core.css.models import Sheet
from showground.core.css.page_styles import collect_styles
from showground.core.fetch import FetchResponse
from showground.core.html import parse_html
from showground.extraction.reading.header_footer import mark_header_and_footer
from showground.extraction.reading.joined_text import fold
from showground.extraction.reading.pages import Image, PageLink, ReadPage
from showground.extraction.reading.visible import MAX_IMAGES, MAX_LINKS, absolute, extract_visible

BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{3,20})", re.IGNORECASE)
MAX_NODES = 500
MAX_META = 300
MAX_JSON_LD = 300_000  # characters of one script
MAX_REPAIRED = 20_000  # characters of broken JSON on a page: the time to repair it grows with the square of its length
# Comment marks around a script, for browsers without scripting.
COMMENT_START = re.compile(r"\A(?:<!--|//\s*+<!\[CDATA\[|<!\[CDATA\[)")
COMMENT_END = re.compile(r"(?:-->|(?://\s{0,9})?\]\]>)\Z")


def decode(page: FetchResponse) -> str:
    """Decode a response by byte order mark, headers or meta element, else as UTF-8 or Windows-1252."""
    for mark, name in BOMS.items():
        if page.body.startswith(mark):
            return page.body.decode(name, errors="replace")
    if page.charset and page.charset not in ("iso-8859-1", "latin1", "us-ascii", "ascii"):
        return page.text
    declared = META_CHARSET.search(page.body[:4096])
    for charset in (declared[1].decode().lower() if declared else "utf-8", "utf-8"):
        # A page may name any encoding. We accept only those that we also accept in a Content-Type header.
        accepted = FetchResponse(page.url, page.status, {"content-type": f"text/html; charset={charset}"}, b"").charset
        if accepted:
            try:
                return page.body.decode(accepted)
            except (UnicodeDecodeError, LookupError):
                continue
    # As browsers do: UTF-8 with one or two invalid bytes is still UTF-8.
    text = page.body.decode("utf-8", errors="replace")
    return text if text.count("\ufffd") < 1 + len(text) // 2000 else page.body.decode("cp1252", errors="replace")


def read_markup(url: str, html: str, read_at: datetime, sheets: Mapping[str, Sheet] | None = None) -> ReadPage:
    """The page as a visitor sees it. `sheets` are the style sheets of the site, by address."""
    return read_styled_markup(url, html, read_at, sheets or {})[0]


def read_styled_markup(
    url: str, html: str, read_at: datetime, sheets: Mapping[str, Sheet]
) -> tuple[ReadPage, list[str]]:
    """The page, and the addresses of linked style sheets that are not among `sheets`."""
    tree = parse_html(html.replace("\0", ""))
    base_node = tree.css_first("base[href]")
    base = (absolute(url, base_node.attributes.get("href") or "") if base_node else None) or url
    styles = collect_styles(tree, base, sheets)
    visible = extract_visible(tree, base, styles)
    mark_header_and_footer(url, visible.blocks, visible.links, visible.images)
    meta, open_graph = read_meta(tree)
    title = tree.css_first("head title") or tree.css_first("title")
    root = tree.css_first("html")
    page = ReadPage(
        url=url,
        read_at=read_at,
        title=fold(title.text()) if title else "",
        meta=meta,
        open_graph=open_graph,
        json_ld=read_json_ld(tree),
        blocks=visible.blocks,
        links=[*head_links(tree, base), *frame_links(tree, base), *visible.links],
        images=[*icon_images(tree, base), *visible.images],
        language=primary_language(root.attributes.get("lang") if root else None),
    )
    for block in page.blocks:
        block.lang = None if primary_language(block.lang) == page.language else primary_language(block.lang)
    return page, styles.missing


# Codes for no language, several languages, and an unknown one. Some themes ship with `zxx`.
NOT_A_LANGUAGE = frozenset({"zxx", "mul", "und"})


def primary_language(tag: str | None) -> str | None:
    """The language of a tag such as `en-GB`, without the country."""
    found = re.match(r"[a-z]{2,3}\b", (tag or "").strip().lower())
    return found[0] if found and found[0] not in NOT_A_LANGUAGE else None


def read_meta(tree: LexborHTMLParser) -> tuple[dict[str, str], dict[str, str]]:
    meta: dict[str, str] = {}
    open_graph: dict[str, str] = {}
    for node in tree.css("meta"):
        name = (node.attributes.get("name") or node.attributes.get("property") or "").strip().lower()
        content = fold(node.attributes.get("content") or "")
        if name and content:
            target = open_graph if name.startswith(("og:", "twitter:")) else meta
            if len(target) < MAX_META:
                target.setdefault(name, content[:2000])
    return meta, open_graph


def head_links(tree: LexborHTMLParser, base: str) -> list[PageLink]:
    links: list[PageLink] = []
    for node in tree.css("link[rel][href]"):
        rel = (node.attributes.get("rel") or "").lower()
        url = absolute(base, node.attributes.get("href") or "")
        if url and ("canonical" in rel.split() or ("alternate" in rel.split() and node.attributes.get("hreflang"))):
            links.append(PageLink(url=url, text=node.attributes.get("hreflang") or "", rel=rel, place="header"))
    return links[:MAX_LINKS]


def frame_links(tree: LexborHTMLParser, base: str) -> list[PageLink]:
    """The frames of a page with a `frameset`, which has no body."""
    nodes = islice(tree.css("frameset frame"), MAX_LINKS)
    sources = [absolute(base, node.attributes.get("src") or "") for node in nodes]
    return [PageLink(url=url, kind="frame") for url in sources if url]


def icon_images(tree: LexborHTMLParser, base: str) -> list[Image]:
    found: list[Image] = []
    for node in tree.css("link[rel][href]"):
        rel = (node.attributes.get("rel") or "").lower()
        url = absolute(base, node.attributes.get("href") or "")
        if url and "icon" in rel and urlsplit(url).scheme in ("http", "https"):
            found.append(Image(url=url, place="head", names=rel))
    return found[:MAX_IMAGES]


def read_json_ld(tree: LexborHTMLParser) -> list[dict[str, Any]]:
    """Every object in the page's JSON-LD, in a flat list. Broken JSON is repaired if it looks complete."""
    nodes: list[dict[str, Any]] = []
    repaired = 0
    for script in tree.css('script[type*="ld+json"]'):
        text = COMMENT_END.sub("", COMMENT_START.sub("", script.text().strip())).strip()
        if not 0 < len(text) <= MAX_JSON_LD or len(nodes) >= MAX_NODES:
            continue
        try:
            value = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            repaired += len(text)
            value = repair_json_ld(text) if repaired <= MAX_REPAIRED else None
        add_nodes(nodes, value, 0)
    return nodes


def repair_json_ld(text: str) -> object:
    """Repair broken JSON, but only if it looks complete: half an object, once repaired, may state something wrong."""
    if not (text.startswith(("{", "[")) and text.endswith(("}", "]", "};", "];"))):
        return None
    from json_repair import repair_json  # noqa: PLC0415  rarely needed

    try:
        return repair_json(text.rstrip(";"), return_objects=True)
    except (ValueError, RecursionError):
        return None


def add_nodes(nodes: list[dict[str, Any]], value: object, depth: int) -> None:
    if depth > 8 or len(nodes) >= MAX_NODES:
        return
    if isinstance(value, list):
        for item in cast("list[object]", value):
            add_nodes(nodes, item, depth + 1)
    elif isinstance(value, dict):
        node = cast("dict[str, Any]", value)
        graph = node.get("@graph")
        if graph is not None:
            add_nodes(nodes, graph, depth + 1)
        if "@type" in node:
            nodes.append({str(key): item for key, item in node.items() if key != "@graph"})
