"""Finds rows: similar things side by side, by their position in the tree only, whatever their tags.

    <section><p>Under the hood</p><div><h3>Fast</h3><p>...</p></div><div><h3>Small</h3><p>...</p></div>...</section>

Two things are alike if their paths differ at one position only: they are at the same position in neighbouring elements.
"""

import re
from collections.abc import Sequence
from itertools import groupby, islice

from showground.extraction.drafters.extractive.feature_words import may_be_feature
from showground.extraction.reading.pages import Block

MIN_ROW, MAX_ROW = 3, 15
MAX_STEPS_UP = 5  # from a title to the element that contains all cards
LINE_TAGS = ("div", "p", "dd")
MAX_SHORT = 6  # words
MAX_LINES = 100  # that are compared with each other
MAX_IN_CARD = 8  # blocks of one card; what is larger is a section of the page
# A sign before a line: `✓ Works offline`.
LEADING_SIGN = re.compile(r"^(?P<sign>[^\w\s\"'“„«‹「『([{#@$€£¥+*/<-])\ufe0f?\s*(?=\w)")


def alike_rows(blocks: Sequence[Block], heads: Sequence[Block]) -> list[list[Block]]:
    """Rows of at least three titles at the same place in neighbouring small cards, in the order of the page."""
    groups: dict[tuple[str, tuple[int, ...], tuple[int, ...]], list[Block]] = {}
    for head in heads:
        path = tuple(head.path)
        for up in range(1, min(MAX_STEPS_UP, len(path))):
            at = len(path) - 1 - up
            groups.setdefault((head.tag, path[:at], path[at + 1 :]), []).append(head)
    found: list[list[Block]] = []
    taken: set[int] = set()
    for (_, around, _), row in sorted(groups.items(), key=lambda group: -len(group[1])):
        free = [head for head in row if id(head) not in taken]
        cards = {head.path[len(around)] for head in free}
        if MIN_ROW <= len(cards) == len(free) <= MAX_ROW and are_small(blocks, free, len(around)):
            found.append(free)
            taken |= {id(head) for head in free}
    places = {id(block): at for at, block in enumerate(blocks)}
    return sorted(found, key=lambda row: places[id(row[0])])


def are_small(blocks: Sequence[Block], row: Sequence[Block], depth: int) -> bool:
    """Whether every card of a row has only a few lines."""
    cards = {tuple(head.path[: depth + 1]) for head in row}
    counts = dict.fromkeys(cards, 0)
    for block in blocks:
        card = tuple(block.path[: depth + 1])
        if card in counts:
            counts[card] += 1
    return max(counts.values()) <= MAX_IN_CARD


def line_row(blocks: Sequence[Block]) -> list[Block]:
    """At least three lines in neighbouring elements: a list without list items.

    Several such rows are the lists of several cards, which give none.
    """
    rows: list[list[Block]] = []
    for (tag, _), lines in groupby(blocks, key=lambda block: (block.tag, tuple(block.path[:-1]))):
        row = list(lines)
        alone = len({block.path[-1] for block in row}) == len(row)
        if tag in LINE_TAGS and alone and MIN_ROW <= len(row) <= MAX_ROW and all(map(may_be_feature, row)):
            rows.append(row)
    return rows[0] if len(rows) == 1 else [] if rows else alike_lines(blocks)


def alike_lines(blocks: Sequence[Block]) -> list[Block]:
    """At least three lines at the same place of neighbouring elements, each beside a picture or alone in its card."""
    lines = [block for block in blocks if block.tag in LINE_TAGS]
    rows = alike_rows(lines, lines) if len(lines) == len(blocks) <= MAX_LINES else []
    return rows[0] if len(rows) == 1 and len(rows[0]) == len(lines) and all(map(may_be_feature, rows[0])) else []


def short_rows(blocks: Sequence[Block]) -> list[Block]:
    """The lines of every row of short lines that are each at the same place of neighbouring elements."""
    short = (block for block in blocks if block.tag in LINE_TAGS and len(block.text.split()) <= MAX_SHORT)
    rows = alike_rows(blocks, list(islice(filter(may_be_feature, short), MAX_LINES)))
    return [line for row in rows for line in row]


def signed_lines(blocks: Sequence[Block]) -> list[Block]:
    """At least four lines of one element that all begin with the same sign, such as a tick or a star."""
    for _, lines in groupby(blocks, key=lambda block: (block.tag, tuple(block.path))):
        row = list(lines)
        signs = [sign["sign"] for block in row if (sign := LEADING_SIGN.match(block.text))]
        best = max(set(signs), key=signs.count, default="")
        if signs.count(best) > MIN_ROW:
            return [block for block in row if block.text.startswith(best) and may_be_feature(block)]
    return []
