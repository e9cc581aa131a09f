"""Batches: what arrives together is done together, and each caller gets the result of their own."""

import asyncio
from collections.abc import Sequence

import pytest

from showground.core import batches
from showground.core.batches import Batches
from showground.core.calls.errors import ApiError, NotFound, Unavailable
from showground.core.languages import EnglishText

pytestmark = pytest.mark.anyio


class Doubling:
    """Doubles numbers, each batch only when it is let to. 0 is refused, 13 breaks the whole batch."""

    def __init__(self) -> None:
        self.seen: list[list[int]] = []
        self.begun = asyncio.Event()
        self.free = asyncio.Event()
        self.batches = Batches[int, int](self.double)

    async def double(self, numbers: Sequence[int]) -> list[int | ApiError]:
        self.seen.append(list(numbers))
        self.begun.set()
        await self.free.wait()
        if 13 in numbers:
            raise ZeroDivisionError
        return [NotFound() if number == 0 else 2 * number for number in numbers]

    async def add_all(self, *numbers: int) -> list[int | BaseException]:
        """The first begins at once; the others arrive while it is worked on."""
        tasks = [asyncio.create_task(self.batches.add(number)) for number in numbers[:1]]
        await self.begun.wait()
        tasks += [asyncio.create_task(self.batches.add(number)) for number in numbers[1:]]
        await asyncio.sleep(0)
        self.free.set()
        return await asyncio.gather(*tasks, return_exceptions=True)


async def test_what_arrives_meanwhile_is_the_next_batch() -> None:
    work = Doubling()
    assert await work.add_all(1, 2, 3, 4) == [2, 4, 6, 8]
    assert work.seen == [[1], [2, 3, 4]]
    assert await work.batches.add(5) == 10


async def test_a_refusal_is_for_the_one_who_asked() -> None:
    work = Doubling()
    one, two, refused, four = await work.add_all(1, 2, 0, 4)
    assert (one, two, four) == (2, 4, 8)
    assert isinstance(refused, NotFound)
    assert work.seen == [[1], [2, 0, 4]]


async def test_one_that_breaks_a_batch_does_not_harm_the_others() -> None:
    work = Doubling()
    one, two, broken, four = await work.add_all(1, 2, 13, 4)
    assert (one, two, four) == (2, 4, 8)
    assert isinstance(broken, ZeroDivisionError)
    assert work.seen == [[1], [2, 13, 4], [2], [13], [4]]


async def test_without_a_database_nobody_is_tried_one_by_one() -> None:
    calls: list[int] = []

    async def fail(numbers: Sequence[int]) -> list[int | ApiError]:
        calls.append(len(numbers))
        raise Unavailable(EnglishText("No database."))

    failing = Batches[int, int](fail)
    found = await asyncio.gather(*(failing.add(number) for number in range(3)), return_exceptions=True)
    assert [str(each) for each in found] == ["No database."] * 3
    assert len({id(each) for each in found}) == 3
    assert calls == [3]


async def test_whoever_gave_up_is_left_out() -> None:
    work = Doubling()
    first = asyncio.create_task(work.batches.add(1))
    gone = asyncio.create_task(work.batches.add(2))
    last = asyncio.create_task(work.batches.add(3))
    await work.begun.wait()
    work.seen.clear()
    late = asyncio.create_task(work.batches.add(4))
    later = asyncio.create_task(work.batches.add(5))
    await asyncio.sleep(0)
    gone.cancel()
    late.cancel()
    work.free.set()
    assert await asyncio.gather(first, last, later) == [2, 6, 10]
    assert work.seen == [[5]]


async def test_too_many_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MAX_WAITING", 2)
    work = Doubling()
    begun = asyncio.create_task(work.batches.add(1))
    await work.begun.wait()
    waiting = [asyncio.create_task(work.batches.add(number)) for number in (2, 3)]
    await asyncio.sleep(0)
    with pytest.raises(Unavailable):
        await work.batches.add(4)
    work.free.set()
    assert await asyncio.gather(begun, *waiting) == [2, 4, 6]


async def test_a_large_crowd_comes_in_several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MAX_ITEMS", 2)
    work = Doubling()
    assert await work.add_all(1, 2, 3, 4) == [2, 4, 6, 8]
    assert work.seen == [[1], [2, 3], [4]]


async def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "WAIT_SECONDS", 0.01)
    work = Doubling()
    with pytest.raises(Unavailable):
        await work.batches.add(1)
    work.free.set()
    assert await work.batches.add(2) == 4
