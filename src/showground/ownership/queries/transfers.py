"""SQL on transfers of listings that wait for the new owner."""

from dataclasses import dataclass
from datetime import datetime

from showground.core.database.pool import Connection
from showground.core.mail.address import fold
from showground.core.tokens import hash_token


@dataclass(frozen=True, slots=True)
class Transfer:
    """A transfer that the new owner may still accept."""

    listing_id: int
    account_id: int
    email: str
    name: str
    giver: str
    expires_at: datetime


FIND = """
select listing_id, t.account_id, t.email, listing.name, account.name as giver, t.expires_at
from listing_transfer t join listing on listing.id = listing_id join account on account.id = t.account_id
"""


async def write(
    db: Connection, listing: int, account: int, email: str, token: str, at: datetime, until: datetime
) -> None:
    """Offer a listing. An earlier offer of it stops working."""
    await db.execute(
        """
        insert into listing_transfer (listing_id, account_id, email, token_hash, created_at, expires_at)
        values (%s, %s, %s, %s, %s, %s)
        on conflict (listing_id) do update set account_id = excluded.account_id, email = excluded.email,
            token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
        """,
        (listing, account, email, hash_token(token), at, until),
    )


async def find_by_token(db: Connection, token: str, now: datetime) -> Transfer | None:
    return await db.one_as(Transfer, FIND + "where token_hash = %s and t.expires_at > %s", (hash_token(token), now))


async def find_of_listing(db: Connection, listing: int, now: datetime) -> Transfer | None:
    return await db.one_as(Transfer, FIND + "where listing_id = %s and t.expires_at > %s", (listing, now))


async def cancel(db: Connection, listing: int) -> bool:
    return (await db.execute("delete from listing_transfer where listing_id = %s", (listing,))).rowcount == 1


async def forget_to(db: Connection, email: str) -> None:
    await db.execute('delete from listing_transfer where lower(email collate "C") = %s', (fold(email),))
