# ruff: noqa: RUF001 (letters that look like others are what this is about)
"""How text becomes words."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showground.core.combining_marks import without_excess
from showground.core.text_folding import (
    MAX_WORD_LENGTH,
    fold,
    joined,
    linked_spellings_of,
    name_spellings_of,
    spellings_of,
    words_of,
)

WORDS = {
    "Straße": ["strasse"],
    "İstanbul ISPARTA ışık": ["istanbul", "isparta", "isik"],
    "Crème brûlée": ["creme", "brulee"],
    "ﬁne Œuvre Ærø": ["fine", "oeuvre", "aero"],
    "Ｆｕｌｌ ｗｉｄｔｈ": ["full", "width"],
    "Łódź, Đà Nẵng": ["lodz", "da", "nang"],
    "ΣΊΣΥΦΟΣ σίσυφος": ["σισυφοσ", "σισυφοσ"],
    "Ёлка йод": ["елка", "иод"],
    "C++ C# F# Disney+": ["c++", "c#", "f#", "disney+"],
    "1+1 a+b x#y": ["1", "1", "a", "b", "x", "y"],
    "R": ["r"],
    "todo.txt": ["todo", "txt"],
    "snake_case e-mail": ["snake", "case", "e", "mail"],
    "Joe's l’été": ["joe", "s", "l", "ete"],
    "co\u00adop": ["coop"],
    "日本語": ["日本", "本語"],
    "車": ["車"],
    "東京 app": ["東京", "app"],
    "がか": ["がか"],
    "한국어 검색": ["한국어", "검색"],
    "हिन्दी भाषा": ["हिन्दी", "भाषा"],
    "שָׁלוֹם": ["שלום"],
    "مُحَمَّد": ["محمد"],
    "... !? —": [],
    "": [],
}


@pytest.mark.parametrize(("text", "words"), WORDS.items())
def test_words(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_marks_of_scripts_in_which_they_make_other_letters_stay() -> None:
    assert fold("が") != fold("か")
    assert fold("ปู่") != fold("ปู")


def test_a_name_is_found_by_the_words_in_it_and_as_one_word() -> None:
    assert {"open", "street", "map", "openstreetmap"} <= set(name_spellings_of("OpenStreetMap"))
    assert {"open", "street", "map", "openstreetmap"} <= set(name_spellings_of("Open Street Map"))
    assert {"xml", "http", "xmlhttp"} <= set(name_spellings_of("XMLHttp"))
    assert {"todo", "txt", "todotxt"} <= set(name_spellings_of("todo.txt"))
    assert {"c++", "c"} <= set(name_spellings_of("C++"))


def test_what_stands_without_a_blank_is_one_word_too() -> None:
    assert {"node", "js", "nodejs", "e", "mail", "email"} <= set(linked_spellings_of("Node.js, e-mail"))
    assert "nodejsemail" not in linked_spellings_of("Node.js e-mail")


def test_an_apostrophe_parts_words_and_does_not() -> None:
    for sign in ("'", "\u2019", "\u02bc"):
        assert {"joes", "joe", "diner"} <= set(spellings_of(f"Joe{sign}s diner"))
        assert {"o", "neill", "oneill"} <= set(spellings_of(f"O{sign}Neill"))


def test_each_letter_of_a_script_without_blanks_is_found() -> None:
    assert {"日本", "本語", "日", "本", "語"} == set(spellings_of("日本語"))


def test_one_name_however_it_is_spaced() -> None:
    assert joined("Open Street Map") == joined("OpenStreetMap") == joined("open-street.map") == "openstreetmap"


@given(st.text())
def test_what_is_asked_for_is_among_what_is_indexed(text: str) -> None:
    assert (
        set(words_of(text)) <= set(spellings_of(text)) <= set(linked_spellings_of(text)) <= set(name_spellings_of(text))
    )


@given(st.text())
def test_words_are_safe_and_bounded(text: str) -> None:
    for word in name_spellings_of(text):
        assert word
        assert len(word) <= MAX_WORD_LENGTH + len("++")
        assert not set(word) & set("'\\&|!():*<>^ \t\n\x00\x01")


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_case_does_not_matter(text: str) -> None:
    assert words_of(text.upper()) == words_of(text.lower())


def test_a_long_word_is_looked_through_once() -> None:
    """Else this would take the better part of an hour."""
    words = spellings_of("it's " + "a" * 300_000)
    assert {"it", "s", "its"} <= set(words)
    assert len(words) < 300_000


@pytest.mark.parametrize("between", ["", "\u200b", "\u0640", "\u0301"])
def test_no_letter_keeps_more_marks_than_are_sorted_quickly(between: str) -> None:
    text = "x" + between.join("\u1ab5\u1ab0\u1ab5\uff9e"[place % 4] for place in range(2_000))
    assert len(fold(text)) < 40
    assert len(unicodedata.normalize("NFKD", without_excess(text.replace(between, "") if between else text))) < 40
