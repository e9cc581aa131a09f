"""Names of countries, in English."""

from functools import cache
from unicodedata import normalize

from showground.catalog import COUNTRIES


@cache
def country_names() -> dict[str, str]:
    """Every country by its ISO 3166 code, in the order of their names."""
    from babel import Locale  # noqa: PLC0415 - its data take a while to read, and most processes never need them

    names = Locale("en").territories
    return dict(sorted(((code, names.get(code, code)) for code in COUNTRIES), key=lambda pair: normalize("NFKD", pair[1])))


def country_name(code: str) -> str:
    return country_names().get(code, code)
