"""The visible text of a page in blocks, with its links and pictures."""

import re
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from showground.core.css.page_styles import PageStyles
from showground.core.css.rendering import Rendering
from showground.extraction.reading.class_names import BAR_NAME, find_marks, find_place, words_in_names
from showground.extraction.reading.hidden import Hiding, read_hiding
from showground.extraction.reading.joined_text import BREAK, CENTS_CLASS, CLOSE, OPEN, RAISED_DIGITS, fold, lines_of
from showground.extraction.reading.pages import Block, Image, PageLink, Place

BLOCK_TAGS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd", "details", "dialog",
        "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hgroup", "hr", "label", "legend", "li", "main", "nav", "ol", "p", "pre", "section", "summary",
        "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "del", "s", "strike",
    }
)  # fmt: skip
# Inline elements: the text around them belongs to the same sentence.
FORMATTING = frozenset({"b", "i", "em", "strong", "u", "mark", "abbr", "wbr", "font", "cite", "q", "ins", "bdi", "bdo"})
# CSS displays that put an inline element on its own line: `Ride <em style="display:block">with joy</em>`.
OWN_LINE = frozenset({"block", "flex", "grid", "table", "list-item", "flow-root"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# A heading without a closing tag contains the list under it, so these tags end it too.
ENDS_HEADING = HEADINGS | {"li", "td", "dt", "dd"}
STRUCK_TAGS = frozenset({"del", "s", "strike"})
# Elements whose content is only for browsers that can't show them.
FALLBACK_TAGS = frozenset({"video", "iframe"})
MAX_DEPTH = 200
MAX_BLOCKS = 3_000
MAX_TEXT = 200_000
MAX_LINKS = 1_500
MAX_IMAGES = 300
MAX_ELEMENTS = 20_000  # visible or not
MAX_LINK_TEXT = 20_000  # characters of a link that are read for its text
# Headers and footers of a part of the page: the title of a section, the end of a card.
PARTS_OF = {
    "section": frozenset({"header"}),
    "article": frozenset({"header", "footer"}),
    "li": frozenset({"footer"}),
}


@dataclass(frozen=True)
class Surroundings:
    """State inherited by everything inside an element."""

    place: Place = "main"
    marks: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    tag: str = "body"
    names: str = ""
    lang: str | None = None
    drawn: Rendering = field(default_factory=Rendering)
    own_parts: frozenset[str] = frozenset()
    """Tags, such as `header`, that here belong to a smaller part than the page."""


@dataclass
class Visible:
    """Collects what a visitor sees, in the order of the page."""

    base: str
    hiding: Hiding
    blocks: list[Block] = field(default_factory=list[Block])
    links: list[PageLink] = field(default_factory=list[PageLink])
    images: list[Image] = field(default_factory=list[Image])
    _pieces: list[str] = field(default_factory=list[str])
    _length: int = 0
    _elements: int = 0

    def walk(self, node: LexborNode, around: Surroundings) -> None:
        position = 0
        is_hidden: bool | None = None
        for child in node.iter(include_text=True):
            if child.is_text_node:
                if is_hidden is None:
                    is_hidden = bool(around.drawn.text_hidden_by)
                if not is_hidden:
                    self._pieces.append(child.text_content or "")
            elif child.is_element_node and child.tag:
                self._element(child, around, position)
                position += 1
            if self._length > MAX_TEXT or len(self.blocks) > MAX_BLOCKS or self._elements > MAX_ELEMENTS:
                return

    def _element(self, node: LexborNode, around: Surroundings, position: int) -> None:
        self._elements += 1
        tag = node.tag or ""
        if tag == "br":
            self._pieces.append(OPEN + CLOSE if around.tag in HEADINGS else BREAK)
            return
        attributes = node.attributes
        drawn = self.hiding.render(around.drawn, node, attributes, around.place)
        if drawn is None or len(around.path) > MAX_DEPTH:
            if tag == "svg":
                self._pieces.append(CLOSE + OPEN)
            return
        inside = self._inside(node, tag_without_empty_nav(node, tag), attributes, around, position, drawn)
        block = is_block(tag, around, inside)
        if block:
            self.flush(around)
        elif tag == "sup" or (tag in ("span", "small") and CENTS_CLASS.search(words_in_names(attributes))):
            self._pieces.append(RAISED_DIGITS)
        elif drawn.display in OWN_LINE:
            self._pieces.append(OPEN + CLOSE)
        elif tag not in FORMATTING:
            self._pieces.append(OPEN)
        self._collect(tag, node, attributes, inside)
        if tag not in FALLBACK_TAGS:
            self.walk(node, inside)
        if block:
            self.flush(inside)
        elif drawn.display in OWN_LINE:
            self._pieces.append(OPEN + CLOSE)
        elif tag not in FORMATTING:
            self._pieces.append(CLOSE)

    def _inside(
        self, node: LexborNode, tag: str, attributes: dict[str, str | None], around: Surroundings, position: int,
        drawn: Rendering,
    ) -> Surroundings:  # fmt: skip
        names = words_in_names(attributes)
        marks = [*around.marks, *find_marks(tag, names)]
        if around.drawn.struck and not drawn.struck:  # an inline block inside is not struck out
            marks = [mark for mark in marks if mark != "struck"]
        if tag in STRUCK_TAGS or drawn.struck:
            marks.append("struck")
        role = (attributes.get("role") or "").lower()
        shown_tag = around.tag
        if tag in BLOCK_TAGS and tag not in STRUCK_TAGS:
            shown_tag = "h2" if role == "heading" and tag not in HEADINGS else tag
        elif role == "button":
            shown_tag = "button"
        place = find_place(tag if tag not in around.own_parts else "div", role, names, attributes, around.place)
        if place == "nav" != around.place and not role and not BAR_NAME.search(names) and is_content(node):
            place = around.place
        return Surroundings(
            place=place,
            marks=tuple(dict.fromkeys(marks)),
            path=(*around.path, position),
            # Elements inside a heading belong to it.
            tag=around.tag if around.tag in HEADINGS and shown_tag not in ENDS_HEADING else shown_tag,
            names=f"{around.names} {names}"[-300:],
            lang=(attributes.get("lang") or "").strip().lower() or around.lang,
            drawn=drawn,
            own_parts=around.own_parts | PARTS_OF.get(tag, frozenset()),
        )

    def _collect(self, tag: str, node: LexborNode, attributes: dict[str, str | None], inside: Surroundings) -> None:
        if tag == "a" and (href := attributes.get("href")) and len(self.links) < MAX_LINKS:
            text = fold(text_in(node)) or label_of(node, attributes)
            self._add_link(href, inside, text, attributes.get("rel") or "", "a")
        elif tag in ("iframe", "frame") and (src := attributes.get("src") or attributes.get("data-src")):
            self._add_link(src, inside, attributes.get("title") or "", "", "frame")
        elif tag == "video" and "controls" in attributes:
            source = node.css_first("source")
            src = attributes.get("src") or (source.attributes.get("src") if source else None)
            if src:
                self._add_link(src, inside, attributes.get("title") or "", "", "video")
        elif tag == "img":
            src = attributes.get("src") or ""
            if not src or src.startswith("data:"):
                src = attributes.get("data-src") or attributes.get("data-lazy-src") or ""
            url = absolute(self.base, src)
            if url and len(self.images) < MAX_IMAGES:
                self.images.append(
                    Image(
                        url=url,
                        alt=fold(attributes.get("alt") or ""),
                        place=inside.place,
                        marks=list(inside.marks),
                        names=inside.names,
                        path=list(inside.path),
                    )
                )

    def _add_link(self, href: str, inside: Surroundings, text: str, rel: str, kind: str) -> None:
        url = absolute(self.base, href)
        if url and len(self.links) < MAX_LINKS:
            link = PageLink(url=url, text=text[:500], rel=rel.lower(), place=inside.place, marks=list(inside.marks))
            link.path, link.kind = list(inside.path), kind  # pyright: ignore[reportAttributeAccessIssue]
            self.links.append(link)

    def flush(self, around: Surroundings) -> None:
        """End the block that is being collected."""
        if not self._pieces:
            return
        text, self._pieces = "".join(self._pieces), []
        for line in islice(lines_of(text), MAX_BLOCKS):
            self._length += len(line)
            self.blocks.append(
                Block(
                    text=line,
                    tag=around.tag,
                    place=around.place,
                    marks=list(around.marks),
                    path=list(around.path),
                    lang=around.lang,
                )
            )


def extract_visible(tree: LexborHTMLParser, base: str, styles: PageStyles) -> Visible:
    """Extract what a visitor would see."""
    hiding = read_hiding(tree, styles)
    visible = Visible(base, hiding)
    if tree.body is not None:
        around = Surroundings(drawn=hiding.start())
        for node in (tree.body.parent, tree.body):
            if node is not None and (drawn := hiding.render(around.drawn, node, node.attributes, "main")):
                around = Surroundings(drawn=drawn)
        visible.walk(tree.body, around)
        visible.flush(around)
    return visible


def tag_without_empty_nav(node: LexborNode, tag: str) -> str:
    """The tag, but `div` for a `nav` without links: page builders put answers to questions into one."""
    return "div" if tag == "nav" and node.css_first("a[href]") is None else tag


def is_content(node: LexborNode) -> bool:
    """Whether a part with the class `menu` is text to read, such as the menu of a restaurant."""
    if node.tag == "nav":
        return False
    linked = sum(len(fold(text_in(link))) for link in islice(node.css("a, button"), MAX_LINKS))
    return 2 * linked < len(fold(text_in(node)))


def is_block(tag: str, around: Surroundings, inside: Surroundings) -> bool:
    """Whether the text of an element is a block of its own."""
    # Links in a menu or footer are separate items, even if only a style separates them.
    if tag in BLOCK_TAGS or (tag == "a" and inside.place in ("nav", "footer") and around.tag != "p"):
        return True
    return inside.drawn.struck != around.drawn.struck


def text_in(node: LexborNode) -> str:
    """The text in an element, up to a limit: nested links would all repeat the text of the innermost."""
    found: list[str] = []
    length = 0
    for inner in node.traverse(include_text=True):
        if inner.is_text_node:
            found.append(inner.text_content or "")
            length += len(found[-1])
            if length > MAX_LINK_TEXT:
                break
    return " ".join(found)


def label_of(node: LexborNode, attributes: dict[str, str | None]) -> str:
    """The label of a link without text."""
    label = attributes.get("aria-label") or attributes.get("title")
    if not label and (image := node.css_first("img[alt]")):
        label = image.attributes.get("alt")
    if not label and (title := node.css_first("svg title")):
        label = title.text()
    return fold(label or "")


def absolute(base: str, address: str) -> str | None:
    """An absolute address; None if it is not a web address."""
    address = address.strip()
    # As browsers do: backslashes are slashes in the path, but not in what follows it.
    path = re.split(r"[?#]", address, maxsplit=1)[0]
    address = path.replace("\\", "/") + address[len(path) :]
    if not address or len(address) > 2048:
        return None
    try:
        url = urljoin(base, address)
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme in ("http", "https", "mailto", "tel") else None
