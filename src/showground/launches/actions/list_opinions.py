"""Say which listings a person votes for and follows."""

from typing import Annotated

from pydantic import Field

from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.launches import opinions
from showground.launches.opinion_models import Opinions


class ListOpinions(Input):
    slugs: Annotated[list[str], Field(max_length=2_000)]


@action(scope=PERSON, read_only=True)
async def list_opinions(ctx: Context, input: ListOpinions) -> Opinions:
    """Of these listings, say which the person votes for, follows and has reviewed."""
    return await opinions.find_opinions(ctx.db, input.slugs, ctx.account)
