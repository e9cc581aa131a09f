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
    block: Callable[[Context, int], Awaitable[None]] | None = None  # ends what this account has under way
    merge: Callable[[Context, int, int], Awaitable[None]] | None = None
    """After one account's rows were moved to another, and before what could not be moved goes with the account."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """All of them, in the order in which they let go."""

    items: tuple[Holding, ...] = ()
