"""Who belongs to a listing: its owner, and co-founders who were invited."""

from dataclasses import dataclass
from datetime import datetime

from showground.core.database.pool import Connection
from showground.listings.queries.new_listings import Role


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who belongs to a listing."""

    account: int
    role: Role
    since: datetime


@dataclass(frozen=True, slots=True)
class Claimable:
    """A listing that somebody may say is theirs."""

    id: int
    slug: str
    name: str
    website: str
    domain: str


async def find_claimable(db: Connection, slug: str) -> Claimable | None:
    """A listing by its slug, whether public or not: a draft must not keep the true owner out."""
    return await db.one_as(
        Claimable,
        """
        select id, slug, name, website, domain from listing where slug = %(slug)s
            or id = (select listing_id from listing_former_slug where slug = %(slug)s)
        """,
        {"slug": slug},
    )


async def list_members(db: Connection, listing: int) -> list[Member]:
    """Owners first, then by how long they belong to it."""
    return await db.all_as(
        Member,
        """
        select account_id as account, role, since from listing_member where listing_id = %s
        order by role = 'owner' desc, since, account_id
        """,
        (listing,),
    )


async def lock_listings_of(db: Connection, account: int) -> list[tuple[int, str]]:
    """The listings that somebody belongs to, by number and name; others who change who does wait for us."""
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
    """Whether somebody owns a listing or was invited to it."""
    row = await db.one("select 1 from listing_member where listing_id = %s and account_id = %s", (listing, account))
    return row is not None


async def add_member(db: Connection, listing: int, account: int, role: Role, at: datetime) -> None:
    """Let somebody belong to a listing; who does already stays what they are."""
    await db.execute(
        "insert into listing_member (listing_id, account_id, role, since) values (%s, %s, %s, %s)"
        " on conflict (listing_id, account_id) do nothing",
        (listing, account, role, at),
    )


async def set_member(db: Connection, listing: int, account: int, role: Role, at: datetime) -> None:
    """Have somebody belong to a listing in this role."""
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
    """Founders named on somebody's listings: listing, slug and name; own listings first, in the order of the page."""
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
    """Listings that are not live yet and have no other owner, in the order in which they are locked."""
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


async def raise_roles(db: Connection, account: int, into: int) -> None:
    """Make one account the owner of whatever both belong to and the other owns."""
    await db.execute(
        """
        update listing_member set role = 'owner' where account_id = %(into)s and listing_id in (
            select listing_id from listing_member where account_id = %(account)s and role = 'owner')
        """,
        {"account": account, "into": into},
    )
