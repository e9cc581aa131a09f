"""What an admitted call needs from the dispatcher."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from showground.core.calls import idempotency
from showground.core.calls.action import Action, I, O
from showground.core.calls.context import Caller, NoteRead, Services, Site
from showground.core.calls.rate_limits import Allowance, Limit
from showground.core.database.database import Database
from showground.core.metrics import Metrics

if TYPE_CHECKING:
    from showground.core.fetch import Fetcher


class CallHost(Protocol):
    """Services and counters that a call uses while it runs. The dispatcher implements it."""

    @property
    def database(self) -> Database: ...

    @property
    def site(self) -> Site: ...

    @property
    def fetch(self) -> "Fetcher": ...

    @property
    def services(self) -> Services: ...

    @property
    def operations(self) -> Mapping[str, str]: ...

    @property
    def meter(self) -> Metrics: ...

    @property
    def note_read(self) -> NoteRead: ...

    @property
    def twins(self) -> idempotency.Twins: ...

    async def count_input(self, caller: Caller, action: Action[I, O], input: I, so_far: Allowance) -> Allowance: ...

    async def count_further(self, caller: Caller, limit: Limit, key: str) -> None: ...
