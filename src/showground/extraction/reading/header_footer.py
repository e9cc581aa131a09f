"""Finds header and footer on pages that do not mark them up."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Protocol
from urllib.parse import urlsplit

from showground.extraction.reading.pages import Block, Image, PageLink, Place

COPYRIGHT = re.compile(r"©|\(c\) ?(?:19|20)\d\d|\bcopyright\b|all rights reserved", re.IGNORECASE)
MAX_IN_HEADER = 60
MAX_IN_FOOTER = 80
MAX_LINE_LENGTH = 400
MIN_SECTIONS = 2
MIN_TEXT_OF_PAGE = 80  # characters of one paragraph


class PageElement(Protocol):
    """A block, a link or a picture."""

    path: list[int]


def mark_header_and_footer(
    url: str, blocks: Sequence[Block], links: Sequence[PageLink], images: Sequence[Image]
) -> None:
    """Mark the parts before and after the headline as header and footer, if the page has no such elements."""
    unmark_wrong_place("footer", blocks, links, images)
    if has_page_in_menu(blocks, links):
        unmark_wrong_place("nav", blocks, links, images)
    headline = next((block.path for block in blocks if block.tag == "h1" and block.place == "main"), None)
    if headline is None:
        return
    places = {block.place for block in blocks} | {link.place for link in links if link.kind == "a" and link.path}
    if not places.intersection(("header", "nav")):
        home = [link.path for link in links if link.kind == "a" and link.path and is_home(link.url, url)]
        move(header_of(home, headline, blocks), "header", blocks, links, images)
    if "footer" not in places:
        move(footer_of(headline, blocks), "footer", blocks, links, images)


def unmark_wrong_place(
    place: Place, blocks: Sequence[Block], links: Sequence[PageLink], images: Sequence[Image]
) -> None:
    """Treat a footer or menu that contains all sections as the main part: a menu from its first large heading on."""
    large = [block for block in blocks if block.place == place and block.tag in ("h1", "h2")]
    if len(large) < MIN_SECTIONS or any(block.place in ("main", "aside") and block.text for block in blocks):
        return
    for item in (*blocks, *links, *images):
        if item.place == place and (place == "footer" or item.path >= large[0].path):
            item.place = "main"


def has_page_in_menu(blocks: Sequence[Block], links: Sequence[PageLink]) -> bool:
    """Whether a menu has the headline of the page and a text: a large menu may have headings, but only links below."""
    inside = [block for block in blocks if block.place == "nav"]
    if not any(block.tag == "h1" for block in inside):
        return False
    texts = [block.path for block in inside if block.tag == "p" and len(block.text) >= MIN_TEXT_OF_PAGE]
    linked = sorted(link.path for link in links if link.path)
    return any(not has_link(path, linked) for path in texts)


def has_link(path: list[int], linked: list[list[int]]) -> bool:
    """Whether an element is in a link or has one in it. The paths of links are sorted."""
    at = bisect_left(linked, path)
    if at < len(linked) and linked[at][: len(path)] == path:
        return True
    before = (bisect_left(linked, path[:length]) for length in range(1, len(path)))
    return any(at < len(linked) and linked[at] == path[: len(linked[at])] for at in before)


def header_of(home: Sequence[list[int]], headline: list[int], blocks: Sequence[Block]) -> list[int] | None:
    """The part before the headline that has the first link to the home page."""
    first = next((path for path in home if path < headline), None)
    part = first[: common_length(first, headline) + 1] if first else None
    if not part:
        return None
    inside = [block for block in blocks if is_in(block, part)]
    return (
        part if len(inside) <= MAX_IN_HEADER and all(len(block.text) <= MAX_LINE_LENGTH for block in inside) else None
    )


def footer_of(headline: list[int], blocks: Sequence[Block]) -> list[int] | None:
    """The part after the headline that has the last copyright line, if it has only short lines."""
    last = next((block.path for block in reversed(blocks) if COPYRIGHT.search(block.text)), None)
    if last is None or last < headline:
        return None
    for length in range(common_length(last, headline) + 1, len(last) + 1):
        inside = [block for block in blocks if is_in(block, last[:length])]
        # A footer has only short lines; long texts, headlines and questions are content above it.
        plain = all(
            len(block.text) <= MAX_LINE_LENGTH and block.tag not in ("h1", "summary") and not block.text.endswith("?")
            for block in inside
        )
        if plain and len(inside) <= MAX_IN_FOOTER and blocks and is_in(blocks[-1], last[:length]):
            return last[:length]
    return None


def move(
    part: list[int] | None, place: Place, blocks: Sequence[Block], links: Sequence[PageLink], images: Sequence[Image]
) -> None:
    if part is None:
        return
    for item in (*blocks, *links, *images):
        if item.place == "main" and item.path and is_in(item, part):
            item.place = place


def is_in(item: PageElement, part: list[int]) -> bool:
    return item.path[: len(part)] == part


def common_length(one: list[int], other: list[int]) -> int:
    """The length of the common beginning of two paths."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def is_home(link: str, page: str) -> bool:
    """Whether a link leads to the start of the page's own site."""
    target, own = urlsplit(link), urlsplit(page)
    return target.hostname == own.hostname and target.path in ("", "/") and not target.query and not target.fragment
