"""SQL on claims, and what they are shown as."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection
from showground.core.tokens import hash_token
from showground.ownership.claim_models import Claim, ClaimCheck, ClaimStatus, Method, Ownership
from showground.ownership.proofs import Proof, instruct

LIFETIME = timedelta(days=30)
RECHECKED_AFTER = timedelta(days=30)

COLUMNS = """
select c.id, c.account_id as account, c.listing_id as listing, l.slug, l.name, l.website, c.method, c.email, c.token,
    c.status, c.ownership, c.created_at, c.verified_at, c.recheck_at, l.verified_at is not null as marked
from claim c join listing l on l.id = c.listing_id
"""


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A stored claim, with data of its listing."""

    id: int
    account: int
    listing: int
    slug: str
    name: str
    website: str
    method: Method
    email: str | None
    token: str
    status: ClaimStatus
    ownership: Ownership | None
    created_at: datetime
    verified_at: datetime | None
    recheck_at: datetime | None
    marked: bool  # whether the listing is shown as verified

    @property
    def proof(self) -> Proof:
        return Proof(self.method, self.website, self.token)

    @property
    def expires_at(self) -> datetime:
        return self.created_at + LIFETIME


async def add_claim(
    db: Connection, account: int, listing: int, method: Method, email: str | None, link: str | None, at: datetime
) -> int:
    row = await db.one(
        """
        insert into claim (account_id, listing_id, method, email, token, link_hash, created_at)
        values (%s, %s, %s, %s, %s, %s, %s) returning id
        """,
        (account, listing, method, email, secrets.token_hex(20), hash_token(link) if link else None, at),
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    return row[0]


async def find_pending(
    db: Connection, account: int, listing: int, method: Method, email: str | None, since: datetime
) -> int | None:
    """A claim of the same kind that can still be verified."""
    row = await db.one(
        """
        select id from claim where account_id = %s and listing_id = %s and method = %s
        and email is not distinct from %s and status = 'pending' and created_at > %s order by id desc limit 1
        """,
        (account, listing, method, email, since),
    )
    return row[0] if row else None


async def set_link(db: Connection, claim: int, link: str) -> None:
    await db.execute("update claim set link_hash = %s where id = %s", (hash_token(link), claim))


async def find_claim(db: Connection, claim: int, account: int | None = None, *, lock: bool = False) -> ClaimRow | None:
    """A claim; with `account`, only one of theirs. `lock`: until the end of the transaction."""
    if lock:
        await db.execute("select from claim where id = %s for update", (claim,))
    return await db.one_as(
        ClaimRow, COLUMNS + " where c.id = %s and (%s::bigint is null or c.account_id = %s)", (claim, account, account)
    )


async def find_by_link(db: Connection, link: str) -> ClaimRow | None:
    row = await db.one("select id from claim where link_hash = %s", (hash_token(link),))
    return await find_claim(db, row[0], lock=True) if row else None


async def list_claims(db: Connection, account: int, *, skip: int, most: int) -> tuple[list[ClaimRow], int]:
    """An account's claims, newest first, and how many there are."""
    rows = await db.all_as(
        ClaimRow, COLUMNS + " where c.account_id = %s order by c.id desc offset %s limit %s", (account, skip, most)
    )
    total = await db.one("select count(*) from claim where account_id = %s", (account,))
    return rows, total[0] if total else 0


async def list_in_review(db: Connection, most: int) -> list[ClaimRow]:
    return await db.all_as(ClaimRow, COLUMNS + " where c.ownership = 'in_review' order by c.id limit %s", (most,))


async def add_check(db: Connection, claim: int, check: ClaimCheck) -> None:
    await db.execute(
        "insert into claim_check (claim_id, at, seen) values (%s, %s, %s)",
        (claim, check.at, Jsonb(check.model_dump(mode="json"))),
    )


async def list_checks(db: Connection, claim: int, most: int) -> list[ClaimCheck]:
    """The checks of a claim's proof, newest first."""
    rows = await db.all(
        "select seen from claim_check where claim_id = %s order by at desc, id desc limit %s", (claim, most)
    )
    return [ClaimCheck(**seen) for (seen,) in rows]


async def list_lost(db: Connection, most: int) -> list[tuple[ClaimRow, ClaimCheck]]:
    """Verified claims whose proof was missing at the last check, with that check; latest first."""
    lost = dict(
        await db.all(
            """
            select c.id, last.seen from claim c cross join lateral (
                select at, seen from claim_check where claim_id = c.id order by at desc, id desc limit 1
            ) last
            where c.recheck_at is not null and last.seen ->> 'found' = 'false' order by last.at desc, c.id limit %s
            """,
            (most,),
        )
    )
    rows = await db.all_as(ClaimRow, COLUMNS + " where c.id = any(%s)", (list(lost),))
    found = {claim.id: claim for claim in rows}
    return [(found[number], ClaimCheck(**seen)) for number, seen in lost.items()]


async def find_marked_by(db: Connection, account: int) -> list[int]:
    """Listings that are verified only through this account."""
    rows = await db.all(
        """
        select distinct listing_id from claim own
        where account_id = %s and ownership = 'granted' and not exists (
            select from claim other join listing_member member using (listing_id, account_id)
            where other.listing_id = own.listing_id and other.account_id <> own.account_id
            and other.ownership = 'granted'
        )
        """,
        (account,),
    )
    return [listing for (listing,) in rows]


async def set_verified(db: Connection, claim: int, ownership: Ownership, at: datetime, *, recheck: bool) -> None:
    await db.execute(
        "update claim set status = 'verified', ownership = %s, verified_at = %s, recheck_at = %s where id = %s",
        (ownership, at, at + RECHECKED_AFTER if recheck else None, claim),
    )


async def set_decision(db: Connection, claim: int, ownership: Ownership, by: int | None, at: datetime) -> None:
    await db.execute(
        "update claim set ownership = %s, decided_at = %s, decided_by = %s where id = %s", (ownership, at, by, claim)
    )


async def expire(db: Connection, now: datetime) -> int:
    """Expire claims that were not verified in time. Returns how many."""
    ended = await db.execute(
        "update claim set status = 'expired' where status = 'pending' and created_at <= %s", (now - LIFETIME,)
    )
    return ended.rowcount


async def find_due_rechecks(db: Connection, now: datetime, most: int) -> list[int]:
    rows = await db.all("select id from claim where recheck_at <= %s order by recheck_at, id limit %s", (now, most))
    return [number for (number,) in rows]


async def set_recheck(db: Connection, claim: int, at: datetime) -> None:
    await db.execute("update claim set recheck_at = %s where id = %s", (at, claim))


async def present(db: Connection, rows: Sequence[ClaimRow], now: datetime) -> list[Claim]:
    """Claims as claimants see them."""
    checks = dict(
        await db.all(
            "select distinct on (claim_id) claim_id, seen from claim_check where claim_id = any(%s)"
            " order by claim_id, at desc, id desc",
            ([row.id for row in rows],),
        )
    )
    return [
        Claim(
            id=row.id,
            slug=row.slug,
            method=row.method,
            status="expired" if row.status == "pending" and now >= row.expires_at else row.status,
            ownership=row.ownership,
            instructions=instruct(row.proof, row.email),
            last_check=ClaimCheck(**checks[row.id]) if row.id in checks else None,
            created_at=row.created_at,
            expires_at=row.expires_at,
            verified_at=row.verified_at,
        )
        for row in rows
    ]


async def expire_of(db: Connection, account: int, at: datetime) -> None:
    """End the pending claims of an account, and those that staff have not decided."""
    await db.execute("update claim set status = 'expired' where account_id = %s and status = 'pending'", (account,))
    await db.execute(
        "update claim set ownership = 'refused', decided_at = %s where account_id = %s and ownership = 'in_review'",
        (at, account),
    )
