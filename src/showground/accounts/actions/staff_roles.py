"""Who runs the site: roles, and invitations to one."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from showground.accounts.actions.people import get_person
from showground.accounts.people_errors import InvitedAnother, LastSiteOwner, NoSuchInvitation, NoSuchPerson, OwnRole
from showground.accounts.people_models import Person, StaffInvitation
from showground.accounts.queries import accounts, people
from showground.accounts.scopes import StaffRole
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, SITE_OWNER, action
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.mail.address import MailAddress, fold
from showground.core.mail.templates import send_mail
from showground.core.tokens import make_token

INVITATION_DAYS = 7
Token = Annotated[str, Field(max_length=200, repr=False), OPAQUE]


class StaffListed(DataModel):
    """Everyone with a role, and invitations that are still open."""

    items: list[Person]
    invitations: list[StaffInvitation]


@action(scope=SITE_OWNER, read_only=True)
async def list_staff(ctx: Context) -> StaffListed:
    """List the people who run the site, and open invitations."""
    return StaffListed(
        items=await people.list_staff(ctx.db), invitations=await people.list_invitations(ctx.db, ctx.now)
    )


class SetRole(Input):
    account: int
    role: StaffRole | None = None
    """None: the person no longer runs the site."""


@action(scope=SITE_OWNER, log_commands=True, errors=(NoSuchPerson, LastSiteOwner, OwnRole))
async def set_role(ctx: Context, input: SetRole) -> Person:
    """Give a person a role, another one, or none. It takes effect with their next click. The site keeps an owner.

    Owners can't change their own role: they would lose the pages on which to take it back.
    """
    await people.lock_owners(ctx.db)
    person = await get_person(ctx, input.account, lock=True)
    await _keep_an_owner(ctx, person, input.role)
    if ctx.access is not None and ctx.access.account == person.id and input.role != person.role:
        raise OwnRole
    await people.set_role(ctx.db, person.id, input.role)
    if input.role != "owner":
        await people.cancel_invitations_by(ctx.db, person.id)
    return await get_person(ctx, person.id)


async def _keep_an_owner(ctx: Context, person: Person, role: StaffRole | None) -> None:
    """Call `lock_owners` first."""
    if person.role == "owner" and role != "owner" and not await people.count_owners(ctx.db, but=person.id):
        raise LastSiteOwner


class InviteStaff(Input):
    email: MailAddress
    role: StaffRole


class StaffInvited(DataModel):
    """Where to accept. The link is also in the email, and works once."""

    url: Annotated[str, Field(repr=False)]
    days: int = INVITATION_DAYS


@action(scope=SITE_OWNER, log_commands=True)
async def invite_staff(ctx: Context, input: InviteStaff) -> StaffInvited:
    """Invite someone by email to run the site in this role. Only the invited address can accept."""
    token = make_token()
    by = ctx.access.account if ctx.access else None
    until = ctx.now + timedelta(days=INVITATION_DAYS)
    await people.write_invitation(ctx.db, input.email, input.role, token, by, ctx.now, until)
    url = f"{ctx.site.url}/staff-invitations/{token}"
    inviter = (await accounts.get_account(ctx.db, by)).name if by is not None else ctx.site.name
    await send_mail(
        ctx, input.email, "staff_invitation", inviter=inviter, role=input.role, link=url, days=INVITATION_DAYS
    )
    return StaffInvited(url=url)


class CancelInvitation(Input):
    email: str


class InvitationCancelled(DataModel):
    cancelled: bool = True


@action(scope=SITE_OWNER, log_commands=True, errors=(NoSuchInvitation,))
async def cancel_invitation(ctx: Context, input: CancelInvitation) -> InvitationCancelled:
    """Cancel an invitation. Its link stops working."""
    if not await people.cancel_invitation(ctx.db, input.email):
        raise NoSuchInvitation
    return InvitationCancelled()


class ReadInvitation(Input):
    token: Token


class InvitationShown(DataModel):
    email: str
    role: StaffRole
    inviter: str | None


@action(scope=PUBLIC, read_only=True, errors=(NoSuchInvitation,))
async def read_invitation(ctx: Context, input: ReadInvitation) -> InvitationShown:
    """Show what an invitation is for, without using it up."""
    found = await people.find_invitation(ctx.db, input.token, ctx.now)
    if found is None:
        raise NoSuchInvitation
    return InvitationShown(email=found.email, role=found.role, inviter=found.inviter)


class AcceptInvitation(Input):
    token: Token


@action(scope=PERSON, errors=(NoSuchInvitation, InvitedAnother, LastSiteOwner))
async def accept_invitation(ctx: Context, input: AcceptInvitation) -> Person:
    """Accept an invitation to run the site. It has to be for the email address that you are signed in with."""
    found = await people.find_invitation(ctx.db, input.token, ctx.now)
    if found is None:
        raise NoSuchInvitation
    own = await accounts.get_account(ctx.db, ctx.account)
    if fold(own.email) != fold(found.email):
        raise InvitedAnother
    await people.lock_owners(ctx.db)
    await _keep_an_owner(ctx, await get_person(ctx, ctx.account, lock=True), found.role)
    role = await people.use_invitation(ctx.db, input.token, ctx.now)
    if role is None:
        raise NoSuchInvitation
    await people.set_role(ctx.db, ctx.account, role)
    return await get_person(ctx, ctx.account)
