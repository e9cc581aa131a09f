"""Search listings."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field

from showground.core import countries
from showground.core.calls import field_errors
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import SEARCH_WORDS
from showground.core.calls.models import Encoded
from showground.core.calls.paging import Paged, none_if_blank
from showground.core.dates import read_moment
from showground.core.languages import EnglishText, Text, sentences
from showground.listings import search_cursor
from showground.listings.models import SLUG, FoundListings
from showground.listings.queries import public_profiles
from showground.search import Search, Sort, category_slugs, cursor_pages, results


class SearchListings(Paged):
    q: Annotated[
        str | None,
        Field(
            max_length=200,
            description="Words, a question, a founder or a place. Typos are tolerated; similar listings may follow.",
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
    updated_since: Annotated[
        AwareDatetime | None,
        Field(description="Only listings changed since, votes aside.", examples=["2026-01-31T09:30:00Z"]),
        BeforeValidator(read_moment),
    ] = None
    cursor: Annotated[
        str | None,
        Field(
            pattern=search_cursor.PATTERN,
            description="Instead of `page`: `start`, then `next_cursor`. Not with `q`.",
            examples=["start"],
        ),
    ] = None


async def judge(ctx: Context, input: SearchListings) -> list[FieldError]:
    """Check that the country and category exist. Other filters without a match simply find nothing."""
    wrong = [] if input.cursor is None else _judge_cursor(input, input.cursor)
    if input.country is not None and (message := countries.judge_country(input.country)):
        wrong.append(FieldError(field="country", message=message))
    if input.category is not None:
        slugs = await category_slugs.get_category_slugs(ctx.db)
        if input.category not in slugs and not await category_slugs.find_present_slug(ctx.db, input.category):
            hint = field_errors.suggest(input.category, slugs) or Text("Call list_categories to see all slugs.")
            wrong.append(FieldError(field="category", message=sentences(Text("No category has this slug."), hint)))
    return wrong


def _judge_cursor(input: SearchListings, cursor: str) -> list[FieldError]:
    if input.q is not None:
        message = EnglishText("A cursor follows a sort order, and words are ranked instead. Remove `q` or `cursor`.")
    elif input.page != 1:
        message = EnglishText("A cursor replaces `page`. Remove one of them.")
    else:
        try:
            search_cursor.read(to_search(input), cursor)
        except search_cursor.UnknownCursor:
            message = search_cursor.NOT_OURS
        else:
            return []
    return [FieldError(field="cursor", message=message)]


def to_search(input: SearchListings) -> Search:
    return Search(**{name: value for name, value in dict(input).items() if name != "cursor"})


@operation("GET /listings", scope=PUBLIC, cache_tags=("listings", "categories"), judge=judge)
async def search_listings(ctx: Context, input: SearchListings) -> Encoded[FoundListings]:
    """Search and filter listings.

    A listing must match every filter. Returns summaries.
    """
    wanted = to_search(input)
    if input.cursor is not None:
        return await _find_after(ctx, input, wanted, input.cursor)
    found = await results.find(ctx.db, wanted)
    if not found.total and input.category and (slug := await category_slugs.find_present_slug(ctx.db, input.category)):
        found = await results.find(ctx.db, replace(wanted, category=slug))  # it was merged into this one
    if not found.total and (wrong := await judge(ctx, input)):
        raise InvalidInput(errors=wrong)
    return public_profiles.encode_page(
        found.summaries, page=input.page, per_page=input.per_page, total=found.total, site=ctx.site
    )


async def _find_after(ctx: Context, input: SearchListings, wanted: Search, cursor: str) -> Encoded[FoundListings]:
    if wrong := _judge_cursor(input, cursor):
        raise InvalidInput(errors=wrong)
    found, total, following = await cursor_pages.find_after(ctx.db, wanted, search_cursor.read(wanted, cursor))
    if not total and (wrong := await judge(ctx, input)):
        raise InvalidInput(errors=wrong)
    next_cursor = "null" if following is None else f'"{search_cursor.write(wanted, following)}"'
    return public_profiles.encode_page(
        found, page=1, per_page=input.per_page, total=total, site=ctx.site, more=f'"next_cursor":{next_cursor},'
    )
