"""Listings that are similar to a listing by what they say about themselves."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.models import Encoded, Input
from showground.core.data_model import DataModel
from showground.listings.models import ListingSummary, Slug
from showground.listings.queries import public_profiles
from showground.search import similar


class ListSimilarListings(Input):
    slug: Slug
    count: Annotated[int, Field(ge=1, le=20)]


class SimilarListings(DataModel):
    items: list[ListingSummary]


@action(scope=PUBLIC, read_only=True)
async def list_similar_listings(ctx: Context, input: ListSimilarListings) -> Encoded[SimilarListings]:
    """List live listings about similar things, in any category, the most similar first."""
    summaries = await similar.find_similar(ctx.db, input.slug, input.count)
    return Encoded(public_profiles.present(f'{{"items":[{",".join(summaries)}]}}', ctx.site))
