"""All SQL on apps, permissions and tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from showground.core.database.pool import Connection
from showground.core.tokens import hash_token, make_token
from showground.oauth import rules
from showground.oauth.models import App, Tokens

ACCESS_PREFIX = "sg_at_"
REFRESH_PREFIX = "sg_rt_"
Kind = Literal["access", "refresh"]


@dataclass(frozen=True, slots=True)
class OAuthClient:
    """An app, as the authorization server knows it."""

    id: str
    name: str
    redirect_uris: list[str]
    secret_hash: bytes | None
    auth_method: str
    fresh_until: datetime | None


@dataclass(frozen=True, slots=True)
class Issued:
    """The grant behind an access token."""

    account: int
    scopes: list[str]
    expires_at: datetime
    grant: int
    resource: str
    last_write_xid: int | None
    blocked: bool


@dataclass(frozen=True, slots=True)
class Permission:
    """What a person allowed an app, found by a code or a refresh token."""

    grant_id: int
    account_id: int
    client_id: str
    scopes: list[str]
    resource: str
    expires_at: datetime
    used_at: datetime | None
    challenge: str = ""
    redirect_uri: str = ""


async def find_client(db: Connection, client_id: str) -> OAuthClient | None:
    return await db.one_as(
        OAuthClient,
        "select id, name, redirect_uris, secret_hash, auth_method, fresh_until from oauth_client where id = %s",
        (client_id,),
    )


async def store_client(db: Connection, client: OAuthClient, now: datetime) -> None:
    """Add an app, or update one from its metadata document."""
    await db.execute(
        """
        insert into oauth_client (id, name, redirect_uris, secret_hash, auth_method, created_at, fresh_until)
        values (%s, %s, %s, %s, %s, %s, %s)
        on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
            fresh_until = excluded.fresh_until
        """,
        (
            client.id, client.name, client.redirect_uris, client.secret_hash, client.auth_method, now,
            client.fresh_until,
        ),
    )  # fmt: skip


async def has_grant(db: Connection, account: int, client_id: str) -> bool:
    """Whether an account has allowed this app something before, and has not disconnected it since."""
    row = await db.one(
        "select 1 from oauth_grant where account_id = %s and client_id = %s limit 1", (account, client_id)
    )
    return row is not None


async def add_grant(
    db: Connection, account: int, client_id: str, scopes: Sequence[str], resource: str, now: datetime
) -> int:
    await db.execute("update oauth_client set used_at = %s where id = %s", (now, client_id))
    row = await db.one(
        """
        insert into oauth_grant (account_id, client_id, scopes, resource, created_at, renewed_at)
        values (%s, %s, %s, %s, %s, %s) returning id
        """,
        (account, client_id, list(scopes), resource, now, now),
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    return row[0]


async def add_code(db: Connection, grant: int, challenge: str, redirect_uri: str, now: datetime) -> str:
    code = make_token()
    await db.execute(
        "insert into oauth_code (hash, grant_id, challenge, redirect_uri, expires_at) values (%s, %s, %s, %s, %s)",
        (hash_token(code), grant, challenge, redirect_uri, now + rules.CODE_LIVES),
    )
    return code


async def lock_code(db: Connection, code: str) -> Permission | None:
    """The grant behind a code, locked: if two requests redeem it at once, the second sees that it was used."""
    return await db.one_as(
        Permission,
        """
        select grant_id, account_id, client_id, scopes, resource, expires_at, used_at, challenge, redirect_uri
        from oauth_code join oauth_grant on oauth_grant.id = grant_id where hash = %s for update
        """,
        (hash_token(code),),
    )


async def mark_code_used(db: Connection, code: str, now: datetime) -> None:
    await db.execute("update oauth_code set used_at = %s where hash = %s", (now, hash_token(code)))


async def lock_refresh_token(db: Connection, token: str) -> Permission | None:
    return await db.one_as(
        Permission,
        """
        select grant_id, account_id, client_id, oauth_grant.scopes, resource, expires_at, used_at
        from oauth_token join oauth_grant on oauth_grant.id = grant_id
        where hash = %s and kind = 'refresh' for update
        """,
        (hash_token(token),),
    )


async def mark_token_used(db: Connection, token: str, now: datetime) -> None:
    await db.execute("update oauth_token set used_at = %s where hash = %s", (now, hash_token(token)))


async def add_tokens(
    db: Connection, grant: int, scopes: Sequence[str], allowed: Sequence[str], now: datetime
) -> Tokens:
    """A new pair: access for these scopes, and a refresh token for all that was allowed. None outlives the grant."""
    row = await db.one("update oauth_grant set renewed_at = %s where id = %s returning created_at", (now, grant))
    assert row is not None  # noqa: S101 - the caller has locked this grant's code or token  # nosec B101
    last = row[0] + rules.GRANT_LIVES
    access, refresh = make_token(ACCESS_PREFIX), make_token(REFRESH_PREFIX)
    access_ends = min(now + rules.ACCESS_LIVES, last)
    new: list[tuple[str, Kind, Sequence[str], datetime]] = [
        (access, "access", scopes, access_ends),
        (refresh, "refresh", allowed, min(now + rules.REFRESH_LIVES, last)),
    ]
    for token, kind, carried, ends in new:
        await db.execute(
            "insert into oauth_token (hash, grant_id, kind, scopes, expires_at) values (%s, %s, %s, %s, %s)",
            (hash_token(token), grant, kind, list(carried), ends),
        )
    lives = int((access_ends - now).total_seconds())
    return Tokens(access_token=access, expires_in=lives, refresh_token=refresh, scope=" ".join(scopes))


async def find_access(db: Connection, token: str) -> Issued | None:
    """What an access token allows, or allowed before it expired."""
    row = await db.one(
        """
        select oauth_grant.account_id, oauth_token.scopes, expires_at, grant_id, resource, wrote,
            blocked_at is not null
        from oauth_token join oauth_grant on oauth_grant.id = grant_id
        join account on account.id = oauth_grant.account_id
        left join last_mark on last_mark.account_id = oauth_grant.account_id
        where hash = %s and kind = 'access'
        """,
        (hash_token(token),),
    )
    return Issued(*row) if row else None


async def end_grant(db: Connection, grant: int) -> None:
    """Delete a grant with every token issued for it."""
    await db.execute("delete from oauth_grant where id = %s", (grant,))


async def end_grant_of_token(db: Connection, token: str, client_id: str) -> None:
    await db.execute(
        """
        delete from oauth_grant using oauth_token
        where oauth_token.grant_id = oauth_grant.id and hash = %s and client_id = %s
        """,
        (hash_token(token), client_id),
    )


async def list_apps(db: Connection, account: int) -> list[App]:
    rows = await db.all(
        """
        select client.id, client.name, client.fresh_until is not null, client.redirect_uris,
            array(select distinct unnest(allowed.scopes) order by 1), since, renewed
        from (
            select client_id, min(created_at) as since, max(renewed_at) as renewed,
                string_to_array(string_agg(array_to_string(scopes, ' '), ' '), ' ') as scopes
            from oauth_grant where account_id = %s group by client_id
        ) as allowed join oauth_client client on client.id = client_id order by renewed desc, client.id
        """,
        (account,),
    )
    return [
        App(
            client_id=number,
            name=name,
            host=rules.return_host(str(number)) if documented else None,
            return_hosts=sorted({rules.return_host(uri) for uri in uris}),
            scopes=scopes,
            since=since,
            renewed_at=renewed,
        )
        for number, name, documented, uris, scopes, since, renewed in rows
    ]


async def disconnect_all(db: Connection, account: int) -> None:
    await db.execute("delete from oauth_grant where account_id = %s", (account,))


async def disconnect(db: Connection, account: int, client_id: str) -> int:
    found = await db.execute("delete from oauth_grant where account_id = %s and client_id = %s", (account, client_id))
    return found.rowcount
