"""SQL on passkeys, and on the challenges that they sign."""

from dataclasses import dataclass
from datetime import datetime

from showground.accounts.models import Passkey
from showground.core.database.pool import Connection


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """A passkey as it was when it last signed."""

    id: int
    account_id: int
    public_key: bytes
    sign_count: int


async def add_challenge(db: Connection, digest: bytes, account: int | None, expires_at: datetime) -> None:
    await db.execute(
        "insert into passkey_challenge (hash, account_id, expires_at) values (%s, %s, %s)",
        (digest, account, expires_at),
    )


async def use_challenge(db: Connection, digest: bytes, account: int | None, now: datetime) -> bool:
    """Delete a challenge made for this account (or for signing in); returns whether there was one."""
    found = await db.execute(
        """
        delete from passkey_challenge where hash = %s and account_id is not distinct from %s and expires_at > %s
        """,
        (digest, account, now),
    )
    return found.rowcount == 1


async def list_credentials(db: Connection, account: int) -> list[bytes]:
    rows = await db.all("select credential from passkey where account_id = %s", (account,))
    return [credential for (credential,) in rows]


async def add(
    db: Connection, account: int, name: str, *, credential: bytes, public_key: bytes, sign_count: int, now: datetime
) -> bool:
    """Store a passkey; returns False if it is stored already."""
    added = await db.execute(
        """
        insert into passkey (account_id, credential, public_key, sign_count, name, created_at)
        values (%s, %s, %s, %s, %s, %s) on conflict (credential) do nothing
        """,
        (account, credential, public_key, sign_count, name, now),
    )
    return added.rowcount == 1


async def lock_passkey(db: Connection, credential: bytes) -> StoredPasskey | None:
    """Lock and return a passkey."""
    return await db.one_as(
        StoredPasskey,
        "select id, account_id, public_key, sign_count from passkey where credential = %s for update",
        (credential,),
    )


async def note_use(db: Connection, passkey: int, sign_count: int, now: datetime) -> None:
    await db.execute("update passkey set sign_count = %s, last_used_at = %s where id = %s", (sign_count, now, passkey))


async def list_passkeys(db: Connection, account: int) -> list[Passkey]:
    return await db.all_as(
        Passkey, "select id, name, created_at, last_used_at from passkey where account_id = %s order by id", (account,)
    )


async def remove(db: Connection, account: int, passkey: int) -> bool:
    found = await db.execute("delete from passkey where id = %s and account_id = %s", (passkey, account))
    return found.rowcount == 1


async def remove_all(db: Connection, account: int) -> int:
    return (await db.execute("delete from passkey where account_id = %s", (account,))).rowcount
