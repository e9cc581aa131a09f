"""A founder's account and interview."""

from pydantic import BaseModel

from showground import people
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.listings import Slug, members
from showground.ownership.errors import FounderTaken
from showground.people import InterviewAnswer


class LinkFounder(Input):
    slug: Slug


class FounderLinked(BaseModel):
    """The founder whom the account speaks for."""

    slug: str


@action(scope=PERSON, errors=(FounderTaken,))
async def link_founder(ctx: Context, input: LinkFounder) -> FounderLinked:
    """Speak for a founder who is named on a listing of one's own, and for no other."""
    named = {slug for _, slug, _ in await members.find_named_founders(ctx.db, ctx.account)}
    if input.slug not in named or not await people.link_founder(ctx.db, input.slug, ctx.account):
        raise FounderTaken
    return FounderLinked(slug=input.slug)


class OwnInterview(BaseModel):
    """The founder whom the account speaks for, if there is one yet, and what was answered."""

    founder: str | None
    items: list[InterviewAnswer]


@action(scope=PERSON, read_only=True)
async def read_interview(ctx: Context) -> OwnInterview:
    """Read what one has answered so far."""
    linked = await people.find_linked_founder(ctx.db, ctx.account)
    if linked is None:
        return OwnInterview(founder=None, items=[])
    number, slug = linked
    return OwnInterview(founder=slug, items=await people.get_interview(ctx.db, number))
