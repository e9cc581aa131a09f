"""Email a link that signs in."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import signing_in, store
from showground.core.context import Context
from showground.core.limits import Limit
from showground.core.mail import send_mail
from showground.core.mail_address import MailAddress, mailbox_of
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import OPAQUE

FROM_ONE_ADDRESS = Limit("sign-in-mails", 20, 3600)
# Two budgets for each mailbox, so that strangers who use up theirs do not lock its owner out.
FOR_STRANGERS = Limit("sign-in-mails-to", 5, 3600)
FOR_THE_OWNER = Limit("sign-in-mails-owner", 5, 3600)


class SendSignInLink(Input):
    email: MailAddress
    next: Annotated[str, Field(max_length=8_000), OPAQUE] = "/"
    known: bool = False  # whether the browser is one that this address has signed in with


class LinkSent(BaseModel):
    minutes: int


def stranger_to(input: SendSignInLink) -> str | None:
    return None if input.known else mailbox_of(input.email)


def owner_of(input: SendSignInLink) -> str | None:
    return mailbox_of(input.email) if input.known else None


@action(
    scope=PUBLIC,
    limit=FROM_ONE_ADDRESS,
    limit_each=((FOR_STRANGERS, stranger_to), (FOR_THE_OWNER, owner_of)),
)
async def send_sign_in_link(ctx: Context, input: SendSignInLink) -> LinkSent:
    """Email a link that signs in once; the same is done and said whether or not the address has an account.

    It goes to the address on the account, never to the one that was typed.
    """
    account = await store.find_by_email(ctx.db, input.email)
    to = account.email if account else input.email
    lives = signing_in.LINK_LIVES
    token = await signing_in.add_link(ctx.db, to, input.next, ctx.now + lives)
    minutes = int(lives.total_seconds() // 60)
    await send_mail(ctx, to, "sign_in_link", url=f"{ctx.site.url}/sign-in/{token}", minutes=minutes)
    return LinkSent(minutes=minutes)
