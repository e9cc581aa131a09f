"""Postal addresses."""

import re
from collections.abc import Iterable
from itertools import pairwise

from showground.extraction.statements.placeholders import ADDRESSES
from showground.extraction.statements.places import PROPER, Located, country_of, is_city, is_town, longest_town

POSTCODE_CITY = re.compile(
    rf"(?:^|[\s,])(?:[A-Z]{{1,3}}-)?(?:\d{{2}}-\d{{3}}|\d{{3}}\s?\d{{1,2}}(?:\s?[A-Z]{{2}}"
    rf"|-\d{{3}})?),?\s+(?P<city>{PROPER})\s*$"
)
CITY_POSTCODE = re.compile(
    rf"^(?P<city>{PROPER}),?\s+(?:[A-Z]{{1,2}}\d[A-Z\d]?\s?\d[A-Z]{{2}}|\d{{5,6}}(?:-\d{{4}})?|"
    rf"[A-Z]\d[A-Z]\s?\d[A-Z]\d)\s*$"
)
CITY_STATE_ZIP = re.compile(rf"^(?P<city>{PROPER}?),?\s+[A-Z]{{2,3}}\s+\d{{4,5}}(?:-\d{{4}})?\s*$")
DISTRICT = re.compile(r"\s+(?:[A-ZØÖÅ]{1,2}|\d{1,2}|Cedex(?: \d+)?|CEDEX(?: \d+)?)$")
STATE_ZIP = re.compile(r"^[A-Z]{2,3}\.?\s+(?:\d{4,5}(?:-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$")
REGION = re.compile(r"[A-Z]{2,3}|[A-Z][a-zà-ÿ]{3,20}(?: [A-Z][a-zà-ÿ]{2,20})?")
STREET = re.compile(
    r"\b(?:street|st\.?|road|rd\.?|avenue|ave\.?|boulevard|blvd\.?|lane|drive|suite|floor|unit|way|square|sq|place|"
    r"court|"
    r"rue|stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|calle|avenida|av\.|rua|via|piazza|straat|laan|kade|plein|gatan|"
    r"gade|"
    r"vägen|tn|mnt|ul\.|p\.?o\.? box|building|house)\b|\w+(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|straat|gracht|laan|"
    r"gatan|gade|vej|katu)\b",
    re.IGNORECASE,
)
POSTCODE = re.compile(
    r"(?:[A-Z]{1,2}-)?\d{3,6}|\d{2}-\d{3}|\d{3}\s\d{2}|\d{4}\s?[A-Z]{2}|\d{5}-\d{3,4}|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}"
)
HOUSE_NUMBER = re.compile(r"(?:^|\s)\d{1,4}\s?[a-zA-Zא-ת]?(?:[/-]\d{1,3})?$|^\d{1,5}\s\w")
LATIN = re.compile(r"[A-Za-z\u00c0-\u04ff]")  # and Cyrillic: scripts with capital letters
PREFECTURE = (
    r"(?:北海道|東京都|京都府|大阪府|(?:青森|岩手|宮城|秋田|山形|福島|茨城|栃木|群馬|埼玉|千葉|神奈川|新潟|富山"
    r"|石川|福井|山梨|長野|岐阜|静岡|愛知|三重|滋賀"
    r"|兵庫|奈良|和歌山|鳥取|島根|岡山|広島|山口|徳島|香川|愛媛|高知|福岡|佐賀|長崎|熊本|大分|宮崎|鹿児島|沖縄)県)"
)
JAPANESE = re.compile(rf"(?:〒\s?\d{{3}}-?\d{{4}}\s*)?(?P<prefecture>{PREFECTURE})(?P<city>[^\s\d、,]{{1,6}}?市)?")
KOREAN = re.compile(
    r"(?P<city>서울|부산|대구|인천|광주|대전|울산|세종)(?:특별시|광역시|특별자치시|시)?\s+\S{1,4}[구군]\b"
    r"|(?:\S{2,4}도)\s+(?P<city2>\S{2,4}?)시\s"
)
CHINESE = re.compile(r"(?:[\u4e00-\u9fff]{2,3}省)?(?P<city>[\u4e00-\u9fff]{2,4}?)市[\u4e00-\u9fff]{1,6}[区區县縣路街]")
RUSSIAN = re.compile(r"(?:^|[\s,])(?:г\.|гор\.|город)\s?(?P<city>[А-ЯЁ][а-яё]+(?:[- ][А-ЯЁ][а-яё]+)?)")
# What only one country writes so.
FORMATS = {
    "PL": re.compile(r"\b(?:ul|al|pl|os)\.\s.{2,40}?\b\d{2}-\d{3}\s+[A-ZŁŚŻŹĆ]"),
    "BR": re.compile(r"\bCEP:?\s?\d{5}-?\d{3}\b"),
}


def local_address(text: str) -> Located | None:
    """City and country of an address in a script without capital letters, or with the word for a city."""
    if found := JAPANESE.search(text):
        city = found["city"] or longest_town(found["prefecture"])
        return Located(city if city and is_town(city) else None, "JP")
    if found := KOREAN.search(text):
        return Located(found["city"] or found["city2"], "KR")
    found = CHINESE.search(text) or RUSSIAN.search(text)
    return Located(found["city"], country_by_name(text)) if found and is_town(found["city"]) else None


def country_by_name(text: str) -> str | None:
    return next((code for part in re.split(r"[,，\s]+", text) if (code := country_of(part))), None)


def country_by_format(text: str) -> str | None:
    """The country whose way of writing addresses this is, where no other writes them so."""
    return next((code for code, pattern in FORMATS.items() if pattern.search(text)), None)


def town_after_street(parts: list[str]) -> str | None:
    """`Hafenstraße 5, Kiel`: a town after a street with its number."""
    for street, town in pairwise(parts):
        # `Windows 11, Mobile` is no address, so that Latin letters need the word for a street.
        numbered = HOUSE_NUMBER.search(street) and (STREET.search(street) or not LATIN.search(street))
        if numbered and not POSTCODE.fullmatch(street) and is_town(town) and fits(town):
            return town
    return None


def town_at_postcode(parts: list[str]) -> str | None:
    """`Athens, 115 24`: a postcode between commas."""
    at = next((at for at, part in enumerate(parts) if POSTCODE.fullmatch(part)), None)
    near = [parts[beside] for beside in (at - 1, at + 1) if 0 <= beside < len(parts)] if at is not None else []
    return next((town for town in near if is_town(town) and fits(town)), None)


def fits(town: str) -> bool:
    """Whether a town of the list may be meant: a name in capital letters where the script has them."""
    return is_city(town) or not LATIN.match(town)


def address_place(lines: Iterable[str], language: str | None = None) -> Located | None:
    """City and country of a postal address, given by its lines."""
    text = ", ".join(line.strip(" ,") for line in lines)
    if ADDRESSES.search(text) or len(text) > 300 or re.search(r"©|\bcopyright\b|@", text, re.IGNORECASE):
        return None
    parts = [part.strip(" .") for part in re.split(r",|\s[|·•–—]\s|\n", text) if part.strip(" .")]
    if local := local_address(text):
        return local
    country = country_of(parts[-1], language) if parts else None
    if country:
        parts = parts[:-1]
    country = country or country_by_format(text)
    city = next((found for at, part in enumerate(parts) if (found := city_in(parts, at, part))), None)
    if not city and country and parts and is_city(parts[-1]) and (len(parts) == 1 or STREET.search(text)):
        city = parts[-1]
    if not city and len(parts) == 2 and is_town(parts[0]) and REGION.fullmatch(parts[1]) and not is_town(parts[1]):
        city = parts[0]
    city = city or town_after_street(parts)
    city = city or (town_at_postcode(parts) if country or STREET.search(text) else None)
    if city and not country and len(parts) == 1 and not STREET.search(text):
        return None  # a number and a name, which may be anything
    return Located(city, country) if city or country else None


def city_in(parts: list[str], at: int, part: str) -> str | None:
    """The city in one part of an address: beside a postcode, or before a state with one."""
    for pattern in (CITY_STATE_ZIP, POSTCODE_CITY, CITY_POSTCODE):
        if found := pattern.search(part):
            # `København K` and `Lyon Cedex 02` are parts of a city to the post only.
            city = DISTRICT.sub("", found["city"])
            if is_city(city) and not STREET.search(city):
                return city
    following = parts[at + 1] if at + 1 < len(parts) else ""
    if STATE_ZIP.match(following):
        # The street may stand before the city without a comma, and then where it ends is a guess.
        return part if is_city(part) and not STREET.search(part) else None
    return None
