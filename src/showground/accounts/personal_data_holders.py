"""What other domains keep of a person: how to show it all, and how to let go of it. The roots say who does."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from showground.core.calls.context import Context
from showground.core.database.pool import Connection


@dataclass(frozen=True, slots=True)
class Holding:
    """One domain's part. Rows that simply refer to the account go with it and need no `forget`."""

    name: str
    export: Callable[[Connection, int], Awaitable[Any]]  # something that JSON can hold
    forget: Callable[[Context], Awaitable[None]] | None = None  # as the person who leaves


@dataclass(frozen=True, slots=True)
class Holdings:
    """All of them, in the order in which they let go."""

    items: tuple[Holding, ...] = ()
