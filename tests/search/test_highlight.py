"""Which words of a text are highlighted."""

import pytest

from showground.search import MatchingWords


def marked(text: str, *words: str, beginnings: tuple[str, ...] = ()) -> str:
    """The text with brackets around the words."""
    shown, last = "", 0
    for start, end in MatchingWords(frozenset(words), beginnings).find(text):
        shown += f"{text[last:start]}[{text[start:end]}]"
        last = end
    return shown + text[last:]


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        ("Backups for databases", ["databases"], "Backups for [databases]"),
        ("A Café in CAFE street", ["cafe"], "A [Café] in [CAFE] street"),
        ("Cafe\u0301 au lait", ["cafe"], "[Cafe\u0301] au lait"),
        ("Write C++ and C# and C", ["c++"], "Write [C++] and C# and C"),
        ("OpenStreetMap", ["street"], "Open[Street]Map"),
        ("OpenStreetMap", ["openstreetmap"], "[OpenStreetMap]"),
        ("todo.txt and todo", ["todo"], "[todo].txt and [todo]"),
        ("L'Æther", ["aether"], "L'[Æther]"),
        ("会計ソフト", ["会計", "ソフ", "フト"], "[会計ソフト]"),
        ("会計の本", ["会計"], "[会計]の本"),
        ("databases", ["database"], "databases"),
        ("<b>jam</b>", ["jam", "b"], "<[b]>[jam]</[b]>"),
        ("jam", [], "jam"),
    ],
)
def test_words_are_found_as_they_are_folded(text: str, words: list[str], shown: str) -> None:
    assert marked(text, *words) == shown


def test_words_that_begin_with_the_last_word_count() -> None:
    assert marked("Backup your backups", "backup", beginnings=("backu",)) == "[Backup] your [backups]"


def test_an_excerpt_is_cut_between_words_around_the_first_match() -> None:
    words = MatchingWords(frozenset({"membrane"}))
    text = "Reads the meters you have. " * 5 + "It warns before a membrane fouls. " + "And it works offline. " * 20
    excerpt = words.cut_excerpt(text)
    assert excerpt is not None
    assert excerpt.startswith("… Reads the meters you have. It warns")
    assert "It warns before a membrane fouls." in excerpt
    assert excerpt.endswith(" …")
    assert len(excerpt) < 170
    assert words.cut_excerpt("The membrane.") == "The membrane."
    assert words.cut_excerpt("Nothing of it") is None
    assert words.cut_excerpt("x" * 300 + "\n membrane") == "… membrane"
    assert words.cut_excerpt("membrane " + "x" * 300) == "membrane …"
