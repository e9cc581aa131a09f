"""All SQL on accounts and API keys."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from showground.accounts.keys import NewKey
from showground.accounts.models import Account, Key
from showground.accounts.scopes import StaffRole
from showground.core.calls.context import Access
from showground.core.calls.errors import SignInRequired
from showground.core.database.pool import Connection
from showground.core.database.shared_reader import QuickReader
from showground.core.mail.address import fold

Folded = Literal["used", "refused"]


@dataclass(slots=True)
class FoldedEvent:
    """How often a key was used, or one refused, from one address in one hour."""

    kind: Folded
    key: int | None
    address: str
    hour: datetime
    last: datetime
    times: int


async def get_account(db: Connection, account: int) -> Account:
    row = await db.one("select id, name, email from account where id = %s", (account,))
    if row is None:
        raise SignInRequired
    return Account(id=row[0], name=row[1], email=row[2])


async def find_accounts(db: Connection, accounts: Sequence[int]) -> list[Account]:
    rows = await db.all("select id, name, email from account where id = any(%s)", (list(accounts),))
    return [Account(id=number, name=name, email=email) for number, name, email in rows]


async def find_account_id(db: Connection, email: str) -> int | None:
    found = await find_by_email(db, email)
    return found.id if found else None


async def find_by_email(db: Connection, email: str) -> Account | None:
    """The account with this canonical address, compared by ASCII letters and never by the database's locale."""
    row = await db.one(
        'select id, name, email::text from account where lower(email::text collate "C") = %s', (fold(email),)
    )
    return Account(id=row[0], name=row[1], email=row[2]) if row else None


@dataclass(frozen=True, slots=True)
class Reachable:
    """An account's owner, as other domains need them."""

    id: int
    name: str
    email: str
    created_at: datetime


async def find_reachable(db: Connection, accounts: Sequence[int], kind: str | None = None) -> list[Reachable]:
    """The accounts among these that get email, by id: not the demo's fictional ones.

    With a kind of mail, only those who want it.
    """
    rows = await db.all(
        """
        select id, name, email, created_at from account
        where id = any(%s) and not demo and not coalesce(%s = any(muted_mails), false) order by id
        """,
        (list(accounts), kind),
    )
    return [Reachable(*row) for row in rows]


async def list_staff_emails(db: Connection) -> list[str]:
    """Email addresses of owners and staff, not of moderators, who don't handle money or the server."""
    rows = await db.all("select email from account where staff and blocked_at is null order by id")
    return [email for (email,) in rows]


async def is_younger(db: Connection, account: int, since: datetime) -> bool:
    """Whether an account was made after this time."""
    row = await db.one("select created_at > %s from account where id = %s", (since, account))
    return row == (True,)


async def add_account(
    db: Connection, email: str, name: str, *, role: StaffRole | None, demo: bool, at: datetime
) -> int | None:
    """Add an account. Returns its id; None if the address has one already."""
    row = await db.one(
        """
        insert into account (email, name, role, staff, demo, created_at)
        values (%(email)s, %(name)s, %(role)s, coalesce(%(role)s in ('owner', 'staff'), false), %(demo)s, %(at)s)
        on conflict do nothing returning id
        """,
        {"email": email, "name": name, "role": role, "demo": demo, "at": at},
    )
    return row[0] if row else None


async def add_demo_accounts(db: Connection, people: Mapping[str, str], at: datetime) -> list[int]:
    """Add fictional accounts, by address and name. Returns their ids in order."""
    await db.copy_rows(
        "account (email, name, demo, created_at)", ((email, name, True, at) for email, name in people.items())
    )
    ids = dict(await db.all("select email, id from account where email = any(%s::citext[])", (list(people),)))
    return [ids[email] for email in people]


async def add_key(
    db: Connection,
    account: int,
    key: NewKey,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None,
    at: datetime,
) -> int:
    row = await db.one(
        """
        insert into api_key (account_id, name, hash, hint, scopes, created_at, expires_at, test)
        values (%s, %s, %s, %s, %s, %s, %s, %s) returning id
        """,
        (account, name, key.hash, key.hint, list(scopes), at, expires_at, key.test),
    )
    if row is None:
        raise AssertionError("an insert returned nothing")
    return row[0]


async def list_keys(db: Connection, account: int, now: datetime) -> list[Key]:
    """Active API keys, newest first."""
    rows = await db.all(
        """
        select id, name, hint, scopes, created_at, expires_at, last_used_at, test from api_key
        where account_id = %s and revoked_at is null and (expires_at is null or expires_at > %s) order by id desc
        """,
        (account, now),
    )
    names = ("id", "name", "hint", "scopes", "created_at", "expires_at", "last_used_at", "test")
    return [Key(**dict(zip(names, row, strict=True))) for row in rows]


async def is_blocked(db: Connection, account: int) -> bool:
    row = await db.one("select blocked_at is not null from account where id = %s", (account,))
    return row == (True,)


async def get_muted_mails(db: Connection, account: int) -> list[str]:
    row = await db.one("select muted_mails from account where id = %s", (account,))
    return row[0] if row else []


async def set_muted_mails(db: Connection, account: int, muted: Sequence[str]) -> None:
    await db.execute("update account set muted_mails = %s where id = %s", (list(muted), account))


async def get_language(db: Connection, account: int) -> str | None:
    row = await db.one("select language from account where id = %s", (account,))
    return row[0] if row else None


async def set_language(db: Connection, account: int, language: str) -> None:
    await db.execute("update account set language = %s where id = %s", (language, account))


async def note_language(db: Connection, account: int, language: str) -> None:
    """Set the language of an account that has not chosen one."""
    await db.execute("update account set language = %s where id = %s and language is null", (language, account))


async def find_languages(db: Connection, emails: Sequence[str]) -> dict[str, str]:
    """The languages that people chose, by folded address."""
    rows = await db.all(
        """
        select lower(email::text collate "C"), language from account
        where lower(email::text collate "C") = any(%s) and language is not null
        """,
        ([fold(email) for email in emails],),
    )
    return dict(rows)


async def lock_account(db: Connection, account: int) -> None:
    """Until the end of the transaction, others who do the same wait. So a count made next stays true."""
    await db.execute("select from account where id = %s for no key update", (account,))


async def delete_account(db: Connection, account: int) -> None:
    """Delete an account with all rows that belong only to it."""
    await db.execute("delete from account where id = %s", (account,))


async def rename(db: Connection, account: int, name: str) -> None:
    await db.execute("update account set name = %s where id = %s", (name, account))


async def set_email(db: Connection, account: int, email: str) -> bool:
    return (await db.execute("update account set email = %s where id = %s", (email, account))).rowcount == 1


async def revoke_key(db: Connection, account: int, key: int, at: datetime) -> bool:
    """Revoke a key. Returns whether the account had it."""
    found = await db.execute(
        "update api_key set revoked_at = %s where id = %s and account_id = %s and revoked_at is null",
        (at, key, account),
    )
    return found.rowcount == 1


async def find_key(db: QuickReader, key_hash: bytes, now: datetime) -> tuple[Access, bool] | None:
    """What an API key allows, and whether it is valid: not expired, not revoked, and its account not blocked."""
    row = await db.one(
        """
        select api_key.id, api_key.account_id, scopes, expires_at,
            revoked_at is null and blocked_at is null and (expires_at is null or expires_at > %s), wrote, test
        from api_key join account on account.id = api_key.account_id
        left join last_mark on last_mark.account_id = api_key.account_id where hash = %s
        """,
        (now, key_hash),
    )
    if row is None:
        return None
    number, account, scopes, expires_at, good, last_write_xid, test = row
    return Access(account, "api_key", frozenset(scopes), expires_at, number, last_write_xid, test=test), good


async def add_event(
    db: Connection,
    kind: str,
    at: datetime,
    address: str,
    *,
    account: int | None = None,
    key: int | None = None,
    method: str | None = None,
) -> None:
    await db.execute(
        "insert into access_event (kind, account_id, api_key_id, way, address, at) values (%s, %s, %s, %s, %s, %s)",
        (kind, account, key, method, address, at),
    )


async def add_folded_events(db: Connection, events: Iterable[FoldedEvent]) -> None:
    """Add uses and refusals to the counts of their hour, and store when each key was last used."""
    for event in sorted(events, key=lambda e: (e.key or 0, e.kind, e.address, e.hour)):
        await db.execute(
            """
            insert into access_event (kind, account_id, api_key_id, address, at, times)
            select %(kind)s, account_id, id, %(address)s, %(hour)s, %(times)s
            from (select 1) as one left join api_key on api_key.id = %(key)s
            where %(key)s::bigint is null or api_key.id is not null
            on conflict (kind, coalesce(api_key_id, 0), address, at) where kind in ('used', 'refused')
            do update set times = access_event.times + excluded.times
            """,
            {"kind": event.kind, "key": event.key, "address": event.address, "hour": event.hour, "times": event.times},
        )
        if event.kind == "used":
            await db.execute(
                "update api_key set last_used_at = greatest(last_used_at, %s) where id = %s", (event.last, event.key)
            )


async def delete_demo_accounts(db: Connection) -> int:
    """Delete the fictional people of the demo, unless somebody took over the account with a real address."""
    gone = await db.execute("delete from account where demo and email like '%%.example'")
    return gone.rowcount
