"""Who may change a listing: its members, its owners alone, or staff."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from showground import listings
from showground.core.calls import audit
from showground.core.calls.context import Caller, Context
from showground.core.calls.declare import STAFF
from showground.core.calls.models import Input
from showground.core.database.pool import Connection
from showground.listings import NoSuchListing, edits
from showground.ownership import listing_emails
from showground.ownership.errors import OwnersOnly

TOLD_EVERY = timedelta(hours=1)  # what staff edit within this time is one email to the owners


async def get_for_edit(caller: Caller, db: Connection, listing: int, *, lock: bool = False) -> listings.owned.Owned:
    """A listing that the caller may edit: a member's own or, on the website, any for staff."""
    if caller.access is None or STAFF not in caller.access.scopes:
        return await listings.owned.get_owned(db, listing, caller.account, lock=lock)
    state = await listings.status.find_state(db, listing, lock=lock)
    if state is None:
        raise NoSuchListing
    return listings.owned.Owned(**asdict(state), role="owner")


class StaffEdit(Input):
    """What staff changed, for the audit log."""

    listing_id: int
    changed: list[str]


async def save_edit(ctx: Context, listing: int, new: Mapping[str, Any]) -> None:
    """Save an edit as a version. If staff made it, it is in the audit log, and the owners are told, once an hour."""
    version = await edits.edit(ctx.db, listing, new, edits.Editor(ctx.account, ctx.surface), ctx.now)
    if version is None or await listings.members.is_member(ctx.db, listing, ctx.account):
        return
    await audit.note(ctx.db, ctx, "edit_listing", StaffEdit(listing_id=listing, changed=sorted(new)))
    state = await listings.status.find_state(ctx.db, listing)
    told = await listings.versions.has_other(ctx.db, version, ctx.account, since=ctx.now - TOLD_EVERY)
    await listings.versions.mark_reviewed(ctx.db, [version], ctx.now)
    if state is not None and not told:
        await listing_emails.tell_owners(ctx, state, "listing_edited")


async def lock_as_owner(ctx: Context, listing: int) -> listings.owned.Owned:
    """The caller's listing, which others cannot change until the end of the transaction; co-founders are refused."""
    owned = await listings.owned.get_owned(ctx.db, listing, ctx.account, lock=True)
    if owned.role != "owner":
        raise OwnersOnly
    return owned
