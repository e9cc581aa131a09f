"""What is not valid in a page of HTML: how elements nest, which attributes they bear, and what these refer to."""

from collections.abc import Sequence
from functools import cache

from tests.support.tokens import Attributes, Token, read_tokens


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


VOID = _set("area base br col embed hr img input link meta source track wbr")
HEADINGS = _set("h1 h2 h3 h4 h5 h6")
METADATA = _set("base link meta noscript script style template title")
FLOW_ONLY = HEADINGS | _set(
    "address article aside blockquote details dialog div dl fieldset figure footer form header hgroup hr main menu nav"
    " ol p pre search section table ul"
)
PHRASING = _set(
    "a abbr area audio b bdi bdo br button canvas cite code data datalist del dfn em embed i iframe img input ins kbd"
    " label link mark math meta meter noscript object output picture progress q ruby s samp script select slot small"
    " span strong sub sup svg template textarea time u var video wbr"
)
# These take the place of what they stand in: what may stand there may stand in them.
TRANSPARENT = _set("a audio canvas del ins map noscript object video")
HOLD_PHRASING = HEADINGS | _set(
    "abbr b bdi bdo button cite code data dfn em i kbd label legend mark meter output p pre progress q s samp small"
    " span strong sub summary sup time u var"
)
HOLD_ONLY = {
    "html": frozenset({"head", "body"}),
    "head": METADATA,
    "ul": frozenset({"li", "script", "template"}),
    "ol": frozenset({"li", "script", "template"}),
    "dl": frozenset({"dt", "dd", "div", "script", "template"}),
    "table": _set("caption colgroup thead tbody tfoot tr script template"),
    "thead": frozenset({"tr", "script", "template"}),
    "tbody": frozenset({"tr", "script", "template"}),
    "tfoot": frozenset({"tr", "script", "template"}),
    "tr": frozenset({"th", "td", "script", "template"}),
    "colgroup": frozenset({"col", "template"}),
    "select": frozenset({"option", "optgroup", "hr", "script", "template"}),
    "optgroup": frozenset({"option", "script", "template"}),
    "option": frozenset[str](),
    "textarea": frozenset[str](),
    "title": frozenset[str](),
}
STAND_ONLY_IN = {
    "li": {"ul", "ol", "menu"},
    "dt": {"dl", "div"},
    "dd": {"dl", "div"},
    "tr": {"table", "thead", "tbody", "tfoot"},
    "td": {"tr"},
    "th": {"tr"},
    "thead": {"table"},
    "tbody": {"table"},
    "tfoot": {"table"},
    "caption": {"table"},
    "colgroup": {"table"},
    "col": {"colgroup"},
    "option": {"select", "optgroup", "datalist"},
    "optgroup": {"select"},
    "legend": {"fieldset"},
    "summary": {"details"},
    "figcaption": {"figure"},
    "source": {"picture", "audio", "video"},
    "head": {"html"},
    "body": {"html"},
}
STAND_FIRST = {"legend", "summary", "caption"}
NO_TEXT = {"html", "head", "ul", "ol", "dl", "table", "thead", "tbody", "tfoot", "tr", "select", "optgroup"}
INTERACTIVE = _set("a button details iframe input label select textarea")
KNOWN = FLOW_ONLY | PHRASING | METADATA | frozenset(STAND_ONLY_IN) | {"html"}

EVERYWHERE = _set(
    "id class lang dir title hidden tabindex role autofocus inert translate spellcheck inputmode enterkeyhint"
)
_FIELD = "name value disabled required form autocomplete toolparamdescription"  # the last, and those of <form>: WebMCP
OWN = {
    element: frozenset(names.split())
    for element, names in {
        "a": "href rel target download hreflang ping type",
        "blockquote": "cite",
        "button": "name value type disabled form formaction formmethod formnovalidate",
        "col": "span",
        "data": "value",
        "del": "datetime cite",
        "details": "open name",
        "dialog": "open",
        "fieldset": "disabled name form",
        "form": "action method enctype novalidate autocomplete name target toolname tooldescription toolautosubmit",
        "html": "xmlns",
        "img": "src alt width height loading decoding srcset sizes fetchpriority",
        "input": f"{_FIELD} type placeholder min max step minlength maxlength pattern checked list multiple readonly"
        " size accept",
        "ins": "datetime cite",
        "label": "for",
        "link": "rel href type sizes media hreflang as integrity crossorigin",
        "meta": "name content charset property http-equiv media",
        "meter": "value min max low high optimum",
        "ol": "start reversed type",
        "optgroup": "label disabled",
        "option": "value selected disabled label",
        "output": "for form name",
        "progress": "value max",
        "q": "cite",
        "script": "src type async defer nomodule integrity crossorigin",
        "select": f"{_FIELD} multiple size",
        "source": "src srcset type media sizes width height",
        "td": "colspan rowspan headers",
        "textarea": f"{_FIELD} placeholder minlength maxlength readonly rows cols wrap",
        "th": "colspan rowspan headers scope abbr",
        "time": "datetime",
        "video": "src controls poster preload loop muted autoplay playsinline width height",
    }.items()
}
NEEDED = {"img": ("src", "alt"), "meta": (), "optgroup": ("label",), "link": ("rel", "href")}
REFER_TO_IDS = ("for", "list", "form", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns")


def find_faults(html: str) -> list[str]:
    """Each with its line; none in a valid page."""
    return find_faults_among(list(read_tokens(html)), html)


def find_faults_among(tokens: Sequence[Token], html: str) -> list[str]:
    """The same, of a page that has been read already."""
    return _Reader(tokens, html).faults


class _Reader:
    def __init__(self, tokens: Sequence[Token], html: str) -> None:
        self.faults: list[str] = []
        self._html = html
        self._position = 0
        self._open: list[str] = []
        self._in_drawing = False
        self._children: list[int] = [0]
        self._ids: dict[str, str] = {}
        self._references: list[tuple[int, str, str]] = []
        self._seen: list[str] = []
        if not html.startswith("<!doctype html>"):
            self._fault("does not begin with its doctype")
        for token in tokens:
            self._position = token.position
            self._read(token)
        for position, name, value in self._references:
            self._position = position
            if any(one not in self._ids for one in value.split()):
                self._fault(f"{name} refers to {value!r}, which is not there")
        self._position = len(html)
        if self._open:
            self._fault(f"ends within {self._open}")
        for once in ("html", "head", "title", "body", "main"):
            if self._seen.count(once) != 1:
                self._fault(f"has {self._seen.count(once)} of <{once}>")

    def _fault(self, words: str) -> None:
        line = self._html.count("\n", 0, self._position) + 1
        self.faults.append(f"line {line}: {words}")

    def _read(self, token: Token) -> None:
        kind, name, attributes, _ = token
        if kind == "start":
            self._read_start(name, attributes)
        elif kind == "end":
            self._read_end(name)
        elif kind == "empty":
            self._read_start(name, attributes)
            if self._in_drawing:
                self._close()
            elif name not in VOID:
                self._fault(f"<{name}/> is not closed by its stroke")
        else:
            if kind == "broken":
                self._fault(f"a < belongs to no tag: {name.strip()[:40]!r}")
            if (not self._open or self._open[-1] in NO_TEXT) and name.strip():
                self._fault(f"text stands in {self._open[-1:]}: {name.strip()[:40]!r}")

    def _read_start(self, tag: str, attributes: Attributes) -> None:
        if self._in_drawing:  # drawings have rules of their own; only their names are ours
            self._note_names(tag, attributes)
            self._open.append(tag)
            return
        self._seen.append(tag)
        self._check_place(tag, attributes)
        for fault in find_attribute_faults(tag, attributes):
            self._fault(fault)
        self._note_names(tag, attributes)
        self._children[-1] += 1
        if tag not in VOID:
            self._open.append(tag)
            self._children.append(0)
            self._in_drawing = tag == "svg"

    def _read_end(self, tag: str) -> None:
        if tag in VOID or not self._open or self._open[-1] != tag:
            self._fault(f"</{tag}> comes out of turn in {self._open[-3:]}")
            return
        self._close()

    def _close(self) -> None:
        closed = self._open.pop()
        if closed == "svg" and "svg" not in self._open:
            self._in_drawing = False
        if not self._in_drawing:
            self._children.pop()

    def _check_place(self, tag: str, attributes: Attributes) -> None:
        parent = self._open[-1] if self._open else ""
        if tag not in KNOWN:
            self._fault(f"there is no <{tag}> in HTML")
        if parent in HOLD_ONLY and tag not in HOLD_ONLY[parent]:
            self._fault(f"<{tag}> cannot stand in <{parent}>")
        if parent == "div" and "dl" in self._open[-2:-1] and tag not in ("dt", "dd"):
            self._fault(f"<{tag}> cannot stand in a group of <dl>")
        if tag in STAND_ONLY_IN and parent not in STAND_ONLY_IN[tag]:
            self._fault(f"<{tag}> cannot stand in <{parent}>")
        if tag in STAND_FIRST and self._children[-1]:
            self._fault(f"<{tag}> is not the first in <{parent}>")
        around = next((one for one in reversed(self._open) if one not in TRANSPARENT), "")
        headed = around in ("summary", "legend") and tag in HEADINGS
        if around in HOLD_PHRASING and tag in FLOW_ONLY and not headed:
            self._fault(f"<{tag}> cannot stand in <{around}>")
        if tag in INTERACTIVE and ("type", "hidden") not in attributes:
            for outer in {"a", "button"} & set(self._open):
                self._fault(f"<{tag}> cannot stand in <{outer}>")
        if tag in ("form", "label", "main", "dfn") and tag in self._open:
            self._fault(f"<{tag}> cannot stand in another")

    def _note_names(self, tag: str, attributes: Attributes) -> None:
        for name, value in attributes:
            if name == "id":
                if not value or value.split() != [value]:
                    self._fault(f"{value!r} is no id")
                elif value in self._ids:
                    self._fault(f"the id {value} is there twice")
                self._ids[value or ""] = tag
            elif name in REFER_TO_IDS:
                self._references.append((self._position, f"{name} of <{tag}>", value or ""))


@cache
def find_attribute_faults(tag: str, attributes: Attributes) -> tuple[str, ...]:
    """What is wrong with the attributes of one element, by themselves."""
    names = [name for name, _ in attributes]
    faults: list[str] = []
    for name in names:
        free = name in EVERYWHERE or name.startswith(("aria-", "data-"))
        if not free and name not in OWN.get(tag, ()) and tag != "svg":
            faults.append(f"<{tag}> has no attribute {name}")
        if names.count(name) > 1:
            faults.append(f"<{tag}> has {name} twice")
    faults += [f"<{tag}> lacks {name}" for name in NEEDED.get(tag, ()) if name not in names]
    return tuple(faults)
