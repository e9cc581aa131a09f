"""Small pages of a made-up product, and what is drafted from them."""

from typing import Any

from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import Proposal
from showground.extraction.reading.markup import read_markup
from showground.extraction.reading.pages import ReadPage
from showground.extraction.verifier import verify
from tests.drafting.labelled import NOW, categories

TEXT = "It saves an hour every day and nobody has to think about it again."


def page(
    body: str, path: str = "/", kind: str = "home", lang: str = "en", head: str = "", *,
    title: str = "Tarnbrook", host: str = "tarnbrook.test",
) -> ReadPage:  # fmt: skip
    html = f'<html lang="{lang}"><head><title>{title}</title>{head}</head><body>{body}</body></html>'
    read = read_markup(f"https://{host}{path}", html, NOW)
    read.kind = kind
    return read


def draft(*pages: ReadPage) -> Proposal:
    return verify(extract(pages, categories()), pages, categories())


def value(proposal: Proposal, field: str) -> Any:
    found = proposal.fields.get(field)
    return found.value if found else None
