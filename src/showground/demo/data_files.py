"""Reads the demo directory's texts and figures from the data files beside this module."""

import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints

from showground.core.data_model import DataModel

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,219}$")]
Stage = Literal["idea", "mvp", "launched", "growing", "established"]
PricingModel = Literal[
    "free", "freemium", "free-trial", "subscription", "one-time", "usage-based", "open-source", "custom"
]
StorySection = Literal[
    "title",
    "story",
    "why_started",
    "problem",
    "journey",
    "challenges",
    "achievements",
    "lessons",
    "whats_next",
]
AttributeValue = bool | int | float | str | tuple[str, ...]


class Data(DataModel):
    """A record of the demo data: immutable, and unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class DemoFaq(Data):
    question: str
    answer: str


class DemoFounder(Data):
    """A founder of one listing; the same slug on two listings is the same person."""

    slug: Slug
    name: str
    title: str
    bio: str


class DemoEvidence(Data):
    """Where a fact was read: `field` is a field of the listing, or `attributes.KEY`."""

    field: str
    quote: str
    page: str


class DemoListingQuestion(Data):
    """A question by one of the demo's visitors, and the maker's answer."""

    listing: Slug
    by: Slug
    days_ago: int
    update: str | None = None
    question: str = Field(max_length=300)
    answer: str | None = Field(default=None, max_length=1500)
    faq: bool = False


class DemoCollection(Data):
    """A public collection of one of the demo's visitors."""

    by: Slug
    days_ago: int
    name: str = Field(max_length=80)
    description: str
    listings: tuple[Slug, ...]


class DemoMilestone(Data):
    months_ago: int
    title: str
    description: str | None = None


class DemoUpdate(Data):
    days_ago: int
    title: str
    body: str


class DemoReview(Data):
    """A review by one of the demo's visitors."""

    by: Slug
    stars: int = Field(ge=1, le=5)
    days_ago: int
    text: str


class DemoRevenue(Data):
    monthly_usd: int
    verified: bool


class DemoListing(Data):
    """One fictional product; None or a missing list means that the fact is not stated."""

    slug: Slug
    name: str
    website: str
    tagline: str
    short_description: str
    description: str
    stage: Stage
    categories: tuple[Slug, ...]
    """Slugs; the first is the primary one."""
    tags: tuple[str, ...]
    pricing_model: PricingModel
    pricing_summary: str | None = None
    country: str | None = None
    city: str | None = None
    founded_year: int | None = None
    features: tuple[str, ...]
    usps: tuple[str, ...] | None = None
    keywords: tuple[str, ...]
    contact_email: str | None = None
    demo_video_url: str | None = None
    socials: dict[str, str] | None = None
    faqs: tuple[DemoFaq, ...] | None = None
    founders: tuple[DemoFounder, ...] | None = None
    attributes: dict[str, AttributeValue] = Field(default={})
    """Values for the comparison rows of the primary category's top-level category."""
    not_found_on_website: tuple[str, ...] = ()
    evidence: tuple[DemoEvidence, ...] = ()

    plan: Literal["free", "paid"]
    launch_week: int | None = None
    """Weeks from the current one: 0 is this week, -3 three weeks ago, 2 the week after next."""
    status: Literal["draft", "awaiting_badge", "suspended"] | None = None
    """Set only where it does not follow from the launch week (past: live, future: scheduled)."""

    weight: int = Field(ge=1, le=100)
    """Popularity, from which votes, views and follows are generated."""
    rating_hint: float | None = Field(default=None, ge=1, le=5)
    """The average of the generated star ratings."""
    domain_rating: tuple[int, ...] | None = None
    """One value per month, oldest first; the last is the current one."""
    revenue: DemoRevenue | None = None
    billboard_cents: int | None = None
    alternatives: tuple[Slug, ...] = ()
    """Listings that the owner named as alternatives and staff approved."""
    updates: tuple[DemoUpdate, ...] = ()
    reviews: tuple[DemoReview, ...] = ()
    milestones: tuple[DemoMilestone, ...] = ()
    story: dict[StorySection, str] | None = None


class DemoPost(Data):
    """A blog post; `body` is Markdown."""

    slug: Slug
    title: str
    summary: str
    author: str
    days_ago: int
    faqs: tuple[DemoFaq, ...] = ()
    body: str


class DemoQuestion(Data):
    key: Slug
    text: str


class DemoAnswer(Data):
    question: Slug
    answer: str


class DemoInterview(Data):
    """What one founder answered."""

    founder: Slug
    answers: tuple[DemoAnswer, ...]


class Visitor(Data):
    """A signed-in person who votes and reviews."""

    slug: Slug
    name: str


class Demo(Data):
    """Everything the demo directory shows."""

    listings: tuple[DemoListing, ...]
    posts: tuple[DemoPost, ...]
    questions: tuple[DemoQuestion, ...]
    interviews: tuple[DemoInterview, ...]
    listing_questions: tuple[DemoListingQuestion, ...]
    collections: tuple[DemoCollection, ...]
    visitors: tuple[Visitor, ...]


class UnreadablePost(ValueError):
    """A post must open with its facts in TOML between two lines of +++."""


def read_demo() -> Demo:
    """All of the demo directory, in the order of its files."""
    data = files("showground.demo") / "data"
    interview = _toml(data / "interview.toml")
    return Demo.model_validate(
        {
            "listings": [listing for file in _files(data / "listings", ".toml") for listing in _toml(file)["listing"]],
            "posts": [_post(file) for file in _files(data / "posts", ".md")],
            "questions": interview["question"],
            "interviews": interview["interview"],
            "listing_questions": _toml(data / "questions.toml")["question"],
            "collections": _toml(data / "collections.toml")["collections"],
            "visitors": _toml(data / "visitors.toml")["visitors"],
        }
    )


def _files(folder: Traversable, ending: str) -> list[Traversable]:
    return sorted((file for file in folder.iterdir() if file.name.endswith(ending)), key=lambda file: file.name)


def _toml(file: Traversable) -> dict[str, list[dict[str, object]]]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _post(file: Traversable) -> dict[str, Any]:
    parts = re.fullmatch(r"\+\+\+\n(.*?)\n\+\+\+\n(.*)", file.read_text(encoding="utf-8"), re.DOTALL)
    if parts is None:
        raise UnreadablePost(f"{file.name}: {UnreadablePost.__doc__}")
    return tomllib.loads(parts[1]) | {"body": parts[2]}
