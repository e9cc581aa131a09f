"""SQL on votes and follows, many at once. Each write notes which listings to recount."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from psycopg import sql

from showground.core.database.locks import lock_shared
from showground.core.database.pool import Connection
from showground.launches import rules
from showground.launches.queries.vote_ledger import VOTES_LOCK, WAITING, lock_votes

# In the order of the requests, by current slug or a former slug of a public listing.
FIND_TARGETS = """
select p.id, p.slug, p.status = 'live',
    exists (select from listing_member m where m.listing_id = p.id and m.account_id = n.account), a.created_at
from unnest(%s::text[], %s::bigint[]) with ordinality as n (slug, account, place)
left join public_listing p on p.id = coalesce(
    (select present.id from public_listing present where present.slug = n.slug),
    (select f.listing_id from listing_former_slug f where f.slug = n.slug)
)
left join account a on a.id = n.account and a.blocked_at is null
order by n.place
"""
# People who are discounted or have voted already don't use up the allowance for votes of new accounts.
FIND_SETTLED = """
select n.listing, n.account from unnest(%s::bigint[], %s::bigint[]) as n (listing, account)
where exists (select from vote v where v.listing_id = n.listing and v.account_id = n.account)
    or exists (select from discounted_voter d where d.listing_id = n.listing and d.account_id = n.account)
"""
FIND_NEW_VOTES = """
select listing_id, at from vote where listing_id = any(%s) and by_new_account and at > %s and discounted is null
"""
# Sorted by primary key, so that two processes that write the same votes wait for each other instead of deadlocking.
CAST = """
with written as (
    insert into vote (listing_id, account_id, at, by_new_account, discounted)
    select n.listing, n.account, n.at, n.new, coalesce(d.why, n.discounted)
    from unnest(%s::bigint[], %s::bigint[], %s::timestamptz[], %s::bool[], %s::text[])
        as n (listing, account, at, new, discounted)
    left join discounted_voter d on d.listing_id = n.listing and d.account_id = n.account
    order by n.listing, n.account
    on conflict do nothing returning listing_id, at
)
insert into uncounted_listing (listing_id, at) select listing_id, min(at) from written group by listing_id
"""
FOLLOW = """
with written as (
    insert into follow (listing_id, account_id, at)
    select * from unnest(%s::bigint[], %s::bigint[], %s::timestamptz[]) as n (listing, account, at)
    order by listing, account
    on conflict do nothing returning listing_id, at
)
insert into uncounted_listing (listing_id, at) select listing_id, min(at) from written group by listing_id
"""
# Someone who follows again is emailed again.
RESUME_EMAILS = """
update follow set mailed = true, stop_token = gen_random_uuid()
from unnest(%s::bigint[], %s::bigint[]) as n (listing, account)
where listing_id = n.listing and account_id = n.account and not mailed
"""
DELETE = sql.SQL(
    """
    with asked as (
        select v.listing_id, v.account_id, n.at
        from unnest(%s::bigint[], %s::bigint[], %s::timestamptz[]) as n (listing, account, at)
        join {table} v on v.listing_id = n.listing and v.account_id = n.account
        order by v.listing_id, v.account_id for update of v
    ), written as (
        delete from {table} d using asked where d.listing_id = asked.listing_id and d.account_id = asked.account_id
        returning d.listing_id, asked.at
    )
    insert into uncounted_listing (listing_id, at) select listing_id, min(at) from written group by listing_id
    """
)
WITHDRAW = DELETE.format(table=sql.Identifier("vote"))
UNFOLLOW = DELETE.format(table=sql.Identifier("follow"))


@dataclass(frozen=True, slots=True)
class LedgerRequest:
    """A request to vote for or follow a listing, or to stop."""

    slug: str
    account: int
    at: datetime


@dataclass(frozen=True, slots=True)
class TargetListing:
    """The public listing of a request, and the person's relation to it."""

    id: int
    slug: str
    live: bool
    own: bool
    account_since: datetime | None  # None: there is no such account, or it is blocked


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A vote or a follow to be added to the ledger or deleted from it."""

    listing: int
    account: int
    at: datetime
    by_new_account: bool


async def find_targets(db: Connection, requests: Sequence[LedgerRequest]) -> list[TargetListing | None]:
    """The listings of these requests, in order. None where there is no such public listing."""
    rows = await db.all(FIND_TARGETS, ([each.slug for each in requests], [each.account for each in requests]))
    return [TargetListing(*row) if row[0] is not None else None for row in rows]


async def cast_votes(db: Connection, votes: Sequence[LedgerRow]) -> None:
    """Cast votes. A second one by the same person changes nothing."""
    votes = _once_each(votes)
    if newcomers := [vote for vote in votes if vote.by_new_account]:
        await lock_votes(db)
        waiting = await _find_waiting(db, newcomers)
    else:
        await lock_shared(db, VOTES_LOCK)
        waiting = set[LedgerRow]()
    by_new = [vote.by_new_account for vote in votes]
    await db.execute(CAST, (*_columns(votes), by_new, [WAITING if vote in waiting else None for vote in votes]))


async def _find_waiting(db: Connection, votes: Sequence[LedgerRow]) -> set[LedgerRow]:
    """Which of these votes by new accounts count a day later."""
    listings, accounts, ats = _columns(votes)
    settled = {(listing, account) for listing, account in await db.all(FIND_SETTLED, (listings, accounts))}
    counted: defaultdict[int, list[datetime]] = defaultdict(list)
    for listing, at in await db.all(FIND_NEW_VOTES, (listings, min(ats) - rules.NEW_ACCOUNT)):
        counted[listing].append(at)
    waiting: set[LedgerRow] = set()
    for vote in votes:
        if (vote.listing, vote.account) in settled:
            continue
        if rules.are_enough_new(counted[vote.listing], vote.at):
            waiting.add(vote)
        else:
            counted[vote.listing].append(vote.at)
    return waiting


async def withdraw_votes(db: Connection, votes: Sequence[LedgerRow]) -> None:
    await db.execute(WITHDRAW, _columns(_once_each(votes)))


async def follow(db: Connection, follows: Sequence[LedgerRow]) -> None:
    """Follow listings. People who follow already but had stopped the emails get them again."""
    listings, accounts, ats = _columns(_once_each(follows))
    await db.execute(RESUME_EMAILS, (listings, accounts))
    await db.execute(FOLLOW, (listings, accounts, ats))


async def unfollow(db: Connection, follows: Sequence[LedgerRow]) -> None:
    await db.execute(UNFOLLOW, _columns(_once_each(follows)))


def _once_each(rows: Sequence[LedgerRow]) -> list[LedgerRow]:
    """The first of each person for each listing, in order of arrival."""
    first: dict[tuple[int, int], LedgerRow] = {}
    for row in rows:
        first.setdefault((row.listing, row.account), row)
    return list(first.values())


def _columns(rows: Sequence[LedgerRow]) -> tuple[list[int], list[int], list[datetime]]:
    return [each.listing for each in rows], [each.account for each in rows], [each.at for each in rows]
