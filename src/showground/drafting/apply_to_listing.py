"""Applies a draft to its listing: creates it once, then sends only what changed in the draft since the last time."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from showground import people
from showground.categories import category_tree
from showground.core.calls.context import Context
from showground.core.calls.errors import FieldError
from showground.core.database.pool import Connection
from showground.core.domain_names import domain_of
from showground.core.languages import Text
from showground.drafting import listing_mapping
from showground.drafting.errors import DraftIncomplete
from showground.drafting.fields import value_of
from showground.drafting.queries import drafts
from showground.drafting.queries.drafts import DraftRow
from showground.extraction.proposal import PROFILE_FIELDS
from showground.listings import Listing, alternatives, edits, logos, new_listings, owned, preconditions, review
from showground.ownership import with_primary
from showground.people import NamedFounder

Snapshot = Mapping[str, Mapping[str, Any]]

PLAIN = (
    *("name", "tagline", "short_description", "description", "stage", "pricing_model", "pricing_summary", "country"),
    *("city", "founded_year", "contact_email", "demo_video_url", "logo_url", "features", "usps", "keywords", "tags"),
    "faqs",
)
LINES = ("tagline", "short_description")  # a listing has at least one of the two
UNKNOWN_CATEGORY = Text("This category no longer exists. Choose another.")
SEO = {"seo.title": "seo_title", "seo.meta": "seo_description"}


async def create(ctx: Context, draft: DraftRow) -> int:
    """Create the unpublished listing of a draft; the caller has checked that nothing is missing. Returns its id."""
    db = ctx.db
    snapshot = await _read(db, draft)
    logo = await _host_logo(db, draft, snapshot)
    name: str = _value(snapshot, "name")
    primary = await _find_primary(db, snapshot)
    if primary is None:
        raise DraftIncomplete(errors=[FieldError(field="fields.categories", message=UNKNOWN_CATEGORY)])
    listing = new_listings.NewListing(
        slug=await preconditions.make_slug(db, name, draft.domain),
        website=draft.url,
        status="draft",
        created_at=ctx.now,
        updated_at=ctx.now,
        name=name,
        socials=_filled(listing_mapping.values_under(snapshot, "company_socials")) or None,
        attributes=_filled(listing_mapping.values_under(snapshot, "attributes")),
        evidence={listing_mapping.fact_of(key): it["evidence"] for key, it in snapshot.items() if it.get("evidence")},
        not_found_on_website=[key for key, it in snapshot.items() if it.get("not_found")],
        categories=[primary],
        members=await drafts.get_members(db, draft.id),
        founders=await _place_founders(ctx, snapshot, {}),
        milestones=_milestones(_value(snapshot, "milestones") or ()),
        story=_filled(listing_mapping.values_under(snapshot, "story")) or None,
    )
    plain = {key: _value(snapshot, key) for key in PLAIN} | {
        column: _value(snapshot, key) for key, column in SEO.items()
    }
    (number,) = await new_listings.add_listings(db, [replace(listing, **plain)])
    if logo:
        await logos.copy_to_listing(db, logo, number, ctx.now)
    await _propose_alternative(db, number, snapshot)
    texts = [name, *(_value(snapshot, key) for key in ("tagline", "short_description", "description"))]
    await review.enter(db, number, texts, draft.domain)
    await drafts.save_applied(db, draft.id, number, snapshot, ctx.now)
    return number


async def update(ctx: Context, draft: DraftRow, listing: int, *, submitted: bool) -> None:
    """Apply to the listing what changed in the draft since the last time."""
    snapshot = await _read(ctx.db, draft)
    if logo := await _host_logo(ctx.db, draft, snapshot):
        await logos.copy_to_listing(ctx.db, logo, listing, ctx.now)
    before: Snapshot = draft.applied
    different = {key for key in {*snapshot, *before} if snapshot.get(key) != before.get(key)}
    # A listing always has a name, a category and one line of text. If they were removed from the draft, the listing
    # keeps its own, and `missing` asks for new ones.
    kept = {key for key in different & {"name", "categories"} if not _value(snapshot, key)}
    if not any(_value(snapshot, key) for key in LINES):
        kept |= different.intersection(LINES)
    snapshot = {**snapshot, **{key: before[key] for key in kept}}
    # If the site was only read again, the draft's value is the same, but the listing may have been edited since.
    reread = {key for key in different - kept if _value(snapshot, key) == _value(before, key)}
    reread -= {key for key in reread if _evidence(snapshot, key) and not _evidence(before, key)}
    changed = different - kept - reread
    if changed or reread:
        profile = (await owned.read_profiles(ctx.db, [listing], ctx.site))[listing]
        new = await _difference(ctx, profile, snapshot, before, changed)
        new |= _merge_evidence(profile, snapshot, changed, reread)
        await edits.edit(ctx.db, listing, new, edits.Editor(ctx.account, ctx.surface), ctx.now)
        if "competitor_url" in changed:
            await _propose_alternative(ctx.db, listing, snapshot)
    await drafts.save_applied(ctx.db, draft.id, listing, snapshot, ctx.now if submitted else None)


async def show_copied_logo(db: Connection, draft: DraftRow, at: datetime) -> None:
    """If the listing got the logo's address on another server, because there was no copy of the picture yet, show the
    copy. A logo that was changed on the listing since stays."""
    snapshot = await _read(db, draft)
    logo, applied = await _host_logo(db, draft, snapshot), _value(draft.applied, "logo_url")
    if logo is None or draft.listing_id is None or applied != value_of(draft.entries, "logo_url"):
        return
    await logos.copy_to_listing(db, logo, draft.listing_id, at)
    if (await edits.read_current(db, draft.listing_id))["logo_url"] == applied:
        new = {"logo_url": _value(snapshot, "logo_url")}
        await edits.edit(db, draft.listing_id, new, edits.Editor(None, "job"), at)
    await drafts.save_applied(db, draft.id, draft.listing_id, {**draft.applied, "logo_url": snapshot["logo_url"]}, None)


async def _difference(
    ctx: Context, profile: Listing, snapshot: Snapshot, before: Snapshot, changed: set[str]
) -> dict[str, Any]:
    """The fields to edit. Other edits made on the listing stay."""
    new: dict[str, Any] = {key: _value(snapshot, key) for key in changed.intersection(PLAIN)}
    new |= {column: _value(snapshot, key) for key, column in SEO.items() if key in changed}
    for part, column, now in (
        ("company_socials", "socials", profile.socials or {}),
        ("story", "story", _filled(profile.story.model_dump()) if profile.story else {}),
        ("attributes", "attributes", profile.attributes),
    ):
        keys = {key for key in changed if key.startswith(f"{part}.")}
        if keys:
            merged = _filled({**now, **{key.partition(".")[2]: _value(snapshot, key) for key in keys}})
            new[column] = merged if merged or part == "attributes" else None
    if "categories" in changed and (primary := await _find_primary(ctx.db, snapshot)):
        new["categories"] = with_primary([category.slug for category in profile.categories], primary)
    there = {founder.name: founder.slug for founder in profile.founders or ()}
    if "founders" in changed:
        new["founders"] = await _place_founders(ctx, snapshot, there)
    elif any(key.startswith("founder_socials.") for key in changed):
        first = [founder for founder in _named_founders(snapshot)[:1] if founder.name in there]
        await people.place_founders(ctx.db, first, there, account=ctx.account)
    if "milestones" in changed:
        old = _milestones(_value(before, "milestones") or ())
        wanted = _milestones(_value(snapshot, "milestones") or ())
        others = (new_listings.NewMilestone(m.date, m.title, m.description, m.url) for m in profile.milestones or ())
        merged_days = dict.fromkeys([*(m for m in others if m not in old), *wanted])
        new["milestones"] = sorted(merged_days, key=lambda m: m.date)
    return new


def _merge_evidence(profile: Listing, snapshot: Snapshot, changed: set[str], reread: set[str]) -> dict[str, Any]:
    """The evidence of what changed, and of unchanged values that the listing still shows with a quote."""
    evidence = {fact: [quote.model_dump(mode="json") for quote in quotes] for fact, quotes in profile.evidence.items()}
    for key in changed | {key for key in reread if listing_mapping.fact_of(key) in evidence}:
        evidence[listing_mapping.fact_of(key)] = _evidence(snapshot, key)
    blank = {key for key in reread if key in PROFILE_FIELDS and listing_mapping.present(profile, key) is None}
    now_missing = {key for key in changed | blank if snapshot.get(key, {}).get("not_found")}
    return {
        "evidence": _filled(evidence),
        "not_found_on_website": [
            *(fact for fact in profile.not_found_on_website if fact not in changed | blank),
            *sorted(now_missing),
        ],
    }


async def _read(db: Connection, draft: DraftRow) -> dict[str, dict[str, Any]]:
    entries, times = draft.entries, await drafts.get_reading_times(db, draft.id)
    if not times and draft.read_at:  # the pages were deleted, but their quotes were kept
        times = dict.fromkeys(listing_mapping.quoted_pages(entries), draft.read_at)
    return listing_mapping.snapshot(entries, draft.competitor_url, times)


async def _host_logo(db: Connection, draft: DraftRow, snapshot: dict[str, dict[str, Any]]) -> logos.LogoFile | None:
    """Where we have a file for the draft's logo, the listing shows a copy of it. Pages show no pictures of other
    servers, which would see every visitor."""
    value: str | None = _value(snapshot, "logo_url")
    file = await logos.find_of_draft(db, draft.id, value) if value else None
    if file:
        snapshot["logo_url"] = {**snapshot["logo_url"], "value": logos.copy_of(file).path}
    return file


def _value(snapshot: Snapshot, key: str) -> Any:
    return snapshot.get(key, {}).get("value")


def _evidence(snapshot: Snapshot, key: str) -> list[dict[str, Any]]:
    return snapshot.get(key, {}).get("evidence") or []


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "", [])}


async def _find_primary(db: Connection, snapshot: Snapshot) -> str | None:
    """The slug of the first category that still exists. Extra categories are bought and stay on the listing."""
    slugs = {category.name: category.slug for category in await category_tree.read_categories(db)}
    return next((slugs[name] for name in _value(snapshot, "categories") if name in slugs), None)


async def _place_founders(
    ctx: Context, snapshot: Snapshot, kept: Mapping[str, str]
) -> list[new_listings.NewListingFounder]:
    named: list[dict[str, Any]] = _value(snapshot, "founders") or []
    slugs = await people.place_founders(ctx.db, _named_founders(snapshot), kept, account=ctx.account)
    return [new_listings.NewListingFounder(slug=slug, **founder) for slug, founder in zip(slugs, named, strict=True)]


def _named_founders(snapshot: Snapshot) -> list[NamedFounder]:
    """The founders; the first one gets the draft's founder social links."""
    named: list[dict[str, Any]] = _value(snapshot, "founders") or []
    socials = _filled(listing_mapping.values_under(snapshot, "founder_socials")) or None
    return [
        NamedFounder(name=founder["name"], bio=founder["bio"], socials=None if place else socials)
        for place, founder in enumerate(named)
    ]


def _milestones(items: Iterable[Mapping[str, Any]]) -> list[new_listings.NewMilestone]:
    return [
        new_listings.NewMilestone(date.fromisoformat(item["date"]), item["title"], item["description"], item["url"])
        for item in items
    ]


async def _propose_alternative(db: Connection, listing: int, snapshot: Snapshot) -> None:
    url = _value(snapshot, "competitor_url")
    await alternatives.propose_alternative(db, listing, domain_of(url) if url else None)
