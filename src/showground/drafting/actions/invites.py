"""Invitations for co-founders."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from showground import listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.mail.address import MailAddress
from showground.drafting import invite_emails
from showground.drafting.errors import NoSuchDraft, NoSuchInvite, TooManyInvites
from showground.drafting.models import DraftId, DraftInvite, InvitedCofounder
from showground.drafting.queries import drafts, invites
from showground.drafting.queries.invites import InviteTarget
from showground.listings import NoSuchListing, members, public_profiles
from showground.ownership import OwnersOnly, lock_as_owner

Token = Annotated[str, Field(min_length=1, max_length=100), OPAQUE]


class GetInvite(Input):
    token: Token


class Invitation(DataModel):
    """What the invitation is for."""

    url: str
    name: str | None
    inviter: str | None
    listed: bool  # whether it is a listing, or a draft that became one


@action(scope=PUBLIC, read_only=True, errors=(NoSuchInvite,))
async def get_invite(ctx: Context, input: GetInvite) -> Invitation:
    """Show what an invitation is for, without using it up."""
    invite = await invites.find_open(ctx.db, input.token, ctx.now)
    if invite is None:
        raise NoSuchInvite
    return Invitation(url=invite.url, name=invite.name, inviter=invite.inviter, listed=invite.listed)


class ListListingInvites(Input):
    listing_id: int


class Invites(DataModel):
    """Invited people, in the order they were invited."""

    items: list[DraftInvite]


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_listing_invites(ctx: Context, input: ListListingInvites) -> Invites:
    """List who was invited to your listing."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    return Invites(items=await invites.list_of(ctx.db, InviteTarget(listing=owned.id)))


class InviteToListing(Input):
    listing_id: int
    email: MailAddress


@action(scope=PERSON, limit=invite_emails.INVITES, errors=(NoSuchListing, OwnersOnly, TooManyInvites))
async def invite_to_listing(ctx: Context, input: InviteToListing) -> InvitedCofounder:
    """Invite a co-founder by email to manage your listing with you. The link works once."""
    owned = await lock_as_owner(ctx, input.listing_id)
    return await invite_emails.invite(ctx, InviteTarget(listing=owned.id), input.email, owned.name, listed=True)


class WithdrawDraftInvite(Input):
    id: DraftId
    email: MailAddress


@action(scope=PERSON, errors=(NoSuchDraft,))
async def withdraw_draft_invite(ctx: Context, input: WithdrawDraftInvite) -> Invites:
    """Withdraw an invitation to your draft. Its link stops working."""
    draft = await drafts.get(ctx.db, input.id, ctx.account, lock=True)
    return await _withdraw(ctx, InviteTarget(draft=draft.id), input.email)


class WithdrawListingInvite(Input):
    listing_id: int
    email: MailAddress


@action(scope=PERSON, errors=(NoSuchListing, OwnersOnly))
async def withdraw_listing_invite(ctx: Context, input: WithdrawListingInvite) -> Invites:
    """Withdraw an invitation to your listing. Its link stops working."""
    owned = await lock_as_owner(ctx, input.listing_id)
    return await _withdraw(ctx, InviteTarget(listing=owned.id), input.email)


async def _withdraw(ctx: Context, place: InviteTarget, email: str) -> Invites:
    await invites.withdraw(ctx.db, place, email, ctx.now)
    return Invites(items=await invites.list_of(ctx.db, place))


class AcceptInvite(Input):
    token: Token


class Joined(DataModel):
    """What you joined: a draft, a listing, or a draft and the listing created from it."""

    draft_id: UUID | None
    listing_id: int | None


@action(scope=PERSON, errors=(NoSuchInvite,))
async def accept_invite(ctx: Context, input: AcceptInvite) -> Joined:
    """Accept an invitation to a draft (including the listing created from it) or to a listing. The link works once. A
    listing's invitation is only valid while the person who sent it is a member."""
    invite = await invites.find_open(ctx.db, input.token, ctx.now)
    draft = await drafts.find(ctx.db, invite.draft_id, lock=True) if invite and invite.draft_id else None
    listing = draft.listing_id if draft else invite.listing_id if invite else None
    if listing is not None:
        await public_profiles.lock(ctx.db, [listing])
    # Everything that changes invitations locks the draft or listing first, so duplicate requests wait here.
    invite = await invites.find_open(ctx.db, input.token, ctx.now)
    if invite is None or (draft is None and listing is None):
        raise NoSuchInvite
    if listing is not None and not await members.is_member(ctx.db, listing, invite.invited_by or 0):
        raise NoSuchInvite
    await invites.accept(ctx.db, invite.id, ctx.account, ctx.now)
    if draft is not None:
        await drafts.add_member(ctx.db, draft.id, ctx.account, "cofounder", ctx.now)
    if listing is not None:
        await members.add_member(ctx.db, listing, ctx.account, "cofounder", ctx.now)
    return Joined(draft_id=draft.id if draft else None, listing_id=listing)
