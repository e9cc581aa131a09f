"""Adds rows that are very likely features, beside those that rules found, or where rules found none.

Many sites have several such rows: what a service includes, why to choose it, and more on a page about features. Rules
stop at the first. A row is added only if the model of `row_model` is much surer of it than of a row that it merely
leaves in, and if nothing says that it is about something else.
"""

import re

from showground.extraction.drafters.extractive.card_evidence import is_cv_or_band
from showground.extraction.drafters.extractive.cards import (
    MIN_CARDS,
    is_of_product,
    is_other_topic,
    titles_above,
    without_foreign_rows,
)
from showground.extraction.drafters.extractive.feature_drafts import FeatureRow
from showground.extraction.drafters.extractive.feature_rows import TitleRow, rows_of
from showground.extraction.drafters.extractive.feature_words import (
    NUMBER,
    OTHER_CARDS,
    SKIPPED_MARKS,
    STATISTIC,
    WHY_TITLE,
)
from showground.extraction.drafters.extractive.other_items import without_other_items
from showground.extraction.drafters.extractive.row_model import describe, get_weights, may_be_item
from showground.extraction.drafters.extractive.unnamed_features import CARD_NUMBER
from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.people import is_person_name
from showground.extraction.statements.text_folding import name_key

# By how much the score of an added row exceeds that of a row that is merely left in.
MARGINS = {"home": 250, "features": 200}
TAGS = (*HEADINGS[2:], "li")  # larger headings begin sections of the page
PLAIN_TAGS = ("div", "p")
MAX_TITLES = 15  # of a row; a longer one is a catalogue
MIN_SHARE = 0.8  # of the titles of a row that may be features; the others are left out
LABELS_OF_CARDS = frozenset({"team", "pricing"})  # marks by classes, which templates also give to cards of services


def further_rows(site: SiteModel, first: FeatureRow | None) -> list[FeatureRow]:
    """Rows of the home page and of pages about features without the titles that rules found, the likeliest first."""
    first_page = first[0] if first else None
    known = list(first[1]) if first else []
    taken = {tuple(item.path) for item in known}
    # Next to features, reasons to choose the product are something else.
    others = WHY_TITLE if known else OTHER_CARDS
    found: list[tuple[int, FeatureRow]] = []
    for page in site.own_pages(*MARGINS):
        # If the features have no headings, headings on their page only explain some of them.
        on_first = page is first_page
        if (on_first and known[0].tag in PLAIN_TAGS) or is_cv_or_band(page):
            continue
        shown = without_unconfirmed_marks(page)
        for score, row in likely_rows(shown):
            old = on_first and not taken.isdisjoint(tuple(title.path) for title in row.titles)
            titles = [] if old else titles_of_features(shown, row, others, site.name)
            if titles:
                found.append((score, (page, titles)))
    return [row for _, row in sorted(found, key=lambda one: -one[0])]


def likely_rows(page: ReadPage) -> list[tuple[int, TitleRow]]:
    """The rows that the model is sure of, with their scores."""
    weights, threshold = get_weights()
    rows = [row for row in rows_of(page) if row.titles[0].tag in TAGS and MIN_CARDS <= len(row.titles) <= MAX_TITLES]
    scores = [sum(weights.get(one, 0) for one in properties) for properties in describe(page, rows)]
    return [(score, row) for score, row in zip(scores, rows, strict=True) if score >= threshold + MARGINS[page.kind]]


def titles_of_features(page: ReadPage, row: TitleRow, others: re.Pattern[str], name: str) -> list[Block]:
    """The titles of a row that may be features; none if the row or its section is about something else.

    `others` matches titles of sections to leave out, in addition to those of other topics.
    """
    own = [title for title in row.titles if may_be_item(title)]
    if len(own) < MIN_SHARE * len(row.titles) or any(is_counted(page, title) for title in row.titles):
        return []
    if any(name_key(title.text) == name_key(name) for title in own) or is_menu(page, row):
        return []  # a family of products, or links
    around = titles_above(page)
    sections = around.get(id(row.titles[0]), [])
    if any(SKIPPED_MARKS.intersection(titled.section.heading.marks) for titled in sections):
        return []
    if any(is_other_topic(title, others) for titled in sections for title in titled.names):
        return []
    own_rows = without_foreign_rows(page, [own]) if is_of_product(around, own) else []
    return own if own_rows and without_other_items(page, own) == own else []


def is_counted(page: ReadPage, title: Block) -> bool:
    """Whether a title is a step or names what is counted above it: `1`, `30+`. Cards are often numbered `01`."""
    at = page.positions[id(title)]
    above = page.blocks[at - 1].text if at else ""
    number = NUMBER.match(title.text) or (NUMBER.fullmatch(above) and not CARD_NUMBER.fullmatch(above))
    return "steps" in title.marks or bool(number) or STATISTIC.search(above) is not None


def is_menu(page: ReadPage, row: TitleRow) -> bool:
    """Whether a row is a list of links; on a page about features, these may lead to each of them."""
    links = [link.path for link in page.links if link.kind == "a"]
    linked = [title for title in row.titles if any(path[: len(title.path)] == title.path for path in links)]
    return page.kind == "home" and row.titles[0].tag == "li" and 2 * len(linked) > len(row.titles)


def without_unconfirmed_marks(page: ReadPage) -> ReadPage:
    """The page without marks that all cards of a row have from a class and that nothing in them confirms.

    `team` without a person, `pricing` without a price: templates use such classes for all kinds of cards.
    """
    wrong: dict[int, frozenset[str]] = {}
    for row in rows_of(page):
        labels = LABELS_OF_CARDS.intersection(*(title.marks for title in row.titles))
        if labels and len(row.titles) >= MIN_CARDS:
            cards, depth = set(row.cards), len(row.cards[0])
            blocks = [block for block in page.blocks if tuple(block.path[:depth]) in cards]
            texts = [block.text for block in blocks]
            confirmed = {"pricing": any(map(find_prices, texts)), "team": any(map(is_person_name, texts))}
            unconfirmed = frozenset(label for label in labels if not confirmed[label])
            # The heading above a row is often in the same element.
            wrong |= {id(block): unconfirmed for block in (*blocks, *([row.heading] if row.heading else []))}
    if not wrong:
        return page

    def relabelled(block: Block) -> Block:
        marks = [mark for mark in block.marks if mark not in wrong.get(id(block), ())]
        return block if marks == block.marks else block.model_copy(update={"marks": marks})

    return page.model_copy(update={"blocks": [relabelled(block) for block in page.blocks]})
