"""A queue that renders share images: each image once, one at a time, with a limit on how many may wait.

The rendering library holds the GIL for about a tenth of a second per image. Even in a thread it would block every other
request, so it runs in a process of its own.
"""

import asyncio
from hashlib import sha256

from anyio import CapacityLimiter, to_process

from showground.core.calls.errors import Unavailable
from showground.surfaces.web.syndication.picture_text import font_files
from showground.surfaces.web.syndication.svg_to_png import draw

MAX_BYTES = 16_000_000
MAX_WAITING = 16
RETRY_SECONDS = 5


class Drawings:
    """An LRU cache of PNGs by a hash of their SVG, least recently used first.

    Concurrent requests for the same image wait for one rendering.
    """

    def __init__(self) -> None:
        self._drawn: dict[bytes, bytes] = {}
        self._bytes = 0
        self._under_way: dict[bytes, asyncio.Task[bytes]] = {}
        self._one_at_a_time = CapacityLimiter(1)
        self.count = 0  # images rendered so far

    async def draw(self, svg: str) -> bytes:
        """Return the PNG. If too many images are waiting, raise `Unavailable` with a time to retry."""
        key = sha256(svg.encode()).digest()
        if (png := self._drawn.pop(key, None)) is not None:
            self._drawn[key] = png
            return png
        task = self._under_way.get(key)
        if task is None:
            if len(self._under_way) >= MAX_WAITING:
                raise Unavailable(retry_after=RETRY_SECONDS)
            task = self._under_way[key] = asyncio.create_task(self._make(key, svg))
        return await asyncio.shield(task)  # other requests may be waiting for it too

    async def _make(self, key: bytes, svg: str) -> bytes:
        try:
            png = await to_process.run_sync(draw, svg, font_files(), limiter=self._one_at_a_time)
        finally:
            del self._under_way[key]
        self.count += 1
        self._drawn[key] = png
        self._bytes += len(png)
        while self._bytes > MAX_BYTES:
            self._bytes -= len(self._drawn.pop(next(iter(self._drawn))))
        return png
