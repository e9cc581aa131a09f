"""Previews of a draft, or of a listing that is not public yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.responses import Response

from showground.drafting import Draft
from showground.drafting.operations.get_draft import get_draft
from showground.ownership import OwnedListing
from showground.surfaces.web.dashboard.common import get_listing
from showground.surfaces.web.formatting import STORY
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


@for_a_person
async def preview_draft(visit: Visit) -> Response:
    draft = await visit.ask(get_draft, visit.parse(get_draft, {"id": visit.given["id"]}))
    back = f"/dashboard/drafts/{draft.id}"
    return visit.show("dashboard/preview.html", private=True, shown=_of_draft(draft), back=back, headings=STORY)


@for_a_person
async def preview_listing(visit: Visit) -> Response:
    listing = await get_listing(visit)
    back = f"/dashboard/listings/{listing.listing_id}"
    return visit.show("dashboard/preview.html", private=True, shown=_of_listing(listing), back=back, headings=STORY)


def _of_draft(draft: Draft) -> Preview:
    said = draft.fields
    return Preview(
        name=said.name.value or draft.domain,
        website=draft.url,
        tagline=said.tagline.value,
        short_description=said.short_description.value,
        description=said.description.value,
        features=said.features.value or (),
        usps=said.usps.value or (),
        pricing=said.pricing_summary.value or said.pricing_model.value,
        facts=_facts(
            {
                "Founded": said.founded_year.value,
                "City": said.city.value,
                "Stage": said.stage.value,
                "Contact": said.contact_email.value,
            }
        ),
        founders=draft.founders,
        faqs=draft.faqs,
        story=draft.story,
        milestones=draft.milestones,
        categories=said.categories.value or (),
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
        pricing=listing.pricing.summary or listing.pricing.model,
        facts=_facts(
            {
                "Founded": listing.founded_year,
                "City": listing.location.city,
                "Stage": listing.stage,
                "Contact": listing.contact_email,
            }
        ),
        founders=listing.founders or (),
        faqs=listing.faqs or (),
        story=listing.story.model_dump(exclude_none=True) if listing.story else {},
        milestones=listing.milestones or (),
        categories=[category.name for category in listing.categories],
        socials=listing.socials or {},
        evidence=listing.evidence,
    )


def _facts(known: Mapping[str, Any]) -> dict[str, str]:
    return {heading: str(value) for heading, value in known.items() if value}
