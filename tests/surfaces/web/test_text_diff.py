"""Two versions of a text: what differs is marked, nothing is lost, and no text takes for ever."""

import pytest

from showground.surfaces.web.text_diff import MAX_COMPARED, Words, in_words, mark


def text_of(words: Words) -> str:
    return "".join(text for _, text in words)


def changed(words: Words) -> list[str]:
    return [text for differs, text in words if differs]


def test_words_that_differ_are_marked() -> None:
    before, after = mark("Backs up small databases daily.", "Backs up large databases twice daily.")
    assert (changed(before), changed(after)) == (["small"], ["large", " twice"])
    assert mark("the same", "the same") == ([(False, "the same")], [(False, "the same")])
    assert mark("", "new") == ([], [(True, "new")])


def test_questions_with_answers_read_as_such_and_not_as_names_of_fields() -> None:
    faqs = [
        {"answer": "No. It explains.", "question": "Is this advice?"},
        {"answer": "Within an hour.", "question": "When is it deleted?", "stated_by_maker": {"answer_id": 3}},
    ]
    assert in_words(faqs) == (
        "Is this advice?\nNo. It explains.\n\nWhen is it deleted?\nWithin an hour. (stated by the maker)"
    )
    assert in_words(["One", "Two"]) == "One; Two"
    assert in_words({"title": "One", "text": ""}) == "title: One"


def test_in_a_long_text_one_word_is_still_one_word() -> None:
    text = "One sentence of many. " * 500
    before, after = mark(text + "old " + text, text + "new " + text)
    assert (changed(before), changed(after)) == (["old"], ["new"])


def test_where_many_words_changed_sentences_are_compared() -> None:
    sentences = [f"This is sentence number {number} of the text. " for number in range(60)]
    other = [text.replace("number", "no.") if at in (0, 59) else text for at, text in enumerate(sentences)]
    before, after = mark("".join(sentences), "".join(other))
    assert changed(before) == [sentences[0], sentences[59]]
    assert "".join(changed(after)) == other[0] + other[59]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a " * 10_000, "a b " * 5_000),
        ("a. " * 6_000, "a. b. " * 3_000),
        ("x" + "a " * MAX_COMPARED, "y" + "b " * MAX_COMPARED),
    ],
)
def test_no_text_takes_for_ever_and_none_is_lost(old: str, new: str) -> None:
    """Else the first two would take days."""
    before, after = mark(old, new)
    assert (text_of(before), text_of(after)) == (old, new)
    assert changed(after)
