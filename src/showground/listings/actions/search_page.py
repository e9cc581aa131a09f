"""What the search page shows: results with their matches, counts by filter, and a correction of typos."""

from dataclasses import replace
from typing import Literal

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.errors import InvalidInput
from showground.core.data_model import DataModel
from showground.listings.models import ListingPage
from showground.listings.operations.search_listings import SearchListings, judge, to_search
from showground.listings.queries import public_profiles
from showground.search import MatchingWords, category_slugs, result_page


class Facet(DataModel):
    """A filter with its values, each with the number of listings, the most common first."""

    name: Literal["category", "stage", "country", "pricing_model"]
    counts: dict[str, int]


class SearchPage(ListingPage):
    matching: int  # listings that match; those after them are similar
    words: MatchingWords  # to highlight
    excerpts: dict[str, str]  # by slug, the part of the description that matches, if name and tagline don't
    facets: list[Facet]
    counted: int  # listings that the facets count, at most
    correction: str | None


@action(scope=PUBLIC, read_only=True)
async def show_search_page(ctx: Context, input: SearchListings) -> SearchPage:
    """Search listings as `search_listings` does, with what the page shows besides."""
    search = to_search(input)
    found = await result_page.find_page(ctx.db, search)
    if not found.total and input.category and (slug := await category_slugs.find_present_slug(ctx.db, input.category)):
        found = await result_page.find_page(ctx.db, replace(search, category=slug))  # it was merged into this one
    if not found.total and (wrong := await judge(ctx, input)):
        raise InvalidInput(errors=wrong)
    page = public_profiles.encode_page(
        found.summaries, page=input.page, per_page=input.per_page, total=found.total, site=ctx.site
    )
    listings = ListingPage.model_validate_json(page.json)
    unmarked = [one.slug for one in listings.items if not found.words.find(f"{one.name}\n{one.tagline or ''}")]
    return SearchPage(
        **dict(listings),
        matching=found.matching,
        words=found.words,
        excerpts=await result_page.find_excerpts(ctx.db, unmarked, found.words) if found.words.words else {},
        facets=[Facet(name=name, counts=counts) for name, counts in found.facets.items() if counts],
        counted=found.counted,
        correction=found.correction,
    )
