"""A listing's page, and its pages of alternatives and badges."""

from collections.abc import Sequence

from starlette.responses import Response

from showground.categories import Category
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.collections import OwnCollection
from showground.collections.actions.collections import FindSaved, ListCollectionsFor, find_saved, list_collections_for
from showground.core.calls.models import NoInput
from showground.core.languages import ENGLISH, in_language
from showground.launches.actions.reviews import ListReviews, list_reviews
from showground.launches.operations.get_listing_badges import GetListingBadges, get_listing_badges
from showground.launches.operations.list_awards import ListAwards, list_awards
from showground.listings import Alternative, CategoryName, Listing, ListingStory, ListingSummary, NoSuchListing
from showground.listings.actions.ended_listings import FindEndedListing, find_ended_listing
from showground.listings.actions.similar_listings import ListSimilarListings, list_similar_listings
from showground.listings.operations.list_alternatives import ListAlternatives, list_alternatives
from showground.listings.operations.search_listings import SearchListings, search_listings
from showground.newsletter.actions.own_subscriptions import list_own_subscriptions
from showground.questions.actions.questions import ListListingQuestions, list_listing_questions
from showground.surfaces.web.formatting import BADGE_SIZES, SHORT_BADGE_MODES, STORY
from showground.surfaces.web.sparkline import draw_sparkline
from showground.surfaces.web.syndication.json_ld import describe_listing
from showground.surfaces.web.syndication.markdown import MARKDOWN, write_listing
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import Moved, get
from showground.surfaces.web.visitors.questions import adopted_answers
from showground.surfaces.web.visitors.votes import opinions_of

FEW_REVIEWS = 5
FEW_QUESTIONS = 4
FEW_ALTERNATIVES = 5
FEW_SIMILAR = 4
MORE_SIMILAR = 6
MORE_WIDER = 10
SHAPES = ("banner", "standard", "outline", "pill", "square")  # of badges, as a row shows them
MAX_WIDER = 40  # some of them are among the alternatives
MAX_SIMILAR = 20  # some of them are among the alternatives


async def show_listing(visit: Visit) -> Response:
    try:
        listing = await get(visit)
    except NoSuchListing as unknown:
        return await _show_ended(visit, unknown)
    slug = listing.slug
    if visit.prefers_markdown:
        with in_language(ENGLISH):  # programs read it
            text = write_listing(listing, tell(listing.story))
        return visit.send(text.encode(), MARKDOWN, viewed=slug, shared=False)
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
        awards=awards.items,
        best=min(awards.items, key=lambda award: award.place, default=None),
        badges=badges.items,
        reviews=reviews,
        questions=questions,
        adopted=adopted_answers(listing),
        mine=await opinions_of(visit, [slug]),
        saved=bool(visit.person) and (await visit.ask(find_saved, FindSaved(slug=slug))).saved,
        collected=await _find_collected(visit, slug),
        awaited=await _awaits_launch(visit, listing),
        structured=describe_listing(listing, visit.site),
    )


async def _find_collected(visit: Visit, slug: str) -> list[OwnCollection] | None:
    """The reader's collections with the listing, right after they chose them; otherwise None."""
    if visit.person is None or "collected" not in visit.query:
        return None
    own = await visit.ask(list_collections_for, ListCollectionsFor(slug=slug))
    return [one for one in own.items if one.has]


async def _awaits_launch(visit: Visit, listing: Listing) -> bool:
    """Whether the reader has asked for an email when it launches."""
    if visit.person is None or listing.status != "upcoming":
        return False
    own = await visit.ask(list_own_subscriptions, NoInput())
    return listing.slug in {launch.slug for launch in own.launches}


async def _show_ended(visit: Visit, unknown: NoSuchListing) -> Response:
    """A listing that was deleted for good is gone; a retired one keeps its address and says so."""
    slug = visit.path_params["slug"]
    try:
        found = await visit.ask(find_ended_listing, FindEndedListing(slug=slug), f"listing:{slug}")
    except NoSuchListing:
        return visit.show("not_public.html", status=unknown.status)
    if found.retired is None:
        return visit.show("listing_deleted.html", status=410, deleted_at=found.deleted_at)
    if found.retired.slug != slug:
        raise Moved(found.retired.slug)
    return visit.show("listing_retired.html", listing=found.retired)


async def show_alternatives(visit: Visit) -> Response:
    listing = await get(visit)
    found = await visit.ask(list_alternatives, ListAlternatives(slug=listing.slug))
    wider = await _find_wider_category(visit, listing.category)
    known = {listing.slug, *(alternative.listing.slug for alternative in found.items)}
    others = await _find_most_voted(visit, wider, known) if wider else []
    known |= {other.slug for other in others}
    similar = [each for each in await find_similar(visit, listing.slug, found.items) if each.slug not in known]
    return visit.show(
        "alternatives.html",
        listing=listing,
        picked=[item.listing for item in found.items if item.approved],
        alternatives=[item.listing for item in found.items if not item.approved],
        wider=wider,
        others=others,
        similar=similar[:MORE_SIMILAR],
        mine=await opinions_of(visit, known | {each.slug for each in similar}),
    )


async def _find_wider_category(visit: Visit, category: CategoryName | None) -> Category | None:
    """The top-level category that contains this one; None if it is one itself."""
    tree = await visit.ask(list_categories, ListCategories())
    inside = (top for top in tree.items for sub in top.subcategories if category and sub.slug == category.slug)
    return next(inside, None)


async def _find_most_voted(visit: Visit, category: Category, known: set[str]) -> list[ListingSummary]:
    """The most voted listings of a category that are not known yet."""
    asked = SearchListings(category=category.slug, sort="votes", per_page=MAX_WIDER)
    found = await visit.ask(search_listings, asked)
    return [listing for listing in found.items if listing.slug not in known][:MORE_WIDER]


async def find_similar(visit: Visit, slug: str, shown: Sequence[Alternative]) -> list[ListingSummary]:
    """Similar listings that are not among the alternatives on the same page."""
    asked = ListSimilarListings(slug=slug, count=MAX_SIMILAR)
    found = await visit.ask(list_similar_listings, asked, f"listing:{slug}", "listings")
    known = {alternative.listing.slug for alternative in shown}
    return [listing for listing in found.items if listing.slug not in known]


async def show_badges(visit: Visit) -> Response:
    listing = await get(visit)
    found = await visit.ask(get_listing_badges, GetListingBadges(slug=listing.slug))
    codes: dict[tuple[str, str], str] = {}  # the HTML of each badge, by kind and shape
    for shape in SHAPES:
        asked = GetListingBadges(slug=listing.slug, shape=shape, detail="brief")
        codes |= {(badge.kind, shape): badge.html for badge in (await visit.ask(get_listing_badges, asked)).items}
    return visit.show(
        "badges.html",
        listing=listing,
        badges=found.items,
        shapes=SHAPES,
        modes=SHORT_BADGE_MODES,
        sizes=BADGE_SIZES,
        codes=codes,
    )


def tell(story: ListingStory | None) -> list[tuple[str | None, str]]:
    """The parts of a story that are filled in, each with its heading."""
    headings = {**STORY, "story": None}  # shown directly under the story's own title
    del headings["title"]
    parts = ((heading, getattr(story, name, None)) for name, heading in headings.items())
    return [(heading, text) for heading, text in parts if text]
