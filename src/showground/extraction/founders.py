"""Finds the founders: people whom the company itself calls founders."""

import re
from typing import Any, cast

from showground.extraction.about_others import is_about_others
from showground.extraction.block_paths import shared_path
from showground.extraction.company_origin import COMPANY_TYPES, is_own
from showground.extraction.credits import find_credits
from showground.extraction.founder_bios import NOT_TEAM_MARKS, find_bio
from showground.extraction.founding_sentences import find_foundings
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
NAME_TITLE_SEPARATOR = re.compile(r"[,–—|(:、，：（]|\s-\s")  # between a name and a title
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
        for founder in [*founders_on_cards(subjects, page), *founders_under_heading(subjects, page)]:
            add_founder(found, founder)
    for page, block in site.statements(skip=NOT_TEAM_MARKS):
        for founder in founders_in_sentences(subjects, page, block):
            add_founder(found, founder)
    for credit in find_credits(site) if not found else ():
        add_founder(found, DraftedFounder(name=credit.name, quotes=[credit.quote]))
    for page, node in site.nodes(*COMPANY_TYPES, "SoftwareApplication", "WebSite"):
        if is_own(site, node):
            for founder in founders_in_json_ld(subjects, page, node):
                add_founder(found, founder)
    return list(found.values())[:MAX_FOUNDERS]


def founders_in_sentences(subjects: Subjects, page: ReadPage, block: Block) -> list[DraftedFounder]:
    """The people whom sentences of a block call founders, or who say that they made the product."""
    found: list[DraftedFounder] = []
    quotes = [SourceQuote(quote=block.text, url=page.url)]
    for statement in (*named_founders(block.text, subjects.names), *named_makers(block.text, subjects.names)):
        # In the footer, whoever built the site may be an agency.
        if statement.weak and (block.place == "footer" or is_part_of_own_name(subjects.site, statement.value[0])):
            continue
        if subjects.owns(page, block, statement):
            name, title = statement.value
            found.append(DraftedFounder(name=name, title=title, quotes=quotes))
    names = [name for founding in find_foundings(subjects, page, block) for name in founding.founders]
    return [*found, *(DraftedFounder(name=name, quotes=quotes) for name in names)]


def is_part_of_own_name(site: SiteModel, name: str) -> bool:
    """Whether a name contains a word of the product's name or domain, so it is a brand, not a person."""
    own = {name_key(word) for word in re.split(r"[\s._-]+", f"{site.name} {site.domain.partition('.')[0]}")}
    return any(name_key(word) in own for word in name.split())


def add_founder(found: dict[str, DraftedFounder], founder: DraftedFounder) -> None:
    known = found.setdefault(name_key(founder.name), founder)
    if known is not founder:
        known.title = known.title or founder.title
        known.bio = known.bio or founder.bio
        known.quotes = [*known.quotes, *founder.quotes][:4]


def founders_on_cards(subjects: Subjects, page: ReadPage) -> list[DraftedFounder]:
    """Founders on cards: a name next to a title such as `Founder`, in a section about the team."""
    found: list[DraftedFounder] = []
    blocks = page.blocks
    for at, block in enumerate(blocks):
        if NOT_TEAM_MARKS.intersection(block.marks) or block.lang:
            continue
        own_place = page.kind in ("team", "about") or "team" in block.marks
        # On other pages, the title must name the company: `Founder of Acme`.
        own_place = own_place or (page.kind in ("contact", "home") and subjects.names_us(block.text))
        in_one_line = name_with_title(block.text)
        if in_one_line:
            name, title = in_one_line
            named_us = re.search(r"\b(?:at|of)\b", title) is not None
            if (own_place or named_us) and is_title_of_ours(title, subjects):
                found.append(make_founder(subjects, page, at, at, name, title))
            continue
        if not own_place or not is_title_of_ours(block.text, subjects) or len(block.text.split()) > 10:
            continue
        name_at = next((near for near in (at - 1, at + 1, at - 2) if is_name_near(blocks, at, near)), None)
        if name_at is None and has_first_name_above(page, at):
            name_at = at - 1
        if name_at is not None:
            name = HONORIFIC.sub("", blocks[name_at].text.strip())
            found.append(make_founder(subjects, page, name_at, at, name, block.text))
    return found


def is_title_of_ours(title: str, subjects: Subjects) -> bool:
    """Whether a title makes somebody a founder of the product or its maker."""
    return any(is_founder_title(title, name) for name in (subjects.site.name, *subjects.names))


def founders_under_heading(subjects: Subjects, page: ReadPage) -> list[DraftedFounder]:
    """Names under a heading such as "Founders", each with the role in the next line."""
    found: list[DraftedFounder] = []
    words = set(re.findall(r"\w+", page.text))
    whole_page = is_founders_page(page)
    for at, block in enumerate(page.blocks):
        # On a page with the title `Founders`, each person has a heading.
        is_marked = "founders" in block.marks or (whole_page and block.tag in HEADINGS and block.place == "main")
        if not is_marked or NOT_TEAM_MARKS.intersection(block.marks) or not is_person_name(block.text):
            continue
        if not words.isdisjoint(block.text.lower().split()):
            continue  # a word that is lower case elsewhere is not a name
        after = page.blocks[at + 1] if at + 1 < len(page.blocks) else None
        if after and is_role(after.text) and is_near(after, block):
            found.append(make_founder(subjects, page, at, at + 1, block.text, after.text))
        else:
            found.append(make_founder(subjects, page, at, at, block.text, None))
    return found


def is_founders_page(page: ReadPage) -> bool:
    """Whether a page has the title `Founders`. A page `For founders` is for readers who are founders."""
    return any(FOUNDERS_TITLE.fullmatch(part.strip()) for part in TITLE_PARTS.split(page.title))


def name_with_title(text: str) -> tuple[str, str] | None:
    """The name and title in one line: `Jane Roe, Co-founder & CEO`, `— Jane Roe, founder`, `Jane Roe Founder`."""
    text = text.lstrip("—–- ")
    between = NAME_TITLE_SEPARATOR.search(text)
    if between is None:
        start = FOUNDER.search(text)
        name, title = (text[: start.start()].strip(), text[start.start() :]) if start else ("", "")
        return (name, title) if is_person_name(name) and len(title.split()) <= MAX_TITLE_WORDS else None
    name, title = text[: between.start()].strip(), text[between.end() :].strip().rstrip(")）").strip()
    if FOUNDER.search(name) and not FOUNDER.search(title) and not title.isascii():
        name, title = title, name  # the title comes first, as in Chinese
    fits = TITLE.fullmatch(title) and len(title.split()) <= MAX_TITLE_WORDS and not title.endswith((".", "!"))
    return (name, title) if fits and is_name_beside_title(name, in_line=True) and FOUNDER.search(title) else None


def is_name_near(blocks: list[Block], at: int, near: int) -> bool:
    if not 0 <= near < len(blocks) or not is_name_beside_title(blocks[near].text):
        return False
    if near > at and belongs_above(blocks, at):
        return False
    return is_near(blocks[at], blocks[near]) and not NOT_TEAM_MARKS.intersection(blocks[near].marks)


def has_first_name_above(page: ReadPage, at: int) -> bool:
    """Whether the line above a title is a first name: the heading of a card, and not a word used on the page."""
    above = page.blocks[at - 1] if at else None
    if above is None or above.tag not in (*HEADINGS, "strong", "b", "dt") or not is_first_name(above.text):
        return False
    words = set(re.findall(r"\w+", page.text))
    return is_near(page.blocks[at], above) and above.text.strip().lower() not in words


def belongs_above(blocks: list[Block], at: int) -> bool:
    """Whether a title is below a name in its card. Then the next line belongs to another person."""
    above = blocks[at - 1] if at else None
    short = above is not None and above.tag not in HEADINGS and len(above.text.split()) <= MAX_NAME_WORDS
    return above is not None and short and is_near(blocks[at], above)


def is_near(one: Block, other: Block) -> bool:
    """Whether two blocks are in one card: in the same element, or in neighbouring children of it."""
    return len(shared_path(one.path, other.path)) >= max(len(one.path), len(other.path)) - 2


def make_founder(
    subjects: Subjects, page: ReadPage, name_at: int, title_at: int, name: str, title: str | None
) -> DraftedFounder:
    """A founder with quotes of their card and the biography that follows."""
    first, last = sorted((name_at, title_at))
    head = " ".join(block.text for block in page.blocks[first : last + 1])
    bio = find_bio(subjects, page, last, name_at, name)
    quotes = [SourceQuote(quote=text, url=page.url) for text in (head, *bio)]
    return DraftedFounder(name=name, title=title, bio="\n\n".join(bio) or None, quotes=quotes)


def founders_in_json_ld(subjects: Subjects, page: ReadPage, node: dict[str, Any]) -> list[DraftedFounder]:
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
                   and not NOT_TEAM_MARKS.intersection(block.marks) and len(block.text) < 120), None)  # fmt: skip
        if at is None:
            continue
        path = page.blocks[at].path
        for link in page.links:
            profile = profile_of(link.url) if link.kind == "a" else None
            near = len(shared_path(link.path, path)) >= max(len(path) - 2, 1) and link.place == "main"
            if profile and near and contains_name(profile.handle, name):
                found.setdefault(
                    profile.platform, Drafted(value=link.url, quotes=[SourceQuote(quote=link.url, url=page.url)])
                )
    return found


def contains_name(handle: str, name: str) -> bool:
    """Whether a handle contains part of a name. Other profiles on the card may be anybody's."""
    return any(len(part) > 2 and name_key(part) in name_key(handle) for part in name.split())
