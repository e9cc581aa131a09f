"""A listing's page, and its pages of alternatives and badges."""

from collections.abc import Sequence

from starlette.responses import Response

from showground.collections.actions.collections import FindSaved, find_saved
from showground.launches.actions.reviews import ListReviews, list_reviews
from showground.launches.operations.get_listing_badges import GetListingBadges, get_listing_badges
from showground.launches.operations.list_awards import ListAwards, list_awards
from showground.listings import Alternative, ListingSummary, NoSuchListing, Story
from showground.listings.actions.similar_listings import ListSimilarListings, list_similar_listings
from showground.listings.operations.list_alternatives import ListAlternatives, list_alternatives
from showground.questions.actions.questions import ListListingQuestions, list_listing_questions
from showground.surfaces.web.formatting import STORY
from showground.surfaces.web.sparkline import draw_sparkline
from showground.surfaces.web.syndication.json_ld import describe_listing
from showground.surfaces.web.syndication.markdown import MARKDOWN, write_listing
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import get
from showground.surfaces.web.visitors.questions import adopted_answers
from showground.surfaces.web.visitors.votes import opinions_of

FEW_REVIEWS = 5
FEW_QUESTIONS = 4
FEW_ALTERNATIVES = 5
FEW_SIMILAR = 4
MORE_SIMILAR = 6
MAX_SIMILAR = 20  # some of them are among the alternatives


async def show_listing(visit: Visit) -> Response:
    try:
        listing = await get(visit)
    except NoSuchListing as unknown:
        return visit.show("not_public.html", status=unknown.status)
    slug = listing.slug
    if visit.prefers_markdown:
        return visit.send(write_listing(listing, tell(listing.story)).encode(), MARKDOWN, viewed=slug, shared=False)
    alternatives = await visit.ask(list_alternatives, ListAlternatives(slug=slug))
    shown = alternatives.items[:FEW_ALTERNATIVES]
    awards = await visit.ask(list_awards, ListAwards(listing=slug, per_page=10))
    badges = await visit.ask(get_listing_badges, GetListingBadges(slug=slug))
    reviews = await visit.ask(list_reviews, ListReviews(slug=slug, per_page=FEW_REVIEWS), f"listing:{slug}")
    asked = ListListingQuestions(slug=slug, per_page=FEW_QUESTIONS)
    questions = await visit.ask(list_listing_questions, asked, f"listing:{slug}")
    return visit.show(
        "listing.html",
        viewed=slug,
        listing=listing,
        story=tell(listing.story),
        spark=draw_sparkline(listing.domain_rating.trend) if listing.domain_rating else None,
        alternatives=shown,
        similar=(await find_similar(visit, slug, shown))[:FEW_SIMILAR],
        more_alternatives=len(alternatives.items) > FEW_ALTERNATIVES,
        awards=awards.items,
        best=min(awards.items, key=lambda award: award.place, default=None),
        badges=badges.items,
        reviews=reviews,
        questions=questions,
        adopted=adopted_answers(listing),
        mine=await opinions_of(visit, [slug]),
        saved=bool(visit.person) and (await visit.ask(find_saved, FindSaved(slug=slug))).saved,
        structured=describe_listing(listing, visit.site),
    )


async def show_alternatives(visit: Visit) -> Response:
    listing = await get(visit)
    found = await visit.ask(list_alternatives, ListAlternatives(slug=listing.slug))
    similar = await find_similar(visit, listing.slug, found.items)
    return visit.show("alternatives.html", listing=listing, alternatives=found.items, similar=similar[:MORE_SIMILAR])


async def find_similar(visit: Visit, slug: str, shown: Sequence[Alternative]) -> list[ListingSummary]:
    """Similar listings that are not among the alternatives on the same page."""
    asked = ListSimilarListings(slug=slug, count=MAX_SIMILAR)
    found = await visit.ask(list_similar_listings, asked, f"listing:{slug}", "listings")
    known = {alternative.listing.slug for alternative in shown}
    return [listing for listing in found.items if listing.slug not in known]


async def show_badges(visit: Visit) -> Response:
    listing = await get(visit)
    found = await visit.ask(get_listing_badges, GetListingBadges(slug=listing.slug))
    return visit.show("badges.html", listing=listing, badges=found.items)


def tell(story: Story | None) -> list[tuple[str | None, str]]:
    """The parts of a story that are filled in, each with its heading."""
    headings = {**STORY, "story": None}  # shown directly under the story's own title
    del headings["title"]
    parts = ((heading, getattr(story, name, None)) for name, heading in headings.items())
    return [(heading, text) for heading, text in parts if text]
