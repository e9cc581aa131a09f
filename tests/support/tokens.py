"""The tags and texts of a page of ours, in their order.

`html.parser` reads any page; on the thousands that the tests look at it took a tenth of the whole run. This one reads
pages that are written with care, and says where one is not.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Literal, NamedTuple

Attributes = tuple[tuple[str, str | None], ...]

_TAG = re.compile(
    r"""<!--.*?--> | <!doctype[^>]*>
    | <(?P<end>/?)(?P<name>[a-z][a-z0-9-]*)
      (?P<attributes>(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)
      \s*(?P<empty>/?)>""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?""")
_AS_WRITTEN = {name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in ("script", "style")}


class Token(NamedTuple):
    kind: Literal["start", "empty", "end", "text", "broken"]
    """`empty` is a start tag closed by its stroke; `broken` is a text with a `<` that belongs to no tag."""
    name: str
    """The tag's name, or the text."""
    attributes: Attributes
    position: int


def read_tokens(html: str) -> Iterator[Token]:
    position = 0
    while tag := _TAG.search(html, position):
        if tag.start() > position:
            yield _text(html, position, tag.start())
        position = tag.end()
        if not (name := tag["name"]):
            continue  # a comment, or the doctype
        name = name.lower()
        kind = "end" if tag["end"] else "empty" if tag["empty"] else "start"
        yield Token(kind, name, _attributes(tag["attributes"]), tag.start())
        if kind == "start" and name in _AS_WRITTEN:
            closing = _AS_WRITTEN[name].search(html, position)
            end = closing.start() if closing else len(html)
            if end > position:
                yield Token("text", html[position:end], (), position)
            position = end
    if position < len(html):
        yield _text(html, position, len(html))


def _text(html: str, start: int, end: int) -> Token:
    text = html[start:end]
    return Token("broken" if "<" in text else "text", unescape(text), (), start)


@cache
def _attributes(written: str) -> Attributes:
    return tuple((found[1].lower(), _value(found)) for found in _ATTRIBUTE.finditer(written))


def _value(attribute: re.Match[str]) -> str | None:
    """None where only the name is written."""
    number = attribute.lastindex or 1
    return unescape(attribute[number]) if number > 1 else None
