"""Inviting a co-founder to a draft or a listing by email."""

from showground.accounts import find_account_id
from showground.core.calls.context import Context
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.rate_limits import Limit
from showground.core.languages import Text
from showground.core.mail.templates import send_mail
from showground.core.tokens import make_token
from showground.drafting.errors import TooManyInvites
from showground.drafting.models import InvitedCofounder
from showground.drafting.queries import invites
from showground.drafting.queries.invites import InviteTarget

YOURSELF = Text("This is your own address. Enter the address of the person you want to invite.")
MEMBER = Text("The person with this address has already joined.")
INVITES = Limit("invite_cofounder", 20, 3600)


async def invite(ctx: Context, place: InviteTarget, email: str, subject: str, *, listed: bool) -> InvitedCofounder:
    """Email a link, at most once a day. The caller has locked the draft or listing, so concurrent calls take turns.

    `listed`: it is a listing, or a draft that became one.
    """
    await _refuse_members(ctx, place, email)
    mailed_at = await invites.find_mailed(ctx.db, place, email)
    if mailed_at is None and await invites.count(ctx.db, place, ctx.now) >= invites.MAX_INVITES:
        raise TooManyInvites
    if mailed_at is None or mailed_at <= ctx.now - invites.MAIL_AGAIN_AFTER:
        await _mail(ctx, place, email, subject, listed=listed)
        mailed_at = ctx.now
    else:
        await invites.renew(ctx.db, place, email)
    left = invites.MAX_INVITES - await invites.count(ctx.db, place, ctx.now)
    return InvitedCofounder(email=email, mailed_at=mailed_at, invites_left=left)


async def _refuse_members(ctx: Context, place: InviteTarget, email: str) -> None:
    account = await find_account_id(ctx.db, email)
    if account == ctx.account:
        raise InvalidInput(errors=[FieldError(field="email", message=YOURSELF)])
    if await invites.has_joined(ctx.db, place, email, account):
        raise InvalidInput(errors=[FieldError(field="email", message=MEMBER)])


async def _mail(ctx: Context, place: InviteTarget, email: str, subject: str, *, listed: bool) -> None:
    token = make_token()
    await invites.write(ctx.db, place, email, token, ctx.account, ctx.now)
    await send_mail(
        ctx,
        email,
        "cofounder_invite",
        inviter=await invites.get_inviter(ctx.db, ctx.account),
        subject=subject,
        listed=listed,
        link=f"{ctx.site.url}/invites/{token}",
        days=invites.DAYS_VALID,
    )
