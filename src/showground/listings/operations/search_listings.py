"""Search listings."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from showground.core import countries
from showground.core.calls import field_errors
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import SEARCH_WORDS
from showground.core.calls.models import Encoded
from showground.core.calls.paging import Paged, none_if_blank
from showground.listings.models import SLUG, ListingPage
from showground.listings.queries import public_profiles
from showground.search import Search, Sort, category_slugs, results


class SearchListings(Paged):
    q: Annotated[
        str | None,
        Field(
            max_length=200,
            description="Words or a question; typos are tolerated. If few listings match, similar ones follow.",
            examples=["backup"],
        ),
        SEARCH_WORDS,
        AfterValidator(none_if_blank),
    ] = None
    category: Annotated[
        str | None,
        Field(pattern=SLUG, description="Slug of a category. Includes its subcategories.", examples=["databases"]),
    ] = None
    stage: Annotated[
        str | None,
        Field(
            pattern=SLUG, description="For example idea, mvp, launched, growing or established.", examples=["launched"]
        ),
    ] = None
    country: Annotated[
        str | None, Field(pattern="^[A-Za-z]{2}$", description="Two-letter ISO 3166 country code.", examples=["PT"])
    ] = None
    pricing_model: Annotated[
        str | None,
        Field(
            max_length=40,
            description="For example free, freemium, free-trial, subscription, one-time, usage-based, open-source or"
            " custom.",
            examples=["freemium"],
        ),
    ] = None
    domain: Annotated[
        str | None,
        Field(max_length=253, description="The product's domain or URL.", examples=["tidewater.example"]),
    ] = None
    status: Annotated[
        Literal["live", "upcoming"],
        Field(description="`live`, or `upcoming`: scheduled to launch.", examples=["live"]),
    ] = "live"
    sort: Annotated[
        Sort,
        Field(description="Sort order. Without `q`, `relevance` sorts by votes.", examples=["relevance"]),
    ] = "relevance"


async def judge(ctx: Context, input: SearchListings) -> list[FieldError]:
    """Check that the country and category exist. Other filters without a match simply find nothing."""
    wrong: list[FieldError] = []
    if input.country is not None and (message := countries.judge_country(input.country)):
        wrong.append(FieldError(field="country", message=message))
    if input.category is not None:
        slugs = await category_slugs.get_category_slugs(ctx.db)
        if input.category not in slugs:
            hint = field_errors.suggest(input.category, slugs) or "Call list_categories to see all slugs."
            wrong.append(FieldError(field="category", message=f"No category has this slug. {hint}"))
    return wrong


@operation("GET /listings", scope=PUBLIC, cache_tags=("listings", "categories"), judge=judge)
async def search_listings(ctx: Context, input: SearchListings) -> Encoded[ListingPage]:
    """Search and filter listings.

    All filters combine: a listing must match every one. Returns summaries.
    """
    wanted = Search(**dict(input))
    found = await results.find(ctx.db, wanted)
    if not found.total and (wrong := await judge(ctx, input)):
        raise InvalidInput(faults=wrong)
    return public_profiles.encode_page(
        found.summaries, page=input.page, per_page=input.per_page, total=found.total, site=ctx.site
    )
