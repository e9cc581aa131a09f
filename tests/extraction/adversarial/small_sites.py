"""Small sites with a trap each, and how they are read and drafted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import Drafted, DraftedFounder, ExtractionProblem, Proposal, SourceQuote, Verified
from showground.extraction.reading.addresses import kind_of
from showground.extraction.reading.markup import read_markup
from showground.extraction.reading.page_check import find_page_problem
from showground.extraction.reading.pages import ReadPage
from showground.extraction.statements.text_folding import sentences
from showground.extraction.verifier import verify
from tests.drafting.labelled import NOW, categories

CATEGORIES = categories()


@dataclass(frozen=True)
class SmallSite:
    """Pages by path, and what their draft must and must not hold."""

    pages: Mapping[str, str]
    stated: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Values by field, exactly; for lists, items that must be among them; for texts of `SOME`, words in them."""
    never: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """By field, what no draft may hold: the values themselves, or words in them."""
    blank: Sequence[str] = ()
    """Fields that must stay empty."""
    host: str = "tallow.app"
    problem: str | None = None
    """The problem with the home page, from which nothing is drafted."""


def page(
    main: str, *, footer: str = "", head: str = "", lang: str = "en", title: str = "Tallow – candles on a schedule"
) -> str:
    """A page of Tallow, a product that does not exist."""
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>{head}</head><body>'
        '<header><a href="/">Tallow</a><nav><a href="/about">About</a></nav></header>'
        f"<main>{main}</main><footer>{footer}<p>© 2026 Tallow</p></footer></body></html>"
    )


HERO = "<h1>Candles, poured on a schedule</h1><p>Tallow plans every pour of a small candle workshop, week by week.</p>"


def home(main: str = "", **more: str) -> str:
    return page(HERO + main, **more)


def read(site: SmallSite) -> tuple[list[ReadPage], ExtractionProblem | None]:
    """The pages as they are read, without a network; and what is wrong with the first."""
    pages: list[ReadPage] = []
    fault: ExtractionProblem | None = None
    for path, html in site.pages.items():
        url = f"https://{site.host}{path}"
        read_page = read_markup(url, html, NOW)
        read_page.kind = kind_of(url)
        fault = fault if pages else find_page_problem(read_page, html)
        pages.append(read_page)
    return pages, fault


def draft(pages: Sequence[ReadPage]) -> Verified:
    return verify(extract(pages, CATEGORIES), pages, CATEGORIES)


def values(proposal: Proposal) -> dict[str, Any]:
    """Every drafted value by field."""
    found: dict[str, Any] = {name: drafted.value for name, drafted in proposal.fields.items()}
    found["founders"] = [founder.name for founder in proposal.founders]
    found["milestones"] = [milestone.title for milestone in proposal.milestones]
    found["faqs"] = [f"{faq.question} {faq.answer}" for faq in proposal.faqs]
    found |= {f"attributes.{key}": drafted.value for key, drafted in proposal.attributes.items()}
    found |= {f"story.{key}": drafted.value for key, drafted in proposal.story.items()}
    found |= {f"socials.{key}": drafted.value for key, drafted in proposal.company_socials.items()}
    found |= {f"seo.{key}": drafted.value for key, drafted in proposal.seo.items()}
    return found


def lies(site: SmallSite, pages: Sequence[ReadPage]) -> list[tuple[str, str, Proposal]]:
    """What a model would propose that took every trap for the truth, with true quotes: blocks and sentences."""
    name = extract(pages, CATEGORIES).fields.get("name")
    found: list[tuple[str, str, Proposal]] = []
    for field_name, wrong in site.never.items():
        for value in wrong:
            for read_page in pages:
                for block in read_page.blocks:
                    for quote in {block.text, *sentences(block.text)}:
                        if value not in quote:
                            continue
                        said = [SourceQuote(quote=quote, url=read_page.url)]
                        fields = {"name": name} if name else {}
                        if field_name == "founders":
                            proposal = Proposal(fields=fields, founders=[DraftedFounder(name=value, quotes=said)])
                        else:
                            fields[field_name] = Drafted(value=value, quotes=said)
                            proposal = Proposal(fields=fields)
                        found.append((field_name, value, proposal))
    return found
