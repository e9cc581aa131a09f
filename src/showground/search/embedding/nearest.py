"""Finds the listings whose meaning is nearest to a vector, among all of them, in memory.

Of each vector only the signs are kept: 256 bits and the listing's id, 40 bytes together. Two vectors are similar if
most of their signs agree. So a first pass counts differing bits among the first 128, in which texts differ most. A
second pass takes the best of these and weighs all their signs with the query's own numbers. The best of the second pass
are compared by their whole vectors, which are in the database.
"""

import numpy as np
from numpy.typing import NDArray

from showground.search.embedding.text_vectors import WIDTH, Vector

Ids = NDArray[np.int64]
Words = NDArray[np.uint64]

SIGN_BYTES = WIDTH // 8
COMPARED = 300  # listings that the second pass weighs, about
COUNTED = 8_192  # about how many listings are sampled to estimate how many differing bits to allow
AT_ONCE = 32_768  # rows, so that intermediate results stay in the processor's cache


class NearestIndex:
    """Ids and signs of listings, in the order of ids.

    Both are one attribute: a search in another thread keeps the pair that it has begun with. `version` grows with every
    change that such a search may have missed.
    """

    version = 0

    def __init__(self) -> None:
        self.rows: tuple[Ids, Words] = np.empty(0, dtype=np.int64), np.empty((SIGN_BYTES // 8, 0), dtype=np.uint64)

    def __len__(self) -> int:
        return len(self.rows[0])

    def put(self, ids: bytes, signs: bytes) -> None:
        """Add or replace listings: ids as PostgreSQL sends them, eight bytes each in rising order, and their signs."""
        given: Ids = np.frombuffer(ids, dtype=">i8").astype(np.int64)
        columns = np.frombuffer(signs, dtype=np.uint64).reshape(len(given), SIGN_BYTES // 8).T
        known, stored = self.rows
        places = np.searchsorted(known, given)
        there = np.zeros(len(given), dtype=bool)
        inside = places < len(known)
        there[inside] = known[places[inside]] == given[inside]
        changed = bool((stored[:, places[there]] != columns[:, there]).any())
        stored[:, places[there]] = columns[:, there]
        new = places[~there]
        if len(new):
            self.rows = np.insert(known, new, given[~there]), np.insert(stored, new, columns[:, ~there], axis=1)
        self.version += changed or len(new) > 0

    def drop(self, ids: Ids) -> None:
        """Remove listings that are no longer public."""
        known, stored = self.rows
        kept = ~np.isin(known, ids)
        self.rows = known[kept], np.ascontiguousarray(stored[:, kept])

    def find(self, vector: Vector, count: int, among: Ids | None = None) -> Ids:
        """About the `count` nearest listings, the nearest first; `among`: only these."""
        ids, signs = self.rows
        if among is not None:
            places = np.flatnonzero(np.isin(ids, among))
            ids, signs = ids[places], signs[:, places]
        best = _fewest_differences(signs, np.packbits(vector > 0).view(np.uint64))
        bits = np.unpackbits(np.ascontiguousarray(signs[:, best].T).view(np.uint8), axis=1)
        likeness: Vector = bits.astype(np.float32) @ vector
        order: NDArray[np.intp] = np.argsort(-likeness, kind="stable")[:count]
        return ids[best[order]]


def _fewest_differences(signs: Words, asked: Words) -> NDArray[np.intp]:
    """The places of the rows that differ from `asked` in the fewest of the first bits: about COMPARED."""
    size = signs.shape[1]
    if size <= COMPARED:
        return np.arange(size, dtype=np.intp)
    differing = np.empty(size, dtype=np.uint8)
    for start in range(0, size, AT_ONCE):
        part = differing[start : start + AT_ONCE]
        np.bitwise_count(signs[0, start : start + AT_ONCE] ^ asked[0], out=part)
        part += np.bitwise_count(signs[1, start : start + AT_ONCE] ^ asked[1])
    step = max(1, size // COUNTED)
    at_most = np.cumsum(np.bincount(differing[::step], minlength=WIDTH + 1))
    at_most_differing = int(np.searchsorted(at_most, COMPARED / step))  # as an int, or all would be converted to int64
    return np.flatnonzero(differing <= at_most_differing)
