"""Edit what is said about a listing."""

from typing import Annotated, Any

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
from showground.listings import Listing, NoSuchListing, edits
from showground.ownership import evidence, input_values, presentation
from showground.ownership.models import ListingId, OwnedListing

Lines = list[Annotated[str, Field(max_length=200)]]


class EditedFields(Input):
    """Facts to change: send only those that change; null clears one."""

    tagline: Annotated[
        str | None, Field(max_length=200, description="What it is, in one line.", examples=["Backups that restore"])
    ] = None
    short_description: Annotated[
        str | None,
        Field(max_length=300, description="Two sentences.", examples=["Tidewater backs up small databases."]),
        MULTI_LINE,
    ] = None
    description: Annotated[
        str | None,
        Field(max_length=20_000, description="All about it.", examples=["Tidewater copies your database."]),
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
        Field(max_length=40, description="free, freemium, free-trial, subscription, ...", examples=["freemium"]),
    ] = None
    pricing_summary: Annotated[
        str | None,
        Field(max_length=300, description="Plans in words.", examples=["Free up to 5 GB, then 9 USD"]),
        MULTI_LINE,
    ] = None
    country: Annotated[str | None, Field(max_length=2, description="Two letters, ISO 3166.", examples=["PT"])] = None
    city: Annotated[str | None, Field(max_length=120, description="The city.", examples=["Porto"])] = None
    founded_year: Annotated[
        int | None, Field(ge=1800, le=2100, description="When it was founded.", examples=[2024])
    ] = None
    contact_email: Annotated[
        str | None, Field(max_length=254, description="A public address.", examples=["hi@tidewater.example"])
    ] = None
    demo_video_url: Annotated[
        str | None, Field(max_length=500, description="A video.", examples=["https://video.example/tidewater"])
    ] = None
    features: Annotated[
        Lines | None, Field(max_length=20, description="What it does.", examples=[["Point-in-time restore"]])
    ] = None
    usps: Annotated[
        Lines | None, Field(max_length=20, description="What sets it apart.", examples=[["Restored once"]])
    ] = None
    keywords: Annotated[
        Lines | None, Field(max_length=20, description="Words to find it by.", examples=[["backup"]])
    ] = None
    seo_title: Annotated[
        str | None, Field(max_length=200, description="The page's title for search engines.", examples=["Tidewater"])
    ] = None
    seo_description: Annotated[
        str | None,
        Field(max_length=320, description="What search engines show.", examples=["Backups for small databases."]),
    ] = None


def _social(platform: str) -> Any:
    return Field(
        default=None, max_length=500, description=f"Address: {platform}.", examples=["https://social.example/tidewater"]
    )


class Socials(Input):
    """Addresses by platform; they replace all that there were."""

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
    website: str | None = _social("another website")
    custom: str | None = _social("anything else")


class EditedFaq(Input):
    """A question with its answer."""

    question: Annotated[str, Field(max_length=300, description="The question.", examples=["Can I self-host it?"])]
    answer: Annotated[
        str, Field(max_length=1_500, description="The answer.", examples=["Yes, with one container."]), MULTI_LINE
    ]


class UpdateListing(Input):
    listing_id: ListingId
    fields: Annotated[
        EditedFields, Field(description="Facts to change.", examples=[{"headline": "Sleep through restores"}])
    ] = Field(default_factory=EditedFields)  # a default that is written out would tell programs to clear everything
    socials: Annotated[Socials | None, Field(description="All addresses anew; null clears them.")] = None
    faqs: Annotated[
        list[EditedFaq] | None, Field(max_length=10, description="All questions anew; null clears them.")
    ] = None


@operation("PATCH /me/listings/{listing_id}", scope=LISTINGS_WRITE, idempotent=True, errors=(NoSuchListing,))
async def update_listing(ctx: Context, input: UpdateListing) -> OwnedListing:
    """Edit your listing: send only what changes, null clears a fact, `socials` and `faqs` replace all.

    Edits of a live listing are public and found at once. Every edit is kept as a version, which you can bring back on
    your dashboard; the site's team sees what was there before and after.
    """
    await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, hold=True)
    new, faults = _read(input)
    if faults:
        raise InvalidInput(faults=faults)
    profile = (await listings.owned.read_profiles(ctx.db, [input.listing_id], ctx.site))[input.listing_id]
    if faults := _find_lost_lines(profile, new):
        raise InvalidInput(faults=faults)
    new |= evidence.without_outdated(profile, new)
    await edits.edit(ctx.db, input.listing_id, new, edits.Editor(ctx.account, ctx.surface), ctx.now)
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    (listing,) = await presentation.present(ctx.db, [owned], ctx.site)
    return listing


def _read(input: UpdateListing) -> tuple[dict[str, Any], list[FieldError]]:
    """What is to be set, by the listing's fields; and what cannot be."""
    named = {name: getattr(input.fields, name) for name in input.fields.model_fields_set}
    new: dict[str, Any] = {name: _clean(value) for name, value in named.items()}
    faults = input_values.check_page("fields.demo_video_url", new.get("demo_video_url"))
    faults += input_values.check_mail("fields.contact_email", new.get("contact_email"))
    if (country := new.get("country")) is not None:
        if not is_country(country):
            faults.append(FieldError(field="fields.country", message=f"{country} is no ISO 3166 country code."))
        new["country"] = country.upper()
    if (pricing := new.get("pricing_model")) is not None:
        new["pricing_model"] = text_folding.slugify(pricing) or pricing  # as typed, where it has no letters for one
    if "socials" in input.model_fields_set:
        given = {} if input.socials is None else input.socials.model_dump(exclude_none=True)
        cleaned = {platform: text for platform, value in given.items() if (text := input_values.trimmed(value))}
        faults += [fault for p, text in cleaned.items() for fault in input_values.check_page(f"socials.{p}", text)]
        new["socials"] = None if input.socials is None else cleaned
    if "faqs" in input.model_fields_set:
        new["faqs"] = None if input.faqs is None else [_faq(faq, n, faults) for n, faq in enumerate(input.faqs)]
    return new, faults


def _find_lost_lines(profile: Listing, new: dict[str, Any]) -> list[FieldError]:
    """The last line about a product cannot be cleared: submitting a draft asks for one of the two as well."""
    cleared = [name for name in ("tagline", "short_description") if name in new and new[name] is None]
    if not cleared or any(new.get(n, getattr(profile, n)) for n in ("tagline", "short_description")):
        return []
    message = "A listing needs a tagline or a short description. Write one of the two, or leave both as they are."
    return [FieldError(field=f"fields.{name}", message=message) for name in cleared]


def _faq(faq: EditedFaq, number: int, faults: list[FieldError]) -> dict[str, str]:
    cleaned = {"question": faq.question.strip(), "answer": faq.answer.strip()}
    faults += [
        FieldError(field=f"faqs[{number}].{part}", message="Must not be empty.")
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
