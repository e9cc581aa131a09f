"""Listings as their members see them: in any status, and found only by members."""

from collections.abc import Sequence
from dataclasses import dataclass

from psycopg import sql

from showground.core.calls.context import Site
from showground.core.database.pool import Connection
from showground.listings.errors import NoSuchListing
from showground.listings.models import Listing
from showground.listings.queries import public_profiles
from showground.listings.queries.new_listings import Role
from showground.listings.queries.status import STANDING, ListingState

FIND_OWNED = sql.SQL(
    """
    select {}, m.role from listing_member m join listing l on l.id = m.listing_id
    where m.account_id = %s and l.id = any(%s) order by array_position(%s, l.id)
    """
).format(STANDING)


@dataclass(frozen=True, slots=True)
class Owned(ListingState):
    """A listing's state, and the caller's role in it."""

    role: Role


async def get_owned(db: Connection, listing: int, account: int, *, lock: bool = False) -> Owned:
    """The account's listing; someone else's counts as not found. `lock`: until the end of the transaction."""
    if lock:
        await public_profiles.lock(db, [listing])
    found = await find_owned(db, [listing], account)
    if not found:
        raise NoSuchListing
    return found[0]


async def find_owned(db: Connection, listings: Sequence[int], account: int) -> list[Owned]:
    """The listings among these that the account is a member of, in this order."""
    return await db.all_as(Owned, FIND_OWNED, (account, list(listings), list(listings)))


async def list_owned(db: Connection, account: int, *, skip: int, most: int) -> tuple[list[int], int]:
    """The ids of an account's listings, newest first, and how many there are."""
    rows = await db.all(
        "select listing_id from listing_member where account_id = %s order by listing_id desc offset %s limit %s",
        (account, skip, most),
    )
    total = await db.one("select count(*) from listing_member where account_id = %s", (account,))
    return [number for (number,) in rows], total[0] if total else 0


async def read_profiles(db: Connection, listings: Sequence[int], site: Site) -> dict[int, Listing]:
    """Profiles by id, public or not, with every section that was written, unlocked or not.

    `status` in them says only whether they are live; `Owned.status` is the actual one.
    """
    rows = await public_profiles.read_rows(db, list(listings))
    return {row["id"]: public_profiles.build(row, site.url) for row in rows}
