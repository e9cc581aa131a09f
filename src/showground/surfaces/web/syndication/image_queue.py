"""Drawing pictures beside everything else: each once, one at a time, and no more of them than can be drawn soon.

The library that draws holds Python's lock all the while, so that even in a thread it would stop every other request for
a tenth of a second. It therefore has a process of its own.
"""

import asyncio
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path

from anyio import CapacityLimiter, to_process
from PIL import ImageFont

from showground.core.calls.errors import Unavailable
from showground.surfaces.web.syndication.svg_to_png import draw

MAX_BYTES = 16_000_000
MAX_WAITING = 16
RETRY_SECONDS = 5


class Drawings:
    """PNGs by the SVG they were drawn from, the latest used last. Whatever an address asks for, the same picture is
    drawn once."""

    def __init__(self) -> None:
        self._drawn: dict[bytes, bytes] = {}
        self._bytes = 0
        self._under_way: dict[bytes, asyncio.Task[bytes]] = {}
        self._one_at_a_time = CapacityLimiter(1)
        self.count = 0  # of pictures that were drawn

    async def draw(self, svg: str) -> bytes:
        """The picture; who comes while too many wait is asked to come back."""
        key = sha256(svg.encode()).digest()
        if (png := self._drawn.pop(key, None)) is not None:
            self._drawn[key] = png
            return png
        task = self._under_way.get(key)
        if task is None:
            if len(self._under_way) >= MAX_WAITING:
                raise Unavailable(retry_after=RETRY_SECONDS)
            task = self._under_way[key] = asyncio.create_task(self._make(key, svg))
        return await asyncio.shield(task)  # somebody else may wait for it as well

    async def _make(self, key: bytes, svg: str) -> bytes:
        try:
            png = await to_process.run_sync(draw, svg, str(last_resort_font()), limiter=self._one_at_a_time)
        finally:
            del self._under_way[key]
        self.count += 1
        self._drawn[key] = png
        self._bytes += len(png)
        while self._bytes > MAX_BYTES:
            self._bytes -= len(self._drawn.pop(next(iter(self._drawn))))
        return png


@cache
def _keep_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="showground-font-")


@cache
def last_resort_font() -> Path:
    """The font that Pillow carries, as a file: without it a machine without fonts would draw no letters at all."""
    font = ImageFont.load_default(20)
    file = Path(_keep_folder().name) / "aileron.ttf"
    file.write_bytes(getattr(font, "font_bytes", b""))
    return file
