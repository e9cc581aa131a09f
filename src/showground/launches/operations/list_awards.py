"""List awards."""

from typing import Annotated

from pydantic import Field

from showground.catalog import SLUG, find_present_slug, present, suggest_slugs
from showground.core.context import Context
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import PUBLIC, Encoded, operation
from showground.core.paging import Page, Paged
from showground.launches import boards
from showground.launches.models import Award


class ListAwards(Paged):
    listing: Annotated[
        str | None,
        Field(pattern=SLUG, description="Slug of a listing: only its awards.", examples=["tidewater"]),
    ] = None


@operation("GET /awards", scope=PUBLIC, cache_tags=("awards", "listings"))
async def list_awards(ctx: Context, input: ListAwards) -> Encoded[Page[Award]]:
    """List awards: Launch of the Week #1, #2 and #3 of every week that has ended, the newest week first.

    Awards follow community votes alone. They are fixed when the week ends and never change.
    """
    found = await boards.find_awards(ctx.db, input.listing, input)
    if found is None and (present_slug := await find_present_slug(ctx.db, input.listing or "")):
        found = await boards.find_awards(ctx.db, present_slug, input)
    if found is None:
        hint = await suggest_slugs(ctx.db, input.listing or "")
        raise InvalidInput(faults=[Fault(field="listing", message=f"No public listing has this slug. {hint}".strip())])
    return Encoded(present(f"{{{found.page(input)}}}", ctx.site))
