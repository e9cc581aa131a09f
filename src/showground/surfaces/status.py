"""Status of a process for operators: liveness, readiness and metrics."""

import asyncio
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from secrets import compare_digest

import psycopg

from showground.core.calls.errors import Unavailable
from showground.core.database.database import Database
from showground.core.database.migrations import CannotMigrate, find_missing_through
from showground.core.site_probe import ALIVE, HEADER, SeenRequest, SiteProbe
from showground.surfaces.asgi import Receive, Scope, Send, arrival_of, header, joined_header, respond

TEXT = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
PROBE = HEADER.encode()
PATHS = frozenset(("/healthz", "/readyz", "/metrics"))


class Status:
    """`/healthz`, `/readyz` and `/metrics`."""

    def __init__(
        self,
        database: Database,
        metrics: Callable[[], Awaitable[bytes]],
        metrics_token: str | None,
        probe: SiteProbe | None = None,
    ) -> None:
        self._database = database
        self._metrics = metrics
        self._token = metrics_token
        self._probe = probe
        self._looking: asyncio.Task[str | None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - the shape of ASGI
        if scope["method"] not in ("GET", "HEAD"):
            await respond(send, 405, [*TEXT, (b"allow", b"GET, HEAD")], b"This address takes GET and HEAD only.\n")
        elif scope["path"] == "/healthz":
            await respond(send, 200, TEXT, ALIVE + self._tell_doctor(scope))
        elif scope["path"] == "/readyz":
            reason = await self._look()
            await respond(send, 503 if reason else 200, TEXT, (reason or "ready").encode() + b"\n")
        elif self._may_see_metrics(scope):
            await respond(send, 200, TEXT, await self._metrics())
        else:
            await respond(
                send, 403, TEXT, b"Metrics are for loopback, or for the bearer of SHOWGROUND_METRICS_TOKEN.\n"
            )

    def _tell_doctor(self, scope: Scope) -> bytes:
        """How the request reached us, if `showground doctor` asks."""
        mark, arrival = header(scope, PROBE), arrival_of(scope)
        if mark is None or self._probe is None or not self._probe.accepts(mark, arrival.now):
            return b""
        peer = scope["client"][0] if scope["client"] else ""
        forwarded = joined_header(scope, b"x-forwarded-for")
        return SeenRequest(peer=peer, address=arrival.address, forwarded=forwarded).model_dump_json().encode() + b"\n"

    async def _look(self) -> str | None:
        """Concurrent requests share one check: it takes a database connection, and anybody may request it."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._find_reason_to_wait())
        return await asyncio.shield(self._looking)

    async def _find_reason_to_wait(self) -> str | None:
        """Check through the pool and, if there is one, the pooler: a process is ready if its requests get through."""
        try:
            async with self._database.reading() as db:
                missing = await find_missing_through(db)
        except (Unavailable, psycopg.Error):
            return "The database does not answer."
        except CannotMigrate as error:
            return str(error)
        return f"These migrations are missing: {', '.join(missing)}. Run `showground migrate`." if missing else None

    def _may_see_metrics(self, scope: Scope) -> bool:
        sent = header(scope, b"authorization") or ""
        if self._token is not None and compare_digest(sent.encode(), f"Bearer {self._token}".encode()):
            return True
        if header(scope, b"x-forwarded-for") is not None:
            return False  # behind a proxy on this machine, the client is elsewhere
        address = arrival_of(scope).address
        try:
            return ip_address(address).is_loopback
        except ValueError:
            return address == ""  # a Unix socket
