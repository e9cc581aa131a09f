"""The web root: wires settings, door and surfaces into one ASGI application."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from showground.accounts import SCOPES
from showground.accounts.authenticate import ApiKeys
from showground.core.cache import Cache
from showground.core.context import Clock, Site, system_clock
from showground.core.database import Database, listen
from showground.core.door import Door
from showground.core.failures import Unavailable
from showground.core.fetch import Fetcher, FetchRules
from showground.core.limits import MemoryCounters, Quotas, RedisCounters
from showground.registry import all_operations
from showground.settings import Settings
from showground.surfaces import openapi
from showground.surfaces.access_log import AccessLog
from showground.surfaces.asgi import Receive, Scope, Send
from showground.surfaces.edge import Edge
from showground.surfaces.mcp import Mcp
from showground.surfaces.rest import PREFIX, Rest
from showground.surfaces.status import PATHS, Status
from showground.surfaces.web.pages import pages

LISTEN_PAUSE = 0.5  # seconds before a lost listener tries again
LOG_PAUSE = 0.25
NOTE_PAUSE = 5.0


class Showground:
    """All parts of one process; `edge` is the outermost application."""

    def __init__(self, settings: Settings, conninfo: str, *, clock: Clock = system_clock, processes: int = 1) -> None:
        site = Site(settings.site_name, settings.site_url)
        operations = all_operations()
        self._direct = settings.direct_url or conninfo
        self.cache = Cache()
        self.database = Database(conninfo, forget=self.cache.forget)
        self.api_keys = ApiKeys(self.database)
        self._redis = RedisCounters(settings.redis_url) if settings.redis_url and settings.rate_limits else None
        quotas = Quotas(settings.rate_limits or 1, 1 if self._redis else processes)
        counters = None if settings.rate_limits is None else self._redis or MemoryCounters()
        self.door = Door(
            database=self.database,
            site=site,
            fetch=Fetcher(fetch_rules(settings)),
            authenticate=self.api_keys.find,
            counters=counters,
            operations={operation.name: operation.scope for operation in operations},
            quotas=quotas,
            clock=clock,
        )
        self.access_log = AccessLog(readable=settings.env == "development")
        self._rest = Rest(operations, self.door, self.cache, openapi.encode(openapi.document(operations, site, SCOPES)))
        self._mcp = Mcp(operations, self.door)
        self._status = Status(self._direct, self.access_log, settings.metrics_token)
        self._pages = pages(operations, self.door)
        self.edge = Edge(
            self._route,
            cache=self.cache,
            clock=clock,
            counters=counters,
            anonymous=quotas.anonymous,
            trusted_proxies=settings.trusted_proxies,
            note=self.access_log.note,
        )

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["path"].startswith(PREFIX + "/"):
            await self._rest(scope, receive, send)
        elif scope["path"] == "/mcp":
            await self._mcp(scope, receive, send)
        elif scope["path"] in PATHS:
            await self._status(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self.running():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Everything that must be open, and everything that goes on beside requests."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.database)
            await stack.enter_async_context(self._mcp.run())
            if self._redis is not None:
                stack.push_async_callback(self._redis.close)
            beside = [
                asyncio.create_task(
                    listen(self._direct, self.cache.forget, self.cache.forget_all, _pause(LISTEN_PAUSE))
                ),
                asyncio.create_task(_repeat(LOG_PAUSE, self._flush_log)),
                asyncio.create_task(_repeat(NOTE_PAUSE, self._write_noted)),
            ]
            try:
                yield
            finally:
                for task in beside:
                    task.cancel()
                await asyncio.gather(*beside, return_exceptions=True)
                await self._write_noted()
                self.access_log.flush()

    async def _flush_log(self) -> None:
        self.access_log.flush()

    async def _write_noted(self) -> None:
        with suppress(Unavailable):
            await self.api_keys.write_noted()


def fetch_rules(settings: Settings) -> FetchRules:
    return FetchRules(
        user_agent=f"ShowgroundBot/1.0 (+{settings.site_url}/crawler)",
        allow=settings.fetch_allow,
        dns_server=settings.dns_server,
        ca_file=settings.ca_file,
    )


def _pause(seconds: float) -> Callable[[], Awaitable[None]]:
    async def pause() -> None:
        await asyncio.sleep(seconds)

    return pause


async def _repeat(seconds: float, do: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await do()
