"""Edit a listing."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from showground import listings
from showground.accounts import LISTINGS_WRITE
from showground.core import text_folding
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.countries import is_country
from showground.core.languages import EnglishText, Text, text_with
from showground.listings import Listing, NoSuchListing
from showground.ownership import evidence, input_values, presentation
from showground.ownership.access import get_for_edit, save_edit
from showground.ownership.models import ListingId, OwnedListing

Lines = list[Annotated[str, Field(max_length=200)]]


class ListingEdits(Input):
    """Fields to change. Send only those that change; null clears a field."""

    tagline: Annotated[
        str | None,
        Field(max_length=200, description="What the product is, in one line.", examples=["Backups that restore"]),
    ] = None
    short_description: Annotated[
        str | None,
        Field(
            max_length=300,
            description="A description in about two sentences.",
            examples=["Tidewater backs up small databases."],
        ),
        MULTI_LINE,
    ] = None
    description: Annotated[
        str | None,
        Field(
            max_length=20_000,
            description="The full description, as plain text.",
            examples=["Tidewater copies your database."],
        ),
        MULTI_LINE,
    ] = None
    headline: Annotated[
        str | None, Field(max_length=200, description="Your headline.", examples=["Sleep through restores"])
    ] = None
    summary: Annotated[
        str | None,
        Field(max_length=20_000, description="Your summary.", examples=["Nightly, tested backups."]),
        MULTI_LINE,
    ] = None
    pricing_model: Annotated[
        str | None,
        Field(
            max_length=40,
            description="For example free, freemium, free-trial, subscription, one-time, usage-based, open-source or"
            " custom.",
            examples=["freemium"],
        ),
    ] = None
    pricing_summary: Annotated[
        str | None,
        Field(max_length=300, description="Plans and prices, in words.", examples=["Free up to 5 GB, then 9 USD"]),
        MULTI_LINE,
    ] = None
    country: Annotated[
        str | None, Field(max_length=2, description="Two-letter ISO 3166 country code.", examples=["PT"])
    ] = None
    city: Annotated[str | None, Field(max_length=120, description="The city.", examples=["Porto"])] = None
    founded_year: Annotated[
        int | None, Field(ge=1800, le=2100, description="Year the company was founded.", examples=[2024])
    ] = None
    contact_email: Annotated[
        str | None, Field(max_length=254, description="Public contact email.", examples=["hi@tidewater.example"])
    ] = None
    demo_video_url: Annotated[
        str | None,
        Field(max_length=500, description="URL of a demo video.", examples=["https://video.example/tidewater"]),
    ] = None
    features: Annotated[
        Lines | None, Field(max_length=20, description="What the product does.", examples=[["Point-in-time restore"]])
    ] = None
    usps: Annotated[
        Lines | None,
        Field(max_length=20, description="What makes the product different.", examples=[["Restored once"]]),
    ] = None
    keywords: Annotated[
        Lines | None, Field(max_length=20, description="Keywords for search.", examples=[["backup"]])
    ] = None
    seo_title: Annotated[
        str | None, Field(max_length=200, description="Page title for search engines.", examples=["Tidewater"])
    ] = None
    seo_description: Annotated[
        str | None,
        Field(
            max_length=320,
            description="Page description for search engines.",
            examples=["Backups for small databases."],
        ),
    ] = None


def _social(platform: str) -> Any:
    return Field(
        default=None,
        max_length=500,
        description=f"URL of the company's profile: {platform}.",
        examples=["https://social.example/tidewater"],
    )


class ListingSocialEdits(Input):
    """URLs by platform. They replace all existing ones."""

    linkedin: str | None = _social("LinkedIn")
    x: str | None = _social("X")
    facebook: str | None = _social("Facebook")
    instagram: str | None = _social("Instagram")
    tiktok: str | None = _social("TikTok")
    youtube: str | None = _social("YouTube")
    threads: str | None = _social("Threads")
    pinterest: str | None = _social("Pinterest")
    github: str | None = _social("GitHub")
    reddit: str | None = _social("Reddit")
    producthunt: str | None = _social("Product Hunt")
    medium: str | None = _social("Medium")
    website: str | None = _social("Website")
    custom: str | None = _social("Other")


class ListingFaqEdit(Input):
    """A question and its answer."""

    question: Annotated[str, Field(max_length=300, description="The question.", examples=["Can I self-host it?"])]
    answer: Annotated[
        str, Field(max_length=1_500, description="The answer.", examples=["Yes, with one container."]), MULTI_LINE
    ]


IN_THE_DRAFT = EnglishText(
    "Change it with update_draft, on the draft with this `listing_id`; list_drafts shows its id. If there is none, the"
    " person changes it on the dashboard."
)


class UpdateListing(Input):
    changed_elsewhere: ClassVar[Mapping[str, Text]] = {
        f"fields.{name}": IN_THE_DRAFT for name in ("name", "categories", "stage", "tags", "logo_url")
    }

    listing_id: ListingId
    fields: Annotated[
        ListingEdits, Field(description="Fields to change.", examples=[{"headline": "Sleep through restores"}])
    ] = Field(default_factory=ListingEdits)  # clients would send a literal default and so clear everything
    socials: Annotated[
        ListingSocialEdits | None,
        Field(description="All URLs by platform, replacing the existing ones. Null removes them all."),
    ] = None
    faqs: Annotated[
        list[ListingFaqEdit] | None,
        Field(
            max_length=10, description="All questions and answers, replacing the existing ones. Null removes them all."
        ),
    ] = None


async def judge(ctx: Context, input: UpdateListing) -> list[FieldError]:
    await get_for_edit(ctx, ctx.db, input.listing_id)
    new, errors = _read(input)
    profile = (await listings.owned.read_profiles(ctx.db, [input.listing_id], ctx.site))[input.listing_id]
    return errors + _find_lost_lines(profile, new)


@operation(
    "PATCH /me/listings/{listing_id}",
    scope=LISTINGS_WRITE,
    idempotent=True,
    judge=judge,
    current=presentation.read_owned,
    errors=(NoSuchListing,),
)
async def update_listing(ctx: Context, input: UpdateListing) -> OwnedListing:
    """Edit your listing.

    Send only what changes. Null clears a field; `socials` and `faqs` replace everything there was. Edits of a live
    listing are public immediately. Every edit is saved as a version that you can restore from your dashboard, and the
    site team sees what changed. To change name or categories, call update_draft on the draft with this `listing_id`;
    if list_drafts shows none, the person changes them on the dashboard.
    """
    await get_for_edit(ctx, ctx.db, input.listing_id, lock=True)
    new, errors = _read(input)
    profile = (await listings.owned.read_profiles(ctx.db, [input.listing_id], ctx.site))[input.listing_id]
    if errors := errors + _find_lost_lines(profile, new):
        raise InvalidInput(errors=errors)
    if new.get("faqs"):
        new["faqs"] = evidence.keep_statements(profile, new["faqs"])
    new |= evidence.without_outdated(profile, new)
    await save_edit(ctx, input.listing_id, new)
    return await presentation.read_owned(ctx, input)


def _read(input: UpdateListing) -> tuple[dict[str, Any], list[FieldError]]:
    """The values to set by listing field, and the field errors."""
    named = {name: getattr(input.fields, name) for name in input.fields.model_fields_set}
    new: dict[str, Any] = {name: _clean(value) for name, value in named.items()}
    errors = input_values.check_page("fields.demo_video_url", new.get("demo_video_url"))
    errors += input_values.check_mail("fields.contact_email", new.get("contact_email"))
    if (country := new.get("country")) is not None:
        if not is_country(country):
            errors.append(
                FieldError(
                    field="fields.country",
                    message=text_with(
                        "%(country)s is not an ISO 3166 country code. Use two letters, such as PT.", country=country
                    ),
                )
            )
        new["country"] = country.upper()
    if (pricing := new.get("pricing_model")) is not None:
        new["pricing_model"] = text_folding.slugify(pricing) or pricing  # as typed if it has no letters for a slug
    if "socials" in input.model_fields_set:
        given = {} if input.socials is None else input.socials.model_dump(exclude_none=True)
        cleaned = {platform: text for platform, value in given.items() if (text := input_values.trimmed(value))}
        errors += [error for p, text in cleaned.items() for error in input_values.check_page(f"socials.{p}", text)]
        new["socials"] = None if input.socials is None else cleaned
    if "faqs" in input.model_fields_set:
        new["faqs"] = None if input.faqs is None else [_faq(faq, n, errors) for n, faq in enumerate(input.faqs)]
    return new, errors


def _find_lost_lines(profile: Listing, new: dict[str, Any]) -> list[FieldError]:
    """At least one of tagline and short description must remain; submitting a draft has the same rule."""
    cleared = [name for name in ("tagline", "short_description") if name in new and new[name] is None]
    if not cleared or any(new.get(n, getattr(profile, n)) for n in ("tagline", "short_description")):
        return []
    message = Text("A listing needs a tagline or a short description. Set one of them, or leave both unchanged.")
    return [FieldError(field=f"fields.{name}", message=message) for name in cleared]


def _faq(faq: ListingFaqEdit, number: int, errors: list[FieldError]) -> dict[str, str]:
    cleaned = {"question": faq.question.strip(), "answer": faq.answer.strip()}
    errors += [
        FieldError(field=f"faqs[{number}].{part}", message=Text("Must not be empty."))
        for part, text in cleaned.items()
        if not text
    ]
    return cleaned


def _clean(value: str | int | list[str] | None) -> str | int | list[str] | None:
    if isinstance(value, str):
        return input_values.trimmed(value)
    if isinstance(value, list):
        return [text for item in value if (text := item.strip())]
    return value
