"""Show two listings side by side."""

from typing import Annotated, Any

from pydantic import Field

from showground.catalog import comparing, store
from showground.catalog.comparison_models import Comparison
from showground.catalog.models import SLUG
from showground.core import faults
from showground.core.context import Context
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import PUBLIC, Input, operation

SEARCH = "Search the listings for it by name."


class CompareListings(Input):
    a: Annotated[str, Field(pattern=SLUG, description="Slug of a live listing.", examples=["tidewater"])]
    b: Annotated[str, Field(pattern=SLUG, description="Slug of another live listing.", examples=["rehearsal-yard"])]


async def judge(ctx: Context, input: CompareListings) -> list[Fault]:
    """Whether both are live, and not the same."""
    return await _judge(ctx, input, await store.get_compared(ctx.db, {input.a, input.b}))


@operation("GET /compare", scope=PUBLIC, cache_tags=("listing:{a}", "listing:{b}", "categories"), judge=judge)
async def compare_listings(ctx: Context, input: CompareListings) -> Comparison:
    """Show two live listings side by side, by the attributes of their categories.

    A cell is null where its listing does not state the fact; with two of them, the fact is on neither listing.
    """
    found = await store.get_compared(ctx.db, {input.a, input.b})
    if wrong := await _judge(ctx, input, found):
        raise InvalidInput(faults=wrong)
    return comparing.compare(found[input.a], found[input.b], ctx.site)


async def _judge(ctx: Context, input: CompareListings, found: dict[str, dict[str, Any]]) -> list[Fault]:
    asked = {"a": input.a, "b": input.b}
    wrong = [
        await _explain(ctx, field, slug, found.get(slug)) for field, slug in asked.items() if not _live(found, slug)
    ]
    if input.a == input.b or (not wrong and found[input.a]["slug"] == found[input.b]["slug"]):
        wrong.append(Fault(field="b", message="This is the same listing as a. Name another one."))
    return wrong


def _live(found: dict[str, dict[str, Any]], slug: str) -> bool:
    return slug in found and found[slug]["status"] == "live"


async def _explain(ctx: Context, field: str, slug: str, found: dict[str, Any] | None) -> Fault:
    if found is not None:
        return Fault(field=field, message="This listing is not live yet. Name a live one.")
    hint = faults.suggest(slug, await store.find_near_slugs(ctx.db, slug))
    return Fault(field=field, message=f"No live listing has this slug. {hint or SEARCH}")
