"""Drafts the product's stage, story and milestones."""

import re

from showground.extraction.page_sections import HEADINGS, sections
from showground.extraction.proposal import Drafted, DraftedMilestone, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, SiteModel
from showground.extraction.statements.dates import FULL_DATE, iso_date
from showground.extraction.statements.stages import PARTIAL, STAGES
from showground.extraction.statements.text_folding import name_key
from showground.extraction.subjects import OTHERS_PARTS

STORY = {
    "why_started": r"^why (?:we|i) (?:started|built|made|began|created|do this|exist)|^why .{1,30} exists$|^warum "
                   r"wir .* (?:gegründet|gebaut)|^pourquoi nous avons",
    "problem": r"^the problem$|^the problem we|^das problem$|^le problème$|^el problema$|^o problema$|^il problema$",
    "journey": r"^(?:our|the) journey(?: so far)?$|^unser weg$|^notre parcours$",
    "challenges": r"^(?:the |our )?challenges?$|^what was hard|^the hard part",
    "achievements": r"^(?:our )?achievements$|^what we['’]?ve achieved",
    "lessons": r"^(?:lessons|lessons learned|what we(?:['’]ve)? learn(?:ed|t))",
    "whats_next": r"^what['’]?s next|^what is next|^the road ahead|^where we['’]?re (?:going|headed)|^wie es "
                  r"weitergeht",
    "story": r"^(?:our|the|my) (?:story|history)$|^how (?:it|we) (?:all )?(?:started|began)|^our beginnings?$|"
             r"^unsere geschichte$|^notre histoire$"
    r"|^nuestra historia$|^a nossa história$|^nossa história$|^la nostra storia$|^ons verhaal$|^how .{1,30} began$|"
    r"^the story (?:of|behind)",
}  # fmt: skip
MAX_LENGTH = 8_000
HIGHEST_BLOCKS = 15
MILESTONES = re.compile(r"\b(?:milestones?|timeline|our journey|our history|history|how we got here)\b", re.IGNORECASE)

# Timelines of other things: versions, prices, the press.
NOT_OUR_TIMELINE = re.compile(
    r"\b(?:version|release|change|press|news|media|coverage|price|pricing|search|chat|browser|order|edit|blog"
    r"|article|update"
    r"|commit|product|call|activity|payment|medical|credit)s?\b",
    re.IGNORECASE,
)


def find_stage(site: SiteModel) -> Drafted | None:
    """The stage, only if the site states it about the whole product."""
    stages: dict[str, SourceQuote] = {}
    for page, block in site.statements(
        "home", "about", "pricing", "features", skip=frozenset({"faq", "legal", "team", "pricing", "steps"})
    ):
        if len(block.text) > 300 or (page.kind == "pricing" and block.tag == "li"):
            continue
        for stage, pattern in STAGES.items():
            of_all = stage != "idea" or at_the_top(site, page, block) or name_key(site.name) in name_key(block.text)
            if pattern.search(block.text) and not PARTIAL.search(block.text) and of_all:
                stages.setdefault(stage, SourceQuote(quote=block.text, url=page.url))
    if len(stages) > 1:
        site.contradiction("stage", "its stage", list(stages))
        return None
    return next((Drafted(value=stage, quotes=[quote]) for stage, quote in stages.items()), None)


def at_the_top(site: SiteModel, page: ReadPage, block: Block) -> bool:
    """Whether a line is at the top of the home page. Further down, `Coming soon` is about a part of the product."""
    return page is site.home and any(block is other for other in page.blocks[:HIGHEST_BLOCKS])


def find_story(site: SiteModel) -> dict[str, Drafted]:
    """The text under headings such as `Our story` and `Why we started`."""
    found: dict[str, Drafted] = {}
    for page in site.own_pages("about", "team", "home", "press", "other"):
        for section in sections(page):
            if ABOUT_OTHERS.intersection(section.heading.marks) or section.heading.place != "main":
                continue
            for part, pattern in STORY.items():
                if part not in found and re.search(pattern, section.heading.text.strip(), re.IGNORECASE):
                    if drafted := draft_section(page, section.blocks):
                        found[part] = drafted
                    break
    return found


def draft_section(page: ReadPage, blocks: list[Block]) -> Drafted | None:
    """The paragraphs right under a heading."""
    paragraphs: list[str] = []
    for block in blocks:
        if block.tag in HEADINGS:
            break
        if (
            len(block.text) >= 40
            and not ABOUT_OTHERS.intersection(block.marks)
            and sum(map(len, paragraphs)) + len(block.text) < MAX_LENGTH
        ):
            paragraphs.append(block.text)
    if not paragraphs:
        return None
    return Drafted(value="\n\n".join(paragraphs), quotes=[SourceQuote(quote=text, url=page.url) for text in paragraphs])


def find_milestones(site: SiteModel) -> list[DraftedMilestone]:
    """Events on a timeline with a full date; a year or a month alone is not enough."""
    found: list[DraftedMilestone] = []
    for page in site.own_pages("about", "press", "home", "other"):
        for section in sections(page):
            heading = section.heading
            if not MILESTONES.search(heading.text) or NOT_OUR_TIMELINE.search(heading.text):
                continue
            if OTHERS_PARTS.intersection(heading.marks):
                continue
            blocks = [block for block in section.blocks if not ABOUT_OTHERS.intersection(block.marks)]
            for at, block in enumerate(blocks):
                if milestone := milestone_at(page, blocks, at, block):
                    found.append(milestone)
        if found:
            break
    return found[:50]


def milestone_at(page: ReadPage, blocks: list[Block], at: int, block: Block) -> DraftedMilestone | None:
    match = FULL_DATE.match(block.text)
    day = iso_date(match) if match else None
    if not match or not day:
        return None
    rest = block.text[match.end() :].strip(" :–—-|·,")
    quotes = [SourceQuote(quote=block.text, url=page.url)]
    if not rest and at + 1 < len(blocks) and not FULL_DATE.match(blocks[at + 1].text):
        rest = blocks[at + 1].text
        quotes.append(SourceQuote(quote=rest, url=page.url))
    return DraftedMilestone(date=day, title=rest, quotes=quotes) if 3 <= len(rest) <= 200 else None
