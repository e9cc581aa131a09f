"""What drafters propose: values, each with quotes from the site as evidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from showground.core.data_model import DataModel

TextField = Literal[
    "name", "tagline", "short_description", "description", "stage", "pricing_model", "pricing_summary", "country",
    "city", "founded_year", "contact_email", "demo_video_url", "logo_url",
]  # fmt: skip
ListField = Literal["categories", "tags", "features", "usps", "keywords"]
TEXT_FIELDS: tuple[TextField, ...] = (
    "name", "tagline", "short_description", "description", "stage", "pricing_model", "pricing_summary", "country",
    "city", "founded_year", "contact_email", "demo_video_url", "logo_url",
)  # fmt: skip
LIST_FIELDS: tuple[ListField, ...] = ("categories", "tags", "features", "usps", "keywords")
PROFILE_FIELDS: tuple[str, ...] = (*TEXT_FIELDS, *LIST_FIELDS)
# The other parts of a proposal; `only` may name these, too.
PARTS = ("faqs", "founders", "company_socials", "founder_socials", "story", "milestones", "attributes", "seo")

STAGES = ("idea", "mvp", "launched", "growing", "established")
PRICING_MODELS = (
    "free", "freemium", "free-trial", "subscription", "one-time", "usage-based", "open-source", "custom",
)  # fmt: skip
PLATFORMS = (
    "linkedin", "x", "facebook", "instagram", "tiktok", "youtube", "threads", "pinterest", "github", "reddit",
    "producthunt", "medium", "website", "custom",
)  # fmt: skip
STORY_SECTIONS = (
    "title", "story", "why_started", "problem", "journey", "challenges", "achievements", "lessons", "whats_next",
)  # fmt: skip


QuoteSource = Literal["page", "structured_data"]


class ExtractionProblem(DataModel):
    """What went wrong while reading or drafting. `detail` is a sentence shown to the user."""

    code: str
    detail: str


class SourceQuote(DataModel):
    """Text of a page, verbatim except for collapsed whitespace."""

    quote: str
    url: str
    source: QuoteSource = "page"
    """Whether the words are visible on the page, or only in its metadata or JSON-LD."""


class Drafted(DataModel):
    """A value and the quotes that support it."""

    value: Any
    """A string; for list fields a list of strings; for attributes the type of their kind."""
    quotes: list[SourceQuote]


class DraftedFaq(DataModel):
    """A question that the site answers."""

    question: str
    answer: str
    quotes: list[SourceQuote]


class DraftedFounder(DataModel):
    """A person whom the site calls a founder."""

    name: str
    title: str | None = None
    bio: str | None = None
    quotes: list[SourceQuote]


class DraftedMilestone(DataModel):
    """Something that the site says happened on a day."""

    date: str
    """YYYY-MM-DD"""
    title: str
    description: str | None = None
    url: str | None = None
    quotes: list[SourceQuote]


class Proposal(DataModel):
    """A draft of everything that was found."""

    fields: dict[str, Drafted] = Field(default_factory=dict)
    """By the names of PROFILE_FIELDS."""
    faqs: list[DraftedFaq] = Field(default_factory=list[DraftedFaq])
    founders: list[DraftedFounder] = Field(default_factory=list[DraftedFounder])
    company_socials: dict[str, Drafted] = Field(default_factory=dict)
    founder_socials: dict[str, Drafted] = Field(default_factory=dict)
    story: dict[str, Drafted] = Field(default_factory=dict)
    milestones: list[DraftedMilestone] = Field(default_factory=list[DraftedMilestone])
    attributes: dict[str, Drafted] = Field(default_factory=dict)
    """By attribute key: a boolean, a number, a string or a list of strings, depending on the attribute's kind."""
    seo: dict[str, Drafted] = Field(default_factory=dict)
    """`title` and `meta`."""
    problems: list[ExtractionProblem] = Field(default_factory=list[ExtractionProblem])


class Verified(Proposal):
    """A proposal reduced to what the pages support. Only this becomes a draft."""

    logo_candidates: list[Drafted] = Field(default_factory=list[Drafted])
    """Pictures of the site that may be its logo, likeliest first, whichever one was drafted."""


class AttributeChoice(DataModel):
    """A fact that a category asks for."""

    key: str
    label: str
    kind: Literal["text", "number", "yes_no", "list"]


class CategoryChoice(DataModel):
    """A category to choose from."""

    name: str
    slug: str = ""
    """The trained model identifies the shipped categories by it."""
    parent: str | None = None
    """The name of the category above."""
    keywords: list[str] = Field(default_factory=list[str])
    attributes: list[AttributeChoice] = Field(default_factory=list[AttributeChoice])
    """Its own and those of the category above."""


def attributes_of(chosen: Drafted | None, categories: Sequence[CategoryChoice]) -> list[AttributeChoice]:
    """The attributes of the primary category."""
    primary = chosen.value[0] if chosen else None
    return [attribute for category in categories if category.name == primary for attribute in category.attributes]


@dataclass(frozen=True, slots=True)
class CategoryEntry:
    """A category as drafts choose from it."""

    slug: str
    name: str
    parent: str | None
    keywords: list[str]
    attributes: list[dict[str, Any]]
