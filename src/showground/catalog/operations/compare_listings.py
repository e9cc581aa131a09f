"""Show two listings side by side."""

from typing import Annotated

from pydantic import Field

from showground.catalog import comparing, slugs, store
from showground.catalog.comparison_models import Comparison
from showground.catalog.models import SLUG
from showground.core import faults
from showground.core.context import Context
from showground.core.failures import Fault
from showground.core.operation import PUBLIC, Input, operation

SEARCH = "Search the listings for it by name."


class CompareListings(Input):
    a: Annotated[str, Field(pattern=SLUG, description="Slug of a live listing.", examples=["tidewater"])]
    b: Annotated[str, Field(pattern=SLUG, description="Slug of another live listing.", examples=["rehearsal-yard"])]


async def judge(ctx: Context, input: CompareListings) -> list[Fault]:
    """Whether both are live, and not the same."""
    found = await slugs.find_public(ctx.db, {input.a, input.b})
    wrong = [
        await _explain(ctx, field, slug, known=slug in found)
        for field, slug in (("a", input.a), ("b", input.b))
        if slug not in found or found[slug][1] != "live"
    ]
    if input.a == input.b or (not wrong and found[input.a] == found[input.b]):
        wrong.append(Fault(field="b", message="This is the same listing as a. Name another one."))
    return wrong


@operation(
    "GET /compare", scope=PUBLIC, snapshot=True, cache_tags=("listing:{a}", "listing:{b}", "categories"), judge=judge
)
async def compare_listings(ctx: Context, input: CompareListings) -> Comparison:
    """Show two live listings side by side, by the attributes of their categories.

    A cell is null where its listing does not state the fact; with two of them, the fact is on neither listing.
    """
    found = await store.get_compared(ctx.db, {input.a, input.b})
    return comparing.compare(found[input.a], found[input.b], ctx.site)


async def _explain(ctx: Context, field: str, slug: str, *, known: bool) -> Fault:
    if known:
        return Fault(field=field, message="This listing is not live yet. Name a live one.")
    hint = faults.suggest(slug, await store.find_near_slugs(ctx.db, slug))
    return Fault(field=field, message=f"No live listing has this slug. {hint or SEARCH}")
