"""Read one's own interview."""

from pydantic import BaseModel

from showground import people
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.people import Answer


class ReadInterview(Input):
    """Nothing is asked for."""


class OwnInterview(BaseModel):
    """The founder whom the account speaks for, if there is one yet, and what was answered."""

    founder: str | None
    items: list[Answer]


@action(scope=PERSON, read_only=True)
async def read_interview(ctx: Context, input: ReadInterview) -> OwnInterview:  # noqa: ARG001
    """Read what one has answered so far."""
    linked = await people.find_linked_founder(ctx.db, ctx.account)
    if linked is None:
        return OwnInterview(founder=None, items=[])
    number, slug = linked
    return OwnInterview(founder=slug, items=await people.get_interview(ctx.db, number))
