"""Who belongs to a listing: its owner, and co-founders who were invited."""

from dataclasses import dataclass
from datetime import datetime

from showground.core.database.pool import Connection
from showground.listings.queries.new_listings import Role


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a listing."""

    account: int
    role: Role
    since: datetime


@dataclass(frozen=True, slots=True)
class Claimable:
    """A listing that can be claimed."""

    id: int
    slug: str
    name: str
    website: str
    domain: str


async def find_claimable(db: Connection, slug: str) -> Claimable | None:
    """A listing by its slug, public or not: an unpublished one must not keep the real owner out."""
    return await db.one_as(
        Claimable,
        """
        select id, slug, name, website, domain from listing where slug = %(slug)s
            or id = (select listing_id from listing_former_slug where slug = %(slug)s)
        """,
        {"slug": slug},
    )


async def list_members(db: Connection, listing: int) -> list[Member]:
    """Members: owners first, then by how long they have been members."""
    return await db.all_as(
        Member,
        """
        select account_id as account, role, since from listing_member where listing_id = %s
        order by role = 'owner' desc, since, account_id
        """,
        (listing,),
    )


async def lock_listings_of(db: Connection, account: int) -> list[tuple[int, str]]:
    """The listings that an account is a member of, by id and name. Locks them against changes of members."""
    return [
        (number, name)
        for number, name in await db.all(
            """
            select id, name from listing where id in (select listing_id from listing_member where account_id = %s)
            order by id for update
            """,
            (account,),
        )
    ]


async def is_member(db: Connection, listing: int, account: int) -> bool:
    """Whether an account is a member of a listing."""
    row = await db.one("select 1 from listing_member where listing_id = %s and account_id = %s", (listing, account))
    return row is not None


async def add_member(db: Connection, listing: int, account: int, role: Role, at: datetime) -> None:
    """Add a member. Someone who is a member already keeps their role."""
    await db.execute(
        "insert into listing_member (listing_id, account_id, role, since) values (%s, %s, %s, %s)"
        " on conflict (listing_id, account_id) do nothing",
        (listing, account, role, at),
    )


async def set_member(db: Connection, listing: int, account: int, role: Role, at: datetime) -> None:
    """Make an account a member in this role."""
    await db.execute(
        """
        insert into listing_member (listing_id, account_id, role, since) values (%s, %s, %s, %s)
        on conflict (listing_id, account_id) do update set role = excluded.role
        """,
        (listing, account, role, at),
    )


async def remove_member(db: Connection, listing: int, account: int) -> bool:
    gone = await db.execute("delete from listing_member where listing_id = %s and account_id = %s", (listing, account))
    return gone.rowcount == 1


async def find_named_founders(db: Connection, account: int) -> list[tuple[int, str, str]]:
    """Founders named on an account's listings: listing, slug and name. Listings it owns come first, in page order."""
    return [
        (listing, slug, name)
        for listing, slug, name in await db.all(
            """
            select m.listing_id, f.founder_slug, f.name
            from listing_member m join listing_founder f on f.listing_id = m.listing_id
            where m.account_id = %s order by m.role = 'owner' desc, m.listing_id, f.position
            """,
            (account,),
        )
    ]


async def find_unpublished(db: Connection, account: int) -> list[int]:
    """Listings that are not live yet and have no other owner, in locking order."""
    rows = await db.all(
        """
        select l.id from listing_member m join listing l on l.id = m.listing_id
        where m.account_id = %(account)s and m.role = 'owner' and l.status in ('draft', 'awaiting_badge', 'scheduled')
            and not exists (select from listing_member other
                where other.listing_id = l.id and other.role = 'owner' and other.account_id <> %(account)s)
        order by l.id
        """,
        {"account": account},
    )
    return [listing for (listing,) in rows]


async def find_suspended_by_block(db: Connection, account: int) -> list[int]:
    """Listings of an account that are suspended only because an owner was blocked, in locking order. Not those of
    which another owner is blocked, nor those that wait for approval meanwhile."""
    rows = await db.all(
        """
        select l.id from listing_member m join listing l on l.id = m.listing_id
        where m.account_id = %(account)s and m.role = 'owner' and l.status = 'suspended' and l.suspended_by_block
            and not (l.review is not distinct from 'waiting' and l.suspended_from in ('scheduled', 'live'))
            and not exists (
                select from listing_member other join account on account.id = other.account_id
                where other.listing_id = l.id and other.role = 'owner' and other.account_id <> %(account)s
                    and account.blocked_at is not null)
        order by l.id
        """,
        {"account": account},
    )
    return [listing for (listing,) in rows]


async def raise_roles(db: Connection, account: int, into: int) -> None:
    """Make one account the owner of every shared listing that the other one owns."""
    await db.execute(
        """
        update listing_member set role = 'owner' where account_id = %(into)s and listing_id in (
            select listing_id from listing_member where account_id = %(account)s and role = 'owner')
        """,
        {"account": account, "into": into},
    )
