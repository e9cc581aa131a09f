"""Waiting for what other tasks and processes do."""

from collections.abc import Awaitable, Callable

import anyio

PATIENCE_SECONDS = 180  # only a broken test waits so long, however busy the machine is


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    with anyio.fail_after(PATIENCE_SECONDS):
        while not await condition():  # noqa: ASYNC110 - other processes raise no event here
            await anyio.sleep(0.02)
