"""Invite a co-founder to a listing that came from no draft of one's own; see who was invited."""

from pydantic import BaseModel

from showground import catalog
from showground.catalog import NoSuchListing
from showground.core.context import Context
from showground.core.mail_address import MailAddress
from showground.core.operation import PERSON, Input, action
from showground.drafting import invites, inviting
from showground.drafting.failures import TooManyInvites
from showground.drafting.invites import Place
from showground.drafting.models import DraftInvite, Invited
from showground.ownership import OwnersOnly, hold_as_owner


class ListListingInvites(Input):
    listing_id: int


class ListingInvites(BaseModel):
    """Who was invited, first to last."""

    items: list[DraftInvite]


@action(scope=PERSON, read_only=True, failures=(NoSuchListing,))
async def list_listing_invites(ctx: Context, input: ListListingInvites) -> ListingInvites:
    """List who was invited to one's listing."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account)
    return ListingInvites(items=await invites.list_of(ctx.db, Place(listing=owned.id)))


class InviteToListing(Input):
    listing_id: int
    email: MailAddress


@action(scope=PERSON, limit=inviting.INVITES, failures=(NoSuchListing, OwnersOnly, TooManyInvites))
async def invite_to_listing(ctx: Context, input: InviteToListing) -> Invited:
    """Invite a co-founder by mail to keep one's listing together. The link works once."""
    owned = await hold_as_owner(ctx, input.listing_id)
    return await inviting.invite(ctx, Place(listing=owned.id), input.email, owned.name)
