"""The pages, created when the first one is asked for: importing them takes a third of the start."""

import asyncio
from collections.abc import Callable

from showground.surfaces.asgi import App, Receive, Scope, Send


class DeferredPages:
    """Answers pages. The first request, or `made`, creates them in a thread; further requests wait for that."""

    def __init__(self, make: Callable[[], App]) -> None:
        self._make = make
        self._lock = asyncio.Lock()
        self._pages: App | None = None

    async def made(self) -> App:
        if self._pages is None:
            async with self._lock:
                if self._pages is None:
                    self._pages = await asyncio.to_thread(self._make)
        return self._pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        pages = self._pages or await self.made()
        await pages(scope, receive, send)
