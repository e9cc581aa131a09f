"""List awards."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import Encoded
from showground.core.calls.paging import Paged
from showground.core.languages import Text, sentences
from showground.launches.models import AwardPage
from showground.launches.queries import awards
from showground.listings import SLUG, public_profiles, slugs


class ListAwards(Paged):
    listing: Annotated[
        str | None,
        Field(pattern=SLUG, description="Slug of a listing. Returns only its awards.", examples=["tidewater"]),
    ] = None


async def judge(ctx: Context, input: ListAwards) -> list[FieldError]:
    """Whether a listing has this slug now or had it before."""
    slug = input.listing
    if slug is None or await slugs.is_public(ctx.db, slug) or await slugs.find_present_slug(ctx.db, slug):
        return []
    hint = await slugs.suggest_slugs(ctx.db, slug)
    return [FieldError(field="listing", message=sentences(Text("No public listing has this slug."), hint))]


@operation("GET /awards", scope=PUBLIC, cache_tags=("awards", "listings"), judge=judge)
async def list_awards(ctx: Context, input: ListAwards) -> Encoded[AwardPage]:
    """List Launch of the Week awards.

    The first three of every week that has ended, newest week first. They follow community votes only and never change.
    """
    found = await awards.find_awards(ctx.db, input.listing, input)
    if found is None:
        raise InvalidInput(errors=await judge(ctx, input))
    return Encoded(public_profiles.present(f"{{{found.page(input)}}}", ctx.site))
