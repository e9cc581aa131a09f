"""API models of a draft's fields: value, state and quotes from the site."""

from typing import Annotated, Literal

from pydantic import Field

from showground.core.data_model import DataModel
from showground.drafting.fields import State

StateField = Annotated[
    State,
    Field(
        description="`ai`: drafted from the site; `not_found`: nothing found, because the pages we read do not state"
        " it or no page could be read (`progress.pages_read` is 0 and `problems` says why); `edited`: a drafted value"
        " that you changed; `manual`: a value you added where there was none; `override`: locked; `deleted`: removed.",
        examples=["ai"],
    ),
]


class SiteQuote(DataModel):
    """A quote from the website."""

    quote: Annotated[
        str, Field(description="The exact words, with whitespace collapsed.", examples=["Backups for small teams"])
    ]
    url: Annotated[
        str,
        Field(description="URL of the page that contains the quote.", examples=["https://tidewater.example/pricing"]),
    ]
    source: Annotated[
        Literal["page", "structured_data"],
        Field(
            description="`page`: visitors see these words; `structured_data`: only machines do, in the page's metadata"
            " or JSON-LD.",
            examples=["page"],
        ),
    ] = "page"


Evidence = Annotated[list[SiteQuote], Field(description="Quotes that support the value; empty if a person entered it.")]


class DraftText(DataModel):
    """A text field."""

    value: Annotated[str | None, Field(description="The value; null if there is none.", examples=["Tidewater"])]
    state: StateField
    evidence: Evidence
    pending: Annotated[bool, Field(exclude=True)] = False


class DraftList(DataModel):
    """A list field."""

    value: Annotated[list[str] | None, Field(description="The items; null if there are none.", examples=[["backup"]])]
    state: StateField
    evidence: Evidence
    pending: Annotated[bool, Field(exclude=True)] = False


def _pending_text() -> DraftText:
    return DraftText(value=None, state="not_found", evidence=[], pending=True)


def _pending_list() -> DraftList:
    return DraftList(value=None, state="not_found", evidence=[], pending=True)


def _is_pending(field: DraftText | DraftList) -> bool:
    return field.pending


class DraftFields(DataModel):
    """The profile fields. Until the site has been read, those without a value are absent."""

    name: Annotated[
        DraftText, Field(description="The product's name.", exclude_if=_is_pending, default_factory=_pending_text)
    ]
    tagline: Annotated[
        DraftText,
        Field(description="What the product is, in one line.", exclude_if=_is_pending, default_factory=_pending_text),
    ]
    short_description: Annotated[
        DraftText,
        Field(
            description="A description in about two sentences.", exclude_if=_is_pending, default_factory=_pending_text
        ),
    ]
    description: Annotated[
        DraftText,
        Field(
            description="The full description, as plain text.", exclude_if=_is_pending, default_factory=_pending_text
        ),
    ]
    stage: Annotated[
        DraftText,
        Field(
            description="Stage of the product, such as idea, mvp or launched.",
            exclude_if=_is_pending,
            default_factory=_pending_text,
        ),
    ]
    categories: Annotated[
        DraftList,
        Field(
            description="Category names; the first is the primary category.",
            exclude_if=_is_pending,
            default_factory=_pending_list,
        ),
    ]
    tags: Annotated[
        DraftList, Field(description="Free-form tags.", exclude_if=_is_pending, default_factory=_pending_list)
    ]
    pricing_model: Annotated[
        DraftText, Field(description="The pricing model.", exclude_if=_is_pending, default_factory=_pending_text)
    ]
    pricing_summary: Annotated[
        DraftText,
        Field(description="Plans and prices, in words.", exclude_if=_is_pending, default_factory=_pending_text),
    ]
    country: Annotated[
        DraftText, Field(description="ISO 3166 country code.", exclude_if=_is_pending, default_factory=_pending_text)
    ]
    city: Annotated[DraftText, Field(description="The city.", exclude_if=_is_pending, default_factory=_pending_text)]
    founded_year: Annotated[
        DraftText,
        Field(
            description="Year the company was founded, as text.", exclude_if=_is_pending, default_factory=_pending_text
        ),
    ]
    features: Annotated[
        DraftList, Field(description="What the product does.", exclude_if=_is_pending, default_factory=_pending_list)
    ]
    usps: Annotated[
        DraftList,
        Field(description="What makes the product different.", exclude_if=_is_pending, default_factory=_pending_list),
    ]
    keywords: Annotated[
        DraftList, Field(description="Keywords for search.", exclude_if=_is_pending, default_factory=_pending_list)
    ]
    contact_email: Annotated[
        DraftText, Field(description="Public contact email.", exclude_if=_is_pending, default_factory=_pending_text)
    ]
    demo_video_url: Annotated[
        DraftText, Field(description="URL of a demo video.", exclude_if=_is_pending, default_factory=_pending_text)
    ]
    logo_url: Annotated[
        DraftText, Field(description="URL of the logo.", exclude_if=_is_pending, default_factory=_pending_text)
    ]
