"""Which words are taken for English ones."""

from pathlib import Path

import pytest

from showground.search import english_words
from showground.search.embedding.word_pieces import get_places
from showground.search.english_words import is_english


def read_dictionary() -> list[str]:
    file = Path(english_words.__file__).with_suffix(".txt")
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def test_every_word_of_the_dictionary_is_found() -> None:
    words = read_dictionary()
    assert words == sorted(set(words))
    assert len(words) > 8_000
    assert [word for word in words if not is_english(word)] == []
    assert get_places().keys().isdisjoint(words)


@pytest.mark.parametrize("word", ["music", "beekeeper", "beekeepers", "sawmills", "teamwork", "gardeners", "borrowing"])
def test_ordinary_words_and_their_endings(word: str) -> None:
    assert is_english(word)


@pytest.mark.parametrize(
    "word", ["quinceberry", "pomegranate", "roofyield", "zzzz", "mailchimp", "", "bbb", "zzzzzzzz", "# this", "größe"]
)
def test_names_typos_and_junk(word: str) -> None:
    assert not is_english(word)
