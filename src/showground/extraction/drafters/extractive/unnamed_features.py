"""Finds features on pages that call nothing features: cards without headings, labelled, ticked or numbered items.

Pages list many things in these forms. So sections about other topics are left out, and these features are used only if
the page has no clearer ones.
"""

import re
from collections.abc import Callable
from itertools import groupby, pairwise

from showground.extraction.drafters.extractive.cards import (
    MAX_CARDS,
    MIN_CARDS,
    TitledSection,
    is_other_topic,
    is_prose,
    titled_sections,
    without_foreign_rows,
)
from showground.extraction.drafters.extractive.feature_words import LEADING_NAME, SKIPPED_MARKS, may_be_feature
from showground.extraction.drafters.extractive.plain_cards import MAX_TITLE_WORDS, plain_cards
from showground.extraction.drafters.extractive.plan_items import LACKS, TICK
from showground.extraction.drafters.extractive.rows import alike_rows
from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.text_folding import UNSPACED

NO_BLOCKS: list[Block] = []
MAX_IN_LIST = 15
SMALL_HEADINGS = HEADINGS[2:]
CARD_NUMBER = re.compile(r"\W*(?:0\d|10)\W*")  # `01`, as cards are often numbered; steps are usually numbered `1`
HERO_MARKS = frozenset({"hero"})  # text next to the headline may be a picture of the product with sample data


def unnamed_features(page: ReadPage) -> list[Block]:
    """The first row of the page in one of these forms."""
    ways: tuple[Callable[[list[Block]], list[Block]], ...] = (cards_of, nested_cards, labelled_items, numbered_cards)
    parts = [own_blocks(titled) for titled in titled_sections(page) if may_have_features(titled)]
    for way in ways:
        for blocks in parts:
            row = way(blocks)
            if len(row) >= MIN_CARDS and without_foreign_rows(page, [row]):
                return row
    return []


def short_lists(page: ReadPage) -> list[Block]:
    """The first list of short items, with ticks or under a heading of its own."""
    parts = [own_blocks(titled) for titled in titled_sections(page) if may_have_features(titled)]
    return ticked_items(page) or next((row for blocks in parts if (row := listed_items(page, blocks))), NO_BLOCKS)


def may_have_features(titled: TitledSection) -> bool:
    section = titled.section
    return not SKIPPED_MARKS.intersection(section.heading.marks) and not any(map(is_other_topic, titled.names))


def own_blocks(titled: TitledSection) -> list[Block]:
    """The blocks under a heading, up to the next one of the same size or larger. Smaller ones belong to cards."""
    large = HEADINGS[: max(titled.section.level, 2)]
    found: list[Block] = []
    for block in titled.section.blocks:
        if block.tag in large:
            break
        if not HERO_MARKS.intersection(block.marks):
            found.append(block)
    return found


def cards_of(blocks: list[Block]) -> list[Block]:
    if any(block.tag in HEADINGS or "steps" in block.marks for block in blocks):
        return []  # cards here have headings, and other lines are parts of them
    return plain_cards(blocks) or inline_cards(blocks)


def inline_cards(blocks: list[Block]) -> list[Block]:
    """Cards with an inline title: `<div><b>Shared lists</b><p>Everybody sees them.</p></div>`"""
    heads = [
        head for above, head, text in zip((None, *blocks), blocks, blocks[1:], strict=False)
        if text.path[: len(head.path)] == head.path and len(text.path) <= len(head.path) + 1
        and (above is None or above.path[: len(head.path)] != head.path)
        and may_be_feature(head) and len(head.text.split()) <= MAX_TITLE_WORDS
        and is_prose(text.text) and len(text.text) > len(head.text)
    ]  # fmt: skip
    rows = [list(row) for _, row in groupby(heads, key=lambda head: (head.tag, tuple(head.path[:-1])))]
    return next((row for row in rows if MIN_CARDS <= len(row) <= MAX_IN_LIST), NO_BLOCKS)


def nested_cards(blocks: list[Block]) -> list[Block]:
    """Cards whose title and text are each in an element of their own, perhaps with a picture next to the title."""
    if any(block.tag in HEADINGS or "steps" in block.marks for block in blocks):
        return []
    heads = [
        head for head, text in pairwise(blocks)
        if head.tag in ("div", "p") and may_be_feature(head) and len(head.text.split()) <= MAX_TITLE_WORDS
        and is_prose(text.text) and len(text.text) > len(head.text) and text.tag in ("div", "p")
        and text.path[: len(head.path) - 2] == head.path[:-2]
    ]  # fmt: skip
    rows = alike_rows(blocks, heads[:MAX_CARDS])
    return rows[0] if rows else []


def labelled_items(blocks: list[Block]) -> list[Block]:
    """Items of a list that all begin with a name: `Single file: copy it, back it up, done.`"""
    for _, items in groupby(blocks, key=lambda block: (block.tag, tuple(block.path[:-1]))):
        row = list(items)
        if row[0].tag == "li" and MIN_CARDS <= len(row) <= MAX_IN_LIST and all(map(is_labelled, row)):
            return row
    return []


def is_labelled(item: Block) -> bool:
    lead = LEADING_NAME.match(item.text)
    if lead is None or not may_be_feature(item.model_copy(update={"text": lead["lead"]})):
        return False
    return is_prose(item.text[lead.end("lead") :])


def numbered_cards(blocks: list[Block]) -> list[Block]:
    heads = [
        block for above, block in pairwise(blocks)
        if block.tag in SMALL_HEADINGS and CARD_NUMBER.fullmatch(above.text) and may_be_feature(block)
        and "steps" not in block.marks
    ]  # fmt: skip
    rows = alike_rows(blocks, heads)
    return rows[0] if rows else []


def ticked_items(page: ReadPage) -> list[Block]:
    """The items of the first list in which every item has a tick."""
    for _, items in groupby(page.blocks, key=lambda block: (block.tag, tuple(block.path[:-1]))):
        row = list(items)
        if row[0].tag == "li" and len(row) >= MIN_CARDS and all(TICK.match(block.text) for block in row):
            named = [block for block in row if may_be_feature(block) and not LACKS.search(TICK.sub("", block.text))]
            if len(named) >= MIN_CARDS:
                return named
    return []


def listed_items(page: ReadPage, blocks: list[Block]) -> list[Block]:
    """The only list under a heading, if its items are short and not links."""
    rows = [list(items) for tag, items in groupby(blocks, key=lambda block: block.tag) if tag == "li"]
    if len(rows) != 1 or any(block.tag in HEADINGS for block in blocks):
        return []
    row = rows[0]
    beside = len({tuple(block.path[:-1]) for block in row}) == 1
    leading = [link.path for link in page.links if link.kind == "a"]
    linked = any(path[: len(block.path)] == block.path for block in row for path in leading)
    named = all(may_be_feature(block) and (" " in block.text or UNSPACED.search(block.text)) for block in row)
    return row if beside and named and not linked and MIN_CARDS <= len(row) <= MAX_IN_LIST else []
