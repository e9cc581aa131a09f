"""API models of founders and interviews."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from showground.core.calls.paging import Page
from showground.core.data_model import DataModel
from showground.listings import ListingStory, ListingSummary

FounderSlug = Annotated[str, Field(description="The founder's slug.", examples=["ada-moreno"])]
Name = Annotated[str, Field(description="The founder's name.", examples=["Ada Moreno"])]
Bio = Annotated[str | None, Field(description="A short bio.", examples=["Ran databases for a newspaper."])]
Country = Annotated[str | None, Field(description="ISO 3166 country code.", examples=["PT"])]
Url = Annotated[
    str, Field(description="URL of the founder's page.", examples=["http://localhost:8000/founders/ada-moreno"])
]
Title = Annotated[str | None, Field(description="The founder's role.", examples=["Co-founder, CTO"])]


PictureUrl = Annotated[
    str | None,
    Field(
        description="URL of the picture that the founder uploaded, a square WebP.",
        examples=["http://localhost:8000/media/5f2c7d0a9b1e4f6c8d3a2b1c0e9f8a7b6c5d4e3f.webp"],
    ),
]


FounderSort = Literal["name", "votes", "newest"]


class CompanyName(DataModel):
    """A public listing."""

    slug: Annotated[str, Field(description="The listing's slug.", examples=["tidewater"])]
    name: Annotated[str, Field(description="The product's name.", examples=["Tidewater"])]
    url: Annotated[
        str,
        Field(
            description="URL of the listing's page on this site.", examples=["http://localhost:8000/listings/tidewater"]
        ),
    ]


class FoundedCompany(CompanyName):
    """A public listing that names the founder."""

    title: Title
    logo_url: Annotated[
        str | None,
        Field(description="URL of the product's logo.", examples=["https://tidewater.example/logo.svg"]),
    ] = None


class FounderSummary(DataModel):
    """A founder as shown in lists."""

    slug: FounderSlug
    name: Name
    bio: Bio
    country: Country
    picture_url: PictureUrl = None
    url: Url
    companies: Annotated[
        list[FoundedCompany],
        Field(description="Public listings that name the founder: live ones first, most voted first."),
    ]


class FounderPage(Page[FounderSummary]):
    """A page of founders."""


class FounderCompany(DataModel):
    """A public listing, and the founder's role in it."""

    title: Title
    listing: Annotated[ListingSummary, Field(description="The listing.")]


class FounderStory(DataModel):
    """A story published on a listing."""

    listing: Annotated[CompanyName, Field(description="The listing that the story is about.")]
    story: Annotated[ListingStory, Field(description="The story.")]


class InterviewAnswer(DataModel):
    """An interview question and the founder's answer."""

    question_id: Annotated[int, Field(description="Id of the question.", examples=[3])]
    question: Annotated[str, Field(description="The question.", examples=["What would you do differently?"])]
    answer: Annotated[str, Field(description="The answer.", examples=["Talk to customers a year earlier."])]
    answered_at: Annotated[datetime, Field(description="When the founder answered.", examples=["2026-10-20T19:00:00Z"])]


class Founder(DataModel):
    """A founder of at least one public listing. Unknown facts are null."""

    slug: FounderSlug
    name: Name
    bio: Bio
    country: Country
    socials: Annotated[
        dict[str, str] | None,
        Field(description="The founder's URLs by platform.", examples=[{"github": "https://github.example/ada"}]),
    ]
    picture_url: PictureUrl = None
    url: Url
    companies: Annotated[
        list[FounderCompany],
        Field(description="Public listings that name the founder: live ones first, most voted first."),
    ]
    stories: Annotated[list[FounderStory], Field(description="Stories published on those listings.")]
    interview: Annotated[list[InterviewAnswer], Field(description="Interview answers, in the order of the questions.")]


class InterviewQuestion(DataModel):
    """A founder interview question."""

    id: Annotated[int, Field(description="The question's id.", examples=[3])]
    question: Annotated[str, Field(description="The question.", examples=["What would you do differently?"])]


class InterviewQuestions(DataModel):
    """The founder interview."""

    items: Annotated[list[InterviewQuestion], Field(description="The questions, in order.")]
