"""What callers see of drafts."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from showground.drafting.fields import State

Status = Literal["crawling", "drafting", "ready"]
DraftId = Annotated[UUID, Field(description="The draft's id.", examples=["3f2b8c1e-5d0a-4f6e-9b7c-2a1d4e8f6c30"])]
StatusField = Annotated[
    Status,
    Field(
        description="`crawling` while the site is read, `drafting`, then `ready`; also when the site could not be read,"
        " which `problems` then tells.",
        examples=["ready"],
    ),
]
StateField = Annotated[
    State,
    Field(
        description="`ai`: drafted; `not_found`: the site does not say; `edited`: typed over a drafted value; `manual`:"
        " typed where there was none; `override`: locked; `deleted`: removed.",
        examples=["ai"],
    ),
]


class SiteQuote(BaseModel):
    """The website's own words."""

    quote: Annotated[str, Field(description="Verbatim, with whitespace folded.", examples=["Backups for small teams"])]
    url: Annotated[str, Field(description="The page they stand on.", examples=["https://tidewater.example/pricing"])]


Evidence = Annotated[list[SiteQuote], Field(description="What the value rests on; empty where somebody typed it.")]


class DraftText(BaseModel):
    """A field that holds a text."""

    value: Annotated[str | None, Field(description="What it says; null if nothing.", examples=["Tidewater"])]
    state: StateField
    evidence: Evidence


class DraftList(BaseModel):
    """A field that holds a list."""

    value: Annotated[list[str] | None, Field(description="Its items; null if there are none.", examples=[["backup"]])]
    state: StateField
    evidence: Evidence


class DraftFields(BaseModel):
    """The profile fields."""

    name: Annotated[DraftText, Field(description="The product's name.")]
    tagline: Annotated[DraftText, Field(description="What it is, in one line.")]
    short_description: Annotated[DraftText, Field(description="Two sentences.")]
    description: Annotated[DraftText, Field(description="All about it, plain text.")]
    stage: Annotated[DraftText, Field(description="How far it is.")]
    categories: Annotated[DraftList, Field(description="Names of categories; the first is primary.")]
    tags: Annotated[DraftList, Field(description="Loose labels.")]
    pricing_model: Annotated[DraftText, Field(description="How it is paid for.")]
    pricing_summary: Annotated[DraftText, Field(description="Plans in words.")]
    country: Annotated[DraftText, Field(description="ISO 3166 code of the country.")]
    city: Annotated[DraftText, Field(description="The city.")]
    founded_year: Annotated[DraftText, Field(description="When it was founded, as text.")]
    features: Annotated[DraftList, Field(description="What it does.")]
    usps: Annotated[DraftList, Field(description="What sets it apart.")]
    keywords: Annotated[DraftList, Field(description="Words to find it by.")]
    contact_email: Annotated[DraftText, Field(description="Where to write to.")]
    demo_video_url: Annotated[DraftText, Field(description="Address of a video.")]
    logo_url: Annotated[DraftText, Field(description="Address of the logo.")]


class DraftFaq(BaseModel):
    """A question with its answer."""

    question: Annotated[str, Field(description="The question.", examples=["Can I self-host it?"])]
    answer: Annotated[str, Field(description="The answer.", examples=["Yes, with one container."])]
    evidence: Evidence


class DraftFounder(BaseModel):
    """A founder."""

    name: Annotated[str, Field(description="Their name.", examples=["Ada Moreno"])]
    title: Annotated[str | None, Field(description="Their part in the company.", examples=["Co-founder, CTO"])]
    bio: Annotated[str | None, Field(description="A few sentences.", examples=["Ran databases for a newspaper."])]
    evidence: Evidence


class DraftMilestone(BaseModel):
    """A day worth noting."""

    date: Annotated[date, Field(description="The day.", examples=["2026-03-14"])]
    title: Annotated[str, Field(description="What happened.", examples=["First paying customer"])]
    description: Annotated[str | None, Field(description="More about it.", examples=["A bakery in Braga."])]
    url: Annotated[str | None, Field(description="Where to read on.", examples=["https://tidewater.example/blog"])]
    evidence: Evidence


class DraftSeo(BaseModel):
    """What search engines show."""

    title: Annotated[str | None, Field(description="The title.", examples=["Tidewater backups"])]
    meta: Annotated[str | None, Field(description="The description.", examples=["Backups that are restored once."])]


class DraftProgress(BaseModel):
    """How far the reading is."""

    pages_read: Annotated[int, Field(description="Pages read so far.", examples=[4])]
    pages_planned: Annotated[int, Field(description="Pages to read in all, as far as is known.", examples=[11])]
    now: Annotated[str, Field(description="What is being done.", examples=["Reading /pricing"])]


class DraftProblem(BaseModel):
    """Something that went wrong or needs attention."""

    code: Annotated[str, Field(description="A stable name for it.", examples=["robots_disallowed"])]
    detail: Annotated[
        str, Field(description="What is wrong and what to do.", examples=["The robots.txt does not let us read it."])
    ]
    slug: Annotated[
        str | None,
        Field(description="`already_listed`: the listing that has this website.", examples=["tidewater"]),
    ] = None
    listing_id: Annotated[
        int | None,
        Field(description="`already_listed`: its number, where you belong to that listing.", examples=[12]),
    ] = None


class DraftMissing(BaseModel):
    """What is still missing."""

    required: Annotated[
        list[str],
        Field(
            description="What submitting needs; `tagline` stands for it or a short description.", examples=[["name"]]
        ),
    ]
    recommended: Annotated[
        list[str], Field(description="What would make it better, the most useful first.", examples=[["logo_url"]])
    ]


class DraftInvite(BaseModel):
    """A co-founder who was invited."""

    email: Annotated[str, Field(description="The address it was mailed to.", examples=["bo@tidewater.example"])]
    mailed_at: Annotated[datetime, Field(description="When it was last mailed.", examples=["2026-11-02T09:30:00Z"])]
    accepted: Annotated[bool, Field(description="Whether it was accepted.", examples=[False])]


class DraftSummary(BaseModel):
    """A draft as it stands in lists."""

    id: DraftId
    url: Annotated[str, Field(description="The website.", examples=["https://tidewater.example/"])]
    name: Annotated[str | None, Field(description="The product's name, once known.", examples=["Tidewater"])]
    status: StatusField
    completeness: Annotated[int, Field(description="0 to 100.", examples=[72])]
    listing_id: Annotated[int | None, Field(description="The listing it became; null before.", examples=[12])]
    created_at: Annotated[datetime, Field(description="When it was begun.", examples=["2026-11-02T09:30:00Z"])]
    updated_at: Annotated[datetime, Field(description="When it last changed.", examples=["2026-11-02T09:41:00Z"])]


class Draft(BaseModel):
    """A profile in the making, with where each value comes from."""

    id: DraftId
    url: Annotated[str, Field(description="The website.", examples=["https://tidewater.example/"])]
    domain: Annotated[str, Field(description="The domain it is known by.", examples=["tidewater.example"])]
    status: StatusField
    progress: Annotated[DraftProgress, Field(description="How far the reading is.")]
    fields: Annotated[DraftFields, Field(description="The profile fields.")]
    faqs: Annotated[list[DraftFaq], Field(description="Questions and answers.")]
    founders: Annotated[list[DraftFounder], Field(description="The founders; the first is the primary one.")]
    company_socials: Annotated[
        dict[str, str],
        Field(description="The company's addresses by platform.", examples=[{"x": "https://x.com/tidewater"}]),
    ]
    founder_socials: Annotated[
        dict[str, str],
        Field(description="The first founder's addresses by platform.", examples=[{"x": "https://x.com/ada"}]),
    ]
    story: Annotated[
        dict[str, str],
        Field(description="Sections of the founders' story.", examples=[{"problem": "Nobody tests a backup."}]),
    ]
    milestones: Annotated[list[DraftMilestone], Field(description="Days worth noting.")]
    seo: Annotated[DraftSeo, Field(description="What search engines show.")]
    competitor_url: Annotated[
        str | None, Field(description="A product to choose instead.", examples=["https://ebbtide.example"])
    ]
    attributes: Annotated[
        dict[str, Any],
        Field(description="Facts that the categories ask for, by key.", examples=[{"self_hosted": True}]),
    ]
    part_states: Annotated[
        dict[str, State],
        Field(
            description="The states of what stands outside `fields`: `faqs`, `story.problem`, `company_socials.x`.",
            examples=[{"faqs": "ai", "story.problem": "manual"}],
        ),
    ]
    part_evidence: Annotated[
        dict[str, list[SiteQuote]],
        Field(description="What drafted socials, sections and attributes rest on, by the same names."),
    ]
    completeness: Annotated[int, Field(description="0 to 100.", examples=[72])]
    missing: Annotated[DraftMissing, Field(description="What is still missing.")]
    problems: Annotated[list[DraftProblem], Field(description="What went wrong, and what needs attention.")]
    invites: Annotated[list[DraftInvite], Field(description="Who was invited as a co-founder, first to last.")]
    listing_id: Annotated[int | None, Field(description="The listing it became; null before.", examples=[12])]
    submitted_at: Annotated[
        datetime | None, Field(description="When it was last submitted.", examples=["2026-11-02T10:00:00Z"])
    ]
    created_at: Annotated[datetime, Field(description="When it was begun.", examples=["2026-11-02T09:30:00Z"])]
    updated_at: Annotated[datetime, Field(description="When it last changed.", examples=["2026-11-02T09:41:00Z"])]


class Invited(BaseModel):
    """A co-founder was invited."""

    email: Annotated[str, Field(description="The address that was invited.", examples=["bo@tidewater.example"])]
    mailed_at: Annotated[
        datetime,
        Field(description="When the link was last mailed: at most once a day.", examples=["2026-11-02T09:30:00Z"]),
    ]
    invites_left: Annotated[int, Field(description="How many more may be invited.", examples=[9])]


class DraftDeleted(BaseModel):
    """A draft is gone."""

    deleted: Annotated[bool, Field(description="Always true.", examples=[True])] = True
    id: DraftId
