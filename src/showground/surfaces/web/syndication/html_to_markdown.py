"""A page of ours as Markdown, for programs: what its <main> says, without forms, pictures and decoration.

Text is escaped as in the Markdown of a listing, so that what people wrote stays text. Blocks are strings, joined by
blank lines; inside list items they are joined on one line, to keep lists short.
"""

import re
from collections.abc import Iterator
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

from showground.surfaces.markdown_text import LEADS, SIGNS

TEXT = "-text"
SKIPPED = frozenset(
    {"script", "style", "svg", "button", "input", "select", "textarea", "template", "dialog", "hr", "-comment"}
)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = ("ul", "ol")
BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "details", "div", "dl", "figcaption", "figure", "footer", "header",
        "hgroup", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "ul", *HEADINGS,
    }
)  # fmt: skip


def page_to_markdown(html: str, site_url: str) -> str:
    main = LexborHTMLParser(html).css_first("main")
    return "\n\n".join(_Writer(site_url).blocks(main)) + "\n" if main is not None else ""


class _Writer:
    def __init__(self, site_url: str) -> None:
        self._site_url = site_url

    def blocks(self, node: LexborNode) -> list[str]:
        """The blocks of an element: text and inline elements between two blocks become a paragraph."""
        found: list[str] = []
        line: list[str] = []

        def end_line() -> None:
            if text := _tidy("".join(line)):
                found.append(LEADS.sub(r"\1\\\2", text))
            line.clear()

        for child in _shown(node):
            if child.tag == "form":
                end_line()
                found += _votes(child)
            elif child.tag in BLOCKS or (child.tag not in (TEXT, "a") and _has_blocks(child)):
                end_line()
                found += self._block(child)
            else:
                line.append(self._inline(child))
        end_line()
        return found

    def _block(self, node: LexborNode) -> list[str]:
        tag = node.tag or ""
        if tag in HEADINGS:
            text = _tidy(self._inside(node))
            return [f"{'#' * HEADINGS[tag]} {text}"] if text else []
        if tag in LISTS:
            items = [self._item(item, f"{number}. " if tag == "ol" else "- ") for number, item in _numbered(node)]
            return ["\n".join(item for item in items if item)] if any(items) else []
        if tag == "dl":
            return self._definitions(node)
        if tag == "table":
            return self._table(node)
        if tag == "pre":
            return [_fence(node.text())]
        if tag == "p" and (spans := _only_spans(node)):
            return [" · ".join(_tidy(self._inline(span)) for span in spans)]
        if tag == "blockquote":
            return ["\n".join(f"> {line}".rstrip() for line in "\n\n".join(self.blocks(node)).splitlines())]
        return self.blocks(node)

    def _item(self, item: LexborNode, mark: str) -> str:
        lines: list[str] = []
        parts: list[str] = []
        for block in self.blocks(item):
            if "\n" in block or block.startswith("- "):
                lines += block.splitlines()
            else:
                heading = re.match("#+ ", block)
                parts.append(f"**{block[heading.end() :].replace('**', '')}**" if heading else block)
        if mark != "- " and parts and parts[0].isdigit():  # the rank, which is not always the place in the list
            mark = f"{parts.pop(0)}. "
        indent = " " * len(mark)
        text = "\n".join([" · ".join(parts), *(f"{indent}{line}" for line in lines)])
        return mark + text if text.strip() else ""

    def _definitions(self, node: LexborNode) -> list[str]:
        lines: list[str] = []
        for part in node.css("dt, dd"):
            text = " · ".join(self.blocks(part))
            if part.tag == "dt":
                lines.append(f"- {text}:")
            elif lines:
                lines[-1] = f"{lines[-1]} {text}"
        return ["\n".join(lines)] if lines else []

    def _table(self, node: LexborNode) -> list[str]:
        rows = [[self._cell(cell) for cell in row.css("th, td")] for row in node.css("tr")]
        if not rows:
            return []
        width = max(len(row) for row in rows)
        lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in rows]
        return ["\n".join([lines[0], "|" + "---|" * width, *lines[1:]])]

    def _cell(self, cell: LexborNode) -> str:
        """A cell on one line; the items of a list in it are separated by semicolons."""
        return "; ".join(line.removeprefix("- ") for block in self.blocks(cell) for line in block.splitlines())

    def _inside(self, node: LexborNode) -> str:
        return "".join(self._inline(child) for child in _shown(node))

    def _inline(self, node: LexborNode) -> str:
        tag = node.tag
        if tag == TEXT:
            return SIGNS.sub(r"\\\1", node.text_content or "")
        if tag == "br":
            return " "
        if tag == "form":
            return ""
        if tag == "img":
            return SIGNS.sub(r"\\\1", node.attributes.get("alt") or "")
        if tag == "code":
            return _code(node.text())
        inside = self._inside(node)
        text = _tidy(inside)
        if not text:
            return inside
        if tag == "a" and (address := self._address(node)):
            return _around(inside, f"[{text}]({address})")
        if tag in ("b", "strong"):
            return _around(inside, f"**{text}**")
        if tag == "em":
            return _around(inside, f"*{text}*")
        # Neighbours that only a style sheet keeps apart, such as the items of a line, stay apart.
        return f" {inside} " if tag in ("span", "small", "dt", "dd", "li") or tag in BLOCKS else inside

    def _address(self, node: LexborNode) -> str | None:
        """The link's absolute address; None if it leads only to another place on the page, or is not for readers."""
        href = node.attributes.get("href") or ""
        address = urljoin(f"{self._site_url}/", href)
        if not href or href.startswith("#") or not address.startswith(("http://", "https://", "mailto:")):
            return None
        return re.sub(r"[\s()<>\\]", lambda found: f"%{ord(found[0]):02X}", address)


def _shown(node: LexborNode) -> Iterator[LexborNode]:
    for child in node.iter(include_text=True):
        hidden = "hidden" in child.attributes or child.attributes.get("aria-hidden") == "true"
        if child.tag not in SKIPPED and not hidden:
            yield child


def _has_blocks(node: LexborNode) -> bool:
    return any(child.tag in BLOCKS or _has_blocks(child) for child in _shown(node) if child.tag != TEXT)


def _only_spans(node: LexborNode) -> list[LexborNode]:
    """The elements of a line that consists of nothing but <span>, which a style sheet separates."""
    parts = [child for child in _shown(node) if child.tag != TEXT or (child.text_content or "").strip()]
    return parts if len(parts) > 1 and all(part.tag == "span" for part in parts) else []


def _votes(form: LexborNode) -> list[str]:
    """Of a form, only the votes on its button are of use without a browser."""
    counted = form.css_first("[data-votes]")
    if counted is None:
        return []
    votes = counted.attributes["data-votes"]
    return [f"{votes} {'vote' if votes == '1' else 'votes'}"]


def _numbered(node: LexborNode) -> Iterator[tuple[int, LexborNode]]:
    return enumerate((child for child in _shown(node) if child.tag == "li"), start=1)


def _tidy(text: str) -> str:
    """On one line, without the blanks before punctuation that come from the markup, and with one between two links."""
    return re.sub(r" ([,.;:)])(?=\s|$)", r"\1", " ".join(text.split())).replace(")[", ") [")


def _around(inside: str, text: str) -> str:
    """The text with the blanks that surrounded the original."""
    return f"{' ' * inside[:1].isspace()}{text}{' ' * inside[-1:].isspace()}"


def _code(text: str) -> str:
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    blank = " " if "`" in text else ""
    return f"{ticks}{blank}{' '.join(text.split())}{blank}{ticks}"


def _fence(text: str) -> str:
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{ticks}\n{text.strip(chr(10))}\n{ticks}"
