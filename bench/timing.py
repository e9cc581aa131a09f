"""Whether time tells what answers do not: of credentials by kind, and of mail addresses with and without an account."""

import asyncio
import random
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

from bench.comparing import keep
from bench.options import Options, run
from showground import accounts
from showground.accounts import keys
from showground.accounts.actions.sign_in_links import SendSignInLink, send_sign_in_link
from showground.accounts.queries import accounts as account_store
from showground.core import embedded_postgres
from showground.core.calls.context import Access, Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.migrations import migrate
from showground.core.database.pool import Connection
from showground.core.tokens import make_token
from showground.drafting.operations.invite_cofounder import invite_cofounder
from showground.drafting.queries import drafts as draft_store
from showground.listings import new_listings
from showground.oauth.queries import grants as oauth_store
from showground.ownership.operations.create_claim import CreateClaim, create_claim
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire

EACH = 100  # credentials of each kind
ROUNDS = 1_000
MAILS = 300
NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)
SCOPES = [*accounts.SCOPES]

Ask = Callable[[int], Awaitable[object]]  # given the number of the round


def main(options: Options) -> None:  # noqa: ARG001 - it makes its own accounts
    folder = Path(tempfile.mkdtemp(prefix="showground-bench-"))
    folder.chmod(0o755)
    try:
        with embedded_postgres.running(folder, durable=False) as conninfo:
            migrate(conninfo)
            asyncio.run(_measure(conninfo))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _measure(conninfo: str) -> None:
    parts = wire(Settings(rate_limits=None), conninfo, all_operations(), clock=lambda: NOW)
    async with parts.open():
        async with parts.dispatcher.database.transaction() as db:
            owner = await _add_account(db, "owner@bench.example")
            for number in range(MAILS):
                await _add_account(db, f"known-{number}@bench.example")
            credentials = {
                "API key": await _make_keys(db, owner),
                "access token": await _make_tokens(db, owner, parts.dispatcher.site.mcp_url),
            }
        found: dict[str, dict[str, list[float]]] = {}
        for name, kinds in credentials.items():
            found[name] = await _take_turns(
                {kind: _look_up(parts.dispatcher, known) for kind, known in kinds.items()}, ROUNDS
            )
        for name, ask in (await _mailing(parts.dispatcher, owner)).items():
            sides = {who: _with_address(ask, who) for who in ("known", "unknown")}
            found[f"{name} with an address"] = await _take_turns(sides, MAILS)
    for name, kinds in found.items():
        _show(name, kinds)
    keep(
        "timing",
        {name: {kind: quantiles(taken, n=4) for kind, taken in kinds.items()} for name, kinds in found.items()},
    )


async def _add_account(db: Connection, email: str) -> int:
    account = await accounts.add_account(db, email, email, role=None, demo=False, at=NOW)
    assert account is not None
    return account


async def _make_keys(db: Connection, owner: int) -> dict[str, list[str]]:
    made: dict[str, list[str]] = {"valid": [], "revoked": [], "unknown": [keys.make_key().text for _ in range(EACH)]}
    for kind in ("valid", "revoked"):
        for _ in range(EACH):
            key = keys.make_key()
            number = await account_store.add_key(db, owner, key, "bench", SCOPES, None, NOW)
            if kind == "revoked":
                await account_store.revoke_key(db, owner, number, NOW)
            made[kind].append(key.text)
    return made


async def _make_tokens(db: Connection, owner: int, resource: str) -> dict[str, list[str]]:
    prefix = oauth_store.ACCESS_PREFIX
    made: dict[str, list[str]] = {"valid": [], "revoked": [], "unknown": [make_token(prefix) for _ in range(EACH)]}
    client = oauth_store.OAuthClient("bench", "Bench", ["http://127.0.0.1/back"], None, "none", None)
    await oauth_store.store_client(db, client, NOW)
    for kind in ("valid", "revoked"):
        for _ in range(EACH):
            grant = await oauth_store.add_grant(db, owner, client.id, SCOPES, resource, NOW)
            made[kind].append((await oauth_store.add_tokens(db, grant, SCOPES, SCOPES, NOW)).access_token)
            if kind == "revoked":
                await oauth_store.end_grant(db, grant)
    return made


async def _mailing(dispatcher: Dispatcher, owner: int) -> dict[str, Callable[[str, int], Awaitable[object]]]:
    """What mails to an address that the caller writes, each as a function of that address."""
    signed_in = Caller(NOW, "rest", Access(owner, "api_key", frozenset(SCOPES)), "192.0.2.1")
    async with dispatcher.database.transaction() as db:
        listing = new_listings.NewListing(
            slug="bench", name="Bench", website="https://bench.example/", status="live", live_at=NOW, created_at=NOW,
            updated_at=NOW,
        )  # fmt: skip
        await new_listings.add_listings(db, [listing])
        # Each draft takes few invites, so each pair of addresses has its own.
        drafts = [
            str(await draft_store.add(db, owner, "https://bench.example/", "bench.example", NOW)) for _ in range(MAILS)
        ]

    async def sign_in(email: str, number: int) -> object:  # noqa: ARG001
        return await dispatcher.call(
            send_sign_in_link, Caller(NOW, "web", None, "192.0.2.1"), SendSignInLink(email=email)
        )

    async def invite(email: str, number: int) -> object:
        return await dispatcher.call(
            invite_cofounder, signed_in, invite_cofounder.parse({"id": drafts[number], "email": email})
        )

    async def claim(email: str, number: int) -> object:  # noqa: ARG001
        return await dispatcher.call(create_claim, signed_in, CreateClaim(slug="bench", method="email", email=email))

    return {"sign-in": sign_in, "invite": invite, "claim": claim}


def _look_up(dispatcher: Dispatcher, known: list[str]) -> Ask:
    return lambda number: dispatcher.authenticate(known[number % EACH], NOW, "192.0.2.1")


def _with_address(ask: Callable[[str, int], Awaitable[object]], who: str) -> Ask:
    return lambda number: ask(f"{who}-{number}@bench.example", number)


async def _take_turns(sides: dict[str, Ask], rounds: int) -> dict[str, list[float]]:
    """Microseconds of each call; within a round in an order of chance, so that none is always the first."""
    taken: dict[str, list[float]] = {name: [] for name in sides}
    chance = random.Random(1)
    for number in range(rounds):
        for name in chance.sample(list(sides), len(sides)):
            begun = time.perf_counter()
            await sides[name](number)
            taken[name].append((time.perf_counter() - begun) * 1e6)
    return taken


def _show(title: str, kinds: dict[str, list[float]]) -> None:
    """Each beside the first; a difference far below the spread of one kind is not seen from a network."""
    print(f"\n{title}")
    print(f"  {'':12}{'median µs':>11}{'to first':>10}{'spread µs':>11}")
    first = median(next(iter(kinds.values())))
    for name, taken in kinds.items():
        low, _, high = quantiles(taken, n=4)
        print(f"  {name:12}{median(taken):>11,.0f}{median(taken) / first:>10.3f}{high - low:>11,.0f}")


if __name__ == "__main__":
    run(main, __doc__)
