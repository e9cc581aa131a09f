"""Public answers kept as encoded bytes until something they depend on changes."""

from collections.abc import Iterable
from typing import NamedTuple

Key = tuple[str, bytes]  # path and query string

LIFE = 30.0  # seconds: the net under a lost notification
MOST_BYTES = 32_000_000
MOST_TAGS = 100_000


class Kept(NamedTuple):
    """One answer, ready to send."""

    until: float
    etag: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes
    zipped_headers: list[tuple[bytes, bytes]] | None
    zipped: bytes
    tags: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.body) + len(self.zipped) + 1_000


class Cache:
    """Bounded, oldest out first. `find` costs one look-up: the hot path of the whole service."""

    def __init__(self) -> None:
        self.kept: dict[Key, Kept] = {}
        self._by_tag: dict[str, set[Key]] = {}
        self._bytes = 0
        self._changes = 0
        self._changed_at: dict[str, int] = {}
        self._all_changed_at = 0

    def begin(self) -> int:
        """A mark to take before reading what may be kept: what changes after it makes the answer unfit to keep."""
        return self._changes

    def keep(self, key: Key, kept: Kept, begun: int) -> None:
        stale = self._all_changed_at > begun or any(self._changed_at.get(tag, 0) > begun for tag in kept.tags)
        if stale or kept.size > MOST_BYTES // 10:
            return
        self._drop(key)
        while self._bytes + kept.size > MOST_BYTES:
            self._drop(next(iter(self.kept)))
        self.kept[key] = kept
        self._bytes += kept.size
        for tag in kept.tags:
            self._by_tag.setdefault(tag, set()).add(key)

    def forget(self, tags: Iterable[str]) -> None:
        """Drop every answer that depends on one of these."""
        self._changes += 1
        for tag in tags:
            self._changed_at[tag] = self._changes
            for key in tuple(self._by_tag.get(tag, ())):
                self._drop(key)
        if len(self._changed_at) > MOST_TAGS:
            self.forget_all()

    def forget_all(self) -> None:
        self._changes += 1
        self._all_changed_at = self._changes
        self._changed_at.clear()
        self.kept.clear()
        self._by_tag.clear()
        self._bytes = 0

    def _drop(self, key: Key) -> None:
        kept = self.kept.pop(key, None)
        if kept is None:
            return
        self._bytes -= kept.size
        for tag in kept.tags:
            keys = self._by_tag.get(tag)
            if keys is not None:
                keys.discard(key)
                if not keys:
                    del self._by_tag[tag]
