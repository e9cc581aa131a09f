"""SQL on newsletter subscribers, requests to confirm, and launch alerts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from showground.core.database.pool import Connection
from showground.core.mail.address import fold
from showground.newsletter.models import AwaitedLaunch, ChosenCategory


@dataclass(frozen=True, slots=True)
class FoundRequest:
    """What somebody asked for; without a listing, the newsletter."""

    email: str
    listing_id: int | None
    category_ids: list[int]
    slug: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class FoundSubscriber:
    """A subscriber, found by the token in their emails."""

    id: int
    email: str
    category_ids: list[int]


@dataclass(frozen=True, slots=True)
class FoundSubscription:
    """A subscription, found by its address."""

    token: UUID
    category_ids: list[int]


@dataclass(frozen=True, slots=True)
class FoundAlert:
    """Somebody who wanted to know when a listing launches, now that it has."""

    id: int
    email: str
    slug: str
    name: str
    tagline: str | None


async def find_categories(db: Connection, slugs: Sequence[str]) -> dict[str, int]:
    """The ids of these categories, by slug; unknown ones are missing."""
    return dict(await db.all("select slug, id from category where slug = any(%s)", (list(slugs),)))


async def name_categories(db: Connection, ids: Sequence[int]) -> list[ChosenCategory]:
    return await db.all_as(
        ChosenCategory, "select slug, name from category where id = any(%s) order by position, id", (list(ids),)
    )


async def add_request(
    db: Connection,
    token_hash: bytes,
    email: str,
    listing: int | None,
    category_ids: Sequence[int],
    expires_at: datetime,
) -> None:
    await db.execute(
        """
        insert into newsletter_request (hash, email, listing_id, category_ids, expires_at) values (%s, %s, %s, %s, %s)
        """,
        (token_hash, email, listing, sorted(category_ids), expires_at),
    )


async def find_request(db: Connection, token_hash: bytes, now: datetime) -> FoundRequest | None:
    return await db.one_as(
        FoundRequest,
        """
        select email, listing_id, r.category_ids, p.slug, p.name
        from newsletter_request r left join public_listing p on p.id = listing_id
        where hash = %s and expires_at > %s and (listing_id is null or p.id is not null)
        """,
        (token_hash, now),
    )


async def drop_request(db: Connection, token_hash: bytes) -> bool:
    """Whether it was there: a link works once, even if it is used twice at the same time."""
    return (await db.execute("delete from newsletter_request where hash = %s", (token_hash,))).rowcount == 1


async def subscribe(db: Connection, email: str, category_ids: Sequence[int], at: datetime) -> None:
    """Add a subscriber. One who is there already gets the new categories too; without any, all."""
    await db.execute(
        """
        insert into newsletter_subscriber as known (email, category_ids, confirmed_at)
        values (%(email)s, %(ids)s::bigint[], %(at)s)
        on conflict (lower(email collate "C")) do update set category_ids = case
            when known.category_ids = '{}' or excluded.category_ids = '{}' then '{}'
            else array(select distinct unnest(known.category_ids || excluded.category_ids) order by 1) end
        """,
        {"email": email, "ids": sorted(category_ids), "at": at},
    )


async def find_subscriber(db: Connection, token: UUID) -> FoundSubscriber | None:
    return await db.one_as(
        FoundSubscriber, "select id, email, category_ids from newsletter_subscriber where token = %s", (token,)
    )


async def find_subscription_of(db: Connection, email: str) -> FoundSubscription | None:
    return await db.one_as(
        FoundSubscription,
        """
        select token, category_ids from newsletter_subscriber where lower(email collate "C") = %s
        """,
        (fold(email),),
    )


async def set_categories(db: Connection, subscriber: int, category_ids: Sequence[int]) -> None:
    await db.execute(
        "update newsletter_subscriber set category_ids = %s where id = %s", (sorted(category_ids), subscriber)
    )


async def drop_subscriber(db: Connection, subscriber: int) -> None:
    await db.execute("delete from newsletter_subscriber where id = %s", (subscriber,))


async def add_launch_alert(db: Connection, listing: int, email: str, at: datetime) -> None:
    await db.execute(
        "insert into launch_alert (listing_id, email, confirmed_at) values (%s, %s, %s) on conflict do nothing",
        (listing, email, at),
    )


async def list_launch_alerts(db: Connection, email: str) -> list[AwaitedLaunch]:
    """The upcoming listings whose launch is emailed to this address, the soonest first."""
    return await db.all_as(
        AwaitedLaunch,
        """
        select p.slug, p.name, p.launch_week from launch_alert a join public_listing p on p.id = a.listing_id
        where lower(a.email collate "C") = %s and p.status = 'scheduled' order by p.launch_week, p.id
        """,
        (fold(email),),
    )


async def drop_launch_alert(db: Connection, slug: str, email: str) -> None:
    await db.execute(
        """
        delete from launch_alert a using public_listing p
        where p.id = a.listing_id and p.slug = %s and lower(a.email collate "C") = %s
        """,
        (slug, fold(email)),
    )


async def take_due_alerts(db: Connection, most: int) -> list[FoundAlert]:
    """Remove and return alerts of listings that have launched: each is emailed once."""
    return await db.all_as(
        FoundAlert,
        """
        delete from launch_alert a using public_listing p
        where p.id = a.listing_id and a.id in (
            select due.id from launch_alert due join public_listing live on live.id = due.listing_id
            where live.status = 'live' order by due.id limit %s for update of due skip locked
        )
        returning a.id, a.email, p.slug, p.name, p.tagline
        """,
        (most,),
    )


async def forget_address(db: Connection, email: str) -> None:
    """Delete everything that an email address subscribed to or asked for."""
    for statement in (
        'delete from newsletter_subscriber where lower(email collate "C") = %s',
        'delete from newsletter_request where lower(email collate "C") = %s',
        'delete from launch_alert where lower(email collate "C") = %s',
    ):
        await db.execute(statement, (fold(email),))
