"""Previews of a draft, or of a listing that is not public yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.responses import Response

from showground.core.languages import Text
from showground.drafting import Draft
from showground.drafting.actions.logos import ListDraftLogos, list_draft_logos
from showground.drafting.operations.get_draft import get_draft
from showground.ownership import OwnedListing
from showground.surfaces.web.countries import country_name
from showground.surfaces.web.dashboard.common import get_listing
from showground.surfaces.web.formatting import STORY, name_of
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@dataclass(frozen=True, slots=True)
class Preview:
    """What the page will show."""

    name: str
    website: str
    tagline: str | None
    short_description: str | None
    description: str | None
    features: Sequence[str]
    usps: Sequence[str]
    pricing: str | None
    facts: Mapping[str, str]
    founders: Sequence[Any]
    faqs: Sequence[Any]
    story: Mapping[str, str]
    milestones: Sequence[Any]
    categories: Sequence[str] = ()
    socials: Mapping[str, str] = field(default_factory=dict[str, str])
    evidence: Mapping[str, Sequence[Any]] = field(default_factory=dict[str, Sequence[Any]])
    logo_url: str | None = None
    unlocked: Sequence[str] = ()
    """Sections that visitors see although they are not part of the free plan."""


@for_a_person
async def preview_draft(visit: Visit) -> Response:
    draft = await visit.ask(get_draft, visit.parse(get_draft, {"id": visit.path_params["id"]}))
    back = f"/dashboard/drafts/{draft.id}"
    logos = await visit.ask(list_draft_logos, ListDraftLogos(id=draft.id))
    logo = next((visit.site.url + logo.path for logo in logos.items if logo.chosen), None)
    return visit.show("dashboard/preview.html", private=True, shown=_of_draft(draft, logo), back=back, headings=STORY)


@for_a_person
async def preview_listing(visit: Visit) -> Response:
    listing = await get_listing(visit)
    return show_preview(visit, listing, f"/dashboard/listings/{listing.listing_id}")


def show_preview(visit: Visit, listing: OwnedListing, back: str) -> Response:
    """`back`: the page that the preview was opened from, for its members or for staff."""
    return visit.show("dashboard/preview.html", private=True, shown=_of_listing(listing), back=back, headings=STORY)


def _of_draft(draft: Draft, logo: str | None) -> Preview:
    said = draft.fields
    return Preview(
        name=said.name.value or draft.domain,
        website=draft.url,
        tagline=said.tagline.value,
        short_description=said.short_description.value,
        description=said.description.value,
        features=said.features.value or (),
        usps=said.usps.value or (),
        pricing=said.pricing_summary.value or _named(said.pricing_model.value),
        facts=_facts(
            said.founded_year.value,
            said.city.value,
            said.country.value,
            said.stage.value,
            said.pricing_model.value,
            said.contact_email.value,
        ),
        founders=draft.founders,
        faqs=draft.faqs,
        story=draft.story,
        milestones=draft.milestones,
        categories=(said.categories.value or ())[:1],  # the others are bought
        logo_url=logo,
        socials=draft.company_socials,
        evidence={name: getattr(said, name).evidence for name in type(said).model_fields},
    )


def _of_listing(listing: OwnedListing) -> Preview:
    return Preview(
        name=listing.name,
        website=listing.website,
        tagline=listing.tagline,
        short_description=listing.short_description,
        description=listing.description,
        features=listing.features or (),
        usps=listing.usps or (),
        pricing=listing.pricing.summary or _named(listing.pricing.model),
        facts=_facts(
            listing.founded_year,
            listing.location.city,
            listing.location.country,
            listing.stage,
            listing.pricing.model,
            listing.contact_email,
        ),
        founders=listing.founders or (),
        faqs=listing.faqs or (),
        story=listing.story.model_dump(exclude_none=True) if listing.story else {},
        milestones=listing.milestones or (),
        categories=[category.name for category in listing.categories],
        socials=listing.socials or {},
        logo_url=listing.logo_url,
        evidence=listing.evidence,
        unlocked=listing.unlocked,
    )


def _facts(
    founded: int | str | None,
    city: str | None,
    country: str | None,
    stage: str | None,
    pricing_model: str | None,
    contact: str | None,
) -> dict[str, str]:
    """What is known, under the headings and in the order of the public page."""
    known = {
        Text("Founded"): founded,
        Text("City"): city,
        Text("Country"): country_name(country) if country else None,
        Text("Stage"): _named(stage),
        Text("Pricing model"): _named(pricing_model),
        Text("Contact"): contact,
    }
    return {heading: str(value) for heading, value in known.items() if value}


def _named(value: str | None) -> str | None:
    return name_of(value) if value else None
