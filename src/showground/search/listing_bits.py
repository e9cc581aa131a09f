"""Sets of listings, stored in parts of 65,536 ids. Pure.

A part with many listings is stored as bits, one for each id: 8 kB. A part with few is stored as their places in the
part, two bytes each. `CombinedParts` combines sets of several parts.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Bits = NDArray[np.uint8]
Ids = NDArray[np.int64]
Places = NDArray[np.uint16]
Entries = NDArray[np.uint32]

SHIFT = 16
PART = 1 << SHIFT
BYTES = PART // 8
MAX_PLACES = BYTES // 2 - 1  # up to here, places are shorter than bits; so the length tells which of both is stored


def pack(flags: Flags) -> bytes:
    """One part, from a boolean for each of its ids."""
    places = np.flatnonzero(flags)
    if len(places) <= MAX_PLACES:
        return places.astype("<u2").tobytes()
    return np.packbits(flags, bitorder="little").tobytes()


def unpack(packed: bytes, into: Flags) -> None:
    """Add the listings of one part to the booleans of its ids."""
    if len(packed) == BYTES:
        into |= np.unpackbits(np.frombuffer(packed, dtype=np.uint8), bitorder="little").view(np.bool_)
    else:
        into[np.frombuffer(packed, dtype="<u2")] = True


def read_ids(sent: bytes | None) -> Ids:
    """Ids as PostgreSQL's `int8send` writes them, one after the other."""
    return np.frombuffer(sent or b"", dtype=">i8").astype(np.int64)


def split(ids: Ids) -> Iterator[tuple[int, int, bytes]]:
    """The parts of a set, each with its number, how many listings it has, and what is stored."""
    ordered: Ids = np.sort(ids)
    numbers: Ids = ordered // PART
    for part in np.unique(numbers).tolist():
        first, end = np.searchsorted(numbers, (part, part + 1)).tolist()
        flags = np.zeros(PART, dtype=np.bool_)
        flags[ordered[first:end] % PART] = True
        yield part, int(np.count_nonzero(flags)), pack(flags)


def group(entries: Entries, most: int) -> Iterator[tuple[int, int, bytes]]:
    """One part of several sets: the number of each set, how many listings it has, and what is stored.

    An entry is the number of a set, from 1 to `most`, times PART, plus the place of a listing.
    """
    ordered = np.sort(entries)
    ends = np.searchsorted(ordered, np.arange(1, most + 2, dtype=np.uint64) * PART).tolist()
    for number, (first, end) in enumerate(pairwise(ends), 1):
        places: Places = (ordered[first:end] % PART).astype("<u2")
        if len(places) > MAX_PLACES:
            flags = np.zeros(PART, dtype=np.bool_)
            flags[places] = True
            yield number, len(places), np.packbits(flags, bitorder="little").tobytes()
        elif len(places):
            yield number, len(places), places.tobytes()


class CombinedParts:
    """Sets of the listings of these parts, which need not follow each other: a bit for each id, eight in a byte.

    Combining bits takes an eighth of the memory that booleans take, which is what it costs with a million listings.
    """

    def __init__(self, parts: Iterable[int]) -> None:
        self.parts = np.array(sorted(set(parts)), dtype=np.int64)

    def combine(self, rows: Iterable[tuple[int, bytes]], ids: Ids | None = None) -> Bits:
        """The listings that are in any of these rows (each a part and what is stored of it) or have one of the ids."""
        bits = np.zeros(len(self.parts) * BYTES, dtype=np.uint8)
        short: list[tuple[int, bytes]] = []  # parts that are stored as places; these are many, so we join them first
        slots = {part: slot for slot, part in enumerate(self.parts.tolist())}
        for part, packed in rows:
            slot = slots.get(part)
            if slot is None:
                continue
            if len(packed) == BYTES:
                bits[slot * BYTES : (slot + 1) * BYTES] |= np.frombuffer(packed, dtype=np.uint8)
            else:
                short.append((slot * PART, packed))
        if short:
            starts = np.repeat([start for start, _ in short], [len(packed) // 2 for _, packed in short])
            bits |= self._set(starts + np.frombuffer(b"".join(packed for _, packed in short), dtype="<u2"))
        if ids is not None and len(ids):
            bits |= self._set(self._places(ids))
        return bits

    def remove(self, bits: Bits, ids: Ids) -> None:
        bits &= ~self._set(self._places(ids))

    def count(self, bits: Bits) -> int:
        return int(np.bitwise_count(bits.view(np.uint64)).sum())

    def ids_of(self, bits: Bits) -> Sequence[int]:
        # Booleans and shifts, because numpy takes several times as long for other numbers and for divisions.
        filled = np.flatnonzero(bits != 0)  # bytes; most are empty if few listings are in the set
        places = np.flatnonzero(np.unpackbits(bits[filled], bitorder="little").view(np.bool_))
        places = (filled[places >> 3] << 3) + (places & 7)
        return ((self.parts[places >> SHIFT] << SHIFT) + (places & (PART - 1))).tolist()

    def as_bits(self, bits: Bits, more: Sequence[int]) -> tuple[int, bytes]:
        """The id of the first bit, and a bit for each id from there on, in the order of PostgreSQL's `get_bit`.

        `more`: other ids of the set, which may be in other parts.
        """
        whole = CombinedParts([*self.parts.tolist(), *(number // PART for number in more)])
        first, end = int(whole.parts[0]), int(whole.parts[-1]) + 1
        whole = CombinedParts(range(first, end))
        found = whole.combine([], np.array(more, dtype=np.int64)).reshape(-1, BYTES)
        found[self.parts - first] |= bits.reshape(-1, BYTES)
        return first * PART, found.tobytes()

    def _set(self, places: Ids) -> Bits:
        flags = np.zeros(len(self.parts) * PART, dtype=np.bool_)
        flags[places] = True
        return np.packbits(flags, bitorder="little")

    def _places(self, ids: Ids) -> Ids:
        """Where these ids are; those of other parts are left out."""
        slots = np.searchsorted(self.parts, ids // PART)
        known = slots < len(self.parts)
        ids, slots = ids[known], slots[known]
        here = self.parts[slots] == ids // PART
        return slots[here] * PART + ids[here] % PART
