"""Caches public answers as encoded bytes until something they depend on changes.

Every answer has tags, such as `listing:tidewater` or `categories`. A commit that changes data drops all answers with
the tags it names, in every process (by a PostgreSQL notification).

There is one race to avoid. Say a request reads `tidewater` at time 1, someone renames it at time 2, and the request
stores its answer at time 3. The answer is already stale, and nothing would drop it. So a request takes a mark with
`begin()` before it reads; `store()` refuses the answer if one of its tags changed after that mark.
"""

from collections.abc import Iterable

Headers = list[tuple[bytes, bytes]]
Key = tuple[str, bytes]  # path and query string

LIFE = 30.0  # seconds an answer lives at most, in case a notification is lost
DAY = 86_400.0  # answers expire at midnight UTC, because `today` and `this week` change then
HORIZON = LIFE + 1  # an answer that claims to live longer was stored by a clock that was ahead
OVERHEAD = 2_000  # bytes per entry besides key and body; a zipped body adds at most this much plus half its plain size
MAX_BYTES = 32_000_000
SHARE_OF_QUERIES = 4  # addresses with a query get a quarter of all bytes, because anyone can make up any number of them
MAX_TAGS = 100_000


class Variant:
    """One variant of an answer: plain, zipped, or as `304 Not Modified`."""

    __slots__ = ("body", "headers", "lines", "status")

    def __init__(self, status: int, headers: Headers, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.lines: bytes | None = None  # the headers as bytes for the connection, joined when first sent


class CachedAnswer:
    """One answer, ready to send."""

    __slots__ = ("etag", "operation", "page", "plain", "tags", "unchanged", "until", "viewed", "zipped")

    def __init__(self, etag: bytes, headers: Headers, body: bytes, *, operation: str, tags: tuple[str, ...]) -> None:
        self.etag = etag
        self.plain = Variant(200, headers, body)
        self.operation = operation
        self.tags = tags
        self.until = 0.0
        self.page = False  # a web page for visitors who are not signed in; others may see something else
        self.viewed = ""  # the slug of the listing, if this is its page or profile
        self.zipped: Variant | None = None  # this and the next are created when first requested
        self.unchanged: Variant | None = None


class Cache:
    """A bounded cache that drops the oldest entries first. The edge reads `answers` directly: one dictionary lookup, on
    the hottest path of the service."""

    def __init__(self) -> None:
        self.answers: dict[Key, CachedAnswer] = {}
        self._by_tag: dict[str, set[Key]] = {}
        self._bytes = 0
        self._with_query: dict[Key, None] = {}  # oldest first
        self._bytes_with_query = 0
        self._changes = 0
        self._changed_at: dict[str, int] = {}
        self._all_changed_at = 0

    @property
    def size(self) -> int:
        """Approximate size of all entries in bytes."""
        return self._bytes

    def begin(self) -> int:
        """Take a mark before reading data for an answer. After later changes, it is not cached."""
        return self._changes

    def store(self, key: Key, answer: CachedAnswer, begun: int, now: float) -> None:
        size = _size(key, answer)
        stale = self._all_changed_at > begun or any(self._changed_at.get(tag, 0) > begun for tag in answer.tags)
        if stale or size > MAX_BYTES // 10:
            return
        self._drop(key)
        if key[1]:
            while self._with_query and self._bytes_with_query + size > MAX_BYTES // SHARE_OF_QUERIES:
                self._drop(next(iter(self._with_query)))
            self._with_query[key] = None
            self._bytes_with_query += size
        while self._bytes + size > MAX_BYTES:
            self._drop(next(iter(self.answers)))
        answer.until = min(now + LIFE, (now // DAY + 1) * DAY)
        self.answers[key] = answer
        self._bytes += size
        for tag in answer.tags:
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
        self.answers.clear()
        self._by_tag.clear()
        self._with_query.clear()
        self._bytes = self._bytes_with_query = 0

    def _drop(self, key: Key) -> None:
        kept = self.answers.pop(key, None)
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
