"""Listings whose owners paid for them to be featured."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings.models import SLUG, ListingSummary
from showground.listings.queries import flags, public_profiles


class ListFeatured(Input):
    category: Annotated[str | None, Field(pattern=SLUG)] = None  # also those of its subcategories; None: all
    most: Annotated[int, Field(ge=1, le=20)] = 3


class FeaturedListings(DataModel):
    """Paid placements: every page that shows them says so."""

    items: list[ListingSummary]


@action(scope=PUBLIC, read_only=True)
async def list_featured(ctx: Context, input: ListFeatured) -> FeaturedListings:
    """List live featured listings. If there are more than fit, each is shown for the same share of hours."""
    hour = int(ctx.now.timestamp()) // 3600
    found = await flags.find_featured(ctx.db, ctx.now, input.category, turn=hour, most=input.most)
    return FeaturedListings(
        items=[ListingSummary.model_validate_json(public_profiles.present(text, ctx.site)) for text in found]
    )
