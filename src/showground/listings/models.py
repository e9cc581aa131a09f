"""API models of listings: the summary in lists and the full profile."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.calls.paging import Page
from showground.core.data_model import DataModel
from showground.listings.profile_models import (
    CommunityRating,
    CompanyLocation,
    DomainRating,
    Evidence,
    ListingFounder,
    ListingLinks,
    ListingMedia,
    ListingQuestion,
    ListingStory,
    ListingUpdate,
    Maker,
    MakerStatement,
    Milestone,
    Pricing,
)

SLUG = r"^[a-z0-9][a-z0-9-]{0,219}$"
Slug = Annotated[str, Field(pattern=SLUG, description="The listing's slug.", examples=["tidewater"])]

PublicStatus = Annotated[
    Literal["live", "upcoming"],
    Field(description="`live`, or `upcoming` until its launch week.", examples=["live"]),
]


class Faq(DataModel):
    """A question and its answer."""

    question: Annotated[str, Field(description="The question.", examples=["Can I self-host it?"])]
    answer: Annotated[str, Field(description="The answer.", examples=["Yes, with one container."])]


class ListingFaq(Faq):
    """A question and its answer, as a listing shows it."""

    stated_by_maker: Annotated[
        MakerStatement | None,
        Field(description="Set if the maker gave this answer here to a visitor's question; null otherwise."),
    ] = None


class NewFaq(Input):
    """A question and its answer, as entered by staff."""

    question: str
    answer: Annotated[str, MULTI_LINE]


class CategoryName(DataModel):
    """A category."""

    slug: Annotated[str, Field(description="The category's slug.", examples=["databases"])]
    name: Annotated[str, Field(description="The category's name.", examples=["Databases"])]


class ListingSummary(DataModel):
    """A listing as shown in lists."""

    slug: Annotated[str, Field(description="The listing's slug.", examples=["tidewater"])]
    name: Annotated[str, Field(description="The product's name.", examples=["Tidewater"])]
    tagline: Annotated[
        str | None, Field(description="What the product is, in one line.", examples=["Backups for small databases"])
    ]
    votes: Annotated[int, Field(description="All-time votes by people on the website.", examples=[184])]
    url: Annotated[
        str,
        Field(
            description="URL of the listing's page on this site.", examples=["http://localhost:8000/listings/tidewater"]
        ),
    ]
    website: Annotated[str, Field(description="URL of the product's website.", examples=["https://tidewater.example/"])]
    status: PublicStatus
    category: Annotated[CategoryName | None, Field(description="The primary category.")]
    stage: Annotated[
        str | None, Field(description="Stage of the product, such as idea, mvp or launched.", examples=["launched"])
    ]
    pricing_model: Annotated[
        str | None,
        Field(description="The pricing model, such as free, freemium or subscription.", examples=["freemium"]),
    ]
    country: Annotated[str | None, Field(description="ISO 3166 country code.", examples=["PT"])]
    logo_url: Annotated[
        str | None, Field(description="URL of the logo.", examples=["https://tidewater.example/logo.svg"])
    ]
    launch_week: Annotated[date | None, Field(description="Monday of the launch week.", examples=["2026-11-09"])]
    makers: Annotated[list[Maker], Field(description="The first founders, up to 3.")] = Field(default=[])
    review_count: Annotated[int, Field(description="Number of reviews.", examples=[17])] = 0
    question_count: Annotated[int, Field(description="Number of questions asked on the website.", examples=[4])] = 0


class ListingPage(Page[ListingSummary]):
    """A page of listings."""


class FoundListings(ListingPage):
    """A page of listings."""

    next_cursor: Annotated[
        str | None,
        Field(description="Only with `cursor`: the cursor of the next page; null on the last.", examples=[None]),
    ] = None


class RecentUpdate(ListingUpdate):
    """An update of a public listing."""

    listing: Annotated[ListingSummary, Field(description="The listing.")]


class PublicAddress(DataModel):
    """A public listing and when it last changed, for sitemaps."""

    slug: str
    updated_at: datetime


class PublicAddresses(DataModel):
    """Public listings in the order of their slugs, and the slug that precedes each sitemap file."""

    items: list[PublicAddress]
    files: list[str]


class Listing(ListingSummary):
    """The full profile of a listing. Unknown facts are null; locked sections are absent."""

    headline: Annotated[str | None, Field(description="The owner's headline.", examples=["Sleep through restores"])]
    summary: Annotated[str | None, Field(description="The owner's summary.", examples=["Nightly, tested backups."])]
    short_description: Annotated[
        str | None,
        Field(description="A description in about two sentences.", examples=["Tidewater backs up small databases."]),
    ]
    description: Annotated[
        str | None,
        Field(description="The full description, as plain text.", examples=["Tidewater copies your database."]),
    ]
    features: Annotated[
        list[str] | None, Field(description="What the product does.", examples=[["Point-in-time restore"]])
    ]
    usps: Annotated[
        list[str] | None,
        Field(description="What makes the product different.", examples=[["Every backup is restored once"]]),
    ]
    keywords: Annotated[list[str] | None, Field(description="Keywords for search.", examples=[["backup"]])]
    tags: Annotated[list[str] | None, Field(description="Free-form tags.", examples=[["postgres", "self-hosted"]])]
    pricing: Annotated[Pricing, Field(description="Pricing of the product.")]
    categories: Annotated[list[CategoryName], Field(description="The categories; the first is the primary category.")]
    founders: Annotated[list[ListingFounder] | None, Field(description="The founders.")]
    faqs: Annotated[list[ListingFaq] | None, Field(description="Questions and answers.")]
    socials: Annotated[
        dict[str, str] | None,
        Field(description="The company's URLs by platform.", examples=[{"github": "https://github.example/tidewater"}]),
    ]
    updates: Annotated[list[ListingUpdate], Field(description="The latest updates, newest first, up to 5.")]
    questions: Annotated[
        list[ListingQuestion],
        Field(description="Questions that visitors asked on the website, newest first, up to 10, with the answers."),
    ] = Field(default=[])
    rating: Annotated[
        CommunityRating | None,
        Field(description="Community rating, from genuine reviews only; null if there are none."),
    ]
    domain_rating: Annotated[
        DomainRating | None, Field(description="Domain Rating with its trend; null if there is no rating.")
    ]
    location: Annotated[CompanyLocation, Field(description="Location of the company.")]
    founded_year: Annotated[int | None, Field(description="Year the company was founded.", examples=[2024])]
    contact_email: Annotated[str | None, Field(description="Public contact email.", examples=["hi@tidewater.example"])]
    demo_video_url: Annotated[
        str | None, Field(description="URL of a demo video.", examples=["https://video.example/tidewater"])
    ]
    attributes: Annotated[
        dict[str, Any],
        Field(
            description="Values of the attributes that its category defines, by key.", examples=[{"self_hosted": True}]
        ),
    ]
    seo_title: Annotated[
        str | None,
        Field(
            description="Page title for search engines; null: name and tagline.", examples=["Tidewater: tested backups"]
        ),
    ] = None
    seo_description: Annotated[
        str | None,
        Field(
            description="Page description for search engines; null: the short description.",
            examples=["Backups for small databases."],
        ),
    ] = None
    live_at: Annotated[
        datetime | None, Field(description="When the listing went live.", examples=["2026-11-09T00:00:00Z"])
    ]
    followers: Annotated[int, Field(description="Number of followers.", examples=[42])]
    demo: Annotated[bool, Field(description="Whether this is a fictional sample listing.", examples=[False])]
    links: Annotated[ListingLinks, Field(description="Related URLs.")]
    evidence: Annotated[
        dict[str, list[Evidence]],
        Field(description="Evidence for each fact read on the website: quote, page and date."),
    ]
    not_found_on_website: Annotated[
        list[str], Field(description="Facts that the website does not state.", examples=[["founded_year"]])
    ]
    story: Annotated[ListingStory | None, Field(description="The founder story, if unlocked.")] = None
    milestones: Annotated[list[Milestone] | None, Field(description="Milestones, newest first, if unlocked.")] = None
    media: Annotated[list[ListingMedia] | None, Field(description="Images and videos, in order, if unlocked.")] = None
