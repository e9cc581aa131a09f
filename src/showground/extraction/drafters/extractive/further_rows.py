"""Adds rows that are very likely features, beside those that rules found, or where rules found none.

Many sites have several such rows: what a service includes, why to choose it, and more on a page about features. Rules
stop at the first. A row is added only if the model of `row_model` is much surer of it than of a row that it merely
leaves in, and if nothing says that it is about something else.
"""

import re
from collections.abc import Sequence

from showground.extraction.drafters.extractive.cards import (
    MIN_CARDS,
    TitledSection,
    is_other_topic,
    titles_above,
    without_foreign_rows,
)
from showground.extraction.drafters.extractive.feature_drafts import FeatureRow
from showground.extraction.drafters.extractive.feature_rows import TitleRow, rows_of
from showground.extraction.drafters.extractive.feature_words import NUMBER, OTHER_CARDS, SKIPPED_MARKS, WHY_TITLE
from showground.extraction.drafters.extractive.other_items import without_other_items
from showground.extraction.drafters.extractive.row_model import describe, get_weights, may_be_item
from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.people import is_person_name

# By how much the score of an added row exceeds that of a row that is merely left in.
MARGINS = {"home": 250, "features": 200}
TAGS = (*HEADINGS[1:], "li")
MAX_TITLES = 15  # of a row; a longer one is a catalogue
MIN_SHARE = 0.8  # of the titles of a row that may be features; the others are left out
LABELS_OF_CARDS = frozenset({"team", "pricing"})  # marks by classes, which templates also give to cards of services


def further_rows(site: SiteModel, known: Sequence[Block]) -> list[FeatureRow]:
    """Rows of the home page and of pages about features that have none of the known titles, the likeliest first."""
    taken = {id(item) for item in known}
    # Next to features, reasons to choose the product are something else.
    others = WHY_TITLE if known else OTHER_CARDS
    found: list[tuple[int, FeatureRow]] = []
    for page in site.own_pages(*MARGINS):
        likely = [(score, row) for score, row in likely_rows(page) if taken.isdisjoint(map(id, row.titles))]
        around = titles_above(page) if likely else {}
        for score, row in likely:
            titles = titles_of_features(page, row)
            if titles and is_about_product(page, row, around.get(id(row.titles[0]), ()), others):
                found.append((score, (page, titles)))
    return [row for _, row in sorted(found, key=lambda one: -one[0])]


def likely_rows(page: ReadPage) -> list[tuple[int, TitleRow]]:
    """The rows that the model is sure of, with their scores."""
    weights, threshold = get_weights()
    rows = [row for row in rows_of(page) if row.titles[0].tag in TAGS and MIN_CARDS <= len(row.titles) <= MAX_TITLES]
    scores = [sum(weights.get(one, 0) for one in properties) for properties in describe(page, rows)]
    return [(score, row) for score, row in zip(scores, rows, strict=True) if score >= threshold + MARGINS[page.kind]]


def titles_of_features(page: ReadPage, row: TitleRow) -> list[Block]:
    """The titles of a row that may be features; none if too many of them can't be."""
    unconfirmed = unconfirmed_marks(page, row)
    own = [title for title in row.titles if may_be_item(without_marks(title, unconfirmed))]
    counted = any(NUMBER.match(title.text) for title in row.titles)
    if counted or len(own) < MIN_SHARE * len(row.titles) or without_other_items(page, own) != own:
        return []
    return own


def is_about_product(page: ReadPage, row: TitleRow, around: Sequence[TitledSection], others: re.Pattern[str]) -> bool:
    """Whether neither the sections around a row nor its cards say that it is about something else.

    `others` matches titles of sections to leave out, in addition to those of other topics.
    """
    unconfirmed = unconfirmed_marks(page, row)
    headings = [without_marks(titled.section.heading, unconfirmed) for titled in around]
    if any(SKIPPED_MARKS.intersection(heading.marks) for heading in headings):
        return False
    if any(is_other_topic(name, others) for titled in around for name in titled.names):
        return False
    return bool(without_foreign_rows(page, [row.titles]))


def without_marks(block: Block, marks: frozenset[str]) -> Block:
    return block.model_copy(update={"marks": [mark for mark in block.marks if mark not in marks]})


def unconfirmed_marks(page: ReadPage, row: TitleRow) -> frozenset[str]:
    """Marks that all cards of a row have from a class and that nothing in them confirms.

    `team` without a person, `pricing` without a price: templates use such classes for all kinds of cards.
    """
    labels = LABELS_OF_CARDS.intersection(*(title.marks for title in row.titles))
    if not labels:
        return labels
    cards = set(row.cards)
    depth = len(row.cards[0])
    texts = [block.text for block in page.blocks if tuple(block.path[:depth]) in cards]
    confirmed = {"pricing": any(map(find_prices, texts)), "team": any(map(is_person_name, texts))}
    return frozenset(label for label in labels if not confirmed[label])
