"""Places that tax rules tell apart: countries, and the territories whose rules differ from their country's.

A place is written as its ISO 3166 code, or as one of the codes below where ISO has none. Four territories have no code
of two letters at all; theirs begin with their country's, such as `DE-BUSINGEN`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from showground.core.countries import is_country
from showground.core.languages import Text

CANARIES, CEUTA_MELILLA = "IC", "EA"  # reserved by ISO 3166 for these territories of Spain
NORTHERN_IRELAND, KOSOVO = "XI", "XK"  # in common use, outside ISO 3166
HELIGOLAND, BUSINGEN, LIVIGNO, CAMPIONE = "DE-HELIGOLAND", "DE-BUSINGEN", "IT-LIVIGNO", "IT-CAMPIONE"

MEMBER_STATES = frozenset(
    {
        *("AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU"),
        *("IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"),
    }
)
ALIASES = {"EL": "GR", "UK": "GB"}  # how tax offices write these countries

# Taxed as if they were part of another country. Northern Ireland is in the Union's VAT area for goods only, and we sell
# services; Liechtenstein shares Switzerland's VAT.
PART_OF = {"MC": "FR", "IM": "GB", NORTHERN_IRELAND: "GB", "LI": "CH"}

# Places with a rate of their own when the seller is in this country. The French overseas departments are outside the
# Union's VAT area for everybody else.
DOMESTIC_FOR = {"GP": "FR", "MQ": "FR", "RE": "FR", "GF": "FR", "YT": "FR"}

# At home for a seller in this country, at its rate. Finland's VAT applies to services on Åland, and Büsingen is in
# Switzerland's VAT area. Both are outside the Union's for everybody else.
AT_HOME_FOR = {"AX": "FI", BUSINGEN: "CH"}

TERRITORY_NAMES: Mapping[str, Text] = {
    CANARIES: Text("Spain: Canary Islands"),
    CEUTA_MELILLA: Text("Spain: Ceuta and Melilla"),
    NORTHERN_IRELAND: Text("United Kingdom: Northern Ireland"),
    KOSOVO: Text("Kosovo"),
    HELIGOLAND: Text("Germany: Heligoland"),
    BUSINGEN: Text("Germany: Büsingen am Hochrhein"),
    LIVIGNO: Text("Italy: Livigno"),
    CAMPIONE: Text("Italy: Campione d'Italia"),
}
_ADDRESS_COUNTRY = {CANARIES: "ES", CEUTA_MELILLA: "ES", NORTHERN_IRELAND: "GB"}


@dataclass(frozen=True, slots=True)
class _Postcodes:
    country: str
    pattern: re.Pattern[str]
    place: str


def _postcodes(country: str, pattern: str, place: str) -> _Postcodes:
    return _Postcodes(country, re.compile(rf"(?<![0-9A-Z])(?:{pattern})(?![0-9])", re.IGNORECASE), place)


# People choose their country and write their postcode, which says more. Livigno and Campione gave up the postcodes that
# they shared with their neighbours, so only the present ones are listed.
_POSTCODES = (
    _postcodes("DE", "27498", HELIGOLAND),
    _postcodes("DE", "78266", BUSINGEN),
    _postcodes("IT", "23041", LIVIGNO),
    _postcodes("IT", "22061", CAMPIONE),
    _postcodes("ES", "3[58][0-9]{3}", CANARIES),
    _postcodes("ES", "5[12][0-9]{3}", CEUTA_MELILLA),
    _postcodes("FI", "22[0-9]{3}", "AX"),
    _postcodes("FR", "97133", "BL"),  # within the postcodes of Guadeloupe, as is the next
    _postcodes("FR", "97150", "MF"),
    _postcodes("FR", "971[0-9]{2}", "GP"),
    _postcodes("FR", "972[0-9]{2}", "MQ"),
    _postcodes("FR", "973[0-9]{2}", "GF"),
    _postcodes("FR", "974[0-9]{2}", "RE"),
    _postcodes("FR", "975[0-9]{2}", "PM"),
    _postcodes("FR", "976[0-9]{2}", "YT"),
    _postcodes("FR", "980[0-9]{2}", "MC"),
    _postcodes("FR", "986[0-9]{2}", "WF"),
    _postcodes("FR", "987[0-9]{2}", "PF"),
    _postcodes("FR", "988[0-9]{2}", "NC"),
    _postcodes("GB", "BT[0-9]{1,2}", NORTHERN_IRELAND),
    _postcodes("GB", "IM[0-9]{1,2}", "IM"),
    _postcodes("GB", "JE[0-9]{1,2}", "JE"),
    _postcodes("GB", "GY[0-9]{1,2}", "GG"),
)


def read_place(text: str) -> str | None:
    """The code that a place is stored as; None if there is no such place."""
    code = text.strip().upper()
    code = ALIASES.get(code, code)
    return code if code in TERRITORY_NAMES or is_country(code) else None


def find_territory(place: str, postcode_and_town: str) -> str:
    """The territory that a postcode is in, or the place itself.

    >>> find_territory("ES", "35001 Las Palmas")
    'IC'
    """
    for each in _POSTCODES:
        if each.country == place and each.pattern.search(postcode_and_town):
            return each.place
    return place


def address_country(place: str) -> str:
    """The country of a postal address there."""
    return _ADDRESS_COUNTRY.get(place, place[:2])


def tax_country(place: str) -> str:
    """The country as part of which a place is taxed; the place itself where it has rules of its own."""
    return PART_OF.get(place, place)


def in_union(place: str) -> bool:
    """Whether services to consumers there are under the Union's VAT (Articles 5 to 7 of Directive 2006/112/EC)."""
    return tax_country(place) in MEMBER_STATES
