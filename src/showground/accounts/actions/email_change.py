"""Change the email address that an account signs in with: confirmed at the new address, notified at the old one."""

from typing import Annotated

from pydantic import Field

from showground.accounts.actions.account import AccountExists
from showground.accounts.queries import accounts, email_changes, sign_ins
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.errors import ApiError, NotFound
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.languages import in_language
from showground.core.languages.formats import moment
from showground.core.mail.address import MailAddress, fold, mailbox_of
from showground.core.mail.recipient_languages import find_language
from showground.core.mail.templates import send_mail
from showground.core.tokens import hash_token, make_token

CHANGES = Limit("email-changes", 5, 3600)
TO_ONE_MAILBOX = Limit("email-changes-to", 5, 3600)


class SameAddress(ApiError):
    """This is already the email address of your account."""


class NoSuchEmailChange(NotFound):
    """This link was already used, is older than an hour, or belongs to another account. Sign in to the account whose
    address you want to change, and request a new link."""


class RequestEmailChange(Input):
    email: MailAddress


class EmailChangeRequested(DataModel):
    """Where the link was sent. It says nothing about whether another account has this address."""

    email: str
    minutes: int


def _mailbox(input: RequestEmailChange) -> str:
    return mailbox_of(input.email)


@action(scope=PERSON, recent=True, limit=CHANGES, limit_each=((TO_ONE_MAILBOX, _mailbox),), errors=(SameAddress,))
async def request_email_change(ctx: Context, input: RequestEmailChange) -> EmailChangeRequested:
    """Send a link to your new address. Nothing changes until you use it, signed in to this account.

    If another account has the address, nothing is sent, but the answer is the same.
    """
    account = await accounts.get_account(ctx.db, ctx.account)
    if fold(account.email) == input.email:
        raise SameAddress
    minutes = int(email_changes.LIVES.total_seconds() // 60)
    if await accounts.find_account_id(ctx.db, input.email) is None:
        token = make_token()
        await email_changes.replace_change(
            ctx.db, ctx.account, hash_token(token), input.email, ctx.now + email_changes.LIVES
        )
        url = f"{ctx.site.url}/account/email/{token}"
        await send_mail(ctx, input.email, "email_change", url=url, minutes=minutes, old=account.email)
    return EmailChangeRequested(email=input.email, minutes=minutes)


class ConfirmEmailChange(Input):
    """The token from the email. With `confirm` false, only show the address."""

    token: Annotated[str, Field(max_length=200, repr=False), OPAQUE]
    confirm: bool = True


class EmailChange(DataModel):
    email: str
    changed: bool


@action(scope=PERSON, recent=True, errors=(NoSuchEmailChange, AccountExists))
async def confirm_email_change(ctx: Context, input: ConfirmEmailChange) -> EmailChange:
    """Use the new address from now on. Other sessions end, sign-in links to the old address stop working, and the old
    address gets a notice.

    Only the account that requested it can confirm it: if the address was mistyped, whoever reads the email cannot.
    """
    email = await email_changes.find_change(ctx.db, ctx.account, hash_token(input.token), ctx.now)
    if email is None:
        raise NoSuchEmailChange
    if not input.confirm:
        return EmailChange(email=email, changed=False)
    if await accounts.find_account_id(ctx.db, email) is not None:
        raise AccountExists
    old = (await accounts.get_account(ctx.db, ctx.account)).email
    await accounts.set_email(ctx.db, ctx.account, email)
    await email_changes.forget_changes(ctx.db, ctx.account)
    await sign_ins.forget_links(ctx.db, old)
    current = ctx.access.credential if ctx.access else None
    await sign_ins.end_other_sessions(ctx.db, ctx.account, current)
    with in_language(await find_language(ctx, email)):  # the account has its new address already
        await send_mail(ctx, old, "email_changed", new=email, at=moment(ctx.now))
    return EmailChange(email=email, changed=True)
