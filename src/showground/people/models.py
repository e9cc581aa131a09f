"""What callers see of founders and interviews."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from showground.listings import ListingSummary, Story

FounderSlug = Annotated[str, Field(description="The founder's name in addresses.", examples=["ada-moreno"])]
Name = Annotated[str, Field(description="The founder's name.", examples=["Ada Moreno"])]
Bio = Annotated[str | None, Field(description="A few sentences.", examples=["Ran databases for a newspaper."])]
Country = Annotated[str | None, Field(description="ISO 3166 code of their country.", examples=["PT"])]
Url = Annotated[str, Field(description="Their page here.", examples=["http://localhost:8000/founders/ada-moreno"])]
Title = Annotated[str | None, Field(description="Their part in the company.", examples=["Co-founder, CTO"])]


class CompanyName(BaseModel):
    """A public listing, named."""

    slug: Annotated[str, Field(description="Its name in addresses.", examples=["tidewater"])]
    name: Annotated[str, Field(description="The product's name.", examples=["Tidewater"])]
    url: Annotated[
        str, Field(description="Its page on this site.", examples=["http://localhost:8000/listings/tidewater"])
    ]


class FoundedCompany(CompanyName):
    """A public listing that names the founder."""

    title: Title


class FounderSummary(BaseModel):
    """A founder as they stand in lists."""

    slug: FounderSlug
    name: Name
    bio: Bio
    country: Country
    url: Url
    companies: Annotated[
        list[FoundedCompany], Field(description="Public listings that name them, live ones and the most voted first.")
    ]


class Company(BaseModel):
    """A public listing, and the founder's part in it."""

    title: Title
    listing: Annotated[ListingSummary, Field(description="The listing.")]


class FounderStory(BaseModel):
    """A story that was published on a listing."""

    listing: Annotated[CompanyName, Field(description="The listing it is about.")]
    story: Annotated[Story, Field(description="The story.")]


class InterviewAnswer(BaseModel):
    """An interview question with the founder's answer."""

    question_id: Annotated[int, Field(description="The question's number.", examples=[3])]
    question: Annotated[str, Field(description="The question.", examples=["What would you do differently?"])]
    answer: Annotated[str, Field(description="The answer.", examples=["Talk to customers a year earlier."])]
    answered_at: Annotated[datetime, Field(description="When it was given.", examples=["2026-10-20T19:00:00Z"])]


class Founder(BaseModel):
    """A founder of at least one public listing. Unknown is null."""

    slug: FounderSlug
    name: Name
    bio: Bio
    country: Country
    socials: Annotated[
        dict[str, str] | None,
        Field(description="Addresses by platform.", examples=[{"github": "https://github.example/ada"}]),
    ]
    url: Url
    companies: Annotated[
        list[Company], Field(description="Public listings that name them, live ones and the most voted first.")
    ]
    stories: Annotated[list[FounderStory], Field(description="Stories of those listings, where unlocked and written.")]
    interview: Annotated[list[InterviewAnswer], Field(description="What they answered, in the order of the questions.")]


class Question(BaseModel):
    """A question of the founders' interview."""

    id: Annotated[int, Field(description="The question's number.", examples=[3])]
    question: Annotated[str, Field(description="The question.", examples=["What would you do differently?"])]


class Questions(BaseModel):
    """The founders' interview."""

    items: Annotated[list[Question], Field(description="The questions, in their order.")]
