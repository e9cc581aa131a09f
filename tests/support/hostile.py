"""Documents that keep a parser busy for ever."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any, TypeVar

from showground.core.sandbox import Sandboxed
from tests.core.sandbox.functions import loop_for_ever
from tests.support.wait import PATIENCE_SECONDS
from tests.support.world import World

T = TypeVar("T")


def endless(declared: Sandboxed[Any, Any]) -> Sandboxed[Any, Any]:
    """The same declaration, but its function never ends, whatever the document: parsers get better, attackers too."""
    place = f"{loop_for_ever.__module__}:{loop_for_ever.__name__}"
    return replace(declared, place=place, cpu_seconds=1, seconds=PATIENCE_SECONDS)


async def others_are_answered_during(world: World, call: Awaitable[T]) -> T:
    """What the call gives; meanwhile this process must go on answering others."""
    pending = asyncio.ensure_future(call)
    answered = 0
    while not pending.done():
        assert (await world.get("/me", by="bob")).status_code == 200
        answered += 1
        await asyncio.sleep(0.05)  # asking without a pause would take the processor from the one who is waited for
    assert answered > 1
    return await pending
