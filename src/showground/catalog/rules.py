"""What holds for listings: pure, no database."""

import re
import unicodedata

from showground.catalog.countries import COUNTRIES

# Letters that are not made of another letter and a mark, and marks that stand by themselves, which part words.
LETTERS = str.maketrans(
    {"ł": "l", "đ": "d", "ð": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ħ": "h", "ŧ": "t", "\u0131": "i"}
    | {chr(mark): " " for mark in range(0x2B9, 0x300)}
)
LONGEST_WORD = 100  # characters; PostgreSQL keeps no word of more than 2,046 bytes


def fold(text: str) -> str:
    """Text as it is compared: lower case, without marks on letters."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold()).casefold().translate(LETTERS)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def words_of(text: str) -> list[str]:
    """The words of a text, folded: what is kept to be found and what is looked for are made alike, here."""
    return [word[:LONGEST_WORD] for word in re.findall(r"[^\W_]+", fold(text))]


def slugify(text: str) -> str:
    """How stages and pricing models are compared: `Free Trial` is `free-trial`."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(text)))


def host_of(address: str) -> str:
    """The host that an address or a bare domain names, without `www.`: how a listing's domain is looked up."""
    host = re.sub(r"^[a-z][a-z0-9+.-]*://", "", address.strip().lower())
    host = re.split(r"[/?#]", host, maxsplit=1)[0].rpartition("@")[2]
    return re.sub(r":\d*$", "", host).rstrip(".").removeprefix("www.")


def is_country(code: str) -> bool:
    """Whether a two-letter code is a country or territory of ISO 3166."""
    return code.upper() in COUNTRIES
