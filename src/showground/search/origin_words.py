"""The words by which a listing is found for where it comes from: its founders, its city and its country. Pure."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import cast

from showground.core.text_folding import joined, spellings_of

# Words of place names that mean something else in most queries: `state machine` doesn't ask for the United States.
# They are found as one word with the rest of the name, as a query for `united states` is also read.
ORDINARY = frozenset(
    {"and", "central", "city", "coast", "islands", "kingdom", "new", "north", "of", "on", "port", "republic", "saint"}
    | {"south", "st", "states", "the", "united", "west"}
)
ABBREVIATIONS = {"AE": "UAE", "GB": "UK", "US": "USA"}  # without `US`, which is a word of many descriptions


def origin_words(founders: Iterable[str], city: str | None, country: str | None) -> set[str]:
    found = {word for name in founders for word in spellings_of(name)}
    for place in filter(None, (city, *_names_of(country))):
        words = spellings_of(place)
        found |= {joined(place)} | set(words) - ORDINARY if len(words) > 1 else set(words)
    return found


def _names_of(country: str | None) -> list[str]:
    if country is None:
        return []
    return list(filter(None, (_country_names().get(country), ABBREVIATIONS.get(country))))


@cache
def _country_names() -> Mapping[str, str]:
    from babel import Locale  # noqa: PLC0415 - slow to import, and only what writes to the index needs it

    return cast("Mapping[str, str]", Locale.parse("en").territories)
