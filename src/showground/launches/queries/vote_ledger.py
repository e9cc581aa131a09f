"""SQL on the vote ledger: which votes count, which don't, and why. All totals come from it."""

from dataclasses import dataclass
from datetime import datetime

from showground.core.database.locks import lock
from showground.core.database.pool import Connection, changes
from showground.launches import rules

WAITING = "new_account"  # reason of a vote that waits because many new accounts voted
VOTES_LOCK = 7_063_119_001  # an advisory lock
DISCOUNTS = "discounts"  # cache tag of the numbers of discounted votes


@dataclass(frozen=True, slots=True)
class VoteEntry:
    """A vote in the ledger."""

    account: int
    account_since: datetime
    at: datetime
    by_new_account: bool
    why: str | None  # None if it counts
    discounted_at: datetime | None
    discounted_by: int | None


async def lock_votes(db: Connection) -> None:
    """Block the writing of votes until the end of the transaction, for code that depends on which votes exist. Call it
    before any listing is locked. Ordinary votes share this lock with each other."""
    await lock(db, VOTES_LOCK)


async def find_waiting(db: Connection, now: datetime) -> str | None:
    """A public listing with votes of new accounts that have waited long enough."""
    row = await db.one(
        """
        select p.slug from vote join public_listing p on p.id = listing_id
        where discounted = %s and at <= %s order by listing_id limit 1
        """,
        (WAITING, now - rules.NEW_ACCOUNT),
    )
    return row[0] if row else None


async def count_waiting(db: Connection, listing: int, now: datetime) -> None:
    await db.execute(
        "update vote set discounted = null where listing_id = %s and discounted = %s and at <= %s",
        (listing, WAITING, now - rules.NEW_ACCOUNT),
    )


async def discount(db: Connection, listing: int, voters: list[int], why: str, by: int | None, at: datetime) -> None:
    """Discount these people's votes for a listing, including later ones."""
    await db.execute(
        """
        insert into discounted_voter (listing_id, account_id, why, at, by_account_id)
        select %s, account.id, %s, %s, %s from account where id = any(%s)
        on conflict (listing_id, account_id) do update
        set why = excluded.why, at = excluded.at, by_account_id = excluded.by_account_id
        """,
        (listing, why, at, by, voters),
    )
    await db.execute(
        "update vote set discounted = %s where listing_id = %s and account_id = any(%s)", (why, listing, voters)
    )
    changes(db, DISCOUNTS)


async def count_again(db: Connection, listing: int, voters: list[int]) -> None:
    """Count these people's votes for a listing again, whatever the reason for discounting them was."""
    await db.execute("delete from discounted_voter where listing_id = %s and account_id = any(%s)", (listing, voters))
    await db.execute(
        "update vote set discounted = null where listing_id = %s and account_id = any(%s)", (listing, voters)
    )
    changes(db, DISCOUNTS)


async def find_entries(db: Connection, listing: int, *, skip: int, most: int) -> list[VoteEntry]:
    """The votes for a listing, the newest first."""
    return await db.all_as(
        VoteEntry,
        """
        select v.account_id as account, a.created_at as account_since, v.at, v.by_new_account, v.discounted as why,
            d.at as discounted_at, d.by_account_id as discounted_by
        from vote v join account a on a.id = v.account_id
        left join discounted_voter d on d.listing_id = v.listing_id and d.account_id = v.account_id
        where v.listing_id = %s order by v.at desc, v.account_id offset %s limit %s
        """,
        (listing, skip, most),
    )


async def count_entries(db: Connection, listing: int) -> tuple[int, int]:
    """How many votes for a listing count, and how many do not."""
    row = await db.one(
        """
        select count(*) filter (where discounted is null), count(*) filter (where discounted is not null)
        from vote where listing_id = %s
        """,
        (listing,),
    )
    return (row[0], row[1]) if row else (0, 0)


async def count_by_reason(db: Connection) -> dict[str, int]:
    """How many votes don't count, by reason, most frequent first."""
    return dict(
        await db.all(
            """
            select discounted, count(*) from vote where discounted is not null
            group by discounted order by count(*) desc, discounted
            """
        )
    )


async def find_discounted(db: Connection, most: int) -> list[tuple[str, str, int, int]]:
    """Listings with discounted votes: slug, name, how many votes count and how many don't."""
    return [
        (slug, name, votes, discounted)
        for slug, name, votes, discounted in await db.all(
            """
            select l.slug, l.name, l.votes, found.n from (
                select listing_id, count(*) as n from vote where discounted is not null group by listing_id
            ) found join listing l on l.id = found.listing_id order by found.n desc, l.id limit %s
            """,
            (most,),
        )
    ]
