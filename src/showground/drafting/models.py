"""API models of drafts."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from showground.core.data_model import DataModel
from showground.drafting.field_models import DraftFields, Evidence, SiteQuote
from showground.drafting.fields import State
from showground.ownership import NextSteps

Status = Literal["crawling", "drafting", "ready"]
DraftId = Annotated[UUID, Field(description="The draft's id.", examples=["3f2b8c1e-5d0a-4f6e-9b7c-2a1d4e8f6c30"])]
StatusField = Annotated[
    Status,
    Field(
        description="`crawling` while the site is being read, then `drafting`, then `ready`. A draft becomes `ready`"
        " even if the site could not be read; `problems` then says why.",
        examples=["ready"],
    ),
]


class DraftFaq(DataModel):
    """A question and its answer."""

    question: Annotated[str, Field(description="The question.", examples=["Can I self-host it?"])]
    answer: Annotated[str, Field(description="The answer.", examples=["Yes, with one container."])]
    evidence: Evidence


class DraftFounder(DataModel):
    """A founder."""

    name: Annotated[str, Field(description="The founder's name.", examples=["Ada Moreno"])]
    title: Annotated[str | None, Field(description="The founder's role.", examples=["Co-founder, CTO"])]
    bio: Annotated[str | None, Field(description="A short bio.", examples=["Ran databases for a newspaper."])]
    evidence: Evidence


class DraftMilestone(DataModel):
    """A milestone."""

    date: Annotated[date, Field(description="The date.", examples=["2026-03-14"])]
    title: Annotated[str, Field(description="What happened, in a few words.", examples=["First paying customer"])]
    description: Annotated[str | None, Field(description="More details.", examples=["A bakery in Braga."])]
    url: Annotated[
        str | None, Field(description="Link to more information.", examples=["https://tidewater.example/blog"])
    ]
    evidence: Evidence


class DraftSeo(DataModel):
    """What search engines show."""

    title: Annotated[str | None, Field(description="The page title.", examples=["Tidewater backups"])]
    meta: Annotated[
        str | None, Field(description="The page description.", examples=["Backups that are restored once."])
    ]


class DraftProgress(DataModel):
    """Progress of reading the site."""

    pages_read: Annotated[int, Field(description="Pages read so far.", examples=[4])]
    pages_planned: Annotated[int, Field(description="Pages to read in total, as far as we know.", examples=[11])]
    now: Annotated[
        str,
        Field(
            description="The current step, and at the end whether the site could be read.",
            examples=["Reading /pricing"],
        ),
    ]


class DraftProblem(DataModel):
    """Something that went wrong or needs attention."""

    code: Annotated[str, Field(description="A stable code for the problem.", examples=["robots_disallowed"])]
    detail: Annotated[
        str, Field(description="What is wrong, and what to do.", examples=["The robots.txt does not let us read it."])
    ]
    slug: Annotated[
        str | None,
        Field(description="With `already_listed`: slug of the listing that has this website.", examples=["tidewater"]),
    ] = None
    listing_id: Annotated[
        int | None,
        Field(description="With `already_listed`: id of that listing, if you are one of its members.", examples=[12]),
    ] = None


class DraftMissing(DataModel):
    """What is still missing."""

    required: Annotated[
        list[str],
        Field(
            description="Fields required to submit. `tagline` means a tagline or a short description.",
            examples=[["name"]],
        ),
    ]
    recommended: Annotated[
        list[str],
        Field(description="Fields that would improve the listing, most useful first.", examples=[["logo_url"]]),
    ]


class DraftInvite(DataModel):
    """An invited co-founder."""

    email: Annotated[
        str, Field(description="Email address the invitation was sent to.", examples=["bo@tidewater.example"])
    ]
    mailed_at: Annotated[
        datetime, Field(description="When the invitation was last emailed.", examples=["2026-11-02T09:30:00Z"])
    ]
    accepted: Annotated[bool, Field(description="Whether the invitation was accepted.", examples=[False])]


class DraftSummary(DataModel):
    """A draft as shown in lists."""

    id: DraftId
    url: Annotated[str, Field(description="URL of the website.", examples=["https://tidewater.example/"])]
    name: Annotated[str | None, Field(description="The product's name, once known.", examples=["Tidewater"])]
    status: StatusField
    completeness: Annotated[int, Field(description="Completeness in percent, 0 to 100.", examples=[72])]
    listing_id: Annotated[
        int | None,
        Field(description="Id of the listing created from this draft; null before it is submitted.", examples=[12]),
    ]
    created_at: Annotated[datetime, Field(description="When the draft was created.", examples=["2026-11-02T09:30:00Z"])]
    updated_at: Annotated[
        datetime, Field(description="When the draft last changed.", examples=["2026-11-02T09:41:00Z"])
    ]


class Draft(DataModel):
    """A profile being drafted, with the source of every value."""

    id: DraftId
    url: Annotated[str, Field(description="URL of the website.", examples=["https://tidewater.example/"])]
    domain: Annotated[str, Field(description="Domain of the website.", examples=["tidewater.example"])]
    status: StatusField
    progress: Annotated[DraftProgress, Field(description="Progress of reading the site.")]
    fields: Annotated[
        DraftFields, Field(description="The profile fields. Until the draft is `ready`, only those with a value.")
    ]
    faqs: Annotated[list[DraftFaq], Field(description="Questions and answers.")]
    founders: Annotated[list[DraftFounder], Field(description="The founders; the first is the primary founder.")]
    company_socials: Annotated[
        dict[str, str],
        Field(description="The company's URLs by platform.", examples=[{"x": "https://x.com/tidewater"}]),
    ]
    founder_socials: Annotated[
        dict[str, str],
        Field(description="The primary founder's URLs by platform.", examples=[{"x": "https://x.com/ada"}]),
    ]
    story: Annotated[
        dict[str, str],
        Field(description="Sections of the founder story.", examples=[{"problem": "Nobody tests a backup."}]),
    ]
    milestones: Annotated[list[DraftMilestone], Field(description="The milestones.")]
    seo: Annotated[DraftSeo, Field(description="What search engines show.")]
    competitor_url: Annotated[
        str | None,
        Field(description="Website of a product proposed as an alternative.", examples=["https://ebbtide.example"]),
    ]
    attributes: Annotated[
        dict[str, Any],
        Field(
            description="Values of the attributes that its categories define, by key.", examples=[{"self_hosted": True}]
        ),
    ]
    part_states: Annotated[
        dict[str, State],
        Field(
            description="States of values outside `fields`, such as `faqs`, `story.problem` or `company_socials.x`.",
            examples=[{"faqs": "ai", "story.problem": "manual"}],
        ),
    ]
    part_evidence: Annotated[
        dict[str, list[SiteQuote]],
        Field(description="Quotes that support drafted socials, story sections and attributes, by the same names."),
    ]
    completeness: Annotated[int, Field(description="Completeness in percent, 0 to 100.", examples=[72])]
    missing: Annotated[DraftMissing, Field(description="What is still missing; empty until the draft is `ready`.")]
    problems: Annotated[list[DraftProblem], Field(description="What went wrong or needs attention.")]
    next_steps: NextSteps
    invites: Annotated[list[DraftInvite], Field(description="Invited co-founders, in the order they were invited.")]
    listing_id: Annotated[
        int | None,
        Field(description="Id of the listing created from this draft; null before it is submitted.", examples=[12]),
    ]
    submitted_at: Annotated[
        datetime | None,
        Field(description="When the draft was last submitted; null if never.", examples=["2026-11-02T10:00:00Z"]),
    ]
    created_at: Annotated[datetime, Field(description="When the draft was created.", examples=["2026-11-02T09:30:00Z"])]
    updated_at: Annotated[
        datetime, Field(description="When the draft last changed.", examples=["2026-11-02T09:41:00Z"])
    ]


class InvitedCofounder(DataModel):
    """A co-founder was invited."""

    email: Annotated[str, Field(description="The invited email address.", examples=["bo@tidewater.example"])]
    mailed_at: Annotated[
        datetime,
        Field(description="When the link was last emailed (at most once a day).", examples=["2026-11-02T09:30:00Z"]),
    ]
    invites_left: Annotated[int, Field(description="How many more people can be invited.", examples=[9])]


class DraftDeleted(DataModel):
    """The draft was deleted."""

    deleted: Annotated[bool, Field(description="Always true.", examples=[True])] = True
    id: DraftId
