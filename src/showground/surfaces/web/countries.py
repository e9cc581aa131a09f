"""Names of countries, in English."""

from collections.abc import Mapping
from functools import cache
from typing import cast
from unicodedata import normalize

from showground.catalog import COUNTRIES


@cache
def country_names() -> dict[str, str]:
    """Every country by its ISO 3166 code, in the order of their names."""
    from babel import Locale  # noqa: PLC0415 - its data take a while to read, and most processes never need them

    names = cast("Mapping[str, str]", Locale("en").territories)
    found = {code: names.get(code, code) for code in COUNTRIES}
    return dict(sorted(found.items(), key=lambda pair: normalize("NFKD", pair[1])))


def country_name(code: str) -> str:
    return country_names().get(code, code)
