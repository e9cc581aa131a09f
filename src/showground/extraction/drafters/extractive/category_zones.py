"""Collects the texts in which a site says what it is, each with a weight."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from showground.extraction.page_sections import HEADINGS
from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, SiteModel
from showground.extraction.statements.category_model import Text
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.text_folding import comparable, sentences

MAX_ZONES = 400
# `is a hiring platform that ...`: the words that say what the product is.
IS_A_PRODUCT = r"(?:is|are) (?:an?|the) [^.,:;!?]{3,60}?(?= (?:that|which|for|who|to|where)\b|[.,:;!?]|$)"
IN_TITLE, IN_SUMMARY, IN_HEADING, IN_TEXT = 4.0, 2.0, 1.0, 0.4
HIGHEST_BLOCKS = 6  # at the top of the home page
# `Stock lists for small breweries`: the category is about stock, breweries are only the audience.
AUDIENCE = re.compile(r"\b(?:for|für|pour|para|per|voor|för|dla|для)\b")
AUDIENCE_FACTOR = 0.5
NOT_SUBJECT = ABOUT_OTHERS | {"faq", "pricing", "team", "adviser", "legal", "logos", "modal"}


@dataclass
class Zone:
    """A text in which the site says what it is, and its weight."""

    weight: float
    text: str
    quote: SourceQuote


def find_zones(site: SiteModel) -> list[Zone]:
    return list(islice(_zones_of(site), MAX_ZONES))


def _zones_of(site: SiteModel) -> Iterator[Zone]:
    home = site.home

    def zone(weight: float, page: ReadPage, text: str) -> Iterator[Zone]:
        if not text or is_leftover(text):
            return
        quote = SourceQuote(quote=text, url=page.url)
        if weight < IN_HEADING:
            yield Zone(weight, comparable(text), quote)
            return
        for sentence in sentences(text):
            main_part, *audience = AUDIENCE.split(comparable(sentence), maxsplit=1)
            yield Zone(weight, main_part, quote)
            yield from (Zone(weight * AUDIENCE_FACTOR, audience_part, quote) for audience_part in audience)

    summary = home.meta.get("description") or home.open_graph.get("og:description", "")
    yield from zone(IN_TITLE, home, home.title)
    yield from zone(IN_SUMMARY, home, summary)
    yield from zone(IN_HEADING, home, home.meta.get("keywords", ""))
    if site.name and (quote := re.search(rf"\b{re.escape(site.name)} {IS_A_PRODUCT}", summary)):
        yield from zone(IN_TITLE, home, quote[0])
    for page in site.own_pages("home", "features", "about", "press"):
        own = [block for block in page.blocks if is_subject(block)]
        headings = [at for at, block in enumerate(own[:HIGHEST_BLOCKS]) if block.tag in HEADINGS]
        top = headings[1] if len(headings) > 1 else HIGHEST_BLOCKS
        for at, block in enumerate(own):
            weight = IN_HEADING if block.tag in HEADINGS else IN_TEXT
            if page is home and (block.tag == "h1" or at < top):
                weight = IN_SUMMARY
            yield from zone(weight if page is home else weight / 2, page, block.text)


def is_subject(block: Block) -> bool:
    return NOT_SUBJECT.isdisjoint(block.marks) and block.place in ("main", "header", "aside") and not block.lang


def texts_of(zones: Sequence[Zone]) -> list[Text]:
    """The zones as input of the trained model."""
    return [(zone.text, zone.weight) for zone in zones]
