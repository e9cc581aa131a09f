"""Parses untrusted HTML in linear time.

The HTML parser compares each new tag with the elements that are open around it, so a page that opens elements without
end costs time by the square of its length: 200 kB of `<div>` took seconds. Formatting elements are worse: one that is
never closed is opened again in every paragraph that follows, so hundreds of them multiply the page. Therefore a page is
cut before it is parsed: where it has more tags, or nests deeper, than any page that is written for people; and
formatting that is never closed is left out from some number on.

To know how deep a page nests, this follows the rules by which the parser closes elements: `<div></x>` closes nothing,
`<p>a<p>b` is not nested, `</div>` also closes a `<span>` in it but does not reach out of a table's cell. Where a rule
is left out, elements count as open although the parser has closed them, which is the safe side.
"""

import re
from collections import Counter

from selectolax.lexbor import LexborHTMLParser

MAX_TAGS = 40_000
MAX_DEPTH = 400
MAX_FORMATTING = 25  # different elements such as <b> that were opened and not closed again
MAX_UNCLOSED = 200  # the same, equal ones included
MAX_TAG_LENGTH = 500_000  # letters of one tag with its attributes
MAX_ATTRIBUTES = 1_000  # blanks within one tag

TAG = re.compile(r"<(?:!--(?:-?>|.*?(?:--!?>|\Z))|(/?)([a-zA-Z][^\s/>]*+)([^>]*+)>?)", re.DOTALL)
RAW = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in ("script", "style", "textarea", "title")}
NO_CONTENT = frozenset(
    {
        "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
        "link", "meta", "param", "source", "track", "wbr", "html", "head", "body",
    }
)  # fmt: skip
# An open <p> ends where one of these begins.
BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "dd", "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup",
        "hr", "li", "listing", "main", "menu", "nav", "ol", "p", "plaintext", "pre", "search", "section", "summary",
        "table", "ul", "xmp",
    }
)  # fmt: skip
# What an end tag does not reach out of.
SCOPES = frozenset(
    {
        "applet", "button", "caption", "marquee", "object", "ol", "select", "table", "td", "template", "th", "ul",
        "frameset", "svg", "math", "foreignobject", "desc", "mi", "mo", "mn", "ms", "mtext", "annotation-xml",
    }
)  # fmt: skip
TABLE_SCOPES = frozenset({"table", "template", "svg", "math", "select"})
TABLE_PARTS = frozenset({"table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption"})
TABLE_ONLY = TABLE_PARTS - {"table"} | {"colgroup"}
SPECIAL = BLOCKS | SCOPES | TABLE_PARTS | {"colgroup", "iframe", "noembed", "noframes", "noscript", "script", "style",
                                           "textarea", "title"}  # fmt: skip
# What an end tag of a list's item, and the beginning of the next one, looks past.
PASSED_BY_ITEMS = frozenset({"address", "div", "p"})
FORMATTING = frozenset(
    {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# Elements that end where another of the same group begins.
ENDED_BY_NEXT = {
    "li": frozenset({"li"}),
    "dd": frozenset({"dd", "dt"}),
    "dt": frozenset({"dd", "dt"}),
}
ENDED_IN_TABLES = {
    "td": frozenset({"td", "th"}),
    "th": frozenset({"td", "th"}),
    "tr": frozenset({"tr"}),
    "tbody": frozenset({"tbody", "thead", "tfoot"}),
    "thead": frozenset({"tbody", "thead", "tfoot"}),
    "tfoot": frozenset({"tbody", "thead", "tfoot"}),
}
ENDED_BY_SAME = HEADINGS | frozenset({"a", "option", "nobr", "button"})


def parse_html(html: str) -> LexborHTMLParser:
    """The tree of a page, cut at the limits."""
    return LexborHTMLParser(limit_markup(html))


def limit_markup(html: str) -> str:
    """The page up to where it has too many tags or nests too deep, with no more open formatting than is useful."""
    kept: list[str] = []
    begin = at = tags = 0
    elements, formatting = OpenElements(), OpenFormatting()
    while tag := TAG.search(html, at):
        at = tag.end()
        if not tag[2]:
            continue
        tags += 1
        if tags > MAX_TAGS or len(elements.names) >= MAX_DEPTH or _is_overlong(tag):
            kept.append(html[begin : tag.start()])
            return "".join(kept)
        name = tag[2].lower()
        if tag[1]:
            formatting.end(name, elements.scopes)
            elements.end(name)
            continue
        if name in FORMATTING and not formatting.start(name, tag[0], elements.scopes):
            kept.append(html[begin : tag.start()])
            begin = at
            continue
        elements.start(name, closed=tag[3].endswith("/"))
        if name in RAW and not elements.in_foreign:
            ending = RAW[name].search(html, at)
            at = ending.start() if ending else len(html)
    kept.append(html[begin:])
    return "".join(kept)


def _is_overlong(tag: re.Match[str]) -> bool:
    attributes = tag[3]
    if len(attributes) < MAX_ATTRIBUTES:
        return False
    return len(attributes) > MAX_TAG_LENGTH or len(attributes.split(None, MAX_ATTRIBUTES)) > MAX_ATTRIBUTES


class OpenFormatting:
    """The formatting elements that the parser opens again in each block."""

    def __init__(self) -> None:
        self._open: dict[str, list[tuple[str, int]]] = {}
        self._kinds: Counter[str] = Counter()
        self._count = 0

    def start(self, name: str, tag: str, scopes: int) -> bool:
        """Count an open formatting element in its scopes. Returns whether there is room for it."""
        found = self._open.setdefault(name, [])
        if name == "a" and found:
            return True  # a link ends the one before it
        if self._count >= MAX_UNCLOSED or (tag not in self._kinds and len(self._kinds) >= MAX_FORMATTING):
            return False
        found.append((tag, scopes))
        self._kinds[tag] += 1
        self._count += 1
        return True

    def end(self, name: str, scopes: int) -> None:
        found = self._open.get(name)
        if found and found[-1][1] >= scopes:
            tag, _ = found.pop()
            self._count -= 1
            self._kinds[tag] -= 1
            if not self._kinds[tag]:
                del self._kinds[tag]


class OpenElements:
    """The elements that are open, the innermost last, as far as they are certain to be closed by what follows."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._places: dict[str, list[int]] = {}
        self._special: list[int] = []
        self._scopes: list[int] = []
        self._table_scopes: list[int] = []
        self._walls: list[int] = []  # what items of lists do not look past

    @property
    def in_foreign(self) -> bool:
        return bool(self._places.get("svg") or self._places.get("math"))

    @property
    def scopes(self) -> int:
        return len(self._scopes)

    def start(self, name: str, *, closed: bool) -> None:
        scope = self._top(self._table_scopes)
        if name in TABLE_ONLY and scope < 0:
            return  # the parser leaves them out there
        if name in BLOCKS and self._last("p") > self._top(self._scopes):
            self._cut(self._last("p"))
        if name in ENDED_BY_NEXT:
            wall = self._top(self._walls)
            if wall >= 0 and self.names[wall] in ENDED_BY_NEXT[name]:
                self._cut(wall)
        elif name in ENDED_IN_TABLES:
            place = max(self._last(other) for other in ENDED_IN_TABLES[name])
            if place > scope and self.names[scope] == "table":
                self._cut(place)
        elif self.names and self._ends(self.names[-1], name):
            self._cut(len(self.names) - 1)
        # In pictures and formulas any element may close itself; else only those that never have content.
        if not (closed and name not in SPECIAL if self.in_foreign else name in NO_CONTENT):
            self._push(name)

    @staticmethod
    def _ends(innermost: str, name: str) -> bool:
        """Whether the innermost open element ends where one of this name begins."""
        if innermost == name:
            return name in ENDED_BY_SAME
        return (innermost in HEADINGS and name in HEADINGS) or (innermost == "option" and name == "optgroup")

    def end(self, name: str) -> None:
        place = max(self._last(other) for other in HEADINGS) if name in HEADINGS else self._last(name)
        if place < 0:
            return
        if name in FORMATTING:
            reached = place == len(self.names) - 1
        elif name in TABLE_PARTS:
            reached = place >= self._top(self._table_scopes)
        elif name in SPECIAL:
            reached = place >= self._top(self._scopes)
        else:
            reached = place > self._top(self._special)
        if reached:
            self._cut(place)

    def _last(self, name: str) -> int:
        return self._top(self._places.get(name, []))

    @staticmethod
    def _top(places: list[int]) -> int:
        return places[-1] if places else -1

    def _push(self, name: str) -> None:
        place = len(self.names)
        self.names.append(name)
        self._places.setdefault(name, []).append(place)
        if name in SPECIAL:
            self._special.append(place)
            if name not in PASSED_BY_ITEMS:
                self._walls.append(place)
            if name in SCOPES:
                self._scopes.append(place)
                if name in TABLE_SCOPES:
                    self._table_scopes.append(place)

    def _cut(self, place: int) -> None:
        """Close the element at a place, and all in it."""
        names = self.names
        while len(names) > place:
            self._places[names.pop()].pop()
        for places in (self._special, self._scopes, self._table_scopes, self._walls):
            while places and places[-1] >= place:
                places.pop()
