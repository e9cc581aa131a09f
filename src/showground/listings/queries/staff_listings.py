"""SQL on listings as staff see them: all of them, whatever their status."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, LiteralString

from psycopg import sql
from psycopg.rows import dict_row

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection, changes
from showground.listings.comparison_models import Cell
from showground.listings.queries import public_profiles, slugs
from showground.listings.queries.new_listings import Plan, Status
from showground.listings.queries.status import HELD

# As owners see it: `in_review` would be public, and waits for approval; it isn't `suspended`, though it is stored so.
StaffStatus = Status | Literal["in_review"]


class StaffListing(DataModel):
    """A listing in staff's list."""

    id: int
    slug: str
    name: str
    website: str
    domain: str
    status: StaffStatus
    plan: Plan
    launch_week: date | None
    votes: int
    created_at: datetime
    review: Literal["new", "waiting"] | None
    owners: list[str]


class SuspendedListing(DataModel):
    """A suspended listing of an account. `by_block`: it was suspended because the account was blocked."""

    id: int
    name: str
    by_block: bool


class ListingRevenue(DataModel):
    """What an owner says that a product earns."""

    listing_id: int
    slug: str
    name: str
    monthly_cents: int
    verified: bool
    stated_at: datetime
    owners: list[str]


class AttributeFilled(DataModel):
    """What listings of a category are compared by, and what this one says; null where nothing is known."""

    key: str
    label: str
    kind: Literal["text", "number", "yes_no", "list"]
    value: Cell


class ListingAttributes(DataModel):
    """A listing with what its primary category compares by."""

    listing_id: int
    slug: str
    name: str
    former_slugs: list[str]
    rows: list[AttributeFilled]
    attributes: dict[str, Any]
    evidence: dict[str, Any]


OWNERS: LiteralString = """
array(select email::text from listing_member m join account on account.id = m.account_id
    where m.listing_id = l.id and m.role = 'owner' order by m.since, m.account_id)
"""
STATUS: LiteralString = "case when " + HELD + " then 'in_review' else l.status end"
STAFF_LISTING: LiteralString = (
    "select id, slug, name, website, domain, "
    + STATUS
    + " as status, plan, launch_week, votes, created_at, review, "
    + OWNERS
    + " as owners "
)
REVENUES = sql.SQL(
    """
    select listing_id, slug, name, monthly_cents, verified, stated_at, {owners} as owners
    from listing_revenue join listing l on l.id = listing_id
    order by verified, stated_at desc, listing_id limit %s
    """
).format(owners=sql.SQL(OWNERS))
SUSPENDED_OF = sql.SQL(
    """
    select l.id, l.name, l.suspended_by_block as by_block
    from listing_member m join listing l on l.id = m.listing_id
    where m.account_id = %s and m.role = 'owner' and l.status = 'suspended' and not {held} order by l.id limit %s
    """
).format(held=sql.SQL(HELD))
CHOSEN = sql.SQL(
    """
from listing l where (%(status)s::text is null or {status} = %(status)s) and (%(q)s::text is null
    or strpos(lower(name), %(q)s) > 0 or strpos(domain, %(q)s) > 0 or strpos(slug, %(q)s) > 0
    or exists (select from listing_member m join account on account.id = m.account_id
        where m.listing_id = l.id and strpos(lower(email::text), %(q)s) > 0))
"""
).format(status=sql.SQL(STATUS))


async def find_listings(
    db: Connection, q: str | None, status: StaffStatus | None, *, skip: int, most: int
) -> tuple[list[StaffListing], int]:
    """Listings, newest first, and how many there are. `q` is part of a name, domain, slug or owner's email address."""
    values = {"q": q.strip().lower() if q else None, "status": status, "skip": skip, "most": most}
    page = sql.SQL(STAFF_LISTING) + CHOSEN + sql.SQL("order by id desc offset %(skip)s limit %(most)s")
    found = await db.all_as(StaffListing, page, values)
    total = await (await db.execute(sql.SQL("select count(*) ") + CHOSEN, values)).fetchone()
    return found, total[0] if total else 0


async def find_listing(db: Connection, listing: int | None, slug: str | None) -> StaffListing | None:
    """By number or by slug."""
    return await db.one_as(StaffListing, STAFF_LISTING + "from listing l where id = %s or slug = %s", (listing, slug))


async def find_suspended_of(db: Connection, account: int, most: int) -> list[SuspendedListing]:
    """The suspended listings that an account owns, without those that wait for approval."""
    return await db.all_as(
        SuspendedListing,
        SUSPENDED_OF,
        (account, most),
    )


async def find_attributes(db: Connection, listing: int) -> ListingAttributes | None:
    """The attributes of the primary category and its parent, each key once, with the listing's values."""
    row = await db.one(
        """
        select l.slug, l.name, l.attributes, l.evidence,
            coalesce(above.attributes, '[]') || coalesce(own.attributes, '[]')
        from listing l left join listing_category c on c.listing_id = l.id and c.position = 0
        left join category own on own.id = c.category_id
        left join category above on above.id = own.parent_id
        where l.id = %s
        """,
        (listing,),
    )
    if row is None:
        return None
    slug, name, attributes, evidence, asked = row
    rows = {one["key"]: AttributeFilled(**one, value=attributes.get(one["key"])) for one in asked}
    return ListingAttributes(
        listing_id=listing,
        slug=slug,
        name=name,
        former_slugs=await slugs.find_former(db, listing),
        rows=list(rows.values()),
        attributes=attributes,
        evidence=evidence,
    )


async def find_revenues(db: Connection, most: int) -> list[ListingRevenue]:
    """Stated revenue: unverified first, then newest first."""
    return await db.all_as(ListingRevenue, REVENUES, (most,))


async def verify_revenue(db: Connection, listing: int, monthly_cents: int, *, verified: bool) -> bool:
    """Mark revenue as verified. Returns whether it still is what the owner states."""
    done = await db.execute(
        "update listing_revenue set verified = %s where listing_id = %s and monthly_cents = %s",
        (verified, listing, monthly_cents),
    )
    changes(db, "listings")
    return done.rowcount == 1


async def find_by_domain(db: Connection, domains: Sequence[str]) -> dict[str, int]:
    """The ids of the listings with these domains."""
    return dict(await db.all("select domain, id from listing where domain = any(%s)", (list(domains),)))


async def add_ratings(db: Connection, ratings: Mapping[tuple[int, date], int]) -> None:
    """Store Domain Ratings by listing and day. The latest one of each listing is shown."""
    listings = sorted({listing for listing, _ in ratings})
    await public_profiles.lock(db, listings)
    async with db.cursor(row_factory=dict_row) as cursor:
        rows: list[dict[str, Any]] = [{"listing": n, "date": day, "rating": r} for (n, day), r in ratings.items()]
        await cursor.executemany(
            """
            insert into listing_domain_rating (listing_id, date, rating) values (%(listing)s, %(date)s, %(rating)s)
            on conflict (listing_id, date) do update set rating = excluded.rating
            """,
            rows,
        )
    await db.execute(
        """
        update listing set domain_rating = latest.rating, domain_rating_at = latest.date
        from (select distinct on (listing_id) listing_id, date, rating from listing_domain_rating
            where listing_id = any(%s) order by listing_id, date desc) latest
        where listing.id = latest.listing_id
        """,
        (listings,),
    )
    await public_profiles.refresh(db, listings)
