"""The caller, and what a handler can use."""

import time
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from showground.core.brand import Brand
from showground.core.calls.errors import SignInRequired
from showground.core.calls.rate_limits import Limit
from showground.core.database.pool import Connection
from showground.core.languages import Languages

if TYPE_CHECKING:
    from showground.core.fetch import Fetcher

Surface = Literal["rest", "mcp", "web", "job", "command"]
Clock = Callable[[], datetime]
Thing = TypeVar("Thing")
ReportProgress = Callable[[float, float, str], Awaitable[None]]
"""Tells a client that asked for it how far a call is: steps done, steps in all, and what is going on."""


async def report_nothing(_done: float, _total: float, _now: str) -> None:
    """For clients that did not ask for progress."""


def system_clock() -> datetime:
    return datetime.now(UTC)


def seconds_of(clock: Clock) -> Callable[[], float]:
    """The same clock in seconds since 1970. For the system clock this is much cheaper than making a datetime."""
    return time.time if clock is system_clock else lambda: clock().timestamp()


class Services:
    """Objects that the application provides for domains, such as their settings. Looked up by type."""

    def __init__(self, *things: object) -> None:
        self._things: dict[type[Any], object] = {type(thing): thing for thing in things}

    def __getitem__(self, kind: type[Thing]) -> Thing:
        return cast("Thing", self._things[kind])

    def find(self, kind: type[Thing]) -> Thing | None:
        return cast("Thing | None", self._things.get(kind))

    def replace(self, thing: object) -> None:
        """Provide this object from now on, instead of the one of its type."""
        self._things[type(thing)] = thing


PREVIEWED: ContextVar[Brand | None] = ContextVar("previewed brand", default=None)


class Site:
    """URL and brand of the site. The brand changes while the process runs: read it when you need it, don't keep it.

    `theme`: a folder whose templates are used instead of the shipped ones. `log_addresses`: whether the log of requests
    contains IP addresses; `backup_days`: how long scheduled backups are kept, if there are any. The privacy policy says
    both. `languages`: those of its pages and emails.
    """

    def __init__(
        self,
        name: str,
        url: str,
        *,
        theme: Path | None = None,
        log_addresses: bool = False,
        backup_days: int | None = None,
        languages: Languages | None = None,
    ) -> None:
        self.url = url
        self.log_addresses = log_addresses
        self.backup_days = backup_days
        self.theme = theme
        self.languages = languages or Languages()
        self._published = Brand(name=name)

    @property
    def brand(self) -> Brand:
        """What is published, or in a preview, what is previewed."""
        return PREVIEWED.get() or self._published

    @property
    def name(self) -> str:
        return self.brand.name

    def publish(self, brand: Brand) -> None:
        self._published = brand

    @contextmanager
    def previewing(self, brand: Brand) -> Generator[None]:
        """Whatever is rendered within this block, in this task only, has another brand."""
        token = PREVIEWED.set(brand)
        try:
            yield
        finally:
            PREVIEWED.reset(token)

    @property
    def api_url(self) -> str:
        return f"{self.url}/api/v1"

    @property
    def mcp_url(self) -> str:
        return f"{self.url}/mcp"

    @property
    def docs_url(self) -> str:
        return f"{self.url}/docs/api"


@dataclass(frozen=True, slots=True)
class Access:
    """What a credential allows, and for which account."""

    account: int
    kind: Literal["api_key", "oauth", "session"]
    scopes: frozenset[str]
    expires_at: datetime | None = None
    credential: int | None = None
    last_write_xid: int | None = None  # the account's last transaction that changed something
    recent: bool = False  # whether the person signed in recently; always false for keys and tokens
    test: bool = False  # an API key for trying things out: its orders move no money
    passkey_first: bool = False  # staff who signed in without the passkey that staff pages require


@dataclass(frozen=True, slots=True)
class EndedAccess:
    """A credential that we issued and no longer accept, or not here. Its holder is not guessing credentials."""

    credential: str


Authenticate = Callable[[str, datetime, str], Awaitable[Access | EndedAccess | None]]
"""Finds what a token allows, given the time and the caller's IP address. None: we never issued such a token."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, from where, through which surface, and when."""

    now: datetime
    surface: Surface
    access: Access | None = None
    address: str = ""
    request_id: str = ""
    agent: str = ""  # the program's user agent, as it calls itself

    @property
    def account(self) -> int:
        """The signed-in account. The dispatcher guarantees one if the scope is not public."""
        if self.access is None:
            raise SignInRequired
        return self.access.account

    @property
    def test(self) -> bool:
        """Whether the call is made with a test key."""
        return self.access is not None and self.access.test


NoteRead = Callable[[str, Caller], None]
"""Told what a program has read, by name, for operations that count their reads."""


def note_no_read(_name: str, _caller: Caller) -> None:
    """Where nobody counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareContext(Caller):
    """What a `prepare` step can use: the network, and a connection for short reads, released before it waits."""

    site: Site
    services: Services
    fetch: "Fetcher"
    reading: Callable[[], AbstractAsyncContextManager[Connection]] = field(repr=False)
    count: Callable[[Limit, str], Awaitable[None]] = field(
        repr=False
    )  # counts one use of a limit; raises if it is used up
    report: ReportProgress = field(default=report_nothing, repr=False)

    @property
    def owner(self) -> str:
        """Who shares scarce resources, such as the sandbox, fairly with others."""
        return f"account:{self.access.account}" if self.access else self.surface


@dataclass(frozen=True, slots=True, kw_only=True)
class Context(Caller):
    """What a handler can use: the caller, the site, and the open transaction."""

    site: Site
    db: Connection
    operations: Mapping[str, str]  # scope by operation name
    services: Services = field(default_factory=Services)
    # The canonical form of an address that may be fetched. Raises `FetchFailed` for others; looks nothing up.
    check_url: Callable[[str], str] = field(default=str, repr=False)
