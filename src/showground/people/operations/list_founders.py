"""List and search founders."""

from typing import Annotated

from pydantic import AfterValidator, Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import SEARCH_WORDS
from showground.core.calls.paging import Paged, none_if_blank
from showground.core.countries import judge_country
from showground.people.models import FounderPage
from showground.people.queries import founder_search


class ListFounders(Paged):
    q: Annotated[
        str | None,
        Field(
            max_length=120,
            description="A name, or the beginnings of its words.",
            examples=["ada mor"],
        ),
        SEARCH_WORDS,
        AfterValidator(none_if_blank),
    ] = None
    country: Annotated[
        str | None, Field(pattern="^[A-Za-z]{2}$", description="Two-letter ISO 3166 country code.", examples=["PT"])
    ] = None


async def judge(ctx: Context, input: ListFounders) -> list[FieldError]:  # noqa: ARG001 - the list of countries is known
    wrong = judge_country(input.country) if input.country is not None else None
    return [FieldError(field="country", message=wrong)] if wrong else []


@operation("GET /founders", scope=PUBLIC, cache_tags=("founders", "listings"), judge=judge)
async def list_founders(ctx: Context, input: ListFounders) -> FounderPage:
    """List founders of public listings.

    In alphabetical order, with their companies.
    """
    if wrong := await judge(ctx, input):
        raise InvalidInput(errors=wrong)
    return await founder_search.find(
        ctx.db, ctx.site, q=input.q, country=input.country, page=input.page, per_page=input.per_page
    )
