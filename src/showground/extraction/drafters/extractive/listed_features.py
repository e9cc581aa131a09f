"""Finds lists after a line such as `Our app offers:`, and tables of features."""

from itertools import takewhile

from showground.extraction.drafters.extractive.cards import MAX_CARDS, MIN_CARDS
from showground.extraction.drafters.extractive.feature_words import (
    FEATURES_TITLE,
    LEADING_NAME,
    OFFERS,
    SKIPPED_MARKS,
    may_be_feature,
)
from showground.extraction.reading.pages import Block, ReadPage

MAX_ITEMS = 20
MAX_CELLS = 200


def listed_features(page: ReadPage) -> list[Block]:
    """List items right under a line such as `Our app offers these features:`, and the rows of a table of features."""
    found: list[Block] = []
    for at, block in enumerate(page.blocks):
        if SKIPPED_MARKS.intersection(block.marks) or len(found) > MAX_CARDS:
            continue
        leads = block.tag in ("p", "div") and block.text.endswith((":", "："))
        if leads and (FEATURES_TITLE.search(block.text) or OFFERS.search(block.text)):
            found += items_below(page.blocks[at + 1 : at + 1 + MAX_CELLS], block)
        elif block.tag == "th" and FEATURES_TITLE.search(block.text):
            table = block.path[:-3]
            after = page.blocks[at + 1 : at + 1 + MAX_CELLS]
            cells = [cell for cell in after if cell.tag == "td" and cell.path[: len(table)] == table]
            found += [cell for cell in cells if cell.path[-1] == block.path[-1] and may_be_feature(cell)]
    return found


def items_below(after: list[Block], lead: Block) -> list[Block]:
    """The items of the list right under a line, without nested lists, or the lines of one element."""
    if not after:
        return []
    first = after[0]
    if first.tag == "li":
        beside = len(first.path)
        rows = takewhile(lambda item: item.path[: beside - 1] == first.path[:-1], after)
        items = [item for item in rows if item.tag == "li" and len(item.path) == beside]
    else:
        alone = first.path[:-1] == lead.path[:-1] and first.tag == lead.tag and first.path != lead.path
        lines = takewhile(lambda item: item.tag == first.tag and is_beside(item, first, alone=alone), after)
        items = [item for item in lines if item.path != lead.path]
        items = items if len(items) >= MIN_CARDS else []
    return [item for item in items[:MAX_ITEMS] if may_be_feature(item) or is_labelled(item)]


def is_beside(item: Block, first: Block, *, alone: bool) -> bool:
    """Whether a line is in the same element as the first or, if each has its own (`alone`), in a neighbouring one."""
    return item.path[:-1] == first.path[:-1] if alone else item.path == first.path


def is_labelled(item: Block) -> bool:
    """Whether an item begins with the name of a feature: `Single file: copy it, back it up.`"""
    lead = LEADING_NAME.match(item.text)
    return lead is not None and may_be_feature(item.model_copy(update={"text": lead["lead"]}))
