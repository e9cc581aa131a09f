"""Finds cards without a heading above the row, and cards without headings of their own."""

import re
from itertools import islice, pairwise

from showground.extraction.block_paths import shared_path
from showground.extraction.drafters.extractive.cards import (
    MAX_CARDS,
    MAX_IN_ROW,
    MIN_CARDS,
    card_heads,
    is_prose,
    is_short_name,
    without_foreign_rows,
)
from showground.extraction.drafters.extractive.feature_words import OTHER_CARDS, may_be_feature
from showground.extraction.page_sections import HEADINGS, Section
from showground.extraction.reading.pages import Block, ReadPage

MAX_TITLE_WORDS = 8
PLAIN_TAGS, TEXT_TAGS = ("div", "p", "dt", "li"), ("div", "p", "dd", "li")


def plain_rows(page: ReadPage) -> list[Block]:
    """At least three small headings side by side, with no heading above them."""
    row = alike_in([head for head in card_heads(page).values() if head.tag not in ("h1", "h2")])
    return row if without_foreign_rows(page, [row]) else []


def large_rows(page: ReadPage) -> list[Block]:
    """Large headings that alternate with texts: features below each other, if the headings are names, not sentences."""
    listed = {id(head) for head, text in pairwise(page.blocks) if text.tag == "li"}
    heads = [head for head in card_heads(page).values() if head.tag in ("h1", "h2") and id(head) not in listed]
    large = [head for head in heads if not OTHER_CARDS.search(head.text)]
    row = side_by_side(large) or alike_in(large)
    return row if all(map(is_short_name, row)) else []


def side_by_side(candidates: list[Block]) -> list[Block]:
    """At least three blocks at the same position in neighbouring cards of one element."""
    for block in candidates:
        row = [
            other for other in candidates
            if (other.tag, other.path[:-2], other.path[-1:]) == (block.tag, block.path[:-2], block.path[-1:])
        ]  # fmt: skip
        if MIN_CARDS <= len({tuple(other.path) for other in row}) <= MAX_IN_ROW and len(block.path) > 2:
            return row
    return []


def alike_in(candidates: list[Block]) -> list[Block]:
    for block in candidates:
        beside = [other for other in candidates if other.tag == block.tag and are_alike(other.path, block.path)]
        if MIN_CARDS <= len(beside) <= MAX_IN_ROW:
            return beside
    return []


def are_alike(one: list[int], other: list[int]) -> bool:
    """Whether two blocks are at the same position in two cards, which may be in different rows."""
    differing = sum(a != b for a, b in zip(one, other, strict=False))
    return len(one) == len(other) and differing <= 2 and len(shared_path(one, other)) >= len(one) - 6


def plain_cards(blocks: list[Block]) -> list[Block]:
    """At least three cards without headings: a few words, and a text under them in the same element."""
    heads = list(islice((block for at, block in enumerate(blocks) if is_plain_head(blocks, at)), MAX_CARDS))
    for head in heads:
        beside = [
            other for other in heads
            if other.tag == head.tag and other.path[-1] == head.path[-1] and are_alike(other.path, head.path)
        ]  # fmt: skip
        if len(beside) >= MIN_CARDS:
            return beside
    return []


def is_plain_head(blocks: list[Block], at: int) -> bool:
    """Whether a block is the first line of an element (apart from signs and numbers) and a text follows in it."""
    head = blocks[at]
    if head.tag not in PLAIN_TAGS or len(head.path) <= 2 or len(head.text.split()) > MAX_TITLE_WORDS:
        return False
    if not may_be_feature(head) or re.search(r"[,→]$|\d\s?[%+]", head.text):
        return False
    card = head.path[:-1]
    # A line right above a heading is its label.
    if any(block.tag in HEADINGS and block.path[:-1] == card for block in blocks[at + 1 : at + 2]):
        return False
    above = blocks[at - 1] if at else head
    if above is not head and above.path[:-1] == card and re.search(r"[^\W\d_]{2}", above.text):
        return False
    below = [block for block in blocks[at + 1 : at + 3] if block.path[:-1] == card and block.tag in TEXT_TAGS]
    return any(is_prose(block.text) and len(block.text) > len(head.text) for block in below)


def cards_before_headings(section: Section) -> list[Block]:
    """Cards without headings right under the heading of a section, if smaller headings follow only after them."""
    heads = [at for at, block in enumerate(section.blocks) if block.tag in HEADINGS]
    above = section.blocks[: heads[0]] if heads else []
    around = section.heading.path[:-2]
    return plain_cards([block for block in above if block.tag != "li" and block.path[: len(around)] == around])


def titles_of_lists(section: Section, items: list[Block]) -> list[Block]:
    """The lines above several lists, each in one card with its list: `Phones`, and under it the repairs for them."""
    lists = {tuple(item.path[:-1]) for item in items}
    titles: list[Block] = []
    for title, item in pairwise(section.blocks):
        first = item.tag == "li" and title.tag in ("div", "p") and tuple(item.path[:-1]) in lists
        if first and title.path[:-1] == item.path[:-2] and may_be_feature(title):
            titles.append(title)
    return titles if len(titles) == len(lists) >= MIN_CARDS else []
