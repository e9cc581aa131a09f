"""The founders: people whom the company itself calls founders."""

import re
from typing import Any, cast

from showground.extraction.about_others import is_about_others
from showground.extraction.block_paths import shared_path
from showground.extraction.company_origin import COMPANIES, is_own
from showground.extraction.credits import find_credits
from showground.extraction.founder_bios import NOT_STAFF, find_bio
from showground.extraction.founding_sentences import foundings
from showground.extraction.page_sections import HEADINGS
from showground.extraction.proposal import Drafted, DraftedFounder, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel, text_of
from showground.extraction.statements.founder_sentences import named_founders
from showground.extraction.statements.makers import named_makers
from showground.extraction.statements.people import (
    FOUNDER,
    HONORIFIC,
    is_first_name,
    is_founder_title,
    is_name_beside_title,
    is_person_name,
    is_role,
)
from showground.extraction.statements.socials import profile_of
from showground.extraction.statements.text_folding import comparable, name_key
from showground.extraction.subjects import Subjects

MAX_FOUNDERS = 6
MAX_NAME_WORDS, MAX_TITLE_WORDS = 4, 9
BETWEEN = re.compile(r"[,–—|(:、，：（]|\s-\s")  # a name and its title
TITLE = re.compile(r"[^)]{2,80}")
TITLE_PARTS = re.compile(r"\s[|·•–—-]\s|:\s")
FOUNDERS_TITLE = re.compile(
    r"(?:(?:meet|our|the|about|unsere?|die|les|nos|los|nuestros|os|nossos|i|i nostri|onze|de) )*(?:co-?)?(?:founders?"
    r"|gründer(?:innen|in)?|(?:co)?fondateurs|(?:co)?fundadores|fondatori|oprichters|założyciele|основатели"
    r"|kurucular(?:ımız)?)"
    r"|創業者|创始人|창업자",
    re.IGNORECASE,
)


def find_founders(subjects: Subjects) -> list[DraftedFounder]:
    site = subjects.site
    found: dict[str, DraftedFounder] = {}
    for page in site.own_pages("team", "about", "home", "contact", "features", "press", "other"):
        if is_about_others(page):
            continue
        for founder in [*on_cards(subjects, page), *under_heading(subjects, page)]:
            add(found, founder)
    for page, block in site.statements(skip=NOT_STAFF):
        for founder in in_sentences(subjects, page, block):
            add(found, founder)
    for credit in find_credits(site) if not found else ():
        add(found, DraftedFounder(name=credit.name, quotes=[credit.said]))
    for page, node in site.nodes(*COMPANIES, "SoftwareApplication", "WebSite"):
        if is_own(site, node):
            for founder in structured(subjects, page, node):
                add(found, founder)
    return list(found.values())[:MAX_FOUNDERS]


def in_sentences(subjects: Subjects, page: ReadPage, block: Block) -> list[DraftedFounder]:
    """The people whom sentences of a block call founders, or tell to have begun the product."""
    found: list[DraftedFounder] = []
    quotes = [SourceQuote(quote=block.text, url=page.url)]
    for said in (*named_founders(block.text, subjects.names), *named_makers(block.text, subjects.names)):
        # At the end of a page, whoever built it may be an agency.
        if said.weak and (block.place == "footer" or is_word_of(subjects.site, said.value[0])):
            continue
        if subjects.owns(page, block, said):
            name, title = said.value
            found.append(DraftedFounder(name=name, title=title, quotes=quotes))
    told = [name for founding in foundings(subjects, page, block) for name in founding.founders]
    return [*found, *(DraftedFounder(name=name, quotes=quotes) for name in told)]


def is_word_of(site: SiteModel, name: str) -> bool:
    """Whether a name has a word of the product's name or domain in it: a brand, and no person."""
    own = {name_key(word) for word in re.split(r"[\s._-]+", f"{site.name} {site.domain.partition('.')[0]}")}
    return any(name_key(word) in own for word in name.split())


def add(found: dict[str, DraftedFounder], founder: DraftedFounder) -> None:
    known = found.setdefault(name_key(founder.name), founder)
    if known is not founder:
        known.title = known.title or founder.title
        known.bio = known.bio or founder.bio
        known.quotes = [*known.quotes, *founder.quotes][:4]


def on_cards(subjects: Subjects, page: ReadPage) -> list[DraftedFounder]:
    """A name next to a title that says founder, in a section about the team."""
    found: list[DraftedFounder] = []
    blocks = page.blocks
    for at, block in enumerate(blocks):
        if NOT_STAFF.intersection(block.marks) or block.lang:
            continue
        own_place = page.kind in ("team", "about") or "team" in block.marks
        # `Founder of Acme` says itself whose founder it is.
        own_place = own_place or (page.kind in ("contact", "home") and subjects.names_us(block.text))
        together = name_with_title(block.text)
        if together:
            name, title = together
            named_us = re.search(r"\b(?:at|of)\b", title) is not None
            if (own_place or named_us) and is_title_of_ours(title, subjects):
                found.append(make_founder(subjects, page, at, at, name, title))
            continue
        if not own_place or not is_title_of_ours(block.text, subjects) or len(block.text.split()) > 10:
            continue
        name_at = next((near for near in (at - 1, at + 1, at - 2) if is_beside(blocks, at, near)), None)
        if name_at is None and is_called(page, at):
            name_at = at - 1
        if name_at is not None:
            name = HONORIFIC.sub("", blocks[name_at].text.strip())
            found.append(make_founder(subjects, page, name_at, at, name, block.text))
    return found


def is_title_of_ours(title: str, subjects: Subjects) -> bool:
    """Whether a title makes somebody a founder of the product or its maker."""
    return any(is_founder_title(title, name) for name in (subjects.site.name, *subjects.names))


def under_heading(subjects: Subjects, page: ReadPage) -> list[DraftedFounder]:
    """Names under a heading such as "Founders", each with the role in the next line."""
    found: list[DraftedFounder] = []
    words = set(re.findall(r"\w+", page.text))
    whole = is_founders_page(page)
    for at, block in enumerate(page.blocks):
        # On a page that is called `Founders`, people are under headings of their own.
        called = "founders" in block.marks or (whole and block.tag in HEADINGS and block.place == "main")
        if not called or NOT_STAFF.intersection(block.marks) or not is_person_name(block.text):
            continue
        if not words.isdisjoint(block.text.lower().split()):
            continue  # what is written in lower case elsewhere is a word and no name
        after = page.blocks[at + 1] if at + 1 < len(page.blocks) else None
        if after and is_role(after.text) and is_near(after, block):
            found.append(make_founder(subjects, page, at, at + 1, block.text, after.text))
        else:
            found.append(make_founder(subjects, page, at, at, block.text, None))
    return found


def is_founders_page(page: ReadPage) -> bool:
    """Whether a page is called `Founders` by its title; one `For founders` speaks to others."""
    return any(FOUNDERS_TITLE.fullmatch(part.strip()) for part in TITLE_PARTS.split(page.title))


def name_with_title(text: str) -> tuple[str, str] | None:
    """`Jane Roe, Co-founder & CEO` in one line, or `— Jane Roe, founder` below a letter, or nothing between the two."""
    text = text.lstrip("—–- ")
    between = BETWEEN.search(text)
    if between is None:
        start = FOUNDER.search(text)
        name, title = (text[: start.start()].strip(), text[start.start() :]) if start else ("", "")
        return (name, title) if is_person_name(name) and len(title.split()) <= MAX_TITLE_WORDS else None
    name, title = text[: between.start()].strip(), text[between.end() :].strip().rstrip(")）").strip()
    if FOUNDER.search(name) and not FOUNDER.search(title) and not title.isascii():
        name, title = title, name  # the title first, as in Chinese; in English a company follows the title
    fits = TITLE.fullmatch(title) and len(title.split()) <= MAX_TITLE_WORDS and not title.endswith((".", "!"))
    return (name, title) if fits and is_name_beside_title(name, in_line=True) and FOUNDER.search(title) else None


def is_beside(blocks: list[Block], at: int, near: int) -> bool:
    if not 0 <= near < len(blocks) or not is_name_beside_title(blocks[near].text):
        return False
    if near > at and belongs_above(blocks, at):
        return False
    return is_near(blocks[at], blocks[near]) and not NOT_STAFF.intersection(blocks[near].marks)


def is_called(page: ReadPage, at: int) -> bool:
    """Whether a title is right below a first name alone, which is the heading of a card and no word of the page."""
    above = page.blocks[at - 1] if at else None
    if above is None or above.tag not in (*HEADINGS, "strong", "b", "dt") or not is_first_name(above.text):
        return False
    words = set(re.findall(r"\w+", page.text))
    return is_near(page.blocks[at], above) and above.text.strip().lower() not in words


def belongs_above(blocks: list[Block], at: int) -> bool:
    """Whether a title is the second line of a card, below some name; then the next line is another person's."""
    above = blocks[at - 1] if at else None
    short = above is not None and above.tag not in HEADINGS and len(above.text.split()) <= MAX_NAME_WORDS
    return above is not None and short and is_near(blocks[at], above)


def is_near(one: Block, other: Block) -> bool:
    """Whether both are in one card: in the same element, or in neighbouring children of it."""
    return len(shared_path(one.path, other.path)) >= max(len(one.path), len(other.path)) - 2


def make_founder(
    subjects: Subjects, page: ReadPage, name_at: int, title_at: int, name: str, title: str | None
) -> DraftedFounder:
    """A founder with the lines of their card, and the biography that follows."""
    first, last = sorted((name_at, title_at))
    head = " ".join(block.text for block in page.blocks[first : last + 1])
    bio = find_bio(subjects, page, last, name_at, name)
    quotes = [SourceQuote(quote=text, url=page.url) for text in (head, *bio)]
    return DraftedFounder(name=name, title=title, bio="\n\n".join(bio) or None, quotes=quotes)


def structured(subjects: Subjects, page: ReadPage, node: dict[str, Any]) -> list[DraftedFounder]:
    listed: Any = node.get("founder") or node.get("founders") or []
    people = cast("list[Any]", listed) if isinstance(listed, list) else [listed]
    found: list[DraftedFounder] = []
    for person in people:
        fields = cast("dict[str, Any]", person) if isinstance(person, dict) else {"name": person}
        name, title = text_of(fields.get("name")), text_of(fields.get("jobTitle"))
        if is_name_beside_title(name, in_line=True):
            quotes = [SourceQuote(quote=name, url=page.url)]
            if title and is_title_of_ours(title, subjects):
                quotes.append(SourceQuote(quote=title, url=page.url))
            found.append(DraftedFounder(name=name, title=title if len(quotes) > 1 else None, quotes=quotes))
    return found


def find_founder_socials(site: SiteModel, founders: list[DraftedFounder]) -> dict[str, Drafted]:
    """Profiles on the first founder's card."""
    found: dict[str, Drafted] = {}
    if not founders:
        return found
    name = founders[0].name
    for page in site.own_pages("team", "about", "home", "contact"):
        at = next((at for at, block in enumerate(page.blocks) if comparable(name) in comparable(block.text)
                   and not NOT_STAFF.intersection(block.marks) and len(block.text) < 120), None)  # fmt: skip
        if at is None:
            continue
        path = page.blocks[at].path
        for link in page.links:
            profile = profile_of(link.url) if link.kind == "a" else None
            near = len(shared_path(link.path, path)) >= max(len(path) - 2, 1) and link.place == "main"
            if profile and near and bears_name(profile.handle, name):
                found.setdefault(
                    profile.platform, Drafted(value=link.url, quotes=[SourceQuote(quote=link.url, url=page.url)])
                )
    return found


def bears_name(handle: str, name: str) -> bool:
    """Whether a handle contains part of the name; other profiles on the card could be anyone's."""
    return any(len(part) > 2 and name_key(part) in name_key(handle) for part in name.split())
