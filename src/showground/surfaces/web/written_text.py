"""Plain text that people wrote, as HTML: paragraphs, line breaks and, where wanted, links. All of it is escaped."""

import re
from itertools import pairwise

from markupsafe import Markup

from showground.surfaces.web.formatting import is_web_address

ADDRESS = re.compile(r"""\bhttps?://[^\s<>"'`]+""", re.IGNORECASE)
BREAK = Markup("<br>")
LINK = Markup('<a href="{0}" rel="nofollow ugc noopener">{0}</a>')


def written(text: str, *, links: bool = False) -> list[Markup]:
    """The paragraphs of a text, which blank lines divide. `links`: web addresses become links, which search engines
    don't count, since anyone can write them."""
    show = link_addresses if links else Markup.escape
    return [
        BREAK.join(show(" ".join(line.split())) for line in part.splitlines())
        for part in re.split(r"\n\s*\n", text.strip())
    ]


def link_addresses(text: str) -> Markup:
    spans = [(found.start(), found.start() + len(_trim(found[0]))) for found in ADDRESS.finditer(text)]
    places = [0, *(place for span in spans for place in span), len(text)]
    parts = [text[start:end] for start, end in pairwise(places)]
    return Markup().join(
        LINK.format(part) if at % 2 and is_web_address(part) else part for at, part in enumerate(parts)
    )


def _trim(address: str) -> str:
    """An address without the punctuation of its sentence; a closing bracket stays if the address opens it."""
    while address[-1] in ".,;:!?…" or (address[-1] in ")]}" and address.count("([{"[")]}".index(address[-1])]) == 0):
        address = address[:-1]
    return address
