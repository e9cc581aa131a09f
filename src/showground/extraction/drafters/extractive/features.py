"""Drafts the features and the unique selling points, from headings, cards and list items."""

import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from urllib.parse import urlsplit

from showground.extraction.about_others import is_about_others
from showground.extraction.block_paths import shared_path
from showground.extraction.drafters.extractive.card_evidence import is_cv_or_band, with_shape_of_first
from showground.extraction.drafters.extractive.cards import (
    MAX_CARDS,
    MIN_CARDS,
    TitledSection,
    are_complaints,
    are_mostly_names,
    card_rows,
    is_about_trouble,
    is_of_product,
    is_other_topic,
    items_in_same_element,
    names_trouble,
    titled_sections,
    titles_above,
    without_foreign_rows,
)
from showground.extraction.drafters.extractive.feature_drafts import FeatureRow, draft_rows
from showground.extraction.drafters.extractive.feature_words import (
    AND_MORE,
    DENIED_LIST,
    FEATURES_TITLE,
    ONLY_FEATURES,
    SKIPPED_MARKS,
    WHY_TITLE,
    is_feature_sentence,
    may_be_feature,
)
from showground.extraction.drafters.extractive.further_rows import further_rows
from showground.extraction.drafters.extractive.listed_features import is_labelled, listed_features
from showground.extraction.drafters.extractive.other_items import without_other_items
from showground.extraction.drafters.extractive.plain_cards import (
    alike_in,
    are_alike,
    cards_before_headings,
    large_rows,
    plain_cards,
    plain_rows,
    titles_of_lists,
)
from showground.extraction.drafters.extractive.plan_items import items_of_plans
from showground.extraction.drafters.extractive.rest_of_rows import with_rest_of_rows
from showground.extraction.drafters.extractive.row_model import without_unlikely
from showground.extraction.drafters.extractive.rows import line_row, short_rows, signed_lines
from showground.extraction.drafters.extractive.unnamed_features import inline_cards, short_lists, unnamed_features
from showground.extraction.page_sections import HEADINGS, Section
from showground.extraction.proposal import Drafted
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.text_folding import name_key

Keep = Callable[[ReadPage, Sequence[Block]], list[Block]]
MAX_HEADING_LENGTH = 10
ONLY_NUMBER = re.compile(r"\W*\d[\d.,]*\s?[kKmM]?\s?[+%]?\W*")
PRESS_KIT = re.compile(r"/press-?kit/", re.IGNORECASE)


def find_features(site: SiteModel) -> Drafted | None:
    """The features that rules find, and further rows that are very likely features."""
    first = features_by_rules(site)
    rows = [*([first] if first else []), *further_rows(site, first)]
    return draft_rows(rows) if rows else None


def features_by_rules(site: SiteModel, keep: Keep = without_unlikely) -> FeatureRow | None:
    """The features of the first page that has some: the home page, or one about them.

    `keep` chooses among the features that the rules find on a page.
    """

    def own(page: ReadPage, items: list[Block]) -> list[Block]:
        return without_other_items(page, with_rest_of_rows(page, keep(page, without_other_items(page, items))))

    for page in site.own_pages("home", "features", "about"):
        names = {
            name_key(site.name),
            name_key(site.home.title),
            *(name_key(head.text) for head in page.headings if head.level == 1),
        }
        items = [item for item in own(page, features_on(page, site.name)) if name_key(item.text) not in names]
        if items:
            return page, items
    for page in site.own_pages("home"):
        if items := own(page, large_rows(page)):
            return page, items
    for page in site.own_pages("press", "other"):
        listed = page.kind == "press" or is_about_features(page)
        if listed and (items := keep(page, items_under_headings(page, FEATURES_TITLE) or listed_features(page))):
            return page, items
    if items := own(site.home, unnamed_features(site.home)):
        return site.home, items
    for page in site.own_pages("pricing", "home"):
        if len(items := items_of_plans(page)) >= MIN_CARDS:
            return page, items
    items = own(site.home, short_lists(site.home))
    return (site.home, items) if items else None


def is_about_features(page: ReadPage) -> bool:
    """Whether a page of no known kind says in its headline that it lists features or services, or is a press kit's."""
    heads = [block for block in page.blocks if block.tag in HEADINGS and block.place in ("main", "header")]
    headline = next((block.text for block in heads if block.tag == "h1"), heads[0].text if heads else "")
    listed = len(headline.split()) <= MAX_HEADING_LENGTH and FEATURES_TITLE.search(headline)
    return bool(listed or PRESS_KIT.search(urlsplit(page.url).path)) and not is_about_others(page)


def features_on(page: ReadPage, name: str = "") -> list[Block]:
    """What the page calls features and its cards, or only its cards if it calls nothing features.

    Pages describe features first. Cards after them are about other things, unless their titles are names (`Speed
    control`), not sentences. If a card has the name of the product, the cards are a family of products.
    """
    headed_items = items_under_headings(page, FEATURES_TITLE)
    # If the features have no headings, headings below them only explain some of them.
    plain = bool(headed_items) and headed_items[0].tag in ("div", "p")
    marked = [] if plain else marked_features(page, among=headed_items)
    named = [*headed_items, *listed_features(page), *marked]
    if page.kind == "about":
        return named
    # Next to features, reasons to choose the product are something else.
    rows = card_rows(page, WHY_TITLE) if named else card_rows(page)
    rows = [row for row in rows if not name or all(name_key(head.text) != name_key(name) for head in row)]
    if is_cv_or_band(page):
        return named  # nothing else here is a product's
    rows = rows if named else with_shape_of_first(rows)
    places = {id(block): at for at, block in enumerate(page.blocks)}
    last = max((places[id(block)] for block in named), default=len(page.blocks))
    named = named or items_under_headings(page, WHY_TITLE)
    titles = titles_above(page) if named and not plain else {}
    later = [row for row in rows if titles and are_mostly_names(row) and is_of_product(titles, row)]
    cards = [block for row in rows for block in row if places[id(block)] <= last or row in later]
    items = [*named, *cards] or plain_rows(page) or signed_lines(page.blocks)
    return items or (headings_of(page) if page.kind == "features" else [])


def items_under_headings(page: ReadPage, pattern: re.Pattern[str]) -> list[Block]:
    """The items of sections with a matching heading, whatever their markup."""
    found: list[Block] = []
    titles = titles_above(page)
    for titled in titled_sections(page):
        if not has_heading(titled, pattern):
            continue
        items = items_of_section(titled.section)
        # A smaller section inside may be about something else.
        items = [item for item in items if not any(map(is_off_topic, inner_sections(titled, titles.get(id(item), []))))]
        found += items if not are_complaints(items) else []
    return found


def inner_sections(outer: TitledSection, path: list[TitledSection]) -> list[TitledSection]:
    """The sections around an item that are inside this one."""
    places = [at for at, titled in enumerate(path) if titled.section.heading is outer.section.heading]
    return path[places[0] + 1 :] if places else path[-1:]


def is_off_topic(titled: TitledSection) -> bool:
    return any(is_other_topic(name) for name in titled.names)


def marked_features(page: ReadPage, among: list[Block]) -> list[Block]:
    """Items that classes and ids call features. `among`: those under headings of features.

    If there are any, sections with other headings are left out: templates use one class for all of their cards.
    """
    marked = [block for block in page.blocks if "feature" in block.marks]
    if among:
        titles = titles_above(page)
        marked = [block for block in marked if not is_in_other_section(titles.get(id(block), []))]
    lines = [block for block in first_lines(marked) if may_be_feature(block)]
    # Next to numbers such as `400+`, a short title only says what is counted.
    counts = [block for block in marked if block.tag in HEADINGS and ONLY_NUMBER.fullmatch(block.text)]
    lines = [block for block in lines if not any(are_alike(block.path, count.path) for count in counts)]
    for tags in (("h3", "h4"), ("li",)):
        if items := most_common_tag([block for block in lines if block.tag in tags]):
            return items
    large = [block for block in lines if block.tag == "h2"][:MAX_CARDS]
    return plain_cards(marked) or alike_in(large) or line_row(marked) or short_rows(marked)


def is_in_other_section(path: list[TitledSection]) -> bool:
    """Whether a block is in a section with its own heading, and no section around it is called features."""
    return bool(path) and path[-1].section.level > 1 and not any(has_heading(titled, FEATURES_TITLE) for titled in path)


def has_heading(titled: TitledSection, pattern: re.Pattern[str]) -> bool:
    """Whether the heading of a section, or the label above it, matches."""
    if SKIPPED_MARKS.intersection(titled.section.heading.marks) or any(map(names_trouble, titled.names)):
        return False
    # The label above the page's title describes the page, not its sections.
    names = titled.names if titled.section.level > 1 else titled.names[:1]
    matching = [name for name in names if len(name.split()) <= MAX_HEADING_LENGTH and pattern.search(name)]
    return any(not is_about_trouble(name) and not DENIED_LIST.search(name) for name in matching)


def find_usps(site: SiteModel) -> Drafted | None:
    for page in site.own_pages("home", "features", "about"):
        for titled in titled_sections(page):
            section = titled.section
            if section.level > 1 and has_heading(titled, WHY_TITLE) and (items := items_of_section(section)):
                return draft_rows([(page, items)])
    return None


def items_of_section(section: Section) -> list[Block]:
    """The headings inside a section or its list items, whichever are closest to its heading."""
    if cards := cards_before_headings(section):
        return cards
    found: list[list[Block]] = []
    for tags in (tuple(f"h{level}" for level in range(section.level + 1, 7)), ("li",), ("dt",), ("summary",)):
        lines = [block for block in first_lines(section.blocks) if block.tag in tags]
        items = [block for block in lines if may_be_feature(block) or (block.tag == "li" and is_labelled(block))]
        if items := most_common_tag(items_in_same_element(section, items)):
            found.append(items)
    if found:
        items = max(found, key=lambda items: len(shared_path(section.heading.path, items[0].path)))
        if items[0].tag == "li" and (titles := titles_of_lists(section, items)):
            return titles
        return [*items, *items_under_and_more(section)] if items[0].tag in HEADINGS else items
    cards = plain_cards(section.blocks) or inline_cards(section.blocks)
    return cards or line_row(items_in_same_element(section, section.blocks)) or sentence_features(section)


def items_under_and_more(section: Section) -> list[Block]:
    """The list under a last card with the title `And more`."""
    found: list[Block] = []
    for at, head in enumerate(section.blocks):
        if head.tag in HEADINGS and AND_MORE.fullmatch(head.text):
            below = takewhile(lambda item: item.tag == "li", section.blocks[at + 1 :])
            found += [
                item for item in below if item.path[: len(head.path) - 1] == head.path[:-1] and may_be_feature(item)
            ]
    return found


def sentence_features(section: Section) -> list[Block]:
    """Features that are whole sentences, right under a heading such as `Features`, as on pages of games."""
    if not ONLY_FEATURES.fullmatch(section.heading.text):
        return []
    around = section.heading.path[:-1]
    below = [block for block in section.blocks if block.path[: len(around)] == around]
    for tag in ("li", "p"):
        first = next((block for block in below if block.tag == tag), None)
        row = [block for block in below if first and block.tag == tag and block.path[:-1] == first.path[:-1]]
        features = [block for block in row if is_feature_sentence(block)]
        if len(features) >= MIN_CARDS and 2 * len(features) > len(row):
            return features
    return []


def first_lines(blocks: list[Block]) -> list[Block]:
    """Keep only the first line of elements with several lines; it says what they are about."""
    return [block for at, block in enumerate(blocks) if not at or block.path != blocks[at - 1].path]


def most_common_tag(items: list[Block]) -> list[Block]:
    """The items of one level; a lone heading among cards belongs to something else."""
    tags = [block.tag for block in items]
    best = max(dict.fromkeys(tags), key=tags.count, default="")
    chosen = [block for block in items if block.tag == best]
    return chosen if len(chosen) >= 2 else []


def headings_of(page: ReadPage) -> list[Block]:
    """The headings of a page about features, without those of sections about something else."""
    titles = titles_above(page)
    heads = [block for block in page.blocks if block.tag in ("h2", "h3") and may_be_feature(block)]
    heads = [block for block in heads if not any(map(is_off_topic, titles.get(id(block), [])))]
    row = most_common_tag(heads)
    return row if without_foreign_rows(page, [row]) else []
