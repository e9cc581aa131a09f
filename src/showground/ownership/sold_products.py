"""How owned listings know what can be ordered, although orders are a later part, which provides it."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from showground.core.calls.context import Context


@dataclass(frozen=True, slots=True)
class SoldProducts:
    """Finds the codes of the products that are on sale."""

    find: Callable[[Context], Awaitable[Collection[str]]]
