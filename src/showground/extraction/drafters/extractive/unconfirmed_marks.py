"""Takes marks such as `team` from rows of features that have them only from a class."""

import re

from showground.extraction.block_marks import SECTION_PATTERNS
from showground.extraction.drafters.extractive.cards import MIN_CARDS
from showground.extraction.drafters.extractive.feature_rows import TitleRow, rows_of
from showground.extraction.drafters.extractive.feature_words import FEATURES_TITLE
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.people import is_person_name

LABELS_OF_CARDS = frozenset({"team", "pricing"})  # marks by classes, which templates also give to cards of services
MAX_LABELLED = 20  # rows with such a mark that are looked at
ON_REQUEST = re.compile(
    r"\bfree\b|on request|per month|a month|auf anfrage|kostenlos|sur devis|gratuit|a consultar|gratis|su richiesta"
    r"|op aanvraag|na zapytanie|по запросу|bedava|teklif|お問い合わせ|無料|免费|무료",
    re.IGNORECASE,
)
HONORIFIC = re.compile(r"(?:dr|prof|mrs?|ms|herr|frau|mme|dott|dra?|ing|mgr|lic)\.? \S", re.IGNORECASE)


def without_unconfirmed_marks(page: ReadPage) -> ReadPage:
    """The page without marks that all cards of a row of features have from a class and that nothing in them confirms.

    `team` without a person, `pricing` without a price: templates use such classes for all kinds of cards.
    """
    labelled = [(row, LABELS_OF_CARDS.intersection(*(title.marks for title in row.titles))) for row in rows_of(page)]
    wrong: dict[int, frozenset[str]] = {}
    for row, labels in [(row, labels) for row, labels in labelled if labels][:MAX_LABELLED]:
        if len(row.titles) < MIN_CARDS or not is_called_features(page, row, labels):
            continue
        cards, depth = set(row.cards), len(row.cards[0])
        blocks = [block for block in page.blocks if tuple(block.path[:depth]) in cards]
        texts = [block.text for block in blocks]
        confirmed = {
            "pricing": any(find_prices(text) or ON_REQUEST.search(text) for text in texts),
            "team": any(is_person_name(text) or HONORIFIC.match(text) for text in texts),
        }
        unconfirmed = frozenset(label for label in labels if not confirmed[label])
        # The heading above a row is often in the same element.
        wrong |= {id(block): unconfirmed for block in (*blocks, *([row.heading] if row.heading else []))}
    if not wrong:
        return page

    def relabelled(block: Block) -> Block:
        marks = [mark for mark in block.marks if mark not in wrong.get(id(block), ())]
        return block if marks == block.marks else block.model_copy(update={"marks": marks})

    return page.model_copy(update={"blocks": [relabelled(block) for block in page.blocks]})


def is_called_features(page: ReadPage, row: TitleRow, labels: frozenset[str]) -> bool:
    """Whether a row is on a page about features or under a heading of features that doesn't say what its mark says."""
    title = row.heading.text if row.heading else ""
    if any(SECTION_PATTERNS[label].search(title) for label in labels):
        return False
    return page.kind == "features" or FEATURES_TITLE.search(title) is not None
