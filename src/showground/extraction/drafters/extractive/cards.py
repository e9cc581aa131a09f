"""Finds cards: a short title with a text under it, several side by side, whatever their markup."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from showground.extraction.block_marks import SECTION_PATTERNS, SOLUTION_WORDS
from showground.extraction.block_paths import shared_path
from showground.extraction.drafters.extractive.card_evidence import without_other_rows
from showground.extraction.drafters.extractive.feature_words import (
    ENDS_QUESTION,
    FEATURES_TITLE,
    NUMBER,
    OTHER_CARDS,
    QUOTED,
    SAYS_WHAT_FAILS,
    STATISTIC,
    TROUBLES,
    WHY_TITLE,
    may_be_feature,
)
from showground.extraction.drafters.extractive.page_names import names_page
from showground.extraction.drafters.extractive.rows import alike_rows
from showground.extraction.page_sections import HEADINGS, Section, blocks_outside_element, sections
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
MAX_DATED = 60  # characters of the line under an article's title
# Punctuation, or the endings of verbs in Korean and Japanese.
SENTENCE_END = re.compile(r"[.!…。！]$|(?:니다|[아어여해세네]요|습니까)$|(?:です|ます|ません|ました|しょう)$")
# The reading time of an article: `4 min read`.
READING_TIME = re.compile(
    r"\b\d+\s?(?:min\w*|dk|мин)\.?\b.{0,12}(?:read|okuma|lese|lecture|lectura|leitura|lettura|leestijd|czytania|чтени)"
    r"|読了|阅读时间",
    re.IGNORECASE,
)
# The label of a finished project: `Retail · 2026`.
ENDS_WITH_YEAR = re.compile(r"[·•|,/–—-]\s*(?:19|20)\d\d$")
# `Our services`: the title of a card that is an entry of the menu.
MENU_TITLE = re.compile(
    r"(?:our|unsere?|nos|notre|nuestr[oa]s?|noss[oa]s?|i nostri|le nostre|onze|nasz[ae]?|наши|bizim)\s+\S+$"
    r"|\S+(?:\s+שלנו|lerimiz|larımız)$|خدماتنا$",
    re.IGNORECASE,
)
MADE_WITH = re.compile(r"\b(?:built|made|powered|developed) (?:with|on|by)\b|\btech(?:nology)? stack\b", re.IGNORECASE)


@dataclass(frozen=True)
class TitledSection:
    """A section with its heading and the label above the heading: `FEATURES`, and below it `Do more`."""

    section: Section
    label: str

    @property
    def names(self) -> tuple[str, str]:
        return self.section.heading.text, self.label


def titled_sections(page: ReadPage) -> list[TitledSection]:
    places = {id(block): at for at, block in enumerate(page.blocks)}
    return [TitledSection(section, label_above(page.blocks, places[id(section.heading)])) for section in sections(page)]


def label_above(blocks: list[Block], at: int) -> str:
    """The short line right above a heading, in the same element."""
    heading, above = blocks[at], blocks[at - 1] if at else None
    if above is None or above.tag in HEADINGS or above.tag in ("li", "td", "button", "label"):
        return ""
    beside = len(above.path) <= len(heading.path) + 1 and above.path[: len(heading.path) - 1] == heading.path[:-1]
    return above.text if beside and len(above.text.split()) <= MAX_LABEL_WORDS else ""


def items_in_same_element(section: Section, items: list[Block]) -> list[Block]:
    """The items up to the end of the element that contains the section's heading and the first item.

    A section goes on to the next large heading, so it may also contain what follows that element.
    """
    around = shared_path(section.heading.path, items[0].path) if items else []
    return [item for item in items if item.path[: len(around)] == around]


def card_rows(page: ReadPage, without: re.Pattern[str] = OTHER_CARDS) -> list[list[Block]]:
    """At least three headings of one level right under the same heading, with a text under each.

    `without` matches titles of sections to leave out, in addition to OTHER_CARDS.
    """
    heads = card_heads(page, without)
    found: list[list[Block]] = []
    all_sections = sections(page)
    after = {id(block): text for block, text in pairwise(page.blocks)}
    parents = {id(block): section for section in all_sections for block in section.blocks}  # the innermost
    heading_counts = {id(one.heading): sum(block.tag in HEADINGS for block in one.blocks) for one in all_sections}
    for section in all_sections:
        below = [block for block in section.blocks if block.tag in HEADINGS and parents[id(block)] is section]
        if section.level == 1 and below and below[0].tag == "h2":
            continue  # these are the sections of the page
        cards = items_in_same_element(section, [block for block in below if block.tag == below[0].tag])
        cards = without_section_titles(cards, heading_counts)
        own = add_brief_cards(after, cards, [block for block in cards if id(block) in heads])
        max_cards = MAX_UNDER_TITLE if own and has_own_element(page, section, own[0]) else MAX_IN_ROW
        if len(own) >= MIN_CARDS and len(cards) <= max_cards:
            found.append(own)
    known = {id(head) for row in found for head in row}
    remaining = [head for head in heads.values() if head.tag != "h1" and id(head) not in known]
    found += [row for row in alike_rows(page.blocks, remaining) if has_title_above(page.blocks, row)]
    return without_foreign_rows(page, found)


def add_brief_cards(after: Mapping[int, Block], cards: list[Block], own: list[Block]) -> list[Block]:
    """Add the few cards whose text is too short to be recognised: `Modbus RTU`, and below it `RS485, two wires`.

    `after`: the next block of each block, by its id.
    """
    if len(own) < MIN_CARDS or len(own) == len(cards) or 2 * len(own) < len(cards):
        return own
    known = {id(block) for block in own}

    def is_brief(card: Block) -> bool:
        text = after.get(id(card))
        has_text = text is not None and text.path[:-1] == card.path[:-1] and len(text.text.split()) >= MIN_BRIEF_WORDS
        return has_text and may_be_feature(card) and not NUMBER.match(card.text) and "steps" not in card.marks

    return [card for card in cards if id(card) in known or is_brief(card)]


def has_own_element(page: ReadPage, section: Section, card: Block) -> bool:
    """Whether the section is the only one in its element. If not, a long row may be a catalogue."""
    around = shared_path(section.heading.path, card.path)
    large = [block for block in page.blocks if block.tag in HEADINGS[: section.level]]
    return not any(block.path[: len(around)] == around for block in large if block is not section.heading)


def has_title_above(blocks: list[Block], row: list[Block]) -> bool:
    """Whether large headings side by side are cards (names under a title of the same size) and not sections."""
    if row[0].tag != "h2":
        return True
    around = shared_path(row[0].path, row[1].path)
    first = next(block for block in blocks if block.path[: len(around)] == around and block.place == row[0].place)
    return first.tag == "h2" and first not in row and all(map(is_short_name, row))


def is_short_name(head: Block) -> bool:
    return len(head.text.split()) <= MAX_NAME_WORDS and not SENTENCE_END.search(head.text)


def are_mostly_names(row: list[Block]) -> bool:
    """Whether most titles of a row are names of a few words, and not sentences."""

    def is_name(text: str) -> bool:
        return len(text) <= MAX_UNSPACED_NAME if UNSPACED.search(text) else len(text.split()) <= MAX_NAME_WORDS

    return 2 * sum(is_name(head.text) for head in row) > len(row)


def without_section_titles(cards: list[Block], heading_counts: Mapping[int, int]) -> list[Block]:
    """Headings side by side, without the few that have smaller headings under them: those begin another section.

    `smaller`: the number of headings under each heading, by its id.
    """
    titles = [card for card in cards if heading_counts.get(id(card), 0) > 1]
    return [card for card in cards if card not in titles] if 2 * len(titles) < len(cards) else cards


def card_heads(page: ReadPage, without: re.Pattern[str] = OTHER_CARDS) -> dict[int, Block]:
    """Headings with a text under them, without steps and headings in sections about other topics."""
    titles = titles_above(page)
    heads: dict[int, Block] = {}
    for at, (head, text) in enumerate(pairwise(page.blocks)):
        prose = text.tag not in HEADINGS and (len(text.text) > 30 or len(text.text.split()) > 4 or is_prose(text.text))
        if head.tag not in HEADINGS or not prose or not may_be_feature(head) or "steps" in head.marks:
            continue
        around = titles.get(id(head), [])
        if any(is_other_topic(name, without) for nearest in around[-1:] for name in nearest.names):
            continue
        if any(is_about_trouble(name) for titled in around[:-1] for name in titled.names):
            continue
        above = page.blocks[at - 1].text if at else ""
        if not NUMBER.match(head.text) and not NUMBER.fullmatch(above) and not STATISTIC.search(above):
            heads[id(head)] = head
    return dict(islice(heads.items(), MAX_CARDS))


def titles_above(page: ReadPage) -> dict[int, list[TitledSection]]:
    """The sections around each block by its id, outer ones first: the innermost, and those in whose element it is."""
    found: dict[int, list[TitledSection]] = {}
    for titled in titled_sections(page):
        others = blocks_outside_element(titled.section) if any(map(is_other_topic, titled.names)) else ()
        for block in titled.section.blocks:
            if id(block) in others:
                continue
            above = found.setdefault(id(block), [])
            above[:] = [*(outer for outer in above if is_in_element_of(outer.section.heading, block)), titled]
    return found


def is_in_element_of(heading: Block, block: Block) -> bool:
    """Whether a block is in the element that a heading is in, or in the one around that."""
    return any(block.path[: len(around)] == around for around in (heading.path[:-1], heading.path[:-2]) if around)


def is_only_features(title: str) -> bool:
    """Whether a heading such as `Services`, which is also the name of a page, names features and no prices."""
    return FEATURES_TITLE.search(title) is not None and not SECTION_PATTERNS["pricing"].search(title)


def is_of_product(titles: Mapping[int, Sequence[TitledSection]], row: Sequence[Block]) -> bool:
    """Whether the section of a row is about the product, not about its makers or its technology."""
    names = [name for titled in titles.get(id(row[0]), [])[-1:] for name in titled.names]
    return not any(MADE_WITH.search(name) or (names_page(name) and not is_only_features(name)) for name in names)


@lru_cache(maxsize=4096)  # called for every block below a title
def is_other_topic(title: str, without: re.Pattern[str] = OTHER_CARDS) -> bool:
    """Whether the title of a section is about something other than features."""
    return is_about_trouble(title) or bool(OTHER_CARDS.search(title) or without.search(title))


def is_about_trouble(title: str) -> bool:
    """Whether a title is about the reader's problem: it is a question, or names the problem without the solution."""
    asked = ENDS_QUESTION.search(title) is not None and not WHY_TITLE.search(title) and not FEATURES_TITLE.search(title)
    return asked or names_trouble(title)


@lru_cache(maxsize=4096)
def names_trouble(title: str) -> bool:
    return TROUBLES.search(title) is not None and not SOLUTION_WORDS.search(title)


def without_foreign_rows(page: ReadPage, rows: list[list[Block]]) -> list[list[Block]]:
    """Rows without those that list people, articles, links to other sites, complaints, or other things."""
    if not any(rows):
        return []
    site = site_of(page.url)
    foreign_paths = [link.path for link in page.links if link.kind == "a" and is_elsewhere(link.url, site)]
    short = [block for block in page.blocks if len(block.text.split()) <= MAX_LABEL_WORDS]
    foreign_paths += [
        block.path for block in page.blocks if len(block.text) <= MAX_DATED and READING_TIME.search(block.text)
    ]
    foreign_paths += [
        block.path for block in short if FULL_DATE.search(block.text) or ENDS_WITH_YEAR.search(block.text)
    ]
    words = set(re.findall(r"\w+", page.text))

    def is_person(head: Block) -> bool:
        # A word that is lower case elsewhere is not a name: `Global Storage` if the page also says `storage`.
        return is_person_name(head.text) and words.isdisjoint(head.text.lower().split())

    def is_foreign(head: Block) -> bool:
        card = head.path[:-1]
        return any(path[: len(card)] == card for path in foreign_paths)

    own = [row for row in rows if sum(map(is_foreign, row)) <= len(row) / 2 and not all(map(is_person, row))]
    own = [row for row in own if not are_complaints(row) and not quotes_reader(page, row)]
    own = without_other_rows(page, own)
    # `Our services`, `Our work`: a menu of the site.
    return [row for row in own if not any(MENU_TITLE.match(head.text) for head in row)]


def quotes_reader(page: ReadPage, row: list[Block]) -> bool:
    """Whether a card next to these is a quoted question of a reader. Then the row is about the readers' problems."""
    beside = [block for block in page.blocks if block.tag == row[0].tag and len(block.path) == len(row[0].path)]
    asked = [block for block in beside if QUOTED.match(block.text) and "?" in block.text]
    return any(sum(one != two for one, two in zip(block.path, row[0].path, strict=True)) == 1 for block in asked)


def are_complaints(row: list[Block]) -> bool:
    """Whether half of the titles are in quotation marks or say what fails: they are the reader's complaints."""
    return 2 * sum(bool(QUOTED.match(head.text) or SAYS_WHAT_FAILS.search(head.text)) for head in row) >= len(row)


def is_elsewhere(url: str, site: str) -> bool:
    return url.startswith("http") and site_of(url) != site


def is_prose(text: str) -> bool:
    return (len(text) > 30 and len(text.split()) >= 5) or (len(text) > 15 and bool(UNSPACED.search(text)))
