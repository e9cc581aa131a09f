"""The page of one listing, and those that belong to it."""

from starlette.responses import Response

from showground.catalog import Listing, Story
from showground.catalog.operations.get_listing import get_listing
from showground.catalog.operations.list_alternatives import ListAlternatives, list_alternatives
from showground.launches.actions.list_reviews import ListReviews, list_reviews
from showground.launches.operations.get_listing_badges import GetListingBadges, get_listing_badges
from showground.launches.operations.list_awards import ListAwards, list_awards
from showground.surfaces.web.machines.markdown import MARKDOWN, prefers_markdown, write_listing
from showground.surfaces.web.machines.structured import describe_listing
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sparkline import draw_sparkline
from showground.surfaces.web.visit import Visit

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
FEW_REVIEWS = 5
FEW_ALTERNATIVES = 5
REASONS = {
    "wrong": "Something it says is wrong",
    "spam": "It is spam or misleads",
    "rights": "It is mine and should not be here",
    "harm": "It is harmful or against the law",
    "other": "Something else",
}


async def show_listing(visit: Visit) -> Response:
    listing = await _get(visit)
    slug = listing.slug
    if prefers_markdown(visit.request.headers.get("accept", "")):
        return visit.send(write_listing(listing, tell(listing.story)).encode(), MARKDOWN, viewed=slug)
    alternatives = await visit.ask(list_alternatives, ListAlternatives(slug=slug))
    awards = await visit.ask(list_awards, ListAwards(listing=slug, per_page=10))
    badges = await visit.ask(get_listing_badges, GetListingBadges(slug=slug))
    reviews = await visit.ask(list_reviews, ListReviews(slug=slug, per_page=FEW_REVIEWS), f"listing:{slug}")
    return visit.show(
        "listing.html",
        viewed=slug,
        listing=listing,
        story=tell(listing.story),
        spark=draw_sparkline(listing.domain_rating.trend) if listing.domain_rating else None,
        alternatives=alternatives.items[:FEW_ALTERNATIVES],
        more_alternatives=len(alternatives.items) > FEW_ALTERNATIVES,
        awards=awards.items,
        best=min(awards.items, key=lambda award: award.place, default=None),
        badges=badges.items,
        reviews=reviews,
        structured=describe_listing(listing, visit.site),
    )


async def show_reviews(visit: Visit) -> Response:
    listing = await _get(visit)
    found = await visit.ask(list_reviews, visit.parse_page(list_reviews, slug=listing.slug), f"listing:{listing.slug}")
    return visit.show("reviews.html", listing=listing, reviews=found, pager=make_pager(visit, found))


async def show_alternatives(visit: Visit) -> Response:
    listing = await _get(visit)
    found = await visit.ask(list_alternatives, ListAlternatives(slug=listing.slug))
    return visit.show("alternatives.html", listing=listing, alternatives=found.items)


async def show_badges(visit: Visit) -> Response:
    listing = await _get(visit)
    found = await visit.ask(get_listing_badges, GetListingBadges(slug=listing.slug))
    return visit.show("badges.html", listing=listing, badges=found.items)


async def show_report(visit: Visit) -> Response:
    listing = await _get(visit)
    review = visit.query.get("review", "")
    return visit.show(
        "report.html",
        listing=listing,
        review=review if review.isascii() and review.isdigit() and len(review) < 19 else "",
        reasons=REASONS,
        given={},
        faults={},
    )


async def _get(visit: Visit) -> Listing:
    return await visit.ask(get_listing, visit.parse(get_listing, {"slug": visit.given["slug"]}))


def tell(story: Story | None) -> list[tuple[str | None, str]]:
    """The parts of a story that somebody wrote, each with its heading."""
    parts = ((heading, getattr(story, name, None)) for name, heading in STORY.items())
    return [(heading, text) for heading, text in parts if text]
