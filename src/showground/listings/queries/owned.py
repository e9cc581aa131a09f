"""A listing as its owners have it: found only by those who belong to it, whatever its status."""

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
    """Where a listing stands, and what the one who asks is to it."""

    role: Role


async def get_owned(db: Connection, listing: int, account: int, *, lock: bool = False) -> Owned:
    """A listing of somebody's; a stranger's is the same as none. With `lock`, others who change it wait for us."""
    if lock:
        await public_profiles.lock(db, [listing])
    found = await find_owned(db, [listing], account)
    if not found:
        raise NoSuchListing
    return found[0]


async def find_owned(db: Connection, listings: Sequence[int], account: int) -> list[Owned]:
    """Those of these listings that somebody belongs to, in this order."""
    return await db.all_as(Owned, FIND_OWNED, (account, list(listings), list(listings)))


async def list_owned(db: Connection, account: int, *, skip: int, most: int) -> tuple[list[int], int]:
    """The ids of somebody's listings, the newest first, and how many there are."""
    rows = await db.all(
        "select listing_id from listing_member where account_id = %s order by listing_id desc offset %s limit %s",
        (account, skip, most),
    )
    total = await db.one("select count(*) from listing_member where account_id = %s", (account,))
    return [number for (number,) in rows], total[0] if total else 0


async def read_profiles(db: Connection, listings: Sequence[int], site: Site) -> dict[int, Listing]:
    """Profiles by id, public or not, with every section that was written, unlocked or not.

    Their status tells only whether they are live: where one that is not public stands is `Owned.status`.
    """
    rows = await public_profiles.read_rows(db, list(listings))
    return {row["id"]: public_profiles.build(row, site.url) for row in rows}
