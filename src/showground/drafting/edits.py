"""What a person may change about a draft."""

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field

from showground.core.calls import field_errors
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.drafting.fields import NAMES

Text = Annotated[str, Field(max_length=500)]
Item = Annotated[str, Field(max_length=200)]
Section = Annotated[str, Field(max_length=8000), MULTI_LINE]


def _known(name: str) -> str:
    if name not in NAMES:
        hint = field_errors.suggest(name, NAMES)
        raise ValueError(" ".join(filter(None, ("A draft has no field with this name.", hint))))
    return name


FieldName = Annotated[str, AfterValidator(_known), Field(description="A field.", examples=["tagline"])]


class FieldEdits(Input):
    """Profile fields to set; null removes one."""

    name: Annotated[Text | None, Field(description="The product's name.", examples=["Tidewater"])] = None
    tagline: Annotated[
        Text | None, Field(description="What it is, in one line.", examples=["Backups for small databases"])
    ] = None
    short_description: Annotated[
        Text | None, Field(description="Two sentences.", examples=["Tidewater backs up small databases."]), MULTI_LINE
    ] = None
    description: Annotated[
        Annotated[str, Field(max_length=20000)] | None,
        Field(description="All about it, plain text.", examples=["Tidewater copies your database."]),
        MULTI_LINE,
    ] = None
    stage: Annotated[
        Text | None,
        Field(description="idea, mvp, launched, growing, established, or another.", examples=["launched"]),
    ] = None
    categories: Annotated[
        list[Item] | None,
        Field(max_length=20, description="Names from list_categories; the first is primary.", examples=[["Databases"]]),
    ] = None
    tags: Annotated[list[Item] | None, Field(max_length=20, description="Labels.", examples=[["postgres"]])] = None
    pricing_model: Annotated[
        Text | None,
        Field(description="free, freemium, free-trial, subscription, or another.", examples=["freemium"]),
    ] = None
    pricing_summary: Annotated[
        Text | None, Field(description="Plans in words.", examples=["Free up to 5 GB, then 9 USD"]), MULTI_LINE
    ] = None
    country: Annotated[Text | None, Field(description="ISO 3166 code of the country.", examples=["PT"])] = None
    city: Annotated[Text | None, Field(description="The city.", examples=["Porto"])] = None
    founded_year: Annotated[Text | None, Field(description="The year, as text.", examples=["2024"])] = None
    features: Annotated[
        list[Item] | None, Field(max_length=20, description="What it does.", examples=[["Point-in-time restore"]])
    ] = None
    usps: Annotated[
        list[Item] | None, Field(max_length=20, description="What sets it apart.", examples=[["Backups are restored"]])
    ] = None
    keywords: Annotated[
        list[Item] | None, Field(max_length=20, description="Words to find it by.", examples=[["backup"]])
    ] = None
    contact_email: Annotated[
        Text | None, Field(description="Where to write to.", examples=["hello@tidewater.example"])
    ] = None
    demo_video_url: Annotated[
        Text | None, Field(description="Address of a video.", examples=["https://videos.example/tidewater"])
    ] = None
    logo_url: Annotated[
        Text | None, Field(description="Address of the logo.", examples=["https://tidewater.example/logo.svg"])
    ] = None


class FaqEdit(Input):
    """A question with its answer."""

    question: Annotated[str, Field(max_length=300, description="The question.", examples=["Can I self-host it?"])]
    answer: Annotated[
        str, Field(max_length=1500, description="The answer.", examples=["Yes, with one container."]), MULTI_LINE
    ]


class FounderEdit(Input):
    """A founder."""

    name: Annotated[str, Field(max_length=160, description="Their name.", examples=["Ada Moreno"])]
    title: Annotated[
        str | None, Field(max_length=160, description="Their part in the company.", examples=["Co-founder, CTO"])
    ] = None
    bio: Annotated[
        str | None,
        Field(max_length=3000, description="A few sentences.", examples=["Ran databases for a newspaper."]),
        MULTI_LINE,
    ] = None


class MilestoneEdit(Input):
    """A day worth noting."""

    date: Annotated[date, Field(description="The day, YYYY-MM-DD.", examples=["2026-03-14"])]
    title: Annotated[str, Field(max_length=200, description="What happened.", examples=["First paying customer"])]
    description: Annotated[
        str | None, Field(max_length=2000, description="More about it.", examples=["A bakery in Braga."]), MULTI_LINE
    ] = None
    url: Annotated[
        str | None, Field(max_length=500, description="Where to read on.", examples=["https://tidewater.example/blog"])
    ] = None


class SocialEdits(Input):
    """Addresses by platform to set; null or an empty text removes one."""

    linkedin: Annotated[Text | None, Field(description="On LinkedIn.")] = None
    x: Annotated[Text | None, Field(description="On X.", examples=["https://x.com/tidewater"])] = None
    facebook: Annotated[Text | None, Field(description="On Facebook.")] = None
    instagram: Annotated[Text | None, Field(description="On Instagram.")] = None
    tiktok: Annotated[Text | None, Field(description="On TikTok.")] = None
    youtube: Annotated[Text | None, Field(description="On YouTube.")] = None
    threads: Annotated[Text | None, Field(description="On Threads.")] = None
    pinterest: Annotated[Text | None, Field(description="On Pinterest.")] = None
    github: Annotated[Text | None, Field(description="On GitHub.", examples=["https://github.com/tidewater"])] = None
    reddit: Annotated[Text | None, Field(description="On Reddit.")] = None
    producthunt: Annotated[Text | None, Field(description="On Product Hunt.")] = None
    medium: Annotated[Text | None, Field(description="On Medium.")] = None
    website: Annotated[Text | None, Field(description="A website.")] = None
    custom: Annotated[Text | None, Field(description="Elsewhere.")] = None


class StoryEdits(Input):
    """Sections of the founders' story to set; null or an empty text removes one."""

    title: Annotated[str | None, Field(max_length=8000, description="Its title.", examples=["Three lost weekends"])] = (
        None
    )
    story: Annotated[Section | None, Field(description="The story.")] = None
    why_started: Annotated[Section | None, Field(description="Why it was started.")] = None
    problem: Annotated[Section | None, Field(description="The problem.", examples=["Nobody tests a backup."])] = None
    journey: Annotated[Section | None, Field(description="The way so far.")] = None
    challenges: Annotated[Section | None, Field(description="What was hard.")] = None
    achievements: Annotated[Section | None, Field(description="What was achieved.")] = None
    lessons: Annotated[Section | None, Field(description="What was learnt.")] = None
    whats_next: Annotated[Section | None, Field(description="What comes next.")] = None


class SeoEdits(Input):
    """What search engines show, to set; null or an empty text removes one."""

    title: Annotated[str | None, Field(max_length=70, description="The title.", examples=["Tidewater backups"])] = None
    meta: Annotated[
        str | None, Field(max_length=170, description="The description.", examples=["Backups that are restored once."])
    ] = None


class DraftEdits(Input):
    """Changes of a draft; what is not sent stays."""

    fields: Annotated[
        FieldEdits,
        Field(
            description="Profile fields to set; null removes one.",
            examples=[{"tagline": "Backups for small databases"}],
        ),
    ] = Field(default_factory=FieldEdits)
    lock_fields: Annotated[
        list[FieldName], Field(max_length=20, description="Fields that redrafting then leaves alone.")
    ] = Field(default_factory=list[str])
    regenerate: Annotated[
        list[FieldName],
        Field(max_length=5, description="Fields to draft anew from what was read; this may take seconds."),
    ] = Field(default_factory=list[str])
    restore: Annotated[
        list[FieldName], Field(max_length=20, description="Fields that go back to what was drafted; ends a lock.")
    ] = Field(default_factory=list[str])
    faqs: Annotated[list[FaqEdit], Field(max_length=10, description="Replaces all questions and answers.")] = Field(
        default_factory=list[FaqEdit]
    )
    company_socials: Annotated[SocialEdits, Field(description="The company's addresses by platform.")] = Field(
        default_factory=SocialEdits
    )
    founder_socials: Annotated[SocialEdits, Field(description="The first founder's addresses by platform.")] = Field(
        default_factory=SocialEdits
    )
    founders: Annotated[
        list[FounderEdit], Field(max_length=6, description="Replaces all founders; the first is the primary one.")
    ] = Field(default_factory=list[FounderEdit])
    story: Annotated[StoryEdits, Field(description="Sections of the founders' story.")] = Field(
        default_factory=StoryEdits
    )
    milestones: Annotated[list[MilestoneEdit], Field(max_length=50, description="Replaces all milestones.")] = Field(
        default_factory=list[MilestoneEdit]
    )
    competitor_url: Annotated[
        str,
        Field(
            max_length=2048,
            description="Website of a product to choose instead; it is proposed as an alternative. Empty clears it.",
            examples=["https://ebbtide.example"],
        ),
    ] = Field(default_factory=str)
    seo: Annotated[SeoEdits, Field(description="What search engines show.")] = Field(default_factory=SeoEdits)
