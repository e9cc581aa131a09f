"""The MCP surface, created on first use: importing its SDK takes as long as everything else together."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from showground.core.calls.action import Operation
from showground.core.calls.dispatch import Dispatcher
from showground.surfaces.asgi import Receive, Scope, Send

if TYPE_CHECKING:
    from showground.surfaces.mcp.surface import Mcp


class LateMcp:
    """Answers at /mcp. The first call, or `made`, creates the surface in a thread; further calls wait for it."""

    def __init__(
        self,
        operations: Iterable[Operation[Any, Any]],
        dispatcher: Dispatcher,
        *,
        fast_path: bool = True,
        browser_origins: Iterable[str] = (),
    ) -> None:
        self._operations = operations
        self._dispatcher = dispatcher
        self._fast_path = fast_path
        self._browser_origins = browser_origins
        self._made: asyncio.Future[Mcp] | None = None
        self._wanted = asyncio.Event()

    @asynccontextmanager
    async def run(self) -> AsyncGenerator[None]:
        """Must be open while requests are answered. Enter it once."""
        self._made = asyncio.get_running_loop().create_future()
        leave = asyncio.Event()
        running = asyncio.create_task(self._run(self._made, leave))
        try:
            yield
        finally:
            leave.set()
            self._wanted.set()
            await running

    async def made(self) -> "Mcp":
        """The surface, once it is created."""
        if self._made is None:
            raise RuntimeError("the MCP surface is not running")
        self._wanted.set()
        return await asyncio.shield(self._made)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        surface = await self.made()
        await surface(scope, receive, send)

    async def _run(self, made: "asyncio.Future[Mcp]", leave: asyncio.Event) -> None:
        await self._wanted.wait()
        if leave.is_set():
            return
        try:
            surface = await asyncio.to_thread(self._make)
        except BaseException as error:
            made.set_exception(error)
            raise
        async with surface.run():
            made.set_result(surface)
            await leave.wait()

    def _make(self) -> "Mcp":
        from showground.surfaces.mcp.surface import Mcp  # noqa: PLC0415 - slow to import

        return Mcp(self._operations, self._dispatcher, fast_path=self._fast_path, browser_origins=self._browser_origins)
