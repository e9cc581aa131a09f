"""Mail a link that signs in."""

from typing import Annotated

from pydantic import BaseModel, EmailStr, Field

from showground.accounts import signing_in
from showground.core.context import Context
from showground.core.limits import Limit
from showground.core.mail import send_mail
from showground.core.operation import PUBLIC, Input, action

FROM_ONE_ADDRESS = Limit("sign-in-mails", 20, 3600)
TO_ONE_ADDRESS = Limit("sign-in-mails-to", 5, 3600)


class SendSignInLink(Input):
    email: Annotated[EmailStr, Field(max_length=254)]
    next: Annotated[str, Field(max_length=8_000)] = "/"


class LinkSent(BaseModel):
    minutes: int


@action(scope=PUBLIC, limit=FROM_ONE_ADDRESS, limit_each=(TO_ONE_ADDRESS, "email"))
async def send_sign_in_link(ctx: Context, input: SendSignInLink) -> LinkSent:
    """Mail a link that signs in once; the same is done and said whether or not the address has an account."""
    lives = signing_in.LINK_LIVES
    token = await signing_in.add_link(ctx.db, input.email, input.next, ctx.now + lives)
    minutes = int(lives.total_seconds() // 60)
    await send_mail(ctx, input.email, "sign_in_link", url=f"{ctx.site.url}/sign-in/{token}", minutes=minutes)
    return LinkSent(minutes=minutes)
