"""Personal data in other domains: how each exports and deletes it. `wiring/personal_data.py` lists them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from showground.core.calls.context import Context
from showground.core.database.pool import Connection


@dataclass(frozen=True, slots=True)
class Holding:
    """One domain's part. Rows that only refer to the account are deleted with it and need no `forget`."""

    name: str
    export: Callable[[Connection, int], Awaitable[Any]]  # JSON-serializable
    forget: Callable[[Context], Awaitable[None]] | None = None  # called as the person who leaves
    block: Callable[[Context, int], Awaitable[None]] | None = None  # ends what this account has in progress
    unblock: Callable[[Context, int], Awaitable[int]] | None = None  # restores listings; returns how many
    merge: Callable[[Context, int, int], Awaitable[None]] | None = None
    """Called after one account's rows were moved to another, and before the rest is deleted with the account."""
    show: Callable[[Any], Any] | None = None  # what staff see of an export, if not all of it


@dataclass(frozen=True, slots=True)
class Holdings:
    """All domains with personal data, in the order in which they delete it."""

    items: tuple[Holding, ...] = ()
