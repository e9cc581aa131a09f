"""Sign-in by an emailed link."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from showground.accounts.actions.keys import NoSuchAccount
from showground.accounts.new_session import AccountBlocked, SignedIn, start_session
from showground.accounts.queries import accounts, sign_ins
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, SITE_OWNER, action
from showground.core.calls.errors import ApiError
from showground.core.calls.input_text import OPAQUE, Opaque
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.mail.address import MailAddress, mailbox_of
from showground.core.mail.templates import send_mail

AFTER_SIGN_IN = "/signed-in"  # leads staff to their desk, founders to the dashboard, others to their account
FROM_ONE_ADDRESS = Limit("sign-in-mails", 20, 3600)

# Two limits per mailbox, so that strangers who exhaust theirs do not lock its owner out.
FOR_STRANGERS = Limit("sign-in-mails-to", 5, 3600)

FOR_THE_OWNER = Limit("sign-in-mails-owner", 5, 3600)


class SendSignInLink(Input):
    email: MailAddress
    next: Annotated[str, Field(max_length=8_000), OPAQUE] = "/"
    known: bool = False  # whether this address has signed in from this browser before


class LinkSent(DataModel):
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
    """Email a sign-in link that works once. The response is the same whether or not the address has an account.

    The email goes to the address stored on the account, never to the one that was typed.
    """
    account = await accounts.find_by_email(ctx.db, input.email)
    to = account.email if account else input.email
    lives = sign_ins.LINK_LIVES
    token = await sign_ins.add_link(ctx.db, to, input.next, ctx.now + lives)
    minutes = int(lives.total_seconds() // 60)
    await send_mail(ctx, to, "sign_in_link", url=f"{ctx.site.url}/sign-in/{token}", minutes=minutes)
    return LinkSent(minutes=minutes)


class MakeSignInLink(Input):
    email: MailAddress
    minutes: Annotated[int, Field(ge=1, le=24 * 60)] = 15


class LinkMade(DataModel):
    url: Annotated[str, Field(repr=False)]


@action(scope=SITE_OWNER, errors=(NoSuchAccount,))
async def make_sign_in_link(ctx: Context, input: MakeSignInLink) -> LinkMade:
    """Create a link that signs in to this account once."""
    account = await accounts.find_by_email(ctx.db, input.email)
    if account is None:
        raise NoSuchAccount
    token = await sign_ins.add_link(ctx.db, account.email, AFTER_SIGN_IN, ctx.now + timedelta(minutes=input.minutes))
    return LinkMade(url=f"{ctx.site.url}/sign-in/{token}")


class SignIn(Input):
    token: Annotated[str, Field(max_length=200, repr=False), OPAQUE]
    agent: Opaque = ""


class LinkEnded(ApiError):
    """This link was already used or is older than 15 minutes. Request a new one and we'll email it right away."""

    status = 404


@action(scope=PUBLIC, limit=Limit("sign-ins", 60, 3600), errors=(LinkEnded, AccountBlocked))
async def sign_in(ctx: Context, input: SignIn) -> SignedIn:
    """Use an emailed link: start a session, and create the account on first use."""
    link = await sign_ins.use_link(ctx.db, input.token, ctx.now)
    if link is None:
        raise LinkEnded
    account = await sign_ins.find_or_add_account(ctx.db, link.email, ctx.now)
    if account is None:
        raise LinkEnded
    return await start_session(ctx, account, "link", input.agent, link.next)


class ReadSignInLink(Input):
    token: Annotated[str, Field(max_length=200, repr=False), OPAQUE]


class LinkRead(DataModel):
    email: str


@action(scope=PUBLIC, read_only=True, errors=(LinkEnded,))
async def read_sign_in_link(ctx: Context, input: ReadSignInLink) -> LinkRead:
    """Show which account a link signs in to."""
    link = await sign_ins.find_link(ctx.db, input.token, ctx.now)
    if link is None:
        raise LinkEnded
    return LinkRead(email=link.email)
