"""When the company says it was founded."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeVar

from showground.extraction.founding_sentences import foundings
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel, text_of
from showground.extraction.statements.text_folding import name_key, sentences
from showground.extraction.statements.years import LABELS, founding_years, year_of_line
from showground.extraction.subjects import Subjects

COMPANIES = ("Organization", "Corporation", "LocalBusiness", "OnlineBusiness", "ProfessionalService", "Store")
# Words for a company that the maker belongs to.
PARENT = re.compile(
    r"\b(?:parent company|muttergesellschaft|mutterkonzern|(?:société|maison)[- ]mère"
    r"|empresa (?:matriz|mãe)"
    r"|casa madre|società (?:madre|capogruppo)|spółka matka|материнск\w+ компани\w+|ana şirket)\b|親会社|母公司|모회사"
    r"|บริษัทแม่|الشركة الأم|חברת האם",
    re.IGNORECASE,
)
# The theme, or who made the site: `Design: Paperhook, free templates since 2012`.
CREDIT = re.compile(
    r"\W*(?:web ?)?(?:design|theme|template|layout|gestaltung|umsetzung|conception|diseño|realizzazione)\b(?: by|\s*:)",
    re.IGNORECASE,
)
Stated = tuple[str, SourceQuote]
SENTENCE_WORDS = 5  # or more; what is shorter is an entry of a table, an address or structured data
Value = TypeVar("Value")


def find_founded_year(subjects: Subjects) -> Drafted | None:
    stated = prefer_named(subjects, stated_years(subjects))
    return agreed(subjects.site, "founded_year", "the year it was founded", stated)


def stated_years(subjects: Subjects) -> list[Stated]:
    """The years in which the site says that the product or its maker was founded, each with its quote."""
    site = subjects.site
    stated: list[Stated] = []
    for page, block in [*site.statements(), *summary(site)]:
        if PARENT.search(block.text) or CREDIT.match(block.text):
            continue
        said = [one for one in founding_years(block.text, site.year) if subjects.owns(page, block, one)]
        stated += [(one.value, SourceQuote(quote=block.text, url=page.url)) for one in said]
        told = [one.year for one in foundings(subjects, page, block) if one.year]
        stated += [(year, SourceQuote(quote=block.text, url=page.url)) for year in told]
        whole = block.place in ("footer", "header") or "hero" in block.marks
        if whole and not said and subjects.stands_alone(page, block):
            years = [year for line in sentences(block.text) if (year := year_of_line(line, site.year))]
            stated += [(year, SourceQuote(quote=block.text, url=page.url)) for year in years]
    stated += labelled_years(subjects)
    return [*stated, *structured_years(site)]


def structured_years(site: SiteModel) -> list[Stated]:
    """What the site's JSON-LD says; if a page says another year, the site contradicts itself."""
    stated: list[Stated] = []
    for page, node in site.nodes(*COMPANIES):
        year = str(node.get("foundingDate") or "")[:4]
        if is_own(site, node) and year.isdigit() and 1800 <= int(year) <= site.year:
            stated.append((year, SourceQuote(quote=str(node["foundingDate"]), url=page.url)))
    return stated


def summary(site: SiteModel) -> list[tuple[ReadPage, Block]]:
    """How the head of the home page describes the product, in the form of the blocks below it."""
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
                years = [said.value for said in founding_years(text, subjects.site.year)]
                found += [(year, SourceQuote(quote=text, url=page.url)) for year in dict.fromkeys(years)]
    return found


def is_own(site: SiteModel, node: dict[str, Any]) -> bool:
    """Whether a JSON-LD company is this one and not a customer or publisher."""
    name = name_key(text_of(node.get("name")))
    return not name or not site.name or name_key(site.name) in name or name in name_key(site.name)


def prefer_named(
    subjects: Subjects, stated: Sequence[tuple[Value, SourceQuote]]
) -> Sequence[tuple[Value, SourceQuote]]:
    """Where sentences differ, those that name the product or its maker, if these agree: `we` may be a customer's.

    What structured data, an address or a table says differently is no sentence, and remains a contradiction.
    """
    named = [one for one in stated if subjects.names_us(one[1].quote)]
    values = {value for value, _ in named}
    differing = [said.quote for value, said in stated if value not in values]
    is_told = all(len(quote.split()) >= SENTENCE_WORDS for quote in differing)
    return named if len(values) == 1 and is_told else stated


def agreed(site: SiteModel, field: str, what: str, stated: Sequence[Stated]) -> Drafted | None:
    """The value if all statements agree; otherwise None, and a contradiction is reported."""
    values = list(dict.fromkeys(value for value, _ in stated))
    if len(values) > 1:
        site.contradiction(field, what, values)
        return None
    return Drafted(value=values[0], quotes=[said for _, said in stated][:2]) if values else None
