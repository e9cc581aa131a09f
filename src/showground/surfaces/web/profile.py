"""The page of one listing."""

from typing import Any

from starlette.responses import Response

from showground.catalog import Listing
from showground.catalog.operations.get_listing import get_listing
from showground.surfaces.web.sparkline import draw_sparkline
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.wording import is_web_address

STORY = {
    "story": None,  # stands under the story's own title
    "why_started": "Why it was started",
    "problem": "The problem",
    "journey": "The way so far",
    "challenges": "What was hard",
    "achievements": "What was achieved",
    "lessons": "What was learnt",
    "whats_next": "What comes next",
}


async def show_listing(visit: Visit) -> Response:
    slug: str = visit.request.path_params["slug"]
    listing = await visit.ask(get_listing, visit.parse(get_listing, {"slug": slug}))
    return visit.show(
        "listing.html",
        listing=listing,
        story=_tell(listing),
        spark=draw_sparkline(listing.domain_rating.trend) if listing.domain_rating else None,
        structured=describe(listing),
    )


def _tell(listing: Listing) -> list[tuple[str | None, str]]:
    """The parts of the story that somebody wrote, each with its heading."""
    parts = ((heading, getattr(listing.story, name, None)) for name, heading in STORY.items())
    return [(heading, text) for heading, text in parts if text]


def describe(listing: Listing) -> dict[str, Any]:
    """The listing as schema.org data, for machines that read pages; what is unknown is left out."""
    links = [listing.website, *(listing.socials or {}).values()]
    rating = listing.rating
    known = {
        "name": listing.name,
        "description": listing.short_description or listing.tagline,
        "url": listing.url,
        "sameAs": [address for address in links if is_web_address(address)],
        "category": listing.category and listing.category.name,
        "aggregateRating": rating
        and {"@type": "AggregateRating", "ratingValue": rating.average, "reviewCount": rating.count},
    }
    return {
        "@context": "https://schema.org",
        "@type": "Product",
        **{name: value for name, value in known.items() if value},
    }
