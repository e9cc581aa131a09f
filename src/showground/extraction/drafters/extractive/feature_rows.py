"""Finds rows of titles: titles under one heading that look alike, whatever they are about.

A row is the headings of cards, the items of a list, or lines at the same position in neighbouring elements. Example:
under `Why teams like it`, the headings `Fast`, `Private` and `Simple` of three cards are a row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from showground.extraction.block_paths import shared_path
from showground.extraction.drafters.extractive.feature_words import LEADING_NAME
from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage

MAX_LENGTH, MAX_WORDS = 110, 14  # of a title
MIN_LINES = 2  # of a row without headings
LINE_TAGS = ("li", "div", "p", "dt", "summary", "td", "th")
MAX_TEXT_BLOCKS, MAX_TEXT = 4, 240  # below a title
LARGE_ROW = 3

Place = tuple[int, ...]
"""A path in the tree of a page, from the top."""


@dataclass
class TitleRow:
    """Titles that look alike on a page."""

    titles: list[Block]
    heading: Block | None
    """The heading above them."""
    order: int = 0
    """How many rows of three titles or more are above it on the page."""

    @property
    def cards(self) -> list[Place]:
        """The element around each title that doesn't contain the others."""
        if len(self.titles) == 1:
            return [tuple(self.titles[0].path[:-1])]
        depth = len(reduce(shared_path, (title.path for title in self.titles))) + 1
        return [tuple(title.path[:depth]) for title in self.titles]


def rows_of(page: ReadPage) -> list[TitleRow]:
    """Every row of a page, from top to bottom."""
    found: dict[tuple[object, ...], TitleRow] = {}
    above: list[Block] = []  # the headings that a block is under, the largest first
    last: Block | None = None  # the heading right above
    before: Block | None = None
    for block in page.blocks:
        if above and above[-1].place != block.place:
            above, last = [], None
        is_heading = block.tag in HEADINGS
        if is_heading:
            above = [heading for heading in above if heading.tag < block.tag]
        heading = (above[-1] if above else None) if is_heading else last
        if may_be_title(block) and (before is None or before.path != block.path):
            found.setdefault((block.tag, id(heading), *place_of(block)), TitleRow([], heading)).titles.append(block)
        if is_heading:
            above.append(block)
            last = block
        before = block
    rows = [row for row in found.values() if len(row.titles) >= MIN_LINES or row.titles[0].tag in HEADINGS]
    order = 0
    for row in rows:
        row.order = order
        order += len(row.titles) >= LARGE_ROW
    return rows


def may_be_title(block: Block) -> bool:
    if block.place not in ("main", "aside") or block.lang or not (block.tag in HEADINGS or block.tag in LINE_TAGS):
        return False
    short = 2 <= len(block.text) <= MAX_LENGTH and len(block.text.split()) <= MAX_WORDS
    return short or (block.tag == "li" and LEADING_NAME.match(block.text) is not None)


def place_of(block: Block) -> Place:
    """A key that titles of one row share, besides their tag and the heading above."""
    if block.tag in HEADINGS:
        return (len(block.path),)
    return tuple(block.path[:-1]) if block.tag == "li" else (len(block.path), *block.path[-1:])


def text_below(blocks: Sequence[Block], places: Mapping[int, int], title: Block, card: Place) -> str:
    """The text below a title in its card. `places`: the position of each block on the page, by its id."""
    if title.tag == "li" and (lead := LEADING_NAME.match(title.text)):
        return title.text[lead.end("lead") :][:MAX_TEXT]
    at = places[id(title)]
    text = ""
    for block in blocks[at + 1 : at + 1 + MAX_TEXT_BLOCKS]:
        next_title = block.tag == title.tag and block.tag in HEADINGS
        if next_title or tuple(block.path[: len(card)]) != card or len(text) > MAX_TEXT:
            break
        text = f"{text} {block.text}".strip()
    return text[:MAX_TEXT]
