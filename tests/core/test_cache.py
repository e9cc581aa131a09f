"""Kept answers: bounded, and gone as soon as something they depend on changes."""

import pytest

from showground.core import cache
from showground.core.cache import Cache, CachedAnswer


def kept(*tags: str, body: bytes = b"{}") -> CachedAnswer:
    return CachedAnswer(b'"e"', [], body, operation="get_thing", tags=tags)


def key(name: int | str) -> tuple[str, bytes]:
    return f"/things/{name}", b""


def keep(store: Cache, name: int | str, answer: CachedAnswer, at: float = 0) -> None:
    store.store(key(name), answer, store.begin(), at)


def test_what_depends_on_a_changed_tag_is_forgotten() -> None:
    store = Cache()
    keep(store, "a", kept("listings"))
    keep(store, "b", kept("listings", "weeks"))
    keep(store, "c", kept("weeks"))
    store.forget(["listings", "unknown"])
    assert list(store.answers) == [key("c")]
    store.forget_all()
    assert store.answers == {}


def test_it_lives_for_half_a_minute_from_when_it_is_kept() -> None:
    store = Cache()
    keep(store, "a", kept("t"), at=100.0)
    assert store.answers[key("a")].until == 130.0


def test_it_lives_to_the_end_of_the_day_at_most() -> None:
    store = Cache()
    midnight = 20_000 * 86_400.0
    keep(store, "a", kept("t"), at=midnight - 10)
    keep(store, "b", kept("t"), at=midnight)
    assert [store.answers[key(name)].until for name in "ab"] == [midnight, midnight + 30]


@pytest.mark.parametrize("change", ["tag", "everything", "too many tags"])
def test_what_was_read_before_a_change_is_not_kept(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Cache()
    begun = store.begin()
    if change == "tag":
        store.forget(["t"])
    elif change == "everything":
        store.forget_all()
    else:
        monkeypatch.setattr(cache, "MAX_TAGS", 2)
        store.forget(["t"])
        store.forget(["u", "v"])
    store.store(key("a"), kept("t"), begun, 0)
    assert store.answers == {}
    keep(store, "a", kept("t"))
    assert list(store.answers) == [key("a")]


def test_other_changes_do_not_matter() -> None:
    store = Cache()
    begun = store.begin()
    store.forget(["other"])
    store.store(key("a"), kept("t"), begun, 0)
    assert list(store.answers) == [key("a")]


def test_the_oldest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_BYTES", 30_000)
    store = Cache()
    for number in range(100):
        keep(store, number, kept(f"t{number}"))
    assert list(store.answers) == [key(number) for number in range(100 - len(store.answers), 100)]
    assert 10 < len(store.answers) <= 15
    assert len(store._by_tag) == len(store.answers)


def test_addresses_with_a_query_make_room_among_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_BYTES", 80_000)
    store = Cache()
    keep(store, "a", kept("t"))
    for number in range(100):
        store.store(("/things", b"q=%d" % number), kept("q"), store.begin(), 0)
    queries = [query for _, query in store.answers if query]
    assert queries == [b"q=%d" % number for number in range(100 - len(queries), 100)]
    assert 5 < len(queries) <= 10
    assert key("a") in store.answers
    for number in range(100):
        keep(store, number, kept("t"))
    assert not any(query for _, query in store.answers)
    store.store(("/things", b"q=1"), kept("q"), store.begin(), 0)
    store.forget(["q", "t"])
    assert (store._bytes, store._bytes_with_query, store._with_query) == (0, 0, {})


def test_the_key_counts_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_BYTES", 300_000)
    store = Cache()
    for number in range(20):
        keep(store, f"{number}" + "x" * 20_000, kept("t"))
    assert len(store.answers) == 13


def test_one_that_is_too_large_is_not_kept_and_pushes_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_BYTES", 30_000)
    store = Cache()
    keep(store, "a", kept("t"))
    keep(store, "b", kept("t", body=b"x" * 3_000))
    assert list(store.answers) == [key("a")]


def test_memory_is_given_back() -> None:
    store = Cache()
    for round_ in range(3):
        for number in range(50):
            keep(store, number, kept("t", f"n{number}", body=b"x" * (100 * round_)))
    assert len(store.answers) == 50
    for number in range(50):
        store.forget([f"n{number}"])
    assert (store.answers, store._by_tag, store._bytes) == ({}, {}, 0)


def test_the_marks_of_changes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_TAGS", 10)
    store = Cache()
    keep(store, "a", kept("t"))
    for number in range(25):
        store.forget([f"listing:{number}"])
        assert len(store._changed_at) <= 10
    assert store.answers == {}
