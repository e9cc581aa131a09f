"""Compare two listings."""

from typing import Annotated, Any

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import Input
from showground.core.languages import Text, sentences
from showground.listings import comparison
from showground.listings.comparison_models import Comparison
from showground.listings.models import SLUG
from showground.listings.queries import listings, slugs

SEARCH = Text("Search for it by name with search_listings.")


class CompareListings(Input):
    a: Annotated[str, Field(pattern=SLUG, description="Slug of a live listing.", examples=["tidewater"])]
    b: Annotated[str, Field(pattern=SLUG, description="Slug of another live listing.", examples=["rehearsal-yard"])]


async def judge(ctx: Context, input: CompareListings) -> list[FieldError]:
    """Check that both listings are live and different, or the one that is well-formed."""
    asked = _asked(input)
    return await _judge(ctx, asked, await listings.get_compared(ctx.db, set(asked.values())))


@operation("GET /compare", scope=PUBLIC, cache_tags=("listing:{a}", "listing:{b}", "categories"), judge=judge)
async def compare_listings(ctx: Context, input: CompareListings) -> Comparison:
    """Compare two live listings side by side.

    By the attributes of their categories. A cell is null if that listing does not state the fact.
    """
    found = await listings.get_compared(ctx.db, {input.a, input.b})
    if wrong := await _judge(ctx, _asked(input), found):
        raise InvalidInput(errors=wrong)
    return comparison.compare(found[input.a], found[input.b], ctx.site)


def _asked(input: CompareListings) -> dict[str, str]:
    return {field: slug for field in ("a", "b") if (slug := getattr(input, field, None)) is not None}


async def _judge(ctx: Context, asked: dict[str, str], found: dict[str, dict[str, Any]]) -> list[FieldError]:
    wrong = [
        await _explain(ctx, field, slug, found.get(slug)) for field, slug in asked.items() if not _live(found, slug)
    ]
    if len(asked) < len(("a", "b")):
        return wrong
    if asked["a"] == asked["b"] or (not wrong and found[asked["a"]]["slug"] == found[asked["b"]]["slug"]):
        wrong.append(FieldError(field="b", message=Text("This is the same listing as `a`. Choose a different one.")))
    return wrong


def _live(found: dict[str, dict[str, Any]], slug: str) -> bool:
    return slug in found and found[slug]["status"] == "live"


async def _explain(ctx: Context, field: str, slug: str, found: dict[str, Any] | None) -> FieldError:
    if found is not None:
        return FieldError(field=field, message=Text("This listing is not live yet. Choose a live one."))
    hint = await slugs.suggest_slugs(ctx.db, slug, live=True)
    return FieldError(field=field, message=sentences(Text("No live listing has this slug."), hint or SEARCH))
