"""What owners edit on the website beyond `update_listing`: name, category, stage, tags, founders and milestones."""

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from showground import listings, people
from showground.categories import category_tree
from showground.core import text_folding
from showground.core.calls import field_errors
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.core.languages import Text, sentences, text_with
from showground.listings import Listing, NoSuchListing
from showground.ownership import evidence, input_values, rules
from showground.ownership.access import get_for_edit, save_edit
from showground.ownership.models import ListingId
from showground.ownership.operations.update_listing import ListingSocialEdits

EMPTY = Text("Must not be empty.")
ShortText = Annotated[str, Field(max_length=500)]


class FounderEdit(Input):
    name: Annotated[str, Field(max_length=160)]
    title: Annotated[str, Field(max_length=160)] | None = None
    bio: Annotated[Annotated[str, Field(max_length=3_000)] | None, MULTI_LINE] = None


class MilestoneEdit(Input):
    date: dt.date
    title: Annotated[str, Field(max_length=200)]
    description: Annotated[Annotated[str, Field(max_length=2_000)] | None, MULTI_LINE] = None
    url: Annotated[str, Field(max_length=500)] | None = None


class EditProfile(Input):
    """Only what is sent changes. Lists replace all; `founder_socials` replaces the links of the first founder."""

    listing_id: ListingId
    name: ShortText = ""
    category: ShortText = ""
    """The primary category, by name."""
    stage: ShortText | None = None
    tags: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=20)] | None = None
    founders: Annotated[list[FounderEdit], Field(max_length=6)] = Field(default_factory=list[FounderEdit])
    founder_socials: ListingSocialEdits = Field(default_factory=ListingSocialEdits)
    milestones: Annotated[list[MilestoneEdit], Field(max_length=50)] = Field(default_factory=list[MilestoneEdit])


class ProfileEdited(DataModel):
    """The listing that was edited."""

    listing_id: int


@action(scope=PERSON, errors=(NoSuchListing,))
async def edit_profile(ctx: Context, input: EditProfile) -> ProfileEdited:
    """Edit what your listing says. A live listing changes at once; its address stays, whatever its name is."""
    await get_for_edit(ctx, ctx.db, input.listing_id, lock=True)
    profile = (await listings.owned.read_profiles(ctx.db, [input.listing_id], ctx.site))[input.listing_id]
    sent = input.model_fields_set
    errors: list[FieldError] = []
    new = _read_texts(input, errors)
    if "category" in sent:
        new["categories"] = await _read_category(ctx.db, profile, input.category, errors)
    if "milestones" in sent:
        new["milestones"] = _read_milestones(input.milestones, errors)
    if "founders" in sent:
        new["founders"] = _read_founders(input.founders, errors)
    if errors:
        raise InvalidInput(errors=errors)
    changed = dict(new)
    if "founders" in sent:
        new["founders"] = changed["founders"] = await _place_founders(ctx, profile, new["founders"])
    if "founder_socials" in sent:
        changed["founder_socials"] = await _save_founder_socials(ctx, profile, input.founder_socials)
    new |= evidence.without_outdated(profile, changed)
    await save_edit(ctx, input.listing_id, new)
    return ProfileEdited(listing_id=input.listing_id)


def _read_texts(input: EditProfile, errors: list[FieldError]) -> dict[str, Any]:
    new: dict[str, Any] = {}
    if "name" in input.model_fields_set:
        new["name"] = input.name.strip()
        if not new["name"]:
            errors.append(FieldError(field="name", message=EMPTY))
    if "stage" in input.model_fields_set:
        stage = input_values.trimmed(input.stage)
        new["stage"] = stage and (text_folding.slugify(stage) or stage)
    if "tags" in input.model_fields_set:
        new["tags"] = input.tags and list(dict.fromkeys(text for tag in input.tags if (text := tag.strip())))
    return new


async def _read_category(db: Connection, profile: Listing, name: str, errors: list[FieldError]) -> list[str]:
    """All categories of the listing, with the one of this name as the primary one."""
    entries = {entry.name.casefold(): entry for entry in await category_tree.read_categories(db)}
    found = entries.get(name.strip().casefold())
    if found is None:
        hint = field_errors.suggest(name.strip(), [entry.name for entry in entries.values()])
        message = sentences(Text("No category has this name."), hint)
        errors.append(FieldError(field="category", message=message))
        return []
    return rules.with_primary([category.slug for category in profile.categories], found.slug)


def _read_milestones(sent: Sequence[MilestoneEdit], errors: list[FieldError]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for number, milestone in enumerate(sent):
        title, url = milestone.title.strip(), input_values.trimmed(milestone.url)
        if not title:
            errors.append(FieldError(field=f"milestones[{number}].title", message=EMPTY))
        errors += input_values.check_page(f"milestones[{number}].url", url)
        description = input_values.trimmed(milestone.description)
        found.append({"date": milestone.date.isoformat(), "title": title, "description": description, "url": url})
    return sorted(found, key=lambda milestone: milestone["date"])


def _read_founders(sent: Sequence[FounderEdit], errors: list[FieldError]) -> list[dict[str, Any]]:
    errors += [
        FieldError(field=f"founders[{number}].name", message=EMPTY)
        for number, founder in enumerate(sent)
        if not founder.name.strip()
    ]
    return [
        {"name": f.name.strip(), "title": input_values.trimmed(f.title), "bio": input_values.trimmed(f.bio)}
        for f in sent
    ]


async def _place_founders(ctx: Context, profile: Listing, named: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The founders with the slugs of their pages. Those whom the listing names already stay the same people."""
    there = {founder.name: founder.slug for founder in profile.founders or ()}
    people_named = [people.NamedFounder(founder["name"], founder["bio"]) for founder in named]
    slugs = await people.place_founders(ctx.db, people_named, there, account=ctx.account)
    return [{"slug": slug, **founder} for slug, founder in zip(slugs, named, strict=True)]


async def _save_founder_socials(ctx: Context, profile: Listing, sent: ListingSocialEdits) -> dict[str, str]:
    given = sent.model_dump(exclude_none=True)
    socials = {platform: text for platform, value in given.items() if (text := input_values.trimmed(value))}
    errors = [error for p, text in socials.items() for error in input_values.check_page(f"founder_socials.{p}", text)]
    if not errors and not profile.founders:
        errors = [FieldError(field="founder_socials", message=Text("Add a founder first."))]
    if errors:
        raise InvalidInput(errors=errors)
    first = (profile.founders or [])[0]
    if not await people.set_socials(ctx.db, first.slug, socials, ctx.account):
        message = text_with(
            "%(name)s has an account here and sets these links. Ask them to change them.", name=first.name
        )
        raise InvalidInput(errors=[FieldError(field="founder_socials", message=message)])
    return socials


class ReadFounderSocials(Input):
    listing_id: ListingId


class FounderSocials(DataModel):
    """Links of a listing's first founder by platform."""

    socials: dict[str, str]


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def read_founder_socials(ctx: Context, input: ReadFounderSocials) -> FounderSocials:
    """Get the links of the first founder of your listing, whether it is public or not."""
    owned = await get_for_edit(ctx, ctx.db, input.listing_id)
    profile = (await listings.owned.read_profiles(ctx.db, [owned.id], ctx.site))[owned.id]
    first = [founder.slug for founder in (profile.founders or [])[:1]]
    found = await people.find_founders(ctx.db, first)
    return FounderSocials(socials=dict(found[first[0]].socials or {}) if first and first[0] in found else {})
