"""Say which founder one is."""

from pydantic import BaseModel

from showground import catalog, people
from showground.catalog import Slug
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.ownership.failures import FounderTaken


class LinkFounder(Input):
    slug: Slug


class FounderLinked(BaseModel):
    """The founder whom the account speaks for."""

    slug: str


@action(scope=PERSON, failures=(FounderTaken,))
async def link_founder(ctx: Context, input: LinkFounder) -> FounderLinked:
    """Speak for a founder who is named on a listing of one's own, and for no other."""
    named = {slug for _, slug, _ in await catalog.find_named_founders(ctx.db, ctx.account)}
    if input.slug not in named or not await people.link_founder(ctx.db, input.slug, ctx.account):
        raise FounderTaken
    return FounderLinked(slug=input.slug)
