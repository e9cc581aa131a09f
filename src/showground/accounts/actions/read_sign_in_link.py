"""Say where a mailed link leads, without using it: mail scanners open links too."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import signing_in
from showground.core.context import Context
from showground.core.failures import Failure
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import OPAQUE


class ReadSignInLink(Input):
    token: Annotated[str, Field(max_length=200, repr=False), OPAQUE]


class LinkRead(BaseModel):
    email: str


class LinkEnded(Failure):
    """This link has been used, or is older than 15 minutes. Ask for a new one; it comes by mail at once."""

    status = 404


@action(scope=PUBLIC, read_only=True, failures=(LinkEnded,))
async def read_sign_in_link(ctx: Context, input: ReadSignInLink) -> LinkRead:
    """Say which account a link signs in."""
    link = await signing_in.find_link(ctx.db, input.token, ctx.now)
    if link is None:
        raise LinkEnded
    return LinkRead(email=link.email)
