"""Cards: a short title with a text under it, several side by side, whatever elements they are made of."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from showground.extraction.block_marks import SOLVED
from showground.extraction.block_paths import shared_path
from showground.extraction.drafters.extractive.card_evidence import without_others
from showground.extraction.drafters.extractive.feature_words import (
    ASKED,
    DISTINCT,
    FAILS,
    FEATURES,
    NUMBER,
    OTHER_CARDS,
    QUOTED,
    STATISTIC,
    TROUBLES,
    is_item,
)
from showground.extraction.drafters.extractive.rows import alike_rows
from showground.extraction.page_sections import HEADINGS, Section, beyond, sections
from showground.extraction.reading.addresses import site_of
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.dates import FULL_DATE
from showground.extraction.statements.people import is_person_name
from showground.extraction.statements.text_folding import UNSPACED

MIN_CARDS, MAX_IN_ROW, MAX_UNDER_TITLE = 3, 15, 24  # more than that is a catalogue or a blog
MAX_CARDS = 100
MAX_LABEL_WORDS = 6
MAX_NAME_WORDS, MAX_UNSPACED_NAME = 4, 14
MIN_BRIEF_WORDS = 2
MAX_DATED = 60  # letters of the line under an article's title
# In Korean and Japanese, also the endings of verbs.
SENTENCE_END = re.compile(r"[.!…。！]$|(?:니다|[아어여해세네]요|습니까)$|(?:です|ます|ません|ました|しょう)$")
# What articles say of themselves: `4 min read`.
READING_TIME = re.compile(
    r"\b\d+\s?(?:min\w*|dk|мин)\.?\b.{0,12}(?:read|okuma|lese|lecture|lectura|leitura|lettura|leestijd|czytania|чтени)"
    r"|読了|阅读时间",
    re.IGNORECASE,
)
# What labels a finished work: `Retail · 2026`.
DATED = re.compile(r"[·•|,/–—-]\s*(?:19|20)\d\d$")
OUR_PAGES = re.compile(
    r"(?:our|unsere?|nos|notre|nuestr[oa]s?|noss[oa]s?|i nostri|le nostre|onze|nasz[ae]?|наши|bizim)\s+\S+$"
    r"|\S+(?:\s+שלנו|lerimiz|larımız)$|خدماتنا$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Titled:
    """A section with what names it: its heading, and the label above the heading, as in `FEATURES / Do more`."""

    section: Section
    label: str

    @property
    def names(self) -> tuple[str, str]:
        return self.section.heading.text, self.label


def titled_sections(page: ReadPage) -> list[Titled]:
    places = {id(block): at for at, block in enumerate(page.blocks)}
    return [Titled(section, label_above(page.blocks, places[id(section.heading)])) for section in sections(page)]


def label_above(blocks: list[Block], at: int) -> str:
    """The short line right above a heading, in the same element."""
    heading, above = blocks[at], blocks[at - 1] if at else None
    if above is None or above.tag in HEADINGS or above.tag in ("li", "td", "button", "label"):
        return ""
    beside = len(above.path) <= len(heading.path) + 1 and above.path[: len(heading.path) - 1] == heading.path[:-1]
    return above.text if beside and len(above.text.split()) <= MAX_LABEL_WORDS else ""


def inside(section: Section, items: list[Block]) -> list[Block]:
    """The items up to the end of the element that holds the section's heading and the first item.

    Under a large heading everything down to the next one counts as its section, also what only smaller headings head.
    """
    around = shared_path(section.heading.path, items[0].path) if items else []
    return [item for item in items if item.path[: len(around)] == around]


def card_rows(page: ReadPage, without: re.Pattern[str] = OTHER_CARDS) -> list[list[Block]]:
    """At least three headings of one level right under the same heading, with a text under each.

    `without` are the names of sections that are left out, besides those about something else.
    """
    heads = card_heads(page, without)
    found: list[list[Block]] = []
    every = sections(page)
    after = {id(block): text for block, text in pairwise(page.blocks)}
    parents = {id(block): section for section in every for block in section.blocks}  # the innermost
    smaller = {id(one.heading): sum(block.tag in HEADINGS for block in one.blocks) for one in every}
    for section in every:
        below = [block for block in section.blocks if block.tag in HEADINGS and parents[id(block)] is section]
        if section.level == 1 and below and below[0].tag == "h2":
            continue  # these are the sections of the page
        cards = inside(section, [block for block in below if block.tag == below[0].tag])
        cards = without_titles(cards, smaller)
        own = with_brief_cards(after, cards, [block for block in cards if id(block) in heads])
        most = MAX_UNDER_TITLE if own and has_own_element(page, section, own[0]) else MAX_IN_ROW
        if len(own) >= MIN_CARDS and len(cards) <= most:
            found.append(own)
    known = {id(head) for row in found for head in row}
    small = [head for head in heads.values() if head.tag != "h1" and id(head) not in known]
    found += [row for row in alike_rows(page.blocks, small) if is_titled(page.blocks, row)]
    return own_rows(page, found)


def with_brief_cards(after: Mapping[int, Block], cards: list[Block], own: list[Block]) -> list[Block]:
    """Among cards with texts, also the few whose text is shorter: `Modbus RTU`, and below it `RS485, two wires`.

    `after`: the block after each block, by its id.
    """
    if len(own) < MIN_CARDS or len(own) == len(cards) or 2 * len(own) < len(cards):
        return own
    known = {id(block) for block in own}

    def is_brief(card: Block) -> bool:
        text = after.get(id(card))
        told = text is not None and text.path[:-1] == card.path[:-1] and len(text.text.split()) >= MIN_BRIEF_WORDS
        return told and is_item(card) and not NUMBER.match(card.text) and "steps" not in card.marks

    return [card for card in cards if id(card) in known or is_brief(card)]


def has_own_element(page: ReadPage, section: Section, card: Block) -> bool:
    """Whether an element holds this section and no other heading as large; else a long row may be a catalogue."""
    around = shared_path(section.heading.path, card.path)
    large = [block for block in page.blocks if block.tag in HEADINGS[: section.level]]
    return not any(block.path[: len(around)] == around for block in large if block is not section.heading)


def is_titled(blocks: list[Block], row: list[Block]) -> bool:
    """Whether large headings side by side are cards (names under a title of the same size) and not sections."""
    if row[0].tag != "h2":
        return True
    around = shared_path(row[0].path, row[1].path)
    first = next(block for block in blocks if block.path[: len(around)] == around and block.place == row[0].place)
    return first.tag == "h2" and first not in row and all(map(is_short_name, row))


def is_short_name(head: Block) -> bool:
    return len(head.text.split()) <= MAX_NAME_WORDS and not SENTENCE_END.search(head.text)


def are_names(row: list[Block]) -> bool:
    """Whether most titles of a row are names of a few words, and not sentences."""

    def is_name(text: str) -> bool:
        return len(text) <= MAX_UNSPACED_NAME if UNSPACED.search(text) else len(text.split()) <= MAX_NAME_WORDS

    return 2 * sum(is_name(head.text) for head in row) > len(row)


def without_titles(cards: list[Block], smaller: Mapping[int, int]) -> list[Block]:
    """Headings side by side, without a few among them that head smaller headings: those begin another section.

    `smaller`: how many headings each heads, by its id.
    """
    titles = [card for card in cards if smaller.get(id(card), 0) > 1]
    return [card for card in cards if card not in titles] if 2 * len(titles) < len(cards) else cards


def card_heads(page: ReadPage, without: re.Pattern[str] = OTHER_CARDS) -> dict[int, Block]:
    """Headings with a text under them, without those that sections about something else have, and steps."""
    titles = titles_above(page)
    heads: dict[int, Block] = {}
    for at, (head, text) in enumerate(pairwise(page.blocks)):
        prose = text.tag not in HEADINGS and (len(text.text) > 30 or len(text.text.split()) > 4 or is_prose(text.text))
        if head.tag not in HEADINGS or not prose or not is_item(head) or "steps" in head.marks:
            continue
        around = titles.get(id(head), [])
        if any(is_other(name, without) for nearest in around[-1:] for name in nearest.names):
            continue
        if any(is_trouble(name) for titled in around[:-1] for name in titled.names):
            continue
        above = page.blocks[at - 1].text if at else ""
        if not NUMBER.match(head.text) and not NUMBER.fullmatch(above) and not STATISTIC.search(above):
            heads[id(head)] = head
    return dict(islice(heads.items(), MAX_CARDS))


def titles_above(page: ReadPage) -> dict[int, list[Titled]]:
    """The sections that each block is in, the outer ones first: the innermost, and those whose element it is in."""
    found: dict[int, list[Titled]] = {}
    for titled in titled_sections(page):
        others = beyond(titled.section) if any(map(is_other, titled.names)) else ()
        for block in titled.section.blocks:
            if id(block) in others:
                continue
            above = found.setdefault(id(block), [])
            above[:] = [*(outer for outer in above if is_around(outer.section.heading, block)), titled]
    return found


def is_around(heading: Block, block: Block) -> bool:
    """Whether a block is in the element that a heading is in, or in the one around that."""
    return any(block.path[: len(around)] == around for around in (heading.path[:-1], heading.path[:-2]) if around)


@lru_cache(maxsize=4096)  # each title is asked about for every block below it
def is_other(title: str, without: re.Pattern[str] = OTHER_CARDS) -> bool:
    """Whether a section is not about features. A title that is a question names the reader's problem."""
    return is_trouble(title) or bool(OTHER_CARDS.search(title) or without.search(title))


def is_trouble(title: str) -> bool:
    """Whether a title is about the reader's problem: it is a question, or names the problem without the solution."""
    asked = ASKED.search(title) is not None and not DISTINCT.search(title) and not FEATURES.search(title)
    return asked or names_trouble(title)


@lru_cache(maxsize=4096)
def names_trouble(title: str) -> bool:
    return TROUBLES.search(title) is not None and not SOLVED.search(title)


def own_rows(page: ReadPage, rows: list[list[Block]]) -> list[list[Block]]:
    """Rows of cards without those that name people, and those that are dated as articles are or lead to other sites."""
    if not any(rows):
        return []
    site = site_of(page.url)
    strange = [link.path for link in page.links if link.kind == "a" and is_elsewhere(link.url, site)]
    short = [block for block in page.blocks if len(block.text.split()) <= MAX_LABEL_WORDS]
    strange += [block.path for block in page.blocks if len(block.text) <= MAX_DATED and READING_TIME.search(block.text)]
    strange += [block.path for block in short if FULL_DATE.search(block.text) or DATED.search(block.text)]
    words = set(re.findall(r"\w+", page.text))

    def is_person(head: Block) -> bool:
        # What is written in lowercase elsewhere is a word and no name: `Global Storage`, but `storage`.
        return is_person_name(head.text) and words.isdisjoint(head.text.lower().split())

    def is_strange(head: Block) -> bool:
        card = head.path[:-1]
        return any(path[: len(card)] == card for path in strange)

    own = [row for row in rows if sum(map(is_strange, row)) <= len(row) / 2 and not all(map(is_person, row))]
    own = [row for row in own if not are_complaints(row) and not has_voice_of_reader(page, row)]
    own = without_others(page, own)
    # `Our services`, `Our work`: these cards are a menu of the site.
    return [row for row in own if not any(OUR_PAGES.match(head.text) for head in row)]


def has_voice_of_reader(page: ReadPage, row: list[Block]) -> bool:
    """Whether a card beside these asks in quotation marks, as readers do: then the row tells what troubles them."""
    beside = [block for block in page.blocks if block.tag == row[0].tag and len(block.path) == len(row[0].path)]
    asked = [block for block in beside if QUOTED.match(block.text) and "?" in block.text]
    return any(sum(one != two for one, two in zip(block.path, row[0].path, strict=True)) == 1 for block in asked)


def are_complaints(row: list[Block]) -> bool:
    """Whether half of the titles are in quotation marks or say what fails: they are the reader's complaints."""
    return 2 * sum(bool(QUOTED.match(head.text) or FAILS.search(head.text)) for head in row) >= len(row)


def is_elsewhere(url: str, site: str) -> bool:
    return url.startswith("http") and site_of(url) != site


def is_prose(text: str) -> bool:
    return (len(text) > 30 and len(text.split()) >= 5) or (len(text) > 15 and bool(UNSPACED.search(text)))
