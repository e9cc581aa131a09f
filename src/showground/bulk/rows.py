"""One line of the import file: a listing with all its data. docs/listings.md describes the fields."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, ConfigDict, EmailStr, Field

from showground.core.calls.input_text import clean_line, clean_lines
from showground.core.data_model import DataModel
from showground.core.mail.address import MailAddress
from showground.core.web_address import judge_address
from showground.listings import Slug, new_listings


def _prose(text: str) -> str:
    return _filled(clean_lines(text))


def _line(text: str) -> str:
    return _filled(clean_line(text))


def _filled(text: str) -> str:
    if not text:
        raise ValueError("Must have at least one visible character.")
    return text


def _address(text: str) -> str:
    if wrong := judge_address(text):
        raise ValueError(wrong)
    return text


# Text exported from another site is cleaned up, not rejected: it may be from a time when more was allowed.
Text = Annotated[str, Field(min_length=1, max_length=20_000), AfterValidator(_prose)]
Line = Annotated[str, Field(min_length=1, max_length=320), AfterValidator(_line)]
Lines = Annotated[list[Line], Field(max_length=100)]
Address = Annotated[str, Field(pattern=r"^https?://[^\s/]", max_length=2_000), AfterValidator(_address)]
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Size = Annotated[int, Field(ge=1, le=100_000)]


class _Part(DataModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MemberRow(_Part):
    """A person who can edit the listing. An account is created if the address has none."""

    email: MailAddress
    name: Line | None = None
    role: new_listings.Role = "owner"


class FounderRow(_Part):
    slug: Slug
    name: Line
    title: Line | None = None
    bio: Text | None = None
    country: Annotated[str, Field(pattern="^[A-Za-z]{2}$")] | None = None
    socials: dict[str, Address] | None = None


class UpdateRow(_Part):
    title: Line
    body: Text
    posted_at: AwareDatetime


class MilestoneRow(_Part):
    date: date
    title: Line
    description: Text | None = None
    url: Address | None = None


class MediaRow(_Part):
    """An image or video on another site by its address, or an image that we store by its bytes, in base64."""

    kind: Literal["picture", "video"] = "picture"
    url: Address | None = None
    format: Annotated[str, Field(pattern="^[a-z]{2,8}$")] | None = None
    content: str | None = None
    width: Size | None = None
    height: Size | None = None
    alt: Line | None = None


class FaqRow(_Part):
    question: Line
    answer: Text


class EvidenceRow(_Part):
    quote: Text
    url: Address
    read_at: AwareDatetime
    source: Literal["page", "structured_data"] = "page"


class RevenueRow(_Part):
    monthly_cents: Annotated[int, Field(ge=0, le=2**53)]
    verified: bool = False
    stated_at: AwareDatetime


class ListingRow(_Part):
    """Only name and website are required; a field that is left out is unknown."""

    name: Line
    website: Address
    slug: Slug | None = None
    status: new_listings.Status = "live"
    plan: new_listings.Plan = "none"
    unlocked: list[Literal["story", "milestones", "media"]] = Field(default=[])
    launch_week: date | None = None
    live_at: AwareDatetime | None = None
    created_at: AwareDatetime | None = None
    updated_at: AwareDatetime | None = None
    featured_until: AwareDatetime | None = None
    verified_at: AwareDatetime | None = None
    suspended_from: new_listings.Status | None = None
    queued_at: AwareDatetime | None = None
    demo: bool = False
    tagline: Line | None = None
    short_description: Text | None = None
    description: Text | None = None
    headline: Text | None = None
    summary: Text | None = None
    stage: Line | None = None
    pricing_model: Line | None = None
    pricing_summary: Text | None = None
    country: Annotated[str, Field(pattern="^[A-Za-z]{2}$")] | None = None
    city: Line | None = None
    founded_year: Annotated[int, Field(ge=1, le=9_999)] | None = None
    contact_email: EmailStr | None = None
    demo_video_url: Address | None = None
    logo_url: Address | None = None
    logo: str | None = None
    """The bytes of a logo that we store, a WebP, in base64; instead of `logo_url`."""
    features: Lines | None = None
    usps: Lines | None = None
    keywords: Lines | None = None
    tags: Lines | None = None
    socials: dict[str, Address] | None = None
    faqs: Annotated[list[FaqRow], Field(max_length=100)] | None = None
    attributes: dict[str, Any] = Field(default={})
    evidence: dict[str, list[EvidenceRow]] = Field(default={})
    not_found_on_website: Lines = Field(default=[])
    seo_title: Text | None = None
    seo_description: Text | None = None
    categories: list[Slug] = Field(default=[])
    alternatives: list[Slug] = Field(default=[])
    people: list[MemberRow] = Field(default=[])
    founders: list[FounderRow] = Field(default=[])
    updates: list[UpdateRow] = Field(default=[])
    milestones: list[MilestoneRow] = Field(default=[])
    story: dict[str, Text | None] | None = None
    media: list[MediaRow] = Field(default=[])
    domain_ratings: dict[date, Annotated[int, Field(ge=0, le=100)]] = Field(default={})
    revenue: RevenueRow | None = None
    views: Number = 0


SAME = tuple(
    name
    for name in ListingRow.model_fields
    if name
    not in {"logo", "alternatives", "people", "founders", "updates", "milestones", "media", "revenue", "evidence"}
)


def moment(value: datetime | None, otherwise: datetime) -> datetime:
    return otherwise if value is None else value
