"""API models of the sections of a listing's profile."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from showground.core.data_model import DataModel


class Pricing(DataModel):
    """Pricing of the product."""

    model: Annotated[
        str | None,
        Field(description="For example free, freemium, free-trial, subscription or one-time.", examples=["freemium"]),
    ]
    summary: Annotated[
        str | None, Field(description="Plans and prices, in words.", examples=["Free up to 5 GB, then 9 USD"])
    ]


class CompanyLocation(DataModel):
    """Location of the company."""

    country: Annotated[str | None, Field(description="ISO 3166 country code.", examples=["PT"])]
    city: Annotated[str | None, Field(description="The city.", examples=["Porto"])]


class ListingFounder(DataModel):
    """A founder as named on a listing."""

    slug: Annotated[str, Field(description="The founder's slug.", examples=["ada-moreno"])]
    name: Annotated[str, Field(description="The founder's name.", examples=["Ada Moreno"])]
    title: Annotated[str | None, Field(description="The founder's role.", examples=["Co-founder, CTO"])]
    bio: Annotated[str | None, Field(description="A short bio.", examples=["Ran databases for a newspaper."])]
    url: Annotated[
        str, Field(description="URL of the founder's page.", examples=["http://localhost:8000/founders/ada-moreno"])
    ]


class ListingUpdate(DataModel):
    """An update posted by the owners."""

    id: Annotated[int, Field(description="The update's id.", examples=[31])]
    title: Annotated[str, Field(description="The title.", examples=["Point-in-time restore"])]
    body: Annotated[str, Field(description="The text, as plain text.", examples=["You can now restore to any minute."])]
    posted_at: Annotated[datetime, Field(description="When it was posted.", examples=["2026-11-02T09:30:00Z"])]


class ListingAnswer(DataModel):
    """An answer by the maker of the product."""

    id: Annotated[int, Field(description="The answer's id.", examples=[58])]
    answer: Annotated[str, Field(description="The answer, as plain text.", examples=["Yes, since March."])]
    answered_at: Annotated[datetime, Field(description="When it was posted.", examples=["2026-11-03T08:15:00Z"])]
    by: Annotated[Literal["maker"], Field(description="Only the product's makers can answer.", examples=["maker"])] = (
        "maker"
    )


class ListingQuestion(DataModel):
    """A question that a visitor asked on the website."""

    id: Annotated[int, Field(description="The question's id.", examples=[41])]
    question: Annotated[
        str | None,
        Field(
            description="The question; null if it was removed after it had been answered.",
            examples=["Can I self-host it?"],
        ),
    ]
    asked_at: Annotated[datetime, Field(description="When it was asked.", examples=["2026-11-02T17:40:00Z"])]
    update_id: Annotated[
        int | None, Field(description="The update that it is about; null if about the product.", examples=[31])
    ]
    url: Annotated[
        str,
        Field(
            description="URL of the question's page.",
            examples=["http://localhost:8000/listings/tidewater/questions/41"],
        ),
    ]
    answers: Annotated[list[ListingAnswer], Field(description="The maker's answers, oldest first.")]


class MakerStatement(DataModel):
    """The source of a FAQ entry that the maker stated on this site in answer to a question."""

    answer_id: Annotated[int, Field(description="The answer's id.", examples=[58])]
    question_id: Annotated[int, Field(description="The question's id.", examples=[41])]
    at: Annotated[datetime, Field(description="When the maker answered.", examples=["2026-11-03T08:15:00Z"])]
    url: Annotated[
        str,
        Field(
            description="URL of the question's page.",
            examples=["http://localhost:8000/listings/tidewater/questions/41"],
        ),
    ]


class Maker(DataModel):
    """A founder, by name."""

    slug: Annotated[str, Field(description="The founder's slug.", examples=["ada-moreno"])]
    name: Annotated[str, Field(description="The founder's name.", examples=["Ada Moreno"])]


class CommunityRating(DataModel):
    """The community rating."""

    average: Annotated[float, Field(description="Average of 1 to 5 stars.", examples=[4.4])]
    count: Annotated[int, Field(description="Number of reviews.", examples=[17])]


class DomainRatingPoint(DataModel):
    """The Domain Rating on one date."""

    date: Annotated[date, Field(description="The date.", examples=["2026-10-01"])]
    value: Annotated[int, Field(description="The rating, 0 to 100.", examples=[31])]


class DomainRating(DataModel):
    """Domain Rating: a third-party metric of website authority."""

    value: Annotated[int, Field(description="The rating, 0 to 100.", examples=[34])]
    as_of: Annotated[date, Field(description="Date of this rating.", examples=["2026-11-01"])]
    trend: Annotated[list[DomainRatingPoint], Field(description="Ratings over time, oldest first, including this one.")]


class ListingLinks(DataModel):
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


class Evidence(DataModel):
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


class ListingStory(DataModel):
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


class Milestone(DataModel):
    """A milestone."""

    id: Annotated[int, Field(description="The milestone's id.", examples=[7])]
    date: Annotated[date, Field(description="The date.", examples=["2026-03-14"])]
    title: Annotated[str, Field(description="What happened, in a few words.", examples=["First paying customer"])]
    description: Annotated[str | None, Field(description="More details.", examples=["A bakery in Braga."])]
    url: Annotated[
        str | None, Field(description="Link to more information.", examples=["https://tidewater.example/blog"])
    ]


class ListingMedia(DataModel):
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
