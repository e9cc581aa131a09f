"""Drops rows that are probably not features, with a small trained model that considers only their form.

Rules find rows by words: a heading such as `Features`, or cards under a heading of no other topic. On new sites, the
rules also take news, projects, customers and problems for features. Those differ from features in form: they link
elsewhere, have dates or no texts, come late on the page, or are long sentences. The model learned from the labelled
real sites how much each of these matters. It adds up one weight per property of a row, for example:

    tag h3      n 4 (six titles)    texts 4 (every title has a text below)    order 1 (the second row of the page)

Words are left out: with only a few hundred sites to learn from, they made drafts of other sites worse. The model only
removes features that rules found, and only if it is very sure.

`tools/row_model` trains it and explains how. Only additions of whole numbers: the result is the same on every machine.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from showground.extraction.drafters.extractive.card_evidence import DATE
from showground.extraction.drafters.extractive.cards import is_elsewhere
from showground.extraction.drafters.extractive.feature_rows import Place, TitleRow, rows_of, text_below
from showground.extraction.drafters.extractive.feature_titles import PICTURE
from showground.extraction.drafters.extractive.feature_words import LEADING_NAME, may_be_feature
from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.addresses import site_of
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.people import is_person_name
from showground.extraction.statements.text_folding import comparable
from showground.extraction.statements.towns import is_town
from showground.extraction.statements.weights import read_weights

Item = TypeVar("Item")
WEIGHTS_FILE = Path(__file__).parent / "row_model_weights.txt"
THRESHOLD = "threshold"  # the line of that file that is not a property
TRAINED_KINDS = ("home", "features", "about", "press")  # of pages; the model knows nothing about others
NUMBER = re.compile(r"\W*\d{1,2}\W*")
MAX_IN_CARD = 12  # blocks of a card that are checked for prices and dates
MAX_DATED = 60  # characters of a line with a date
MIN_TITLES = 3  # of a list, and to compare words of titles
MIN_SHARED = 4  # letters of a word that titles have in common


def without_unlikely(page: ReadPage, items: Sequence[Block]) -> list[Block]:
    """Features without those of rows that are very unlikely to be features."""
    if page.kind not in TRAINED_KINDS or not items:
        return list(items)
    weights, threshold = get_weights()
    wanted = {id(item) for item in items}
    rows = [row for row in rows_of(page) if any(id(title) in wanted for title in row.titles)]
    rows = [row for row in rows if len(row.titles) >= MIN_TITLES or row.titles[0].tag in HEADINGS]
    unlikely: set[int] = set()
    for row, properties in zip(rows, describe(page, rows), strict=True):
        if sum(weights.get(one, 0) for one in properties) < threshold:
            unlikely |= {id(title) for title in row.titles if may_be_item(title)}
    return [item for item in items if id(item) not in unlikely]


def may_be_item(title: Block) -> bool:
    lead = LEADING_NAME.match(title.text) if title.tag == "li" else None
    return may_be_feature(title) or (
        lead is not None and may_be_feature(title.model_copy(update={"text": lead["lead"]}))
    )


def describe(page: ReadPage, rows: Sequence[TitleRow]) -> Iterator[list[str]]:
    """The properties of each row that the model uses."""
    blocks = page.blocks
    places = {id(block): at for at, block in enumerate(blocks)}
    content = by_element((block.path, block) for block in blocks)
    site = site_of(page.url)
    links = by_element((link.path, is_elsewhere(link.url, site)) for link in page.links if link.kind == "a")
    pictures = by_element((image.path, True) for image in page.images)
    menu = {comparable(link.text) for link in page.links if link.place in ("header", "nav", "footer")}
    alike = Counter((row.titles[0].tag, len(row.titles[0].path)) for row in rows_of(page))
    for row in rows:
        titles, cards, heading = row.titles, row.cards, row.heading
        first, count = titles[0], len(titles)
        at = places[id(first)]
        words = [len(title.text.split()) for title in titles]
        texts = [text_below(blocks, places, title, card) for title, card in zip(titles, cards, strict=True)]
        inside = [content.get(card, []) for card in cards]
        above = [blocks[places[id(title)] - 1].text if places[id(title)] else "" for title in titles]
        name = heading.text if heading else ""
        yield [
            f"tag {first.tag}",
            f"kind {page.kind}",
            f"n {step(count, (1, 2, 3, 4, 5, 6, 8, 10, 15, 25))}",
            f"heading {heading.tag if heading else '-'}",
            f"heading words {step(len(name.split()), (0, 1, 2, 3, 5, 8, 12))}",
            f"heading asked {name.rstrip().endswith(('?', '？'))}",
            f"order {step(row.order, (0, 1, 2, 3, 5, 8))}",
            f"alike {step(alike[first.tag, len(first.path)], (1, 2, 3, 5, 8))}",
            f"at {at * 6 // len(blocks)}",
            f"from {step(at, (5, 10, 20, 40, 80, 160))}",
            f"words {step(sum(words) / count, (1, 1.5, 2, 2.5, 3, 4, 5, 7, 10))}",
            f"words differ {step(max(words) - min(words), (0, 1, 2, 3, 5, 8))}",
            f"words shared {shared_words(titles)}",
            f"texts {share(texts)}",
            f"text length {step(sum(map(len, texts)) / count, (0, 20, 40, 70, 100, 150, 200))}",
            f"linked {share(card in links for card in cards)}",
            f"linked elsewhere {share(any(links.get(card, ())) for card in cards)}",
            f"pictures {share(card in pictures for card in cards)}",
            f"in card {step(sum(map(len, inside)) / count, (1, 2, 3, 4, 6, 10, 20))}",
            f"lists in card {share(any(block.tag == 'li' for block in card[1:]) for card in inside)}",
            f"headings in card {share(sum(block.tag in HEADINGS for block in card) > 1 for card in inside)}",
            f"prices {share(any(find_prices(block.text) for block in card[:MAX_IN_CARD]) for card in inside)}",
            f"dates {share(any(map(is_dated, card[:MAX_IN_CARD])) for card in inside)}",
            f"numbers above {share(NUMBER.fullmatch(text) for text in above)}",
            f"asked {share(title.text.rstrip().endswith(('?', '？')) for title in titles)}",
            f"digits {share(any(map(str.isdigit, title.text)) for title in titles)}",
            f"ends {share(title.text.rstrip().endswith(('.', '!', '。', '…')) for title in titles)}",
            f"pictograms {share(PICTURE.match(title.text) for title in titles)}",
            f"capitals {share(title.text.isupper() for title in titles)}",
            f"title case {share(title.text.istitle() and ' ' in title.text for title in titles)}",
            f"in menu {share(comparable(title.text) in menu for title in titles)}",
            f"people {share(is_person_name(title.text) for title in titles)}",
            f"towns {share(is_town(title.text) for title in titles)}",
            f"items {share(map(may_be_feature, titles))}",
            *(f"mark {mark}" for mark in first.marks),
            *(f"heading mark {mark}" for mark in (heading.marks if heading else ())),
        ]


def by_element(items: Iterable[tuple[Sequence[int], Item]]) -> dict[Place, list[Item]]:
    """What is inside each element of a page."""
    found: dict[Place, list[Item]] = {}
    for path, item in items:
        for depth in range(1, len(path) + 1):
            found.setdefault(tuple(path[:depth]), []).append(item)
    return found


def step(value: float, limits: Sequence[float]) -> int:
    """How many limits a value is above."""
    return sum(value > limit for limit in limits)


def share(flags: Iterable[object]) -> int:
    """How many are true: 0 for none, 1 to 3 for up to a third, up to two thirds and more, 4 for all."""
    given = [bool(flag) for flag in flags]
    part = sum(given) / len(given)
    return 4 if part == 1 else step(part, (0, 1 / 3, 2 / 3))


def shared_words(titles: Sequence[Block]) -> int:
    """How many titles have a word in common, as `Ford parts` and `Opel parts` do: 0 to 2; 3 for too few titles."""
    words = [{word.lower() for word in title.text.split() if len(word) >= MIN_SHARED} for title in titles]
    most = max(Counter(word for some in words for word in some).values(), default=0)
    return step(most / len(titles), (1 / 3, 2 / 3)) if len(titles) >= MIN_TITLES else 3


def is_dated(block: Block) -> bool:
    return len(block.text) < MAX_DATED and DATE.search(block.text) is not None


@cache
def get_weights() -> tuple[dict[str, int], int]:
    """The weight of each property, and the sum below which a row is very unlikely to be features."""
    weights = read_weights(WEIGHTS_FILE)
    return weights, weights.pop(THRESHOLD)
