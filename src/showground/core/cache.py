"""Public answers kept as encoded bytes until something they depend on changes."""

from collections.abc import Iterable

Headers = list[tuple[bytes, bytes]]
Key = tuple[str, bytes]  # path and query string

LIFE = 30.0  # seconds: the net under a lost notification
DAY = 86_400.0  # at whose end, in UTC, `today` and `this week` become something else without any change
HORIZON = LIFE + 1  # what lives longer was kept by a clock that was ahead
OVERHEAD = 2_000  # bytes an entry takes besides key and body; zipped, a body is smaller than that and a half of itself
MAX_BYTES = 32_000_000
SHARE_OF_QUERIES = 4  # of all bytes, a quarter is for addresses with a query: anybody can think up any number of those
MAX_TAGS = 100_000


class Form:
    """One form of an answer: plain, zipped, or as `304 Not Modified`."""

    __slots__ = ("body", "headers", "lines", "status")

    def __init__(self, status: int, headers: Headers, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.lines: bytes | None = None  # the headers as they are written to a connection, made when first sent so


class CachedAnswer:
    """One answer, ready to send."""

    __slots__ = ("etag", "operation", "page", "plain", "tags", "unchanged", "until", "viewed", "zipped")

    def __init__(self, etag: bytes, headers: Headers, body: bytes, *, operation: str, tags: tuple[str, ...]) -> None:
        self.etag = etag
        self.plain = Form(200, headers, body)
        self.operation = operation
        self.tags = tags
        self.until = 0.0
        self.page = False  # made for a stranger with a browser: others may be shown something else
        self.viewed = ""  # the slug of the listing whose page it is
        self.zipped: Form | None = None  # these two are made when first asked for
        self.unchanged: Form | None = None


class Cache:
    """Bounded, oldest out first. `find` costs one look-up: the hot path of the whole service."""

    def __init__(self) -> None:
        self.kept: dict[Key, CachedAnswer] = {}
        self._by_tag: dict[str, set[Key]] = {}
        self._bytes = 0
        self._with_query: dict[Key, None] = {}  # oldest first
        self._bytes_with_query = 0
        self._changes = 0
        self._changed_at: dict[str, int] = {}
        self._all_changed_at = 0

    @property
    def size(self) -> int:
        """Bytes that all of it takes, about."""
        return self._bytes

    def begin(self) -> int:
        """A mark to take before reading what may be kept: what changes after it makes the answer unfit to keep."""
        return self._changes

    def keep(self, key: Key, kept: CachedAnswer, begun: int, now: float) -> None:
        size = _size(key, kept)
        stale = self._all_changed_at > begun or any(self._changed_at.get(tag, 0) > begun for tag in kept.tags)
        if stale or size > MAX_BYTES // 10:
            return
        self._drop(key)
        if key[1]:
            while self._with_query and self._bytes_with_query + size > MAX_BYTES // SHARE_OF_QUERIES:
                self._drop(next(iter(self._with_query)))
            self._with_query[key] = None
            self._bytes_with_query += size
        while self._bytes + size > MAX_BYTES:
            self._drop(next(iter(self.kept)))
        kept.until = min(now + LIFE, (now // DAY + 1) * DAY)
        self.kept[key] = kept
        self._bytes += size
        for tag in kept.tags:
            self._by_tag.setdefault(tag, set()).add(key)

    def forget(self, tags: Iterable[str]) -> None:
        """Drop every answer that depends on one of these."""
        self._changes += 1
        for tag in tags:
            self._changed_at[tag] = self._changes
            for key in tuple(self._by_tag.get(tag, ())):
                self._drop(key)
        if len(self._changed_at) > MAX_TAGS:
            self.forget_all()

    def forget_all(self) -> None:
        self._changes += 1
        self._all_changed_at = self._changes
        self._changed_at.clear()
        self.kept.clear()
        self._by_tag.clear()
        self._with_query.clear()
        self._bytes = self._bytes_with_query = 0

    def _drop(self, key: Key) -> None:
        kept = self.kept.pop(key, None)
        if kept is None:
            return
        size = _size(key, kept)
        self._bytes -= size
        if key[1]:
            del self._with_query[key]
            self._bytes_with_query -= size
        for tag in kept.tags:
            keys = self._by_tag.get(tag)
            if keys is not None:
                keys.discard(key)
                if not keys:
                    del self._by_tag[tag]


def _size(key: Key, kept: CachedAnswer) -> int:
    return len(key[0]) + len(key[1]) + len(kept.plain.body) * 3 // 2 + OVERHEAD
