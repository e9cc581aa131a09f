"""What callers see of a listing: its summary in lists and its profile."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input

SLUG = r"^[a-z0-9][a-z0-9-]{0,219}$"
Slug = Annotated[str, Field(pattern=SLUG, description="The name in addresses.", examples=["tidewater"])]

PublicStatus = Annotated[
    Literal["live", "upcoming"],
    Field(description="`live`, or `upcoming` while it waits for its launch week.", examples=["live"]),
]


class Faq(BaseModel):
    """A question with its answer."""

    question: Annotated[str, Field(description="The question.", examples=["Can I self-host it?"])]
    answer: Annotated[str, Field(description="The answer.", examples=["Yes, with one container."])]


class NewFaq(Input):
    """A question with its answer, as staff write it."""

    question: str
    answer: Annotated[str, MULTI_LINE]


class CategoryName(BaseModel):
    """A category, named."""

    slug: Annotated[str, Field(description="Its name in addresses.", examples=["databases"])]
    name: Annotated[str, Field(description="Its name.", examples=["Databases"])]


class ListingSummary(BaseModel):
    """A listing as it stands in lists."""

    slug: Annotated[str, Field(description="Its name in addresses.", examples=["tidewater"])]
    name: Annotated[str, Field(description="The product's name.", examples=["Tidewater"])]
    tagline: Annotated[
        str | None, Field(description="What it is, in one line.", examples=["Backups for small databases"])
    ]
    votes: Annotated[int, Field(description="Votes by people on the website, of all time.", examples=[184])]
    url: Annotated[
        str, Field(description="Its page on this site.", examples=["http://localhost:8000/listings/tidewater"])
    ]
    website: Annotated[str, Field(description="The product's own address.", examples=["https://tidewater.example/"])]
    status: PublicStatus
    category: Annotated[CategoryName | None, Field(description="The primary category.")]
    stage: Annotated[str | None, Field(description="How far it is: idea, mvp, launched, ...", examples=["launched"])]
    pricing_model: Annotated[str | None, Field(description="How it is paid for.", examples=["freemium"])]
    country: Annotated[str | None, Field(description="ISO 3166 code of its country.", examples=["PT"])]
    logo_url: Annotated[str | None, Field(description="Its logo.", examples=["https://tidewater.example/logo.svg"])]
    launch_week: Annotated[date | None, Field(description="Monday of its launch week.", examples=["2026-11-09"])]


class Pricing(BaseModel):
    """How the product is paid for."""

    model: Annotated[
        str | None,
        Field(description="free, freemium, free-trial, subscription, one-time, ...", examples=["freemium"]),
    ]
    summary: Annotated[str | None, Field(description="Plans in words.", examples=["Free up to 5 GB, then 9 USD"])]


class Location(BaseModel):
    """Where the company is."""

    country: Annotated[str | None, Field(description="ISO 3166 code.", examples=["PT"])]
    city: Annotated[str | None, Field(description="The city.", examples=["Porto"])]


class ListingFounder(BaseModel):
    """A founder, as named on a listing."""

    slug: Annotated[str, Field(description="The founder's name in addresses.", examples=["ada-moreno"])]
    name: Annotated[str, Field(description="The founder's name.", examples=["Ada Moreno"])]
    title: Annotated[str | None, Field(description="Their part in the company.", examples=["Co-founder, CTO"])]
    bio: Annotated[str | None, Field(description="A few sentences.", examples=["Ran databases for a newspaper."])]
    url: Annotated[str, Field(description="Their page here.", examples=["http://localhost:8000/founders/ada-moreno"])]


class Update(BaseModel):
    """News that the owners posted."""

    id: Annotated[int, Field(description="The update's number.", examples=[31])]
    title: Annotated[str, Field(description="The headline.", examples=["Point-in-time restore"])]
    body: Annotated[str, Field(description="Plain text.", examples=["You can now restore to any minute."])]
    posted_at: Annotated[datetime, Field(description="When it was posted.", examples=["2026-11-02T09:30:00Z"])]


class ListingUpdate(Update):
    """News of a public listing."""

    listing: Annotated[ListingSummary, Field(description="The listing.")]


class PublicAddress(BaseModel):
    """A public listing, and when it last changed: for maps of the site."""

    slug: str
    updated_at: datetime


class PublicAddresses(BaseModel):
    """Some of the public listings, in the order of their slugs; and the slug before each file of them."""

    items: list[PublicAddress]
    files: list[str]


class Rating(BaseModel):
    """What reviewers gave."""

    average: Annotated[float, Field(description="Mean of 1 to 5 stars.", examples=[4.4])]
    count: Annotated[int, Field(description="How many reviews.", examples=[17])]


class RatingPoint(BaseModel):
    """A Domain Rating on a day."""

    date: Annotated[date, Field(description="The day.", examples=["2026-10-01"])]
    value: Annotated[int, Field(description="0 to 100.", examples=[31])]


class DomainRating(BaseModel):
    """A third party's measure of how strong a website's links are."""

    value: Annotated[int, Field(description="0 to 100.", examples=[34])]
    as_of: Annotated[date, Field(description="The day of this value.", examples=["2026-11-01"])]
    trend: Annotated[list[RatingPoint], Field(description="Earlier values, oldest first, this one last.")]


class Links(BaseModel):
    """Where to go from here."""

    page: Annotated[
        str, Field(description="This listing's page.", examples=["http://localhost:8000/listings/tidewater"])
    ]
    website: Annotated[str, Field(description="The product's own address.", examples=["https://tidewater.example/"])]
    api: Annotated[
        str, Field(description="This profile.", examples=["http://localhost:8000/api/v1/listings/tidewater"])
    ]
    alternatives: Annotated[
        str,
        Field(
            description="Listings to choose instead.",
            examples=["http://localhost:8000/api/v1/listings/tidewater/alternatives"],
        ),
    ]
    badges: Annotated[
        str,
        Field(description="Badges to embed.", examples=["http://localhost:8000/api/v1/listings/tidewater/badges"]),
    ]


class Evidence(BaseModel):
    """Where a fact comes from."""

    quote: Annotated[
        str, Field(description="The website's own words.", examples=["Free up to 5 GB. Then 9 USD a month."])
    ]
    url: Annotated[str, Field(description="The page they stand on.", examples=["https://tidewater.example/pricing"])]
    read_at: Annotated[datetime, Field(description="When it was read.", examples=["2026-10-28T11:02:00Z"])]


class Story(BaseModel):
    """The founders' story; a section that nobody wrote is null."""

    title: Annotated[str | None, Field(description="Its title.", examples=["Three lost weekends"])] = None
    story: Annotated[str | None, Field(description="The story.", examples=["It began with a failed disk."])] = None
    why_started: Annotated[str | None, Field(description="Why it was started.", examples=["Restores failed."])] = None
    problem: Annotated[str | None, Field(description="The problem.", examples=["Nobody tests a backup."])] = None
    journey: Annotated[str | None, Field(description="The way so far.", examples=["Two years of evenings."])] = None
    challenges: Annotated[str | None, Field(description="What was hard.", examples=["Large tables."])] = None
    achievements: Annotated[str | None, Field(description="What was achieved.", examples=["900 customers."])] = None
    lessons: Annotated[str | None, Field(description="What was learnt.", examples=["Test restores."])] = None
    whats_next: Annotated[str | None, Field(description="What comes next.", examples=["Replication."])] = None


class Milestone(BaseModel):
    """A day worth noting."""

    id: Annotated[int, Field(description="The milestone's number.", examples=[7])]
    date: Annotated[date, Field(description="The day.", examples=["2026-03-14"])]
    title: Annotated[str, Field(description="What happened.", examples=["First paying customer"])]
    description: Annotated[str | None, Field(description="More about it.", examples=["A bakery in Braga."])]
    url: Annotated[str | None, Field(description="Where to read on.", examples=["https://tidewater.example/blog"])]


class Media(BaseModel):
    """A picture or a video."""

    id: Annotated[int, Field(description="Its number.", examples=[12])]
    kind: Annotated[Literal["picture", "video"], Field(description="`picture` or `video`.", examples=["picture"])]
    url: Annotated[str, Field(description="Where it is.", examples=["http://localhost:8000/media/tidewater.png"])]
    width: Annotated[int | None, Field(description="Pixels across; null for a video elsewhere.", examples=[1280])]
    height: Annotated[int | None, Field(description="Pixels down; null for a video elsewhere.", examples=[720])]
    alt: Annotated[str | None, Field(description="What it shows, in words.", examples=["The restore screen"])]


class Listing(ListingSummary):
    """The full profile of a listing. Unknown is null; a section that is not unlocked is absent."""

    headline: Annotated[str | None, Field(description="The owner's headline.", examples=["Sleep through restores"])]
    summary: Annotated[str | None, Field(description="The owner's summary.", examples=["Nightly, tested backups."])]
    short_description: Annotated[
        str | None, Field(description="Two sentences.", examples=["Tidewater backs up small databases."])
    ]
    description: Annotated[
        str | None, Field(description="All about it, plain text.", examples=["Tidewater copies your database."])
    ]
    features: Annotated[list[str] | None, Field(description="What it does.", examples=[["Point-in-time restore"]])]
    usps: Annotated[
        list[str] | None, Field(description="What sets it apart.", examples=[["Every backup is restored once"]])
    ]
    keywords: Annotated[list[str] | None, Field(description="Words to find it by.", examples=[["backup"]])]
    tags: Annotated[list[str] | None, Field(description="Loose labels.", examples=[["postgres", "self-hosted"]])]
    pricing: Annotated[Pricing, Field(description="How it is paid for.")]
    categories: Annotated[list[CategoryName], Field(description="Its categories; the first is the primary one.")]
    founders: Annotated[list[ListingFounder] | None, Field(description="Who founded it.")]
    faqs: Annotated[list[Faq] | None, Field(description="Questions and answers.")]
    socials: Annotated[
        dict[str, str] | None,
        Field(description="Addresses by platform.", examples=[{"github": "https://github.example/tidewater"}]),
    ]
    updates: Annotated[list[Update], Field(description="The latest updates, newest first, at most 5.")]
    rating: Annotated[Rating | None, Field(description="Genuine reviews only; null without any.")]
    domain_rating: Annotated[DomainRating | None, Field(description="Null where nobody has measured it.")]
    location: Annotated[Location, Field(description="Where the company is.")]
    founded_year: Annotated[int | None, Field(description="When it was founded.", examples=[2024])]
    contact_email: Annotated[str | None, Field(description="Its public address.", examples=["hi@tidewater.example"])]
    demo_video_url: Annotated[
        str | None, Field(description="A video to watch.", examples=["https://video.example/tidewater"])
    ]
    attributes: Annotated[
        dict[str, Any], Field(description="Facts of its category, by key.", examples=[{"self_hosted": True}])
    ]
    live_at: Annotated[datetime | None, Field(description="When it went live.", examples=["2026-11-09T00:00:00Z"])]
    followers: Annotated[int, Field(description="People who follow it.", examples=[42])]
    demo: Annotated[bool, Field(description="Whether this is made-up content for show.", examples=[False])]
    links: Annotated[Links, Field(description="Where to go from here.")]
    evidence: Annotated[
        dict[str, list[Evidence]], Field(description="For each fact read on the website: quote, page and date.")
    ]
    not_found_on_website: Annotated[
        list[str], Field(description="Facts that the website does not state.", examples=[["founded_year"]])
    ]
    story: Annotated[Story | None, Field(description="The founders' story, where unlocked.")] = None
    milestones: Annotated[list[Milestone] | None, Field(description="Milestones, newest first, where unlocked.")] = None
    media: Annotated[list[Media] | None, Field(description="Pictures and videos, in order, where unlocked.")] = None
