"""Rate limits: counters in this process, or in Redis if several processes share them."""

import ipaddress
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import ceil
from time import monotonic
from typing import NamedTuple, Protocol

ANSWER_SECONDS = 0.25  # timeout for Redis
PAUSE_SECONDS = 1.0  # before Redis is tried again after a timeout
MAX_WINDOWS = 200_000  # per process; beyond this, old windows are dropped

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limit:
    """At most `quota` calls per `seconds`, under a name that callers see."""

    name: str
    quota: int
    seconds: int

    @cached_property
    def quoted(self) -> bytes:
        return f'"{self.name}"'.encode()

    @cached_property
    def policy(self) -> bytes:
        """Its part of the `RateLimit-Policy` header."""
        return b"%b;q=%d;w=%d" % (self.quoted, self.quota, self.seconds)


class Quotas:
    """The general limits, scaled by a factor, and divided among processes that do not share counters."""

    def __init__(self, factor: float = 1, processes: int = 1) -> None:
        self._share = factor / processes
        self._scaled: dict[Limit, Limit] = {}
        self.anonymous = self.scale(Limit("anonymous", 120, 60))
        self.account = self.scale(Limit("account", 600, 60))
        self.address = self.scale(Limit("address", 1200, 60))
        self.writes = self.scale(Limit("writes", 60, 60))
        self.bad_credentials = self.scale(Limit("bad-credentials", 120, 60))

    def scale(self, limit: Limit) -> Limit:
        scaled = self._scaled.get(limit)
        if scaled is None:
            quota = max(1, int(limit.quota * self._share))
            scaled = self._scaled[limit] = Limit(limit.name, quota, limit.seconds)
        return scaled


class Used(NamedTuple):
    """How much of a limit the caller has used, including this call, and how many seconds are left in the window."""

    limit: Limit
    used: int
    seconds_left: float

    @property
    def left(self) -> bytes:
        """Its part of the `RateLimit` header."""
        limit, used, seconds_left = self
        return b"%b;r=%d;t=%d" % (limit.quoted, max(0, limit.quota - used), ceil(seconds_left))


class Allowance(NamedTuple):
    """What the caller has left after this call."""

    uses: Sequence[Used]

    @property
    def allowed(self) -> bool:
        return all(use.used <= use.limit.quota for use in self.uses)

    @property
    def retry_after(self) -> int:
        return max((ceil(u.seconds_left) for u in self.uses if u.used > u.limit.quota), default=0)

    def headers(self) -> list[tuple[bytes, bytes]]:
        """`RateLimit-Policy` and `RateLimit`, as in the IETF draft."""
        if not self.uses:
            return []
        policy = b", ".join([use.limit.policy for use in self.uses])
        return [(b"ratelimit-policy", policy), (b"ratelimit", b", ".join([use.left for use in self.uses]))]


class Counters(Protocol):
    """Counts calls by key. A window starts with its first call."""

    async def hit(self, limit: Limit, key: str, at: float) -> Used: ...


async def count_call(counters: Counters, limits: Iterable[tuple[Limit, str]], at: float) -> Allowance:
    """Count one call under these limits in order. Stops at the first that is exceeded, so others are not used up."""
    uses: list[Used] = []
    in_memory = counters if isinstance(counters, MemoryCounters) else None
    for limit, key in limits:
        uses.append(in_memory.count(limit, key, at) if in_memory else await counters.hit(limit, key, at))
        if uses[-1].used > limit.quota:
            break
    return Allowance(uses)


class Window:
    """The calls of one caller under one limit, until the window ends."""

    __slots__ = ("ends", "used")

    def __init__(self, ends: float) -> None:
        self.ends = ends
        self.used = 0


class MemoryCounters:
    """Counters of this process only."""

    def __init__(self) -> None:
        self._windows: dict[tuple[str, str], Window] = {}

    def count(self, limit: Limit, key: str, at: float) -> Used:
        window = self._use(limit, key, at)
        return Used(limit, window.used, window.ends - at)

    def taker(self, limit: Limit) -> Callable[[str, float], list[tuple[bytes, bytes]] | None]:
        """A function for the hot path that counts a call from an address. It returns the headers, or None past the
        limit."""
        quota, policy, left = limit.quota, (b"ratelimit-policy", limit.policy), limit.quoted + b";r=%d;t=%d"

        def take(address: str, at: float) -> list[tuple[bytes, bytes]] | None:
            window = self._use(limit, network_of(address), at)
            if window.used > quota:
                return None
            return [policy, (b"ratelimit", left % (quota - window.used, ceil(window.ends - at)))]

        return take

    def _use(self, limit: Limit, key: str, at: float) -> Window:
        window = self._windows.get((limit.name, key))
        if (
            window is None or not at < window.ends <= at + limit.seconds
        ):  # the window has ended, or the clock was set back
            if len(self._windows) >= MAX_WINDOWS:
                self._make_room(at)
            window = self._windows[limit.name, key] = Window(at + limit.seconds)
        window.used += 1
        return window

    async def hit(self, limit: Limit, key: str, at: float) -> Used:
        return self.count(limit, key, at)

    def _make_room(self, at: float) -> None:
        """Forget windows that have ended; under a flood, also the older half of the others."""
        running = {k: w for k, w in self._windows.items() if w.ends > at}
        too_many = len(running) > MAX_WINDOWS // 2
        self._windows = dict(islice(running.items(), len(running) // 2, None)) if too_many else running


COUNT_SCRIPT = """
local used = redis.call('incr', KEYS[1])
if used == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {used, redis.call('pttl', KEYS[1])}
"""


class RedisCounters:
    """Counters shared by several machines. While Redis does not respond, each process counts on its own: nobody is
    rejected because of Redis, but a caller can use each limit once per process."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis  # noqa: PLC0415 - slow to import, and optional
        from redis.asyncio.retry import Retry  # noqa: PLC0415
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.exceptions import RedisError  # noqa: PLC0415

        self._lost = (RedisError, OSError)
        once_more = Retry(NoBackoff(), 1)  # with a new connection, in case Redis was restarted
        self._redis: Redis = Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
            url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS, retry=once_more
        )
        self._script = self._redis.register_script(COUNT_SCRIPT)
        self._alone = MemoryCounters()
        self._again_at = 0.0  # next attempt; a hung server must not delay every request

    async def hit(self, limit: Limit, key: str, at: float) -> Used:
        if monotonic() < self._again_at:
            return self._alone.count(limit, key, at)
        try:
            used, left = await self._script(keys=[f"showground:{limit.name}:{key}"], args=[limit.seconds * 1000])
        except self._lost as error:
            log.warning("Redis does not respond (%s); this process counts on its own.", type(error).__name__)
            self._again_at = monotonic() + PAUSE_SECONDS
            return self._alone.count(limit, key, at)
        return Used(limit, int(used), left / 1000)

    async def close(self) -> None:
        await self._redis.aclose()


def network_of(address: str) -> str:
    """An IPv4 address, or the /64 of an IPv6 address: what one household or machine usually gets."""
    if ":" not in address:
        return address
    try:
        ip = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(ip) >> 64 << 64, 64)))
