"""Sets of listings are stored in parts and read back as they were."""

from random import Random

import numpy as np
import pytest

from showground.search.listing_bits import BYTES, MAX_PLACES, PART, CombinedParts, group, pack, read_ids, split, unpack


@pytest.mark.parametrize("count", [0, 1, MAX_PLACES, MAX_PLACES + 1, PART])
def test_a_part_is_read_back(count: int) -> None:
    flags = np.zeros(PART, dtype=np.bool_)
    flags[Random(count).sample(range(PART), count)] = True
    packed = pack(flags)
    assert len(packed) == min(2 * count, BYTES)
    back = np.zeros(PART, dtype=np.bool_)
    unpack(packed, back)
    assert (back == flags).all()


def test_sets_are_split_and_combined() -> None:
    ids = np.array([1, 2, PART - 1, PART, 9 * PART + 7], dtype=np.int64)
    rows = list(split(ids))
    assert [(part, count) for part, count, _ in rows] == [(0, 3), (1, 1), (9, 1)]
    arrays = CombinedParts([0, 1, 9])
    flags = arrays.combine(((part, bits) for part, _, bits in rows), np.array([5], dtype=np.int64))
    assert arrays.ids_of(flags) == [1, 2, 5, PART - 1, PART, 9 * PART + 7]
    arrays.remove(flags, np.array([2, PART, 5 * PART, 99 * PART], dtype=np.int64))  # the last two are in no part
    assert arrays.ids_of(flags) == [1, 5, PART - 1, 9 * PART + 7]
    assert arrays.count(flags) == 4


@pytest.mark.parametrize("count", [1, MAX_PLACES, MAX_PLACES + 1, PART])
def test_several_sets_are_grouped(count: int) -> None:
    large, small = Random(count).sample(range(PART), count), [PART - 1, 0]
    entries = [*(3 * PART + place for place in large), *(PART + place for place in small)]
    grouped = {number: (size, bits) for number, size, bits in group(np.array(entries, dtype=np.uint32), 3)}
    assert grouped == {
        number: (len(places), next(split(np.array(places, dtype=np.int64)))[2])
        for number, places in ((1, small), (3, large))
    }


def test_parts_that_are_not_there_are_left_out() -> None:
    arrays = CombinedParts([1])
    [(part, _, bits)] = split(np.array([3], dtype=np.int64))
    assert arrays.ids_of(arrays.combine([(part, bits)], np.array([4 * PART], dtype=np.int64))) == []


def test_a_set_is_one_row_of_bits() -> None:
    ids = np.array([3, PART - 1, 4 * PART + 9], dtype=np.int64)
    arrays = CombinedParts([0, 4])
    flags = arrays.combine([], ids)
    for more in ([], [6 * PART + 1], [2 * PART]):
        first, bits = arrays.as_bits(flags, more)
        assert first == 0
        assert np.flatnonzero(np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")).tolist() == sorted(
            [*ids.tolist(), *more]
        )


def test_ids_are_read_as_postgresql_sends_them() -> None:
    assert read_ids((7).to_bytes(8) + (2**40).to_bytes(8)).tolist() == [7, 2**40]
    assert read_ids(None).tolist() == []
