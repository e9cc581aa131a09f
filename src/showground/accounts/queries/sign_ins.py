"""All SQL on links, sign-ins with GitHub or Google, and sessions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from showground.accounts import rules
from showground.accounts.models import Session
from showground.accounts.queries import accounts
from showground.accounts.scopes import StaffRole
from showground.core.calls.context import Context
from showground.core.calls.input_text import clean_line
from showground.core.database.pool import Connection
from showground.core.database.shared_reader import QuickReader
from showground.core.mail.address import fold
from showground.core.tokens import hash_token, make_token

LINK_LIVES = timedelta(minutes=15)
SOCIAL_SIGN_IN_LIVES = timedelta(minutes=10)
SESSION_LIVES = timedelta(days=30)
SESSION_IDLES = timedelta(days=14)  # ends earlier if it is not used
RECENT = timedelta(hours=1)  # after signing in, to change keys, passkeys, sessions and apps, or delete the account
SignInMethod = Literal["link", "passkey", "github", "google"]
PASSKEY: SignInMethod = "passkey"
FIND_HOLDERS = """
select asked.place, session.id, account.id, name, email, coalesce(role, case when staff then 'owner' end), way,
    session.created_at, last_seen_at, expires_at, wrote
from unnest(%s::bytea[], %s::timestamptz[]) with ordinality as asked (hash, at, place)
join session on session.hash = asked.hash and session.expires_at > asked.at
join account on account.id = session.account_id and account.blocked_at is null
left join last_mark on last_mark.account_id = account.id
"""


@dataclass(frozen=True, slots=True)
class SignInLink:
    """Where a mailed link leads: to which account, and to which page after that."""

    email: str
    next: str


@dataclass(frozen=True, slots=True)
class SessionHolder:
    """The session of a request, and the person who holds it."""

    session_id: int
    account_id: int
    name: str
    email: str
    role: StaffRole | None
    method: SignInMethod
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    last_write_xid: int | None


async def add_link(db: Connection, email: str, next: str, expires_at: datetime) -> str:
    """Add a link. Returns its token."""
    token = make_token()
    await db.execute(
        "insert into sign_in_link (hash, email, next, expires_at) values (%s, %s, %s, %s)",
        (hash_token(token), email, next, expires_at),
    )
    return token


async def find_link(db: Connection, token: str, now: datetime) -> SignInLink | None:
    row = await db.one(
        "select email, next from sign_in_link where hash = %s and expires_at > %s", (hash_token(token), now)
    )
    return SignInLink(*row) if row else None


async def use_link(db: Connection, token: str, now: datetime) -> SignInLink | None:
    """Use up a link and return it. If two requests use it at once, one gets None."""
    row = await db.one(
        "delete from sign_in_link where hash = %s and expires_at > %s returning email, next", (hash_token(token), now)
    )
    return SignInLink(*row) if row else None


async def start_social_sign_in(db: Connection, provider: str, next: str, now: datetime) -> str:
    """Start a sign-in with another provider. Returns the token that the browser must return with."""
    token = make_token()
    await db.execute(
        "insert into sign_in_elsewhere (hash, provider, next, expires_at) values (%s, %s, %s, %s)",
        (hash_token(token), provider, next, now + SOCIAL_SIGN_IN_LIVES),
    )
    return token


async def has_started_social_sign_in(db: Connection, token: str, provider: str, now: datetime) -> bool:
    row = await db.one(
        "select 1 from sign_in_elsewhere where hash = %s and provider = %s and expires_at > %s",
        (hash_token(token), provider, now),
    )
    return row is not None


async def consume_social_sign_in(db: Connection, token: str, provider: str, now: datetime) -> str | None:
    """Use up the token and return where the person wanted to go. If two requests use it at once, one gets None."""
    row = await db.one(
        "delete from sign_in_elsewhere where hash = %s and provider = %s and expires_at > %s returning next",
        (hash_token(token), provider, now),
    )
    return row[0] if row else None


async def find_or_add_account(db: Connection, email: str, now: datetime) -> int | None:
    """The account with a verified address; created on the first sign-in."""
    return (
        await accounts.find_account_id(db, email)
        or await accounts.add_account(db, email, rules.first_name_for(email), role=None, demo=False, at=now)
        or await accounts.find_account_id(db, email)  # created by a concurrent request
    )


async def begin_session(
    db: Connection, account: int, method: SignInMethod, address: str, agent: str, now: datetime
) -> str:
    """Start a session and return its token: always a new one, to prevent session fixation."""
    token = make_token()
    await db.execute(
        """
        insert into session (account_id, hash, way, address, agent, created_at, last_seen_at, expires_at)
        values (%s, %s, %s, %s, %s, %s, %s, %s)
        """,
        (account, hash_token(token), method, address, clean_line(agent)[:400], now, now, now + SESSION_IDLES),
    )
    await accounts.add_event(db, "signed_in", now, address, account=account, method=method)
    return token


async def find_holders(db: QuickReader, tokens: Sequence[tuple[str, datetime]]) -> list[SessionHolder | None]:
    """The sessions with these tokens that are valid after the time given with each, in order."""
    hashes, times = [hash_token(token) for token, _ in tokens], [now for _, now in tokens]
    rows = await db.all(FIND_HOLDERS, (hashes, times))
    found = {place: SessionHolder(*holder) for place, *holder in rows}
    return [found.get(place) for place in range(1, len(tokens) + 1)]


async def find_agent(db: Connection, session: int) -> str:
    """The User-Agent of a session."""
    row = await db.one("select agent from session where id = %s", (session,))
    return row[0] if row else ""


async def has_used(db: Connection, account: int, method: SignInMethod) -> bool:
    """Whether an account was signed in to in this way before, as far as events are stored."""
    row = await db.one(
        "select 1 from access_event where account_id = %s and kind = 'signed_in' and way = %s limit 1",
        (account, method),
    )
    return row is not None


async def note_seen(db: Connection, session: int, address: str, now: datetime) -> None:
    """Extend a session, at most until its fixed end."""
    await db.execute(
        """
        update session set last_seen_at = %s, address = %s, expires_at = least(created_at + %s, %s) where id = %s
        """,
        (now, address, SESSION_LIVES, now + SESSION_IDLES, session),
    )


async def list_sessions(db: Connection, account: int, current: int | None, now: datetime) -> list[Session]:
    """Sessions of an account, latest first."""
    rows = await db.all(
        """
        select id, way, address, agent, created_at, last_seen_at, expires_at, expires_at >= created_at + %s,
            id is not distinct from %s
        from session where account_id = %s and expires_at > %s order by last_seen_at desc, id desc
        """,
        (SESSION_LIVES, current, account, now),
    )
    names = ("id", "method", "address", "agent", "created_at", "last_seen_at", "expires_at", "final", "current")
    return [Session(**dict(zip(names, row, strict=True))) for row in rows]


async def end_held_session(ctx: Context) -> None:
    """End the caller's session, if any: signing in again or signing out leaves none behind."""
    held = ctx.access
    if held is not None and held.kind == "session" and held.credential is not None:
        await end_session(ctx.db, held.account, held.credential)


async def end_session(db: Connection, account: int, session: int) -> bool:
    found = await db.execute("delete from session where id = %s and account_id = %s", (session, account))
    return found.rowcount == 1


async def end_other_sessions(db: Connection, account: int, current: int | None) -> int:
    found = await db.execute("delete from session where account_id = %s and id is distinct from %s", (account, current))
    return found.rowcount


async def end_all_sessions(db: Connection) -> int:
    """End all sessions of all accounts."""
    return (await db.execute("delete from session")).rowcount


async def forget_links(db: Connection, email: str) -> None:
    await db.execute('delete from sign_in_link where lower(email::text collate "C") = %s', (fold(email),))
