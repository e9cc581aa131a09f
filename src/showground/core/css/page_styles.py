"""The style sheets of a page: inline, linked and imported ones."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from showground.core.css.media import holds
from showground.core.css.models import LayeredSheet, Sheet
from showground.core.css.sheets import read_sheet

MAX_SHEETS = 40  # in one page, of any kind
MAX_IMPORT_DEPTH = 3
MAX_ADDRESS_LENGTH = 2048


@dataclass
class PageStyles:
    """The sheets of a page, in cascade order."""

    sheets: list[Sheet] = field(default_factory=list[Sheet])
    missing: list[str] = field(default_factory=list[str])
    """Addresses of sheets that were not available."""
    added: set[str] = field(default_factory=set[str])
    """Addresses of sheets that were available."""


def collect_styles(tree: LexborHTMLParser, base: str, known: Mapping[str, Sheet]) -> PageStyles:
    """`known` are sheets that were fetched, by address."""
    styles = PageStyles()
    for node in tree.css("style, link[rel][href]")[:MAX_SHEETS]:
        if _is_without_scripts_only(node):
            continue
        if node.tag == "style":
            if holds((node.attributes.get("media") or "").strip()):
                _add(styles, read_sheet(node.text()), base, known, MAX_IMPORT_DEPTH)
        elif is_sheet_link(node.attributes):
            _add_linked(styles, node.attributes.get("href") or "", base, known, MAX_IMPORT_DEPTH)
    return styles


def is_sheet_link(attributes: Mapping[str, str | None]) -> bool:
    """Whether a link is a sheet for screens, or becomes one once it is loaded."""
    rel = (attributes.get("rel") or "").lower().split()
    loads_late = "onload" in attributes
    if "stylesheet" in rel:
        if "alternate" in rel or "disabled" in attributes:
            return False
        return loads_late or holds((attributes.get("media") or "").strip())
    return "preload" in rel and (attributes.get("as") or "").lower() == "style" and loads_late


def _is_without_scripts_only(node: LexborNode) -> bool:
    around = node.parent
    while around is not None:
        if around.tag in ("noscript", "template"):
            return True
        around = around.parent
    return False


def _add(styles: PageStyles, sheet: Sheet, base: str, known: Mapping[str, Sheet], depth: int) -> None:
    for one in sheet.imports:
        first = len(styles.sheets)
        if depth:
            _add_linked(styles, one.url, base, known, depth - 1)
        if one.layer is not None:
            styles.sheets[first:] = [LayeredSheet(imported, one.layer) for imported in styles.sheets[first:]]
    if len(styles.sheets) < MAX_SHEETS:
        styles.sheets.append(sheet)


def _add_linked(styles: PageStyles, href: str, base: str, known: Mapping[str, Sheet], depth: int) -> None:
    address = sheet_address(base, href)
    if address is None:
        return
    if address in known:
        if depth < MAX_IMPORT_DEPTH and address in styles.added:
            return  # sheets may import each other
        styles.added.add(address)
        _add(styles, known[address], address, known, depth)
    elif address not in styles.missing:
        styles.missing.append(address)


def sheet_address(base: str, href: str) -> str | None:
    try:
        address = urljoin(base, href.strip()).partition("#")[0]
        parts = urlsplit(address)
    except ValueError:
        return None
    return address if parts.scheme in ("http", "https") and len(address) <= MAX_ADDRESS_LENGTH else None


def imported_addresses(sheet: Sheet, base: str) -> Iterator[str]:
    for one in sheet.imports:
        if (address := sheet_address(base, one.url)) is not None:
            yield address
