"""Which words are taken for a mistyped one."""

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from showground.search.spelling import (
    beginning_keys_of,
    begun_by,
    full_keys_of,
    keys_of,
    lengths_near,
    nearest,
    typos_in,
)

words = st.text(alphabet=string.ascii_lowercase, min_size=1, max_size=20)


def distance(typed: str, known: str) -> int | None:
    return 0 if typed == known else next(iter(nearest(typed, [known])), None)


def mistype(word: str, rnd: random.Random) -> str:
    at = rnd.randrange(len(word))
    other = rnd.choice(string.ascii_lowercase)
    return rnd.choice(
        [
            word[:at] + other + word[at:],
            word[:at] + word[at + 1 :],
            word[:at] + other + word[at + 1 :],
            word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
        ]
    )


@given(words, st.integers(0, 2), st.randoms(use_true_random=False))
def test_two_words_within_their_typos_have_a_key_in_common(word: str, typos: int, rnd: random.Random) -> None:
    typed = word
    for _ in range(typos):
        typed = mistype(typed, rnd) or typed
    if distance(typed, word) is not None:
        assert full_keys_of(typed) & keys_of(word)


@given(st.text(alphabet="abc", min_size=1, max_size=10), st.text(alphabet="abc", min_size=1, max_size=10))
def test_no_pair_is_missed(typed: str, known: str) -> None:
    """Over few letters nearly all words are near each other."""
    if OSA.distance(typed, known) <= typos_in(max(len(typed), len(known))):
        assert full_keys_of(typed) & keys_of(known)
        shortest, longest = lengths_near(len(typed))
        assert shortest <= len(known) <= longest


@given(st.text(alphabet=string.ascii_lowercase, min_size=6, max_size=20), st.data())
def test_a_beginning_with_a_typo_is_found(word: str, data: st.DataObject) -> None:
    cut = word[: data.draw(st.integers(5, len(word)))]
    typed = mistype(cut, random.Random(data.draw(st.integers())))
    if len(typed) >= 5 and begun_by(typed, [word]):
        assert beginning_keys_of(typed) & keys_of(word)


@pytest.mark.parametrize(
    ("typed", "known", "apart"),
    [
        ("figam", "figma", 1),
        ("notoin", "notion", 1),
        ("kuberntes", "kubernetes", 1),
        ("kubrentes", "kubernetes", 2),
        ("cat", "cut", None),
        ("cats", "cat", 1),
        ("stripe", "striope", 1),
        ("stripe", "stxpe", None),
        ("postgres", "postgresql", 2),
    ],
)
def test_distances(typed: str, known: str, apart: int | None) -> None:
    assert distance(typed, known) == apart


def test_the_nearest_by_distance() -> None:
    known = ["observatory", "observatori", "obsrevatroy", "observer", "conservatory"]
    found = nearest("observatory", known)
    assert {apart: sorted(words) for apart, words in found.items()} == {
        1: ["observatori"],
        2: ["conservatory", "obsrevatroy"],
    }


def test_keys_are_numbers_that_postgresql_holds() -> None:
    for word in ("kubernetes", "zzzzzz", "日本", "ÿÿÿ", "c++", "a"):
        assert all(-(2**31) <= key < 2**31 for key in keys_of(word))
