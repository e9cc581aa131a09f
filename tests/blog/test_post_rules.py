"""Reading time of posts, and the words that they are found by."""

import pytest

from showground.blog import rules


@pytest.mark.parametrize(("words", "minutes"), [(0, 1), (1, 1), (299, 1), (301, 2), (1_000, 5)])
def test_reading_takes_a_minute_for_200_words_and_at_least_one(words: int, minutes: int) -> None:
    assert rules.reading_minutes("word " * words) == minutes


def test_each_word_is_stored_with_its_places_and_weights() -> None:
    found = rules.find_places(["backup", "plans"], ["plans"], ["backup", "daily"])
    assert found == "'backup':1A,4D 'plans':2A,3B 'daily':5D"
    assert rules.find_places([], [], []) == ""


def test_places_stay_within_what_postgresql_stores() -> None:
    found = rules.find_places([], [], [*(f"w{n}" for n in range(rules.LAST_PLACE)), "last"])
    assert found.endswith(f"'w{rules.LAST_PLACE - 1}':{rules.LAST_PLACE}D 'last':{rules.LAST_PLACE}D")
    repeated = rules.find_places([], [], ["same"] * 1_000)
    assert repeated.count(",") + 1 == rules.MAX_PLACES


def test_a_query_takes_the_last_word_as_the_beginning_of_one() -> None:
    assert rules.ask_for(["daily", "back"]) == "'daily' & 'back':*"
    assert rules.ask_for(["back"]) == "'back':*"
    assert rules.ask_for([]) == ""
