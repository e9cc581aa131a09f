"""SQL on new listings that staff look at: the queue, the policy, and signals of spam."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.listings import spam_rules
from showground.listings.queries import public_profiles
from showground.listings.queries.new_listings import Plan, Status
from showground.search import similar

NEW_ACCOUNT = timedelta(days=7)
SEEN_TEXTS = timedelta(days=180)  # long descriptions are compared with those of listings this young
MIN_SAME = 30  # characters; shorter texts can be the same by chance


class ListingPolicy(DataModel):
    """Whether new listings wait for approval, and what makes one suspicious."""

    approve_new: bool
    blocked_words: list[str]
    blocked_domains: list[str]


class NewEntry(DataModel):
    """A new listing in staff's queue."""

    id: int
    slug: str
    name: str
    website: str
    domain: str
    tagline: str | None
    short_description: str | None
    status: Status
    plan: Plan
    launch_week: date | None
    waiting: bool
    created_at: datetime
    owner: str | None
    signals: list[spam_rules.Signal]
    duplicates: list[similar.NearDuplicate]


@dataclass(frozen=True, slots=True)
class _Entry:
    id: int
    slug: str
    name: str
    website: str
    domain: str
    tagline: str | None
    short_description: str | None
    description: str | None
    status: Status
    plan: Plan
    launch_week: date | None
    waiting: bool
    created_at: datetime
    owner: str | None
    new_account: bool


async def get_policy(db: Connection) -> ListingPolicy:
    found = await db.one_as(ListingPolicy, "select approve_new, blocked_words, blocked_domains from listing_policy")
    return found or ListingPolicy(approve_new=False, blocked_words=[], blocked_domains=[])


async def set_policy(db: Connection, policy: ListingPolicy) -> None:
    await db.execute(
        "update listing_policy set approve_new = %s, blocked_words = %s, blocked_domains = %s",
        (policy.approve_new, policy.blocked_words, policy.blocked_domains),
    )


async def enter(db: Connection, listing: int, texts: Sequence[str | None], domain: str) -> None:
    """Put a new listing into the queue. It waits for approval if all do, or if it has a blocked word or domain."""
    policy = await get_policy(db)
    held = policy.approve_new or spam_rules.find_blocked(texts, domain, policy.blocked_words, policy.blocked_domains)
    await db.execute("update listing set review = %s where id = %s", ("waiting" if held else "new", listing))


async def mark_seen(db: Connection, listing: int) -> Status | None:
    """Take a listing out of the queue. If it waited for approval, it gets the status it would have. Returns that."""
    await public_profiles.lock(db, [listing])
    row = await db.one(
        """
        update listing set review = null,
            status = case when held then suspended_from else listing.status end,
            suspended_from = case when held then null else suspended_from end,
            suspended_by_block = suspended_by_block and not held
        from (
            select id as number, status as was, review = 'waiting' and status = 'suspended'
                and suspended_from in ('scheduled', 'live') as held
            from listing where id = %s
        ) before
        where listing.id = number returning case when held then listing.status end
        """,
        (listing,),
    )
    return row[0] if row else None


async def forget(db: Connection, listing: int) -> None:
    """Take a listing out of the queue as it is."""
    await db.execute("update listing set review = null where id = %s", (listing,))


async def count_new(db: Connection) -> int:
    row = await db.one("select count(*) from listing where review is not null and status not in ('draft', 'withdrawn')")
    return row[0] if row else 0


async def list_new(db: Connection, now: datetime, *, skip: int, most: int) -> tuple[list[NewEntry], int]:
    """New listings that are public or on their way and that nobody has marked as seen, with signals of spam. Those
    that wait for approval come first, then the oldest."""
    entries = await db.all_as(
        _Entry,
        """
        select l.id, slug, l.name, website, domain, tagline, short_description, description, status, plan, launch_week,
            review = 'waiting' as waiting, l.created_at, owner.email as owner,
            coalesce(owner.created_at > l.created_at - %(new)s::interval, false) as new_account
        from listing l left join lateral (
            select email::text, account.created_at from listing_member m join account on account.id = m.account_id
            where m.listing_id = l.id order by m.role = 'owner' desc, m.since, m.account_id limit 1
        ) owner on true
        where review is not null and status not in ('draft', 'withdrawn')
        order by review = 'waiting' desc, l.id offset %(skip)s limit %(most)s
        """,
        {"new": NEW_ACCOUNT, "skip": skip, "most": most},
    )
    policy = await get_policy(db)
    ids = [entry.id for entry in entries]
    same = await _find_same_text(db, ids, now)
    duplicates = await similar.find_near_duplicates(db, ids)
    return [_show(entry, policy, same, duplicates.get(entry.id, [])) for entry in entries], await count_new(db)


async def _find_same_text(db: Connection, listings: Sequence[int], now: datetime) -> set[int]:
    """The listings among these that have exactly the same texts as another listing."""
    rows = await db.all(
        """
        with asked as (select id, short_description, tagline, description from listing where id = any(%(ids)s))
        select asked.id from asked join listing other on other.short_description = asked.short_description
            and other.id <> asked.id where length(asked.short_description) >= %(least)s
        union select asked.id from asked join listing other on other.tagline = asked.tagline and other.id <> asked.id
            where length(asked.tagline) >= %(least)s
        union select asked.id from asked join listing other on other.description = asked.description
            and other.id <> asked.id and other.created_at > %(since)s where length(asked.description) >= %(least)s
        """,
        {"ids": list(listings), "least": MIN_SAME, "since": now - SEEN_TEXTS},
    )
    return {number for (number,) in rows}


def _show(entry: _Entry, policy: ListingPolicy, same: set[int], duplicates: list[similar.NearDuplicate]) -> NewEntry:
    texts = (entry.name, entry.tagline, entry.short_description, entry.description)
    signals: list[spam_rules.Signal] = [
        *(["new_account"] if entry.new_account else []),
        *(["same_text"] if entry.id in same else []),
        *spam_rules.find_blocked(texts, entry.domain, policy.blocked_words, policy.blocked_domains),
    ]
    shown = {name: getattr(entry, name) for name in NewEntry.model_fields if hasattr(entry, name)}
    return NewEntry(**shown, signals=signals, duplicates=duplicates)
