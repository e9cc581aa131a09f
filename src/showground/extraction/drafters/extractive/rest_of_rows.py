"""Adds titles to a row of features that were left out only because of a colon or a mark from their own words.

A heading such as `Pricing reports` marks its card as one about prices, and `Bookmarks:` looks like the label of a list.
If most titles of a row are features, these are too.
"""

from collections.abc import Sequence

from showground.extraction.drafters.extractive.feature_rows import rows_of
from showground.extraction.drafters.extractive.feature_words import may_be_feature
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS

MIN_KNOWN = 3  # features of a row; fewer prove nothing about the others


def with_rest_of_rows(page: ReadPage, items: Sequence[Block]) -> list[Block]:
    """Features, with the rest of the rows that are mostly features, in the order of the page."""
    known = {id(item) for item in items}
    found: list[Block] = []
    for row in rows_of(page):
        inside = [title for title in row.titles if id(title) in known]
        if len(inside) >= MIN_KNOWN and len(row.titles) < 2 * len(inside):
            found += [title for title in row.titles if id(title) not in known and may_be_rest(title, inside)]
    if not found:
        return list(items)
    return sorted((*items, *found), key=lambda block: page.positions[id(block)])


def may_be_rest(title: Block, beside: Sequence[Block]) -> bool:
    if ABOUT_OTHERS.intersection(title.marks):
        return False
    marks = [mark for mark in title.marks if any(mark in other.marks for other in beside)]
    return may_be_feature(title.model_copy(update={"text": title.text.rstrip(" :："), "marks": marks}))
