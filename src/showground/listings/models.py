"""API models of listings: the summary in lists and the full profile."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input

SLUG = r"^[a-z0-9][a-z0-9-]{0,219}$"
Slug = Annotated[str, Field(pattern=SLUG, description="The listing's slug.", examples=["tidewater"])]

PublicStatus = Annotated[
    Literal["live", "upcoming"],
    Field(description="`live`, or `upcoming` until its launch week.", examples=["live"]),
]


class Faq(BaseModel):
    """A question and its answer."""

    question: Annotated[str, Field(description="The question.", examples=["Can I self-host it?"])]
    answer: Annotated[str, Field(description="The answer.", examples=["Yes, with one container."])]


class NewFaq(Input):
    """A question and its answer, as entered by staff."""

    question: str
    answer: Annotated[str, MULTI_LINE]


class CategoryName(BaseModel):
    """A category."""

    slug: Annotated[str, Field(description="The category's slug.", examples=["databases"])]
    name: Annotated[str, Field(description="The category's name.", examples=["Databases"])]


class ListingSummary(BaseModel):
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


class Pricing(BaseModel):
    """Pricing of the product."""

    model: Annotated[
        str | None,
        Field(description="For example free, freemium, free-trial, subscription or one-time.", examples=["freemium"]),
    ]
    summary: Annotated[
        str | None, Field(description="Plans and prices, in words.", examples=["Free up to 5 GB, then 9 USD"])
    ]


class Location(BaseModel):
    """Location of the company."""

    country: Annotated[str | None, Field(description="ISO 3166 country code.", examples=["PT"])]
    city: Annotated[str | None, Field(description="The city.", examples=["Porto"])]


class ListingFounder(BaseModel):
    """A founder as named on a listing."""

    slug: Annotated[str, Field(description="The founder's slug.", examples=["ada-moreno"])]
    name: Annotated[str, Field(description="The founder's name.", examples=["Ada Moreno"])]
    title: Annotated[str | None, Field(description="The founder's role.", examples=["Co-founder, CTO"])]
    bio: Annotated[str | None, Field(description="A short bio.", examples=["Ran databases for a newspaper."])]
    url: Annotated[
        str, Field(description="URL of the founder's page.", examples=["http://localhost:8000/founders/ada-moreno"])
    ]


class Update(BaseModel):
    """An update posted by the owners."""

    id: Annotated[int, Field(description="The update's id.", examples=[31])]
    title: Annotated[str, Field(description="The title.", examples=["Point-in-time restore"])]
    body: Annotated[str, Field(description="The text, as plain text.", examples=["You can now restore to any minute."])]
    posted_at: Annotated[datetime, Field(description="When it was posted.", examples=["2026-11-02T09:30:00Z"])]


class ListingUpdate(Update):
    """An update of a public listing."""

    listing: Annotated[ListingSummary, Field(description="The listing.")]


class PublicAddress(BaseModel):
    """A public listing and when it last changed, for sitemaps."""

    slug: str
    updated_at: datetime


class PublicAddresses(BaseModel):
    """Public listings in the order of their slugs, and the slug that precedes each sitemap file."""

    items: list[PublicAddress]
    files: list[str]


class Rating(BaseModel):
    """The community rating."""

    average: Annotated[float, Field(description="Average of 1 to 5 stars.", examples=[4.4])]
    count: Annotated[int, Field(description="Number of reviews.", examples=[17])]


class RatingPoint(BaseModel):
    """The Domain Rating on one date."""

    date: Annotated[date, Field(description="The date.", examples=["2026-10-01"])]
    value: Annotated[int, Field(description="The rating, 0 to 100.", examples=[31])]


class DomainRating(BaseModel):
    """Domain Rating: a third-party metric of website authority."""

    value: Annotated[int, Field(description="The rating, 0 to 100.", examples=[34])]
    as_of: Annotated[date, Field(description="Date of this rating.", examples=["2026-11-01"])]
    trend: Annotated[list[RatingPoint], Field(description="Ratings over time, oldest first, including this one.")]


class Links(BaseModel):
    """Related URLs."""

    page: Annotated[
        str,
        Field(description="The listing's page on this site.", examples=["http://localhost:8000/listings/tidewater"]),
    ]
    website: Annotated[str, Field(description="The product's website.", examples=["https://tidewater.example/"])]
    api: Annotated[
        str, Field(description="This profile in the API.", examples=["http://localhost:8000/api/v1/listings/tidewater"])
    ]
    alternatives: Annotated[
        str,
        Field(
            description="Alternatives to this listing in the API.",
            examples=["http://localhost:8000/api/v1/listings/tidewater/alternatives"],
        ),
    ]
    badges: Annotated[
        str,
        Field(
            description="Badges of this listing in the API.",
            examples=["http://localhost:8000/api/v1/listings/tidewater/badges"],
        ),
    ]


class Evidence(BaseModel):
    """Source of a fact."""

    quote: Annotated[
        str, Field(description="The exact words on the website.", examples=["Free up to 5 GB. Then 9 USD a month."])
    ]
    url: Annotated[
        str,
        Field(description="URL of the page that contains the quote.", examples=["https://tidewater.example/pricing"]),
    ]
    read_at: Annotated[datetime, Field(description="When the page was read.", examples=["2026-10-28T11:02:00Z"])]
    source: Annotated[
        Literal["page", "structured_data"],
        Field(
            description="`page`: visitors see these words; `structured_data`: only machines do, in the page's metadata"
            " or JSON-LD.",
            examples=["page"],
        ),
    ] = "page"


class Story(BaseModel):
    """The founder story; sections without text are null."""

    title: Annotated[str | None, Field(description="The title.", examples=["Three lost weekends"])] = None
    story: Annotated[str | None, Field(description="The story.", examples=["It began with a failed disk."])] = None
    why_started: Annotated[str | None, Field(description="Why they started.", examples=["Restores failed."])] = None
    problem: Annotated[
        str | None, Field(description="The problem they solve.", examples=["Nobody tests a backup."])
    ] = None
    journey: Annotated[str | None, Field(description="The journey so far.", examples=["Two years of evenings."])] = None
    challenges: Annotated[str | None, Field(description="The challenges.", examples=["Large tables."])] = None
    achievements: Annotated[str | None, Field(description="The achievements.", examples=["900 customers."])] = None
    lessons: Annotated[str | None, Field(description="Lessons learned.", examples=["Test restores."])] = None
    whats_next: Annotated[str | None, Field(description="What comes next.", examples=["Replication."])] = None


class Milestone(BaseModel):
    """A milestone."""

    id: Annotated[int, Field(description="The milestone's id.", examples=[7])]
    date: Annotated[date, Field(description="The date.", examples=["2026-03-14"])]
    title: Annotated[str, Field(description="What happened, in a few words.", examples=["First paying customer"])]
    description: Annotated[str | None, Field(description="More details.", examples=["A bakery in Braga."])]
    url: Annotated[
        str | None, Field(description="Link to more information.", examples=["https://tidewater.example/blog"])
    ]


class Media(BaseModel):
    """An image or a video."""

    id: Annotated[int, Field(description="The item's id.", examples=[12])]
    kind: Annotated[Literal["picture", "video"], Field(description="`picture` or `video`.", examples=["picture"])]
    url: Annotated[
        str, Field(description="URL of the image or video.", examples=["http://localhost:8000/media/tidewater.png"])
    ]
    width: Annotated[
        int | None, Field(description="Width in pixels; null for a video on another site.", examples=[1280])
    ]
    height: Annotated[
        int | None, Field(description="Height in pixels; null for a video on another site.", examples=[720])
    ]
    alt: Annotated[str | None, Field(description="Alt text.", examples=["The restore screen"])]


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
    faqs: Annotated[list[Faq] | None, Field(description="Questions and answers.")]
    socials: Annotated[
        dict[str, str] | None,
        Field(description="The company's URLs by platform.", examples=[{"github": "https://github.example/tidewater"}]),
    ]
    updates: Annotated[list[Update], Field(description="The latest updates, newest first, up to 5.")]
    rating: Annotated[
        Rating | None, Field(description="Community rating, from genuine reviews only; null if there are none.")
    ]
    domain_rating: Annotated[
        DomainRating | None, Field(description="Domain Rating with its trend; null if there is no rating.")
    ]
    location: Annotated[Location, Field(description="Location of the company.")]
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
    live_at: Annotated[
        datetime | None, Field(description="When the listing went live.", examples=["2026-11-09T00:00:00Z"])
    ]
    followers: Annotated[int, Field(description="Number of followers.", examples=[42])]
    demo: Annotated[bool, Field(description="Whether this is a fictional sample listing.", examples=[False])]
    links: Annotated[Links, Field(description="Related URLs.")]
    evidence: Annotated[
        dict[str, list[Evidence]],
        Field(description="Evidence for each fact read on the website: quote, page and date."),
    ]
    not_found_on_website: Annotated[
        list[str], Field(description="Facts that the website does not state.", examples=[["founded_year"]])
    ]
    story: Annotated[Story | None, Field(description="The founder story, if unlocked.")] = None
    milestones: Annotated[list[Milestone] | None, Field(description="Milestones, newest first, if unlocked.")] = None
    media: Annotated[list[Media] | None, Field(description="Images and videos, in order, if unlocked.")] = None
