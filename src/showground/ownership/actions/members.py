"""Members of a listing."""

from datetime import datetime

from showground import accounts, listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing, new_listings
from showground.ownership import founders
from showground.ownership.access import lock_as_owner
from showground.ownership.errors import LastOwner, NotAMember, OwnersOnly


class ListMembers(Input):
    listing_id: int


class MemberShown(DataModel):
    """A member of the listing."""

    account: int
    name: str
    role: new_listings.Role
    since: datetime


class Members(DataModel):
    """Owners first."""

    items: list[MemberShown]


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_members(ctx: Context, input: ListMembers) -> Members:
    """List the members of your listing."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    members = await listings.members.list_members(ctx.db, owned.id)
    names = {p.id: p.name for p in await accounts.find_accounts(ctx.db, [m.account for m in members])}
    return Members(
        items=[
            MemberShown(account=m.account, name=names.get(m.account, ""), role=m.role, since=m.since) for m in members
        ]
    )


class LeaveListing(Input):
    listing_id: int


class RemovedMember(DataModel):
    """Someone is no longer a member of the listing."""

    listing_id: int
    account: int


@action(scope=PERSON, errors=(NoSuchListing, LastOwner))
async def leave_listing(ctx: Context, input: LeaveListing) -> RemovedMember:
    """Leave a listing. Its only owner cannot leave."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    owners = [m for m in await listings.members.list_members(ctx.db, owned.id) if m.role == "owner"]
    if owned.role == "owner" and len(owners) == 1:
        raise LastOwner
    await listings.members.remove_member(ctx.db, owned.id, ctx.account)
    await founders.release(ctx.db, ctx.account)
    return RemovedMember(listing_id=owned.id, account=ctx.account)


class RemoveCofounder(Input):
    listing_id: int
    account: int


@action(scope=PERSON, errors=(NoSuchListing, OwnersOnly, NotAMember))
async def remove_cofounder(ctx: Context, input: RemoveCofounder) -> RemovedMember:
    """Remove a co-founder from your listing."""
    owned = await lock_as_owner(ctx, input.listing_id)
    cofounders = [m.account for m in await listings.members.list_members(ctx.db, owned.id) if m.role == "cofounder"]
    if input.account not in cofounders:
        raise NotAMember
    await listings.members.remove_member(ctx.db, owned.id, input.account)
    await founders.release(ctx.db, input.account)
    return RemovedMember(listing_id=owned.id, account=input.account)


class NameOwner(Input):
    listing_id: int
    account: int


@action(scope=PERSON, errors=(NoSuchListing, OwnersOnly, NotAMember))
async def name_owner(ctx: Context, input: NameOwner) -> Members:
    """Make a co-founder an owner, in addition to yourself."""
    owned = await lock_as_owner(ctx, input.listing_id)
    if not await listings.members.is_member(ctx.db, owned.id, input.account):
        raise NotAMember
    await listings.members.set_member(ctx.db, owned.id, input.account, "owner", ctx.now)
    return await list_members.handler(ctx, ListMembers(listing_id=owned.id))
