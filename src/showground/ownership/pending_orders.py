"""How owned listings show pending orders, although orders are a later part, which provides them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from showground.core.calls.context import Context
from showground.ownership.models import PendingOrder


@dataclass(frozen=True, slots=True)
class PendingOrders:
    """Finds the caller's pending order for each of these listings."""

    find: Callable[[Context, Sequence[int]], Awaitable[dict[int, PendingOrder]]]
