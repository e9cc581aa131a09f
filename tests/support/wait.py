"""Waiting for what other tasks and processes do."""

from collections.abc import Awaitable, Callable

import anyio

PATIENCE_SECONDS = 180  # only a broken test waits so long, however busy the machine is


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Looks often at first: most of it takes a few milliseconds, and each test waits for some of it."""
    pause = 0.001
    with anyio.fail_after(PATIENCE_SECONDS):
        while not await condition():  # other processes raise no event here
            await anyio.sleep(pause)
            pause = min(2 * pause, 0.02)
