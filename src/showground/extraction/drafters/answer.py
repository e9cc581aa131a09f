"""The schema of a model's answer, and its conversion to a proposal."""

from collections.abc import Sequence
from typing import Any, cast

from pydantic import Field

from showground.core.data_model import DataModel
from showground.extraction.proposal import (
    LIST_FIELDS,
    TEXT_FIELDS,
    AttributeChoice,
    Drafted,
    DraftedFaq,
    DraftedFounder,
    Proposal,
    SourceQuote,
)
from showground.extraction.reading.pages import ReadPage


class PageQuote(DataModel):
    """Words copied from a page."""

    page: int = Field(description="The number of the page.")
    quote: str = Field(description="A sentence copied from that page, letter by letter.")


class ModelStatement(DataModel):
    """A fact and the quotes that state it."""

    value: str
    quotes: list[PageQuote] = Field(max_length=5)


class ModelFaq(DataModel):
    """A question that the site answers."""

    question: str
    answer: str
    quotes: list[PageQuote] = Field(max_length=5)


class ModelFounder(DataModel):
    """A founder of this company."""

    name: str
    title: str | None = None
    bio: str | None = None
    quotes: list[PageQuote] = Field(max_length=5)


class ModelNamedStatement(ModelStatement):
    """A fact by its key: a social platform or an attribute."""

    key: str


class ModelAnswer(DataModel):
    """Facts about the company; null or an empty list where the pages state none."""

    name: ModelStatement | None = None
    tagline: ModelStatement | None = None
    short_description: ModelStatement | None = None
    description: ModelStatement | None = None
    stage: ModelStatement | None = Field(None, description="idea, mvp, launched, growing or established")
    pricing_model: ModelStatement | None = Field(
        None, description="free, freemium, free-trial, subscription, one-time, usage-based, open-source or custom"
    )
    pricing_summary: ModelStatement | None = Field(None, description="The plans and their amounts.")
    country: ModelStatement | None = Field(
        None, description="ISO code of two letters; only where the country is named."
    )
    city: ModelStatement | None = None
    founded_year: ModelStatement | None = Field(None, description="Not the year of a copyright.")
    contact_email: ModelStatement | None = None
    demo_video_url: ModelStatement | None = None
    logo_url: ModelStatement | None = None
    categories: list[ModelStatement] = Field(default_factory=list[ModelStatement], max_length=4)
    tags: list[ModelStatement] = Field(default_factory=list[ModelStatement], max_length=20)
    features: list[ModelStatement] = Field(default_factory=list[ModelStatement], max_length=20)
    usps: list[ModelStatement] = Field(default_factory=list[ModelStatement], max_length=20)
    keywords: list[ModelStatement] = Field(default_factory=list[ModelStatement], max_length=20)
    faqs: list[ModelFaq] = Field(default_factory=list[ModelFaq], max_length=10)
    founders: list[ModelFounder] = Field(default_factory=list[ModelFounder], max_length=6)
    company_socials: list[ModelNamedStatement] = Field(default_factory=list[ModelNamedStatement], max_length=14)
    attributes: list[ModelNamedStatement] = Field(default_factory=list[ModelNamedStatement], max_length=20)


def to_proposal(answer: ModelAnswer, pages: Sequence[ReadPage], attributes: dict[str, AttributeChoice]) -> Proposal:
    """The answer with page numbers replaced by addresses. It is not verified yet."""

    def quotes(given: Sequence[PageQuote]) -> list[SourceQuote]:
        return [
            SourceQuote(quote=one.quote, url=pages[one.page - 1].url) for one in given if 1 <= one.page <= len(pages)
        ]

    proposal = Proposal()
    for field in TEXT_FIELDS:
        statement = cast("ModelStatement | None", getattr(answer, field))
        if statement and statement.value.strip():
            proposal.fields[field] = Drafted(value=statement.value.strip(), quotes=quotes(statement.quotes))
    for field in LIST_FIELDS:
        statements = cast("list[ModelStatement]", getattr(answer, field))
        if statements:
            values = [statement.value.strip() for statement in statements]
            proposal.fields[field] = Drafted(
                value=values, quotes=quotes([one for statement in statements for one in statement.quotes])
            )
    proposal.faqs = [
        DraftedFaq(question=faq.question, answer=faq.answer, quotes=quotes(faq.quotes)) for faq in answer.faqs
    ]
    proposal.founders = [
        DraftedFounder(name=one.name, title=one.title, bio=one.bio, quotes=quotes(one.quotes))
        for one in answer.founders
    ]
    proposal.company_socials = {
        statement.key: Drafted(value=statement.value, quotes=quotes(statement.quotes))
        for statement in answer.company_socials
    }
    for statement in answer.attributes:
        if statement.key in attributes:
            value = as_kind(statement.value, attributes[statement.key].kind)
            proposal.attributes[statement.key] = Drafted(value=value, quotes=quotes(statement.quotes))
    return proposal


def as_kind(text: str, kind: str) -> Any:
    """A value in the form of an attribute's kind; None, which no quote supports, if it doesn't have that form."""
    text = text.strip()
    if kind == "yes_no":
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower())
    if kind == "number":
        return int(text) if text.isdigit() else None
    return [part.strip() for part in text.split(",") if part.strip()] if kind == "list" else text
