"""Finds the year in which the company says it was founded."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeVar

from showground.extraction.founding_sentences import find_foundings
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel, text_of
from showground.extraction.statements.text_folding import name_key, sentences
from showground.extraction.statements.years import LABELS, founding_years, year_of_line
from showground.extraction.subjects import Subjects

COMPANY_TYPES = ("Organization", "Corporation", "LocalBusiness", "OnlineBusiness", "ProfessionalService", "Store")
# Words for a parent company.
PARENT = re.compile(
    r"\b(?:parent company|muttergesellschaft|mutterkonzern|(?:société|maison)[- ]mère"
    r"|empresa (?:matriz|mãe)"
    r"|casa madre|società (?:madre|capogruppo)|spółka matka|материнск\w+ компани\w+|ana şirket)\b|親会社|母公司|모회사"
    r"|บริษัทแม่|الشركة الأم|חברת האם",
    re.IGNORECASE,
)
# Credits for the theme or the website: `Design: Paperhook, free templates since 2012`.
SITE_CREDIT = re.compile(
    r"\W*(?:web ?)?(?:design|theme|template|layout|gestaltung|umsetzung|conception|diseño|realizzazione)\b(?: by|\s*:)",
    re.IGNORECASE,
)
Stated = tuple[str, SourceQuote]
MIN_SENTENCE_WORDS = 5  # a shorter quote is from a table, an address or structured data
Value = TypeVar("Value")


def find_founded_year(subjects: Subjects) -> Drafted | None:
    stated = prefer_named(subjects, stated_years(subjects))
    return value_if_agreed(subjects.site, "founded_year", "the year it was founded", stated)


def stated_years(subjects: Subjects) -> list[Stated]:
    """The years in which the site says that the product or its maker was founded, each with its quote."""
    site = subjects.site
    stated: list[Stated] = []
    for page, block in [*site.statements(), *meta_descriptions(site)]:
        if PARENT.search(block.text) or SITE_CREDIT.match(block.text):
            continue
        own = [one for one in founding_years(block.text, site.year) if subjects.owns(page, block, one)]
        stated += [(one.value, SourceQuote(quote=block.text, url=page.url)) for one in own]
        founded = [one.year for one in find_foundings(subjects, page, block) if one.year]
        stated += [(year, SourceQuote(quote=block.text, url=page.url)) for year in founded]
        about_whole_company = block.place in ("footer", "header") or "hero" in block.marks
        if about_whole_company and not own and subjects.stands_alone(page, block):
            years = [year for line in sentences(block.text) if (year := year_of_line(line, site.year))]
            stated += [(year, SourceQuote(quote=block.text, url=page.url)) for year in years]
    stated += labelled_years(subjects)
    return [*stated, *structured_years(site)]


def structured_years(site: SiteModel) -> list[Stated]:
    """The founding years in the site's JSON-LD."""
    stated: list[Stated] = []
    for page, node in site.nodes(*COMPANY_TYPES):
        year = str(node.get("foundingDate") or "")[:4]
        if is_own(site, node) and year.isdigit() and 1800 <= int(year) <= site.year:
            stated.append((year, SourceQuote(quote=str(node["foundingDate"]), url=page.url)))
    return stated


def meta_descriptions(site: SiteModel) -> list[tuple[ReadPage, Block]]:
    """The descriptions in the metadata of the home page, as blocks."""
    home = site.home
    texts = dict.fromkeys((home.meta.get("description", ""), home.open_graph.get("og:description", "")))
    return [(home, Block(text=text, tag="meta", place="header")) for text in texts if text]


def labelled_years(subjects: Subjects) -> list[Stated]:
    """A label such as "Founded" in one element and the year in the next."""
    found: list[Stated] = []
    for page in subjects.site.own_pages():
        for label, block in pairwise(page.blocks):
            if label.text.lower().strip(" :：") in LABELS and subjects.stands_alone(page, block):
                text = f"{label.text} {block.text}"
                years = [statement.value for statement in founding_years(text, subjects.site.year)]
                found += [(year, SourceQuote(quote=text, url=page.url)) for year in dict.fromkeys(years)]
    return found


def is_own(site: SiteModel, node: dict[str, Any]) -> bool:
    """Whether a JSON-LD company is this one and not a customer or publisher."""
    name = name_key(text_of(node.get("name")))
    return not name or not site.name or name_key(site.name) in name or name in name_key(site.name)


def prefer_named(
    subjects: Subjects, stated: Sequence[tuple[Value, SourceQuote]]
) -> Sequence[tuple[Value, SourceQuote]]:
    """If sentences disagree, those that name the product or its maker, if they agree: `we` may be said by a customer.

    A different value in structured data, an address or a table remains a contradiction.
    """
    named = [one for one in stated if subjects.names_us(one[1].quote)]
    values = {value for value, _ in named}
    differing = [quote.quote for value, quote in stated if value not in values]
    are_sentences = all(len(quote.split()) >= MIN_SENTENCE_WORDS for quote in differing)
    return named if len(values) == 1 and are_sentences else stated


def value_if_agreed(site: SiteModel, field: str, what: str, stated: Sequence[Stated]) -> Drafted | None:
    """The value if all statements agree; otherwise None, and a contradiction is reported."""
    values = list(dict.fromkeys(value for value, _ in stated))
    if len(values) > 1:
        site.contradiction(field, what, values)
        return None
    return Drafted(value=values[0], quotes=[quote for _, quote in stated][:2]) if values else None
