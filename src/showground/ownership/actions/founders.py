"""Links between accounts and founders, and interviews."""

from showground import people
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import Slug, members
from showground.ownership.errors import FounderTaken
from showground.people import InterviewAnswer


class LinkFounder(Input):
    slug: Slug


class FounderLinked(DataModel):
    """The founder that the account is linked to."""

    slug: str


@action(scope=PERSON, errors=(FounderTaken,))
async def link_founder(ctx: Context, input: LinkFounder) -> FounderLinked:
    """Link your account to a founder named on one of your listings."""
    named = {slug for _, slug, _ in await members.find_named_founders(ctx.db, ctx.account)}
    if input.slug not in named or not await people.link_founder(ctx.db, input.slug, ctx.account):
        raise FounderTaken
    return FounderLinked(slug=input.slug)


class OwnInterview(DataModel):
    """The founder that the account is linked to, if any, and the interview answers."""

    founder: str | None
    items: list[InterviewAnswer]
    picture: str | None = None  # path of the founder's picture


@action(scope=PERSON, read_only=True)
async def read_interview(ctx: Context) -> OwnInterview:
    """Get your interview answers so far."""
    linked = await people.find_linked_founder(ctx.db, ctx.account)
    if linked is None:
        return OwnInterview(founder=None, items=[])
    number, slug = linked
    answers = await people.get_interview(ctx.db, number)
    return OwnInterview(founder=slug, items=answers, picture=await people.find_picture_path(ctx.db, number))
