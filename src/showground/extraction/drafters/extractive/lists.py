"""Features and what makes the product different, from the site's headings and list items."""

import re
from itertools import pairwise

from showground.extraction.founders import zip_equal
from showground.extraction.plans import PLAN_NAME
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, HEADINGS, Section, SiteModel, sections
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.text_folding import comparable

FEATURES = re.compile(
    r"\bfeatures?\b|what you (?:get|can do)|what it does|what['’]?s (?:included|inside)|everything you(?:['’]ll)? "
    r"(?:need|get)|capabilities|"
    r"\bfunktionen\b|was .{1,30} kann\b|fonctionnalités|caractéristiques|características|funcionalidades|"
    r"funzionalità|functies|all the tools|"
    r"\bfunktioner\b|ominaisuudet|what .{1,20} (?:can do|does)$|^funcionalidad",
    re.IGNORECASE,
)
DISTINCT = re.compile(
    r"^why\b(?!.*\?$.*pric)|what makes (?:us|it|.{1,30}) (?:different|special|unique)|what sets|\bbenefits\b|"
    r"\badvantages\b|how we['’]?re different|"
    r"^warum\b|^pourquoi\b|^por qu[eé]\b|^perché\b|^waarom\b|vorteile|avantages|ventajas|vantagens|vantaggi|the "
    r"difference",
    re.IGNORECASE,
)
NOT_HERE = ABOUT_OTHERS | {"team", "pricing", "faq", "adviser", "legal", "logos", "modal"}
CALL = re.compile(
    r"^(?:get|start|sign|try|learn|read|see|ready|contact|book|request|join|download|watch|buy|subscribe|follow|"
    r"talk|explore|view|discover|"
    r"questions|faq|pricing|newsletter|stay|about|our team|blog|testimonials|trusted|loved|how it works|features|"
    r"step \d|"
    r"experience|unlock|let['’]?s|meet|say|choose|and more|and much more|"
    r"why |what |who |built for|more|jetzt|mehr|en savoir|comienza|still|have|need)\b(?! (?:sync|invoices|history))",
    re.IGNORECASE,
)
LEAD = re.compile(r"^(?P<lead>[^.:–—]{3,50}?)\s?(?:\s[–—-]|:)\s+\S.{9,}$")
NO_FEATURE = re.compile(
    r"\brated\b|\b\d(?:\.\d)?/5\b|\bstars\b|\breviews?\b$|\bcoming soon\b|\bin the works\b|\btrusted by\b",
    re.IGNORECASE,
)
MAX_ITEMS = 12
MAX_HEADING_LENGTH = 10
MAX_CARDS = 100


def find_features(site: SiteModel) -> Drafted | None:
    for page in site.own_pages("home", "features", "about"):
        if found := headed_features(page):
            return found
        if page.kind == "features" and (items := headings_of(page)):
            return drafted(page, items)
    for page in site.own_pages("home", "features"):
        marked = [
            block
            for block in first_lines(page.blocks)
            if "feature" in block.marks and block.tag in ("h3", "h4", "h2", "li")
        ]
        if items := most_common_tag([block for block in marked if is_item(block)]):
            return drafted(page, items)
        if items := plain_cards([block for block in page.blocks if "feature" in block.marks]):
            return drafted(page, items)
    if cards := cards_on(site.home):
        return drafted(site.home, cards)
    return next((found for page in site.own_pages("other") if (found := headed_features(page))), None)


def headed_features(page: ReadPage) -> Drafted | None:
    for section in sections(page):
        if is_headed(section, FEATURES) and (items := items_of(section)):
            return drafted(page, items)
    return None


def is_headed(section: Section, pattern: re.Pattern[str]) -> bool:
    heading = section.heading
    fits = len(heading.text.split()) <= MAX_HEADING_LENGTH and not NOT_HERE.intersection(heading.marks)
    return fits and bool(pattern.search(heading.text))


def find_usps(site: SiteModel) -> Drafted | None:
    for page in site.own_pages("home", "features", "about"):
        for section in sections(page):
            if section.level > 1 and is_headed(section, DISTINCT) and (items := items_of(section)):
                return drafted(page, items)
    return None


def items_of(section: Section) -> list[Block]:
    """The headings inside a section, or its list items."""
    for tags in (tuple(f"h{level}" for level in range(section.level + 1, 7)), ("li",), ("dt",), ("summary",)):
        items = [block for block in first_lines(section.blocks) if block.tag in tags and is_item(block)]
        if items := most_common_tag(items):
            return items
    return plain_cards(section.blocks)


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
    return most_common_tag([block for block in page.blocks if block.tag in ("h2", "h3") and is_item(block)])


def is_item(block: Block) -> bool:
    text = block.text.strip()
    if NOT_HERE.intersection(block.marks) or block.place not in ("main", "aside") or block.lang:
        return False
    if not 3 <= len(text) <= 110 or len(text.split()) > 14 or text.endswith(("?", ":")) or is_leftover(text):
        return False
    return (
        not CALL.match(text)
        and not PLAN_NAME.match(text)
        and not find_prices(text)
        and not NO_FEATURE.search(text)
        and not re.fullmatch(r"[\W\d]+\S{0,2}", text)
    )


def cards_on(page: ReadPage) -> list[Block]:
    """At least three headings of one level side by side, each with a text under it."""
    candidates = [
        block for at, block in enumerate(page.blocks)
        if block.tag in ("h3", "h4", "h5", "h6") and is_item(block) and "steps" not in block.marks
        and at + 1 < len(page.blocks) and page.blocks[at + 1].tag not in HEADINGS and len(page.blocks[at + 1].text) > 30
    ][:MAX_CARDS]  # fmt: skip
    for block in candidates:
        beside = [
            other for other in candidates
            if other.tag == block.tag and are_alike(other.path, block.path)
        ]  # fmt: skip
        if len(beside) >= 3:
            return beside
    return []


def are_alike(one: list[int], other: list[int]) -> bool:
    """Whether two blocks are at the same position in two cards, which may be in different rows."""
    differing = sum(a != b for a, b in zip(one, other, strict=False))
    return len(one) == len(other) and differing <= 2 and len(zip_equal(one, other)) >= len(one) - 6


def plain_cards(blocks: list[Block]) -> list[Block]:
    """At least three cards without headings: a few words, and a text under them in the same element."""
    heads = [
        head for head, text in pairwise(blocks)
        if head.tag in ("div", "p", "dt", "li") and is_item(head) and len(head.text.split()) <= 6
        and not re.search(r"[.!,→]$|\d\s?[%+]", head.text) and len(text.text) > 30 and len(text.text.split()) >= 5
        and text.tag in ("div", "p", "dd", "li") and head.path[:-1] == text.path[:-1] and len(head.path) > 2
    ][:MAX_CARDS]  # fmt: skip
    for head in heads:
        beside = [
            other for other in heads
            if len(other.path) == len(head.path)
            and (other.path[:-2], other.path[-1]) == (head.path[:-2], head.path[-1])
        ]  # fmt: skip
        if len(beside) >= 3:
            return beside
    return []


def drafted(page: ReadPage, items: list[Block]) -> Drafted:
    unique: dict[str, Block] = {}
    for block in items:
        unique.setdefault(comparable(block.text), block)
    chosen = list(unique.values())[:MAX_ITEMS]
    # `Single file: copy it, back it up.`: if every item starts with such a label, the label is the item.
    leads = [LEAD.match(block.text) for block in chosen]
    return Drafted(
        value=[lead["lead"] for lead in leads if lead] if all(leads) else [block.text.rstrip(".") for block in chosen],
        quotes=[SourceQuote(quote=block.text, url=page.url) for block in chosen],
    )
