"""What a person can change about a draft."""

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field

from showground.core.calls import field_errors
from showground.core.calls.errors import InvalidValue
from showground.core.calls.input_text import MULTI_LINE, accepts
from showground.core.calls.models import Input
from showground.core.languages import EnglishText, sentences
from showground.drafting.fields import NAMES

ShortText = Annotated[str, Field(max_length=500)]
Item = Annotated[str, Field(max_length=200)]
Section = Annotated[str, Field(max_length=8000), MULTI_LINE]


@accepts(f"^(?:{'|'.join(sorted(NAMES))})$")
def _known(name: str) -> str:
    if name not in NAMES:
        hint = field_errors.suggest(name, NAMES)
        raise InvalidValue(sentences(EnglishText("A draft has no field with this name."), hint))
    return name


FieldName = Annotated[str, AfterValidator(_known), Field(description="A field.", examples=["tagline"])]


class DraftFieldEdits(Input):
    """Profile fields to set. Null removes a field."""

    name: Annotated[ShortText | None, Field(description="The product's name.", examples=["Tidewater"])] = None
    tagline: Annotated[
        ShortText | None,
        Field(description="What the product is, in one line.", examples=["Backups for small databases"]),
    ] = None
    short_description: Annotated[
        ShortText | None,
        Field(description="A description in about two sentences.", examples=["Tidewater backs up small databases."]),
        MULTI_LINE,
    ] = None
    description: Annotated[
        Annotated[str, Field(max_length=20000)] | None,
        Field(description="The full description, as plain text.", examples=["Tidewater copies your database."]),
        MULTI_LINE,
    ] = None
    stage: Annotated[
        ShortText | None,
        Field(description="For example idea, mvp, launched, growing or established.", examples=["launched"]),
    ] = None
    categories: Annotated[
        list[Item] | None,
        Field(
            max_length=20,
            description="Category names from list_categories; the first is the primary category.",
            examples=[["Databases"]],
        ),
    ] = None
    tags: Annotated[list[Item] | None, Field(max_length=20, description="Labels.", examples=[["postgres"]])] = None
    pricing_model: Annotated[
        ShortText | None,
        Field(description="For example free, freemium, free-trial or subscription.", examples=["freemium"]),
    ] = None
    pricing_summary: Annotated[
        ShortText | None,
        Field(description="Plans and prices, in words.", examples=["Free up to 5 GB, then 9 USD"]),
        MULTI_LINE,
    ] = None
    country: Annotated[ShortText | None, Field(description="ISO 3166 country code.", examples=["PT"])] = None
    city: Annotated[ShortText | None, Field(description="The city.", examples=["Porto"])] = None
    founded_year: Annotated[
        ShortText | None, Field(description="Year the company was founded, as text.", examples=["2024"])
    ] = None
    features: Annotated[
        list[Item] | None,
        Field(max_length=20, description="What the product does.", examples=[["Point-in-time restore"]]),
    ] = None
    usps: Annotated[
        list[Item] | None,
        Field(max_length=20, description="What makes the product different.", examples=[["Backups are restored"]]),
    ] = None
    keywords: Annotated[
        list[Item] | None, Field(max_length=20, description="Keywords for search.", examples=[["backup"]])
    ] = None
    contact_email: Annotated[
        ShortText | None, Field(description="Public contact email.", examples=["hello@tidewater.example"])
    ] = None
    demo_video_url: Annotated[
        ShortText | None, Field(description="URL of a demo video.", examples=["https://videos.example/tidewater"])
    ] = None
    logo_url: Annotated[
        ShortText | None, Field(description="URL of the logo.", examples=["https://tidewater.example/logo.svg"])
    ] = None


class DraftFaqEdit(Input):
    """A question and its answer."""

    question: Annotated[str, Field(max_length=300, description="The question.", examples=["Can I self-host it?"])]
    answer: Annotated[
        str, Field(max_length=1500, description="The answer.", examples=["Yes, with one container."]), MULTI_LINE
    ]


class DraftFounderEdit(Input):
    """A founder."""

    name: Annotated[str, Field(max_length=160, description="The founder's name.", examples=["Ada Moreno"])]
    title: Annotated[
        str | None, Field(max_length=160, description="The founder's role.", examples=["Co-founder, CTO"])
    ] = None
    bio: Annotated[
        str | None,
        Field(max_length=3000, description="A short bio.", examples=["Ran databases for a newspaper."]),
        MULTI_LINE,
    ] = None


class DraftMilestoneEdit(Input):
    """A milestone."""

    date: Annotated[date, Field(description="The date, YYYY-MM-DD.", examples=["2026-03-14"])]
    title: Annotated[
        str, Field(max_length=200, description="What happened, in a few words.", examples=["First paying customer"])
    ]
    description: Annotated[
        str | None, Field(max_length=2000, description="More details.", examples=["A bakery in Braga."]), MULTI_LINE
    ] = None
    url: Annotated[
        str | None,
        Field(max_length=500, description="Link to more information.", examples=["https://tidewater.example/blog"]),
    ] = None


class DraftSocialEdits(Input):
    """URLs by platform to set. Null or an empty string removes one."""

    linkedin: Annotated[ShortText | None, Field(description="URL on LinkedIn.")] = None
    x: Annotated[ShortText | None, Field(description="URL on X.", examples=["https://x.com/tidewater"])] = None
    facebook: Annotated[ShortText | None, Field(description="URL on Facebook.")] = None
    instagram: Annotated[ShortText | None, Field(description="URL on Instagram.")] = None
    tiktok: Annotated[ShortText | None, Field(description="URL on TikTok.")] = None
    youtube: Annotated[ShortText | None, Field(description="URL on YouTube.")] = None
    threads: Annotated[ShortText | None, Field(description="URL on Threads.")] = None
    pinterest: Annotated[ShortText | None, Field(description="URL on Pinterest.")] = None
    github: Annotated[
        ShortText | None, Field(description="URL on GitHub.", examples=["https://github.com/tidewater"])
    ] = None
    reddit: Annotated[ShortText | None, Field(description="URL on Reddit.")] = None
    producthunt: Annotated[ShortText | None, Field(description="URL on Product Hunt.")] = None
    medium: Annotated[ShortText | None, Field(description="URL on Medium.")] = None
    website: Annotated[ShortText | None, Field(description="URL of another website.")] = None
    custom: Annotated[ShortText | None, Field(description="Elsewhere.")] = None


class DraftStoryEdits(Input):
    """Sections of the founder story to set. Null or an empty string removes one."""

    title: Annotated[str | None, Field(max_length=8000, description="The title.", examples=["Three lost weekends"])] = (
        None
    )
    story: Annotated[Section | None, Field(description="The story.")] = None
    why_started: Annotated[Section | None, Field(description="Why you started.")] = None
    problem: Annotated[
        Section | None, Field(description="The problem you solve.", examples=["Nobody tests a backup."])
    ] = None
    journey: Annotated[Section | None, Field(description="The journey so far.")] = None
    challenges: Annotated[Section | None, Field(description="The challenges.")] = None
    achievements: Annotated[Section | None, Field(description="The achievements.")] = None
    lessons: Annotated[Section | None, Field(description="Lessons learned.")] = None
    whats_next: Annotated[Section | None, Field(description="What comes next.")] = None


class DraftSeoEdits(Input):
    """What search engines show. Null or an empty string removes a value."""

    title: Annotated[
        str | None, Field(max_length=70, description="The page title.", examples=["Tidewater backups"])
    ] = None
    meta: Annotated[
        str | None,
        Field(max_length=170, description="The page description.", examples=["Backups that are restored once."]),
    ] = None


class DraftEdits(Input):
    """Changes to a draft. Anything you leave out stays unchanged."""

    fields: Annotated[
        DraftFieldEdits,
        Field(
            description="Profile fields to set. Null removes a field.",
            examples=[{"tagline": "Backups for small databases"}],
        ),
    ] = Field(default_factory=DraftFieldEdits)
    lock_fields: Annotated[
        list[FieldName], Field(max_length=20, description="Fields to lock, so that AI redrafts do not change them.")
    ] = Field(default_factory=list[str])
    regenerate: Annotated[
        list[FieldName],
        Field(
            max_length=5, description="Fields for the AI to redraft from the website. This may take several seconds."
        ),
    ] = Field(default_factory=list[str])
    restore: Annotated[
        list[FieldName],
        Field(max_length=20, description="Fields to return to the AI's original value. This also unlocks them."),
    ] = Field(default_factory=list[str])
    faqs: Annotated[
        list[DraftFaqEdit], Field(max_length=10, description="All questions and answers, replacing the existing ones.")
    ] = Field(default_factory=list[DraftFaqEdit])
    company_socials: Annotated[DraftSocialEdits, Field(description="The company's URLs by platform.")] = Field(
        default_factory=DraftSocialEdits
    )
    founder_socials: Annotated[DraftSocialEdits, Field(description="The primary founder's URLs by platform.")] = Field(
        default_factory=DraftSocialEdits
    )
    founders: Annotated[
        list[DraftFounderEdit],
        Field(max_length=6, description="All founders, replacing the existing ones. The first is the primary founder."),
    ] = Field(default_factory=list[DraftFounderEdit])
    story: Annotated[DraftStoryEdits, Field(description="Sections of the founder story.")] = Field(
        default_factory=DraftStoryEdits
    )
    milestones: Annotated[
        list[DraftMilestoneEdit], Field(max_length=50, description="All milestones, replacing the existing ones.")
    ] = Field(default_factory=list[DraftMilestoneEdit])
    competitor_url: Annotated[
        str,
        Field(
            max_length=2048,
            description="Website of a product to propose as an alternative. An empty string removes it.",
            examples=["https://ebbtide.example"],
        ),
    ] = Field(default_factory=str)
    seo: Annotated[DraftSeoEdits, Field(description="What search engines show.")] = Field(default_factory=DraftSeoEdits)
