"""Postal addresses."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from showground.extraction.statements.local_addresses import (
    BRAZILIAN_STATES,
    CITY_STATES,
    STATES,
    country_by_format,
    local_address,
)
from showground.extraction.statements.people import is_person_name
from showground.extraction.statements.placeholders import STOCK_ADDRESSES
from showground.extraction.statements.places import Located, country_of, is_city
from showground.extraction.statements.regions import STATES_AND_WORDS
from showground.extraction.statements.text_folding import comparable
from showground.extraction.statements.towns import is_town

WORD = r"[A-ZÀ-ÖØ-ÞĀ-ŽȘȚİŚŁА-Я][\w'’.-]*"
NAME_PARTICLES = r"(?:(?:de|del|der|di|da|do|la|le|les|am|an|im|in|ob|upon|on|of|sur|den|bei|los|las|san|y)[ -]){0,2}"
TOWN_NAME = rf"{WORD}(?:[ -]{NAME_PARTICLES}{WORD}){{0,3}}"
UK_POSTCODE = r"[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}"
DUTCH_POSTCODE = r"[1-9]\d{3}\s?[A-Z]{2}"
LONG_POSTCODE = r"(?:[A-Z]{1,3}-)?(?:\d{5,6}|\d{2}-\d{3}|\d{3}\s\d{2,3}|\d{4}\s?[A-Z]{2}|\d{5}-\d{3})"
SHORT_POSTCODE = r"(?:[A-Z]{1,3}-)?\d{4}"
SPACED_POSTCODE = re.compile(r"\d{3}\s\d{2}\s")
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
POSTCODE = re.compile(rf"{LONG_POSTCODE}|{SHORT_POSTCODE}|{UK_POSTCODE}|\d{{5}}-\d{{4}}|[A-Z]\d[A-Z]\s?\d[A-Z]\d")
POSTCODE_TOWN = re.compile(rf"(?:^|[\s(])(?:{LONG_POSTCODE}|(?P<short>{SHORT_POSTCODE}))\s+(?P<town>{TOWN_NAME})")
TOWN_POSTCODE = re.compile(rf"(?P<before>.*\S)\s+(?:{UK_POSTCODE}|\d{{5,6}}|\d{{3}}\s\d{{2,3}})$")
STATE_ZIP = re.compile(rf"(?P<before>.*?)[\s,]*\b(?:{STATES})\.?,?\s+\d{{5}}(?:-\d{{4}})?$")
DOTTED_STATE = re.compile(r"\b([A-Z])\.\s?([A-Z])\.(?=,?\s+\d{5}\b)")
# A region code and a postcode, as in Australia and Canada: `NSW 2000`.
REGION_POSTCODE = re.compile(r"(?P<before>.*?)[\s,]*\b[A-Z]{2,3}\.?\s+(?:\d{4}|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$")
REGION = re.compile(rf"[A-Z]{{2,3}}|{TOWN_NAME}")
STREET = re.compile(
    r"\b(?:street|st|road|rd|avenue|ave|boulevard|blvd|lane|ln|drive|dr|parkway|pkwy|highway|hwy|crescent|close|terrace"
    r"|suite|floor|unit|way|square|sq|place|court|rue|stra(?:ß|ss)e|weg|platz|allee|gasse|calle|avenida|rua|via|viale"
    r"|corso|piazza|straat|laan|kade|plein|gatan|gade|vägen|tn|mnt|p\.?o\.? box|building|house|mahallesi|caddesi"
    r"|sokak)\b"
    r"|\b(?:str|av|ul|al|os|mah|cad|sok)\.|\bc/|\w+(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|straat|gracht|laan"
    r"|gatan|gade|vej"
    r"|katu)(?!\w)",
    re.IGNORECASE,
)
SAINT_PREFIX = re.compile(r"^Ste?\.?[ -]")  # `St. Gallen`: Saint, not Street
SHORT_POSTCODES = frozenset({"AT", "AU", "BE", "CH", "CY", "DK", "HU", "LI", "LU", "LV", "NO", "NZ", "SI", "ZA"})
NAME_WITH_NUMBER = re.compile(
    r"[^\W\d_]\s\d{1,3}\s?[a-zA-Z]?(?:[/-]\d{1,3})?$"
)  # `Budyně 10`: a house number, too short for a year
HOUSE_NUMBER = re.compile(r"(?:^|\s)\d{1,4}\s?[a-zA-Zא-ת]?(?:[/-]\d{1,3})?$|^\d{1,5}\s\w")
LATIN = re.compile(r"[A-Za-z\u00c0-\u04ff]")  # and Cyrillic: scripts with capital letters
DISTRICT = re.compile(r"\s+(?:[A-ZØÖÅ]{1,2}|\d{1,2}|Cedex(?: \d+)?|CEDEX(?: \d+)?)$")
PART_SEPARATOR = re.compile(r"[,،、;]|\s[|·•–—-]\s|(?<=[^\W\d_])-\s|\n")
# Contact details that may follow an address on its line.
CONTACT_AFTER = re.compile(
    r"[\s,.;|·•(–—-]*(?:\b(?:tel|phone|ph|telefon|téléphone|teléfono|telefone|fax|mobile|mob|e-?mail|mail|vat"
    r"|ust-?id\w*"
    r"|hrb|siret|siren|company (?:no|number|reg)\w*|reg(?:istered|istration)? (?:no|number|in)|kvk|cif|nif|cnpj"
    r"|p\.?\s?iva)\b"
    r"|www\.|https?:|[\w.+-]+@|\+\d[\d\s()-]{6}|\(\d{3}\)).*$",
    re.IGNORECASE,
)
COPYRIGHT = re.compile(r"(?:©|\(c\)\s|\bcopyright\b)[^.|·•–—,]*[.|·•–—,]?\s*", re.IGNORECASE)
# The end of Indian addresses: `Raipur - 492007`, `Pune - 411 001 (MH)`.
INDIAN_TOWN = re.compile(rf"(?P<town>{TOWN_NAME})\s*[-–—]\s*\d{{3}}\s?\d{{3}}(?!\d)")
LEADING_SYMBOL = re.compile(r"^[\s\U0001f300-\U0001faff\u2190-\u2bff\ufe0f]+")  # `📍 Austin, TX`
SENTENCE_GAP = re.compile(r"(?<=[.|·•])\s+")
DIGIT = re.compile(r"\d")
# Counties, districts and regions, which may be between the town and the country.
COUNTY_OR_REGION = re.compile(
    r"^(?:jud(?:\.|ețul)|(?:land)?kreis|bezirk|region|provin[cz](?:e|ia|ie)?|county|co\.|district|dept\.?|département"
    r"|woj(?:\.|ewództwo)|pow(?:\.|iat)|gmina|okres|kraj|megye|обл(?:\.|асть)|район|р-н|край)\s|\s(?:county|district|province"
    r"|region|область|край|район|megye|kraj|vármegye)$",
    re.IGNORECASE,
)
# `Sat Carașova, Comuna Carașova`: the word for a village or a municipality before its name.
MUNICIPALITY = re.compile(
    r"^(?:sat(?:ul)?|com(?:\.|una)|mun(?:\.|icipiul)|oraș(?:ul)?|loc\.|gemeinde|commune de|comune di)\s+",
    re.IGNORECASE,
)
# Articles in names of towns, which lists of towns leave out.
ARTICLES = frozenset({"Al", "El", "La", "Le", "Los", "Las", "Al-", "As", "Ar"})
BRACKETS = re.compile(r"(?<=\w)\s\([^()\d]{3,40}\)")
MAX_LENGTH, MAX_PARTS, MAX_TOWN_WORDS = 200, 10, 5


def address_place(lines: Iterable[str], language: str | None = None, *, labelled: bool = False) -> Located | None:
    """City and country of the postal address in these lines. `labelled` if the page calls it an address."""
    return _address_place(tuple(lines), language, labelled)


@lru_cache(maxsize=4096)  # drafting and checking both ask about every line of a footer
def _address_place(lines: tuple[str, ...], language: str | None, labelled: bool) -> Located | None:
    cleaned = [_without_contact(COPYRIGHT.sub("", LEADING_SYMBOL.sub("", line))) for line in lines]
    # A town after the copyright holder is where the holder is: `© 2026 Tallow. Porto.`
    labelled = labelled or (len(lines) == 1 and bool(COPYRIGHT.match(lines[0])) and is_town(cleaned[0]))
    text = DOTTED_STATE.sub(r"\1\2", ", ".join(line for line in cleaned if line))
    if not text or len(text) > MAX_LENGTH or STOCK_ADDRESSES.search(text):
        return None
    if local := local_address(text):
        return local
    if (found := INDIAN_TOWN.search(text)) and (town := town_at_end(found["town"])):
        return Located(town, without_country([text.rpartition(",")[2]], language)[1])
    # `Tours (Centre-Val de Loire), France`, `Rumänien (EU-Mitgliedstaat)`: a remark on the place in brackets.
    text = BRACKETS.sub("", text)
    parts = [part.strip(" .()") for part in PART_SEPARATOR.split(text) if part and part.strip(" .()")]
    if len(parts) > MAX_PARTS:
        return None
    parts, country = without_country(parts, language)
    parts = [MUNICIPALITY.sub("", part, count=1) for part in parts if not COUNTY_OR_REGION.search(part)]
    by_format = country or country_by_format(text)
    city = city_of(parts, country, labelled)
    if not city:
        # A line with only a country may be anything, such as where they deliver to.
        whole = not parts or (len(parts) > 1 and DIGIT.search(text))
        return Located(None, country) if country and labelled and whole else None
    return Located(city, by_format or (country_of(city) if comparable(city) in CITY_STATES else None))


def _without_contact(line: str) -> str:
    """A line up to the email or phone number: `Acme, Tartu, Estonia · hi@acme.test · GitHub`."""
    parts: list[str] = []
    for piece in SENTENCE_GAP.split(line):
        rest = CONTACT_AFTER.sub("", piece)
        parts.append(rest)
        if rest != piece and any(parts) and piece.endswith(("·", "•", "|")):
            break  # but in an imprint, the next sentence may contain the address
    return " ".join(parts).strip(" ,.|·•–—-")


def without_country(parts: Sequence[str], language: str | None) -> tuple[list[str], str | None]:
    """The parts of an address without its country, and the country: the last part, its end, or before the postcode."""
    for at in range(len(parts) - 1, max(-1, len(parts) - 3), -1):
        words = parts[at].split()
        for count in range(min(3, len(words)), 0, -1):
            code = country_of(" ".join(words[-count:]), language)
            rest = " ".join(words[:-count])
            # `CO 80304 USA` and `Freising Germany` end with a country, `Long Island, Jamaica Plain` does not.
            is_separate = not rest or re.search(r"\d$", rest) or (is_town(rest) and is_written_as_name(rest))
            if code and is_separate and comparable(parts[at]) not in CITY_STATES:
                return [*parts[:at], *([rest] if rest else []), *parts[at + 1 :]], code
        if not POSTCODE.fullmatch(parts[at]):
            break
    return list(parts), None


def city_of(parts: list[str], country: str | None, labelled: bool) -> str | None:
    """The city in an address: next to a postcode, before a state or the country, or after the street."""
    text = ", ".join(parts)
    has_digit = bool(DIGIT.search(text))  # a quick check: most lines have none, so they have no postcode
    has_street = any(is_street(part) for part in parts)
    for pattern in (STATE_ZIP, REGION_POSTCODE) if has_digit else ():
        if found := pattern.search(text):
            before = found["before"].rpartition(",")[2].strip()
            return town_at_end(before) or (before if is_city(before) and not STREET.search(before) else None)
    for at, part in enumerate(parts):
        if not DIGIT.search(part):
            continue
        if found := POSTCODE_TOWN.search(part):
            known = country or has_street or labelled
            town = town_at_start(part[found.start("town") :])
            if town and (known or not found["short"]) and (known or len(parts) > 1):
                return town
            unlisted = DISTRICT.sub("", found["town"])
            is_certain = at > 0 and is_street(parts[at - 1])
            numbered = at > 0 and NAME_WITH_NUMBER.search(parts[at - 1])
            if found["short"]:
                # Four digits may be a year. After a house number they are a postcode, if the country has such ones.
                is_certain = (is_certain and not YEAR.search(part)) or (country in SHORT_POSTCODES and numbered)
            else:
                # Villages without streets number their houses: `Budyně 10, 387 73 Bavorov`.
                is_certain = is_certain or country or (SPACED_POSTCODE.match(part) and numbered)
            if is_certain and is_city(unlisted) and not STREET.search(SAINT_PREFIX.sub("", unlisted)):
                return unlisted
        if (found := TOWN_POSTCODE.search(part)) and (country or has_street or len(parts) > 1):
            town = town_at_end(found["before"])
            if town:
                return town
    return (
        town_at_postcode(parts, bool(country) or has_street)
        or (town_before_country(parts, has_street) if country else None)
        or town_after_street(parts)
        or (town_in_state(parts, labelled) if not country else None)
    )


def is_street(part: str) -> bool:
    """Whether a part of an address is a street with a number."""
    # `Windows 11` is not a street, so in scripts with capital letters a word for street is required.
    if LATIN.search(part):
        return bool(STREET.search(part) and re.search(r"\d", part))
    return bool(HOUSE_NUMBER.search(part)) and not POSTCODE.fullmatch(part)


def town_at_end(text: str) -> str | None:
    """The longest town that a text ends with: `500 Race Street San Jose` is in San Jose."""
    words = text.split()
    for count in range(min(4, len(words)), 0, -1):
        end = " ".join(words[-count:])
        if is_town(end) and is_written_as_name(end):
            article = words[-count - 1 : -count]
            return f"{article[0]} {end}" if article and article[0] in ARTICLES else end
    return None


def town_at_start(text: str) -> str | None:
    """The longest town that a text begins with: `Berlin Charlottenburg` is in Berlin, `Novo mesto` is not `Novo`."""
    words = text.split()[:MAX_TOWN_WORDS]
    starts = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    # `Novo mesto`, `Steinheim an der Murr`: only the first word needs a capital letter.
    return next(
        (start for start in starts if is_town(start) and (is_written_as_name(start) or is_written_as_name(words[0]))),
        None,
    )


def town_at_postcode(parts: list[str], known: bool) -> str | None:
    """The town next to a postcode between commas: `Athens, 115 24`. With `known`, the postcode may be all digits."""
    for at, part in enumerate(parts):
        if POSTCODE.fullmatch(part) and (known or re.fullmatch(f"{UK_POSTCODE}|{DUTCH_POSTCODE}", part)):
            before, after = parts[max(0, at - 3) : at][::-1], parts[at + 1 : at + 2]
            near = [*after, *before] if part[0].isdigit() else [*before, *after]
            if town := next((town for town in near if is_town(town) and is_written_as_name(town)), None):
                return town
    return None


def town_before_country(parts: list[str], has_street: bool) -> str | None:
    """The last town before the country: `Mapo-gu, Seoul, Korea`. After a street, it may be an unlisted name."""
    towns = (part for part in reversed(parts[-3:]) if is_town(part) and is_written_as_name(part))
    last = parts[-1] if parts else ""
    is_certain = has_street or last.endswith(" City")
    unlisted = last if is_certain and not is_street(last) and is_city(last) else None
    # In `Jane Roe, Germany`, the name is a person, not a town.
    is_only_part = len(parts) == 1 and is_city(last) and not is_person_name(last)
    return next(towns, None) or unlisted or (last if is_only_part else None)


def town_after_street(parts: list[str]) -> str | None:
    """A town after a street with a number: `Hafenstraße 5, Kiel`."""
    return next(
        (town for street, town in pairwise(parts) if is_street(street) and is_town(town) and is_written_as_name(town)),
        None,
    )


def town_in_state(parts: list[str], labelled: bool) -> str | None:
    """A town before its state: `Austin, Texas`. If labelled as an address, any region will do."""
    if len(parts) == 1 and labelled:
        return parts[0] if is_town(parts[0]) and is_written_as_name(parts[0]) else None
    if len(parts) != 2 or not is_town(parts[0]) or not is_written_as_name(parts[0]) or is_town(parts[1]):
        return None
    state = re.fullmatch(f"{STATES}|{BRAZILIAN_STATES}", parts[1]) or comparable(parts[1]) in STATES_AND_WORDS
    return parts[0] if state or (labelled and REGION.fullmatch(parts[1])) else None


def is_written_as_name(town: str) -> bool:
    """Whether a listed town is written as a name: with a capital letter, if the script has them."""
    return is_city(town) or not LATIN.match(town)
