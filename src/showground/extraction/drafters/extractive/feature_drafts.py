"""Turns the titles that were found into the drafted features."""

from collections.abc import Sequence

from showground.extraction.drafters.extractive.feature_titles import (
    PICTURE,
    clean_title,
    numbered_titles,
    without_people,
    without_subtitles,
)
from showground.extraction.drafters.extractive.feature_words import LEADING_NAME
from showground.extraction.drafters.extractive.listed_features import MAX_ITEMS
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.text_folding import comparable

FeatureRow = tuple[ReadPage, Sequence[Block]]
"""Titles, and the page that they are on."""


def draft_rows(rows: Sequence[FeatureRow]) -> Drafted:
    """The titles of all rows, each once. Of the first row as many as there is room for; others whole or not at all."""
    names: dict[str, tuple[str, SourceQuote]] = {}
    for page, items in rows:
        named = {comparable(name): (name, quote) for name, quote in named_items(page, items)}
        named = {key: one for key, one in named.items() if key not in names}
        if not names or len(names) + len(named) <= MAX_ITEMS:
            names |= named
    return Drafted(value=[name for name, _ in names.values()], quotes=[quote for _, quote in names.values()])


def named_items(page: ReadPage, items: Sequence[Block]) -> list[tuple[str, SourceQuote]]:
    """The name and the quote of each item, without repetitions."""
    unique: dict[str, Block] = {}
    for block in without_subtitles(page, without_people(page, items)):
        unique.setdefault(comparable(block.text), block)
    chosen = dict(list(unique.items())[:MAX_ITEMS])
    counted = numbered_titles([block.text for block in chosen.values()])
    # If every item begins with a name (`Single file: copy it, back it up.`), use only the names.
    leads = [LEADING_NAME.match(block.text) for block in chosen.values()]
    names = (
        [PICTURE.sub("", lead["lead"]) for lead in leads if lead]
        if all(leads)
        else [clean_title(block.text, counted) for block in chosen.values()]
    )
    quotes = (SourceQuote(quote=block.text, url=page.url) for block in chosen.values())
    return list(zip(names, quotes, strict=True))
