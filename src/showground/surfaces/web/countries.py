"""Names of countries, in the current language."""

from collections.abc import Mapping
from functools import cache
from typing import cast
from unicodedata import normalize

from showground.core.countries import COUNTRIES
from showground.core.languages import current_language, translated
from showground.orders import TERRITORY_NAMES

# Countries and territories whose English names need an article in a sentence.
WITH_ARTICLE = frozenset(
    {"AE", "AX", "BQ", "BS", "CC", "CF", "CK", "DO", "FK", "FO", "GB", "GM", "IM", "IO"}
    | {"KM", "KY", "MH", "MP", "MV", "NL", "PH", "PN", "SB", "SC", "TC", "TF", "UM", "US", "VG", "VI"}
)


def country_names() -> dict[str, str]:
    """All countries by ISO 3166 code, sorted by name."""
    return _country_names(current_language().locale)


@cache
def _country_names(locale: str) -> dict[str, str]:
    from babel import Locale  # noqa: PLC0415 - slow to import, and most processes never need it

    names = cast("Mapping[str, str]", Locale.parse(locale).territories)
    found = {code: names.get(code, code) for code in COUNTRIES}
    return dict(sorted(found.items(), key=lambda pair: normalize("NFKD", pair[1])))


def billing_places() -> dict[str, str]:
    """All countries and the territories with their own tax rules, sorted by name."""
    return _billing_places(current_language().locale)


@cache
def _billing_places(locale: str) -> dict[str, str]:
    names = {**_country_names(locale), **{code: translated(name) for code, name in TERRITORY_NAMES.items()}}
    return dict(sorted(names.items(), key=lambda pair: normalize("NFKD", pair[1])))


def country_name(code: str) -> str:
    return billing_places().get(code, code)


def country_in_sentence(code: str) -> str:
    """The name for use in a sentence, with its article in English: `the United States`."""
    name = country_name(code)
    return f"the {name}" if current_language().is_english and code in WITH_ARTICLE else name
