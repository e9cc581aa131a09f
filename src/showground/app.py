"""Entry point of a web process: website, REST API and MCP server as one ASGI application."""

import asyncio
import gc
import logging
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from psycopg_pool import PoolTimeout

from showground.accounts import SCOPES
from showground.accounts.authentication import SessionLookup
from showground.core.calls.action import Operation
from showground.core.calls.context import Caller, Clock, seconds_of, system_clock
from showground.core.calls.errors import Unavailable
from showground.core.database.database import listen
from showground.core.secret import Secret
from showground.core.site_probe import SiteProbe
from showground.core.tasks import stop_tasks
from showground.core.trace_export import sent_to
from showground.launches import Views
from showground.registry import all_jobs, all_operations
from showground.settings import Settings
from showground.surfaces.access_log import AccessLog
from showground.surfaces.asgi import App, Receive, Scope, Send
from showground.surfaces.connection import STOPPING
from showground.surfaces.discovery.well_known import WellKnown
from showground.surfaces.edge import Edge
from showground.surfaces.mcp import LateMcp
from showground.surfaces.mcp.tool_sets import MAIN, PREFIX
from showground.surfaces.oauth import OAuth
from showground.surfaces.openapi import document
from showground.surfaces.process_metrics import Watch
from showground.surfaces.request_spans import traced
from showground.surfaces.rest.routes import Rest
from showground.surfaces.site_names import SiteNamesFinder
from showground.surfaces.status import PATHS, Status
from showground.surfaces.web.lazy import DeferredPages
from showground.wiring import wire

API = "/api/"  # includes unknown versions: clients here are programs, which need problem+json and not a page
LISTEN_PAUSE = 0.5  # seconds before a disconnected listener reconnects
LOG_PAUSE = 0.25
NOTE_PAUSE = 5.0
FINISH_PAUSE = 0.3
PUBLISH_PAUSE = 1.0
MINUTE = 60.0
FILE_PAUSE = 1.0  # seconds between checks of whether the brand's file has changed

log = logging.getLogger(__name__)


class Showground:
    """One web process; `edge` is the outermost ASGI application."""

    def __init__(
        self,
        settings: Settings,
        conninfo: str,
        *,
        clock: Clock = system_clock,
        operations: Sequence[Operation[Any, Any]] | None = None,
        processes: int = 1,
        jobs: bool = True,
        shared: Path | None = None,
        started: Callable[[], None] = lambda: None,
    ) -> None:
        operations = all_operations() if operations is None else operations
        self.parts = wire(settings, conninfo, operations, clock=clock, processes=processes)
        dispatcher, cache = self.parts.dispatcher, self.parts.cache
        self.access_log = AccessLog(
            dispatcher.meter, readable=settings.env == "development", addresses=settings.log_addresses
        )
        self._replica = dispatcher.database.replica
        self._started = started
        self._run_jobs = jobs
        self._traces_url = settings.traces_url
        self._direct = settings.direct_url or conninfo
        self._views = Views(settings.site_url)
        names = SiteNamesFinder(dispatcher, cache)
        self._rest = Rest(
            operations,
            replace(dispatcher, resource="/api/v1", note_read=self._note_read),
            cache,
            names,
            lambda found: document.encode(document.document(operations, dispatcher.site, SCOPES, found)),
        )
        self._mcp = LateMcp(
            operations,
            replace(dispatcher, authenticate=self.parts.authenticate_mcp, note_read=self._note_read),
            fast_path=settings.fastpath_mcp,
            browser_origins=settings.browser_origins,
        )
        self._oauth = OAuth(dispatcher)
        self._well_known = WellKnown(dispatcher.site, settings.security_contact or settings.seller_email)
        sessions = SessionLookup(dispatcher.database, staff_passkey=settings.asks_staff_for_passkey)

        def make_pages() -> App:
            from showground.surfaces.web.application import make_application  # noqa: PLC0415 - slow to import

            return make_application(
                operations,
                dispatcher,
                sessions.find,
                cache,
                self._views,
                names,
                content_signals=settings.content_signals,
                counts_countries=settings.country_header is not None,
            )

        self._pages = DeferredPages(make_pages)
        probe = SiteProbe(Secret(settings.secret.encode)) if settings.secret else None
        self._status = Status(dispatcher.database, self._write_metrics, settings.metrics_token, probe)
        self.edge = Edge(
            self._route if settings.traces_url is None else traced(self._route),
            cache=cache,
            clock=seconds_of(clock),
            counters=dispatcher.counters,
            anonymous=dispatcher.quotas.anonymous,
            trusted_proxies=settings.trusted_proxies,
            country_header=settings.country_header,
            https=settings.site_url.startswith("https://"),
            view=self._views.note,
            read=self._views.note_read,
            note=self.access_log.note,
            fast_send=settings.fastpath_send,
            languages=dispatcher.site.languages if dispatcher.site.languages.several else None,
        )

        self.watch = Watch(dispatcher.meter, self.access_log, self.edge, cache, dispatcher.database, clock, shared)

    def _note_read(self, slug: str, caller: Caller) -> None:
        self._views.note_read(slug, caller.surface, caller.agent, caller.now.timestamp())

    async def _write_metrics(self) -> bytes:
        return await self.watch.metrics()

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        if self.parts.brand.stale and scope["path"] not in PATHS:
            await self.parts.brand.refresh()
        if scope["path"] in self._well_known.paths:
            await self._well_known(scope, receive, send)
        elif scope["path"].startswith(API) or scope["path"] == "/api":
            await self._rest(scope, receive, send)
        elif scope["path"].startswith(PREFIX) or scope["path"] in MAIN:
            await self._mcp(scope, receive, send)
        elif scope["path"] in self._oauth.paths:
            await self._oauth(scope, receive, send)
        elif scope["path"] in PATHS:
            await self._status(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        scope.get("state", {})[STOPPING] = self.parts.waiters.close
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(self.running())
            except PoolTimeout:
                await send({"type": "lifespan.startup.failed", "message": "The database does not answer."})
                return
            await send({"type": "lifespan.startup.complete"})
            self._started()
            later = asyncio.create_task(self._finish_start(stack))
            await receive()
            await stop_tasks(later)
        await send({"type": "lifespan.shutdown.complete"})

    async def _finish_start(self, stack: AsyncExitStack) -> None:
        """Start jobs, and create the pages and the MCP server, after the first requests: earlier would delay those."""
        await asyncio.sleep(FINISH_PAUSE)
        try:
            if self._run_jobs:
                from showground.core.jobs.worker import Worker  # noqa: PLC0415 - others need not load its library

                await stack.enter_async_context(Worker(self._direct, all_jobs(), self.parts.dispatcher))
            await self._pages.made()
            await self._mcp.made()
        except Exception:
            log.exception("This process serves requests, but could not finish its start")
        gc.freeze()  # objects from the start are permanent, so the garbage collector can skip them

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Open everything that requests need, and run the background tasks."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(sent_to(self._traces_url))
            await stack.enter_async_context(self.parts.open())
            await stack.enter_async_context(self._mcp.run())
            beside = [
                asyncio.create_task(listen(self._direct, self._forget, self._forget_all, _pause)),
                asyncio.create_task(_repeat(LOG_PAUSE, self._flush_log)),
                asyncio.create_task(_repeat(NOTE_PAUSE, self._write_noted)),
                asyncio.create_task(_repeat(PUBLISH_PAUSE, self.watch.publish)),
                asyncio.create_task(_repeat(MINUTE, self._note_minute)),
                asyncio.create_task(_repeat(FILE_PAUSE, self.parts.check_brand_file)),
            ]
            if self._replica is not None:
                beside.append(asyncio.create_task(self._replica.follow()))
            try:
                yield
            finally:
                await stop_tasks(*beside)
                await self._write_noted()
                await self.watch.publish()

    def _forget(self, tags: frozenset[str], xid: int) -> None:
        self.parts.forget(tags)
        if self._replica is not None:
            self._replica.note_change(xid, tags)

    def _forget_all(self, xid: int | None) -> None:
        self.parts.forget_all(connected=xid is not None)
        if self._replica is not None and xid is not None:
            self._replica.note_gap(xid)

    async def _flush_log(self) -> None:
        self.access_log.flush()

    async def _note_minute(self) -> None:
        with suppress(Unavailable):
            await self.watch.note_minute()

    async def _write_noted(self) -> None:
        with suppress(Unavailable):
            await self.parts.api_keys.write_noted()
            await self._views.write_noted(self.parts.dispatcher.database)
            await self.watch.write_work()


async def _pause() -> None:
    await asyncio.sleep(LISTEN_PAUSE)


async def _repeat(seconds: float, do: Callable[[], Coroutine[Any, Any, None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await do()
        except Exception:
            log.exception("%s failed; it is tried again", do.__name__)
