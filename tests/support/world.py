"""A whole Showground in the test's process, with a cast, and a clock that the test moves."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from showground.accounts import ACCOUNT_READ, LISTINGS_WRITE, ORDERS_WRITE
from showground.accounts.actions.account import CreateAccount, create_account
from showground.accounts.actions.sign_in_links import MakeSignInLink, make_sign_in_link
from showground.accounts.keys import make_key
from showground.accounts.queries import accounts
from showground.app import Showground
from showground.core.cache import CachedAnswer
from showground.core.calls.action import Operation
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.database import CHANGED, MARK
from showground.registry import all_operations
from showground.settings import Settings
from tests.support.wait import until

NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)  # a Wednesday
CAST = ("alice", "bob", "charlie")  # Alice owns, Bob is invited, Charlie has no access
ALL_SCOPES = (ACCOUNT_READ, LISTINGS_WRITE, ORDERS_WRITE)


@dataclass
class MovableClock:
    """Says what the test wants it to say."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


@dataclass
class World:
    """The application, and clients of it."""

    app: Showground
    clock: MovableClock
    client: httpx2.AsyncClient
    database_url: str
    own: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """Inputs of reads that need something of Alice's, by operation, where it was made before."""
    keys: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def dispatcher(self) -> Dispatcher:
        return self.app.parts.dispatcher

    def caller(self) -> Caller:
        """Somebody at the command line."""
        return Caller(self.clock(), "command")

    async def add_person(self, name: str, scopes: Sequence[str] = ALL_SCOPES) -> str:
        """A person with a key; returns the key."""
        email = f"{name}@{name}.example"
        unlogged = Caller(self.clock(), "job")  # the audit log stays empty for tests of what is in it
        await self.dispatcher.call(create_account, unlogged, CreateAccount(email=email, name=name.title()))
        return await self.add_key(name, scopes)

    async def add_key(self, name: str, scopes: Sequence[str], days: int | None = None) -> str:
        """A key for somebody, without the email that tells them of it."""
        key, now = make_key(), self.clock()
        ends = now + timedelta(days=days) if days else None
        async with self.dispatcher.database.transaction() as db:
            account = await accounts.find_account_id(db, f"{name}@{name}.example") or 0
            number = await accounts.add_key(db, account, key, "test", scopes, ends, now)
            await accounts.add_event(db, "created", now, "", account=account, key=number)
        self.keys[name] = key.text
        return key.text

    def bearer(self, name: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys[name]}"}

    @asynccontextmanager
    async def browser(self, name: str | None = None) -> AsyncGenerator[httpx2.AsyncClient]:
        """A browser with its own cookies, whose forms come from our own pages; with a name, signed in as that person.

        `browser.post("/account", data={...})` is a form; redirects are not followed.
        """
        transport = httpx2.ASGITransport(self.app.edge)  # pyright: ignore[reportArgumentType]
        url = self.app.parts.dispatcher.site.url
        own = {"Origin": url, "Sec-Fetch-Site": "same-origin", "User-Agent": "Firefox/140.0 (X11; Linux x86_64)"}
        async with httpx2.AsyncClient(transport=transport, base_url=url, headers=own) as browser:
            if name is not None:
                asked = MakeSignInLink(email=f"{name}@{name}.example")
                made = await self.dispatcher.call(make_sign_in_link, self.caller(), asked)
                answer = await browser.post(made.url.removeprefix(url), data={})
                assert answer.status_code == 303
            yield browser

    async def hear_all(self) -> None:
        """Wait until word of all changes so far has come: it comes to this process, too, some time after they are done.

        What is kept afterwards stays kept.
        """
        cache, key, tag = self.app.parts.cache, ("/word", b""), "word"
        cache.store(key, CachedAnswer(b"", [], b"", operation="", tags=(tag,)), cache.begin(), self.clock().timestamp())
        async with self.dispatcher.database.reading() as db:
            await db.execute("select pg_notify(%s, %s)", (CHANGED, f"{tag}\n{MARK}0"))

        async def came() -> bool:
            return key not in cache.answers

        await until(came)

    async def get(self, path: str, *, by: str | None = None, **more: Any) -> httpx2.Response:
        return await self.request("GET", path, by=by, **more)

    async def request(
        self, method: str, path: str, *, by: str | None = None, headers: dict[str, str] | None = None, **more: Any
    ) -> httpx2.Response:
        sent = {**(headers or {}), **(self.bearer(by) if by else {})}
        return await self.client.request(method, f"/api/v1{path}", headers=sent, **more)


@asynccontextmanager
async def running_world(
    database_url: str, *, operations: Sequence[Operation[Any, Any]] = (), processes: int = 1, **settings: Any
) -> AsyncGenerator[World]:
    """An application on this database, with further operations beside its own; limits are off unless asked for."""
    clock = MovableClock()
    settings.setdefault("rate_limits", None)
    settings.setdefault("crawl_seconds", 0.0)
    settings.setdefault("secret", "a secret of 32 letters that only tests know")
    chosen = Settings(**settings)
    every = [*all_operations(), *operations]
    app = Showground(chosen, database_url, clock=clock, operations=every, processes=processes, jobs=False)
    transport = httpx2.ASGITransport(app.edge)  # pyright: ignore[reportArgumentType]
    async with AsyncExitStack() as stack:

        async def listens() -> bool:
            return app.parts.cache.begin() > 0  # who begins to listen forgets everything, once

        async def load_later() -> None:
            """Loading the brand takes a third of the start. It is loaded once, after the application listens."""

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app.parts.brand, "refresh", load_later)
            await stack.enter_async_context(app.running())
            await until(listens)
        await app.parts.brand.refresh()  # else the first request would load it
        client = httpx2.AsyncClient(transport=transport, base_url="http://localhost:8000")
        yield World(app, clock, await stack.enter_async_context(client), database_url)
