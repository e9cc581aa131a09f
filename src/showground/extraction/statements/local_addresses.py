"""Recognises addresses in formats that only one country uses."""

import re

from showground.extraction.statements.places import Located, country_of, longest_town
from showground.extraction.statements.towns import is_town

# States of the United States.
STATES = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]"
    r"|W[AIVY]|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho"
    r"|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi"
    r"|Missouri|Montana|Nebraska|Nevada|New (?:Hampshire|Jersey|Mexico|York)|North (?:Carolina|Dakota)|Ohio|Oklahoma"
    r"|Oregon|Pennsylvania|Rhode Island|South (?:Carolina|Dakota)|Tennessee|Texas|Utah|Vermont|(?:West )?Virginia"
    r"|Washington|Wisconsin|Wyoming)"
)
# Codes of Brazilian states that no other country uses.
BRAZILIAN_STATES = r"(?:A[CM]|BA|CE|DF|ES|GO|MG|P[BEIR]|R[JNORS]|S[EP]|TO)"
# Cities that are also countries.
CITY_STATES = frozenset({"singapore", "monaco", "luxembourg", "hong kong"})
FORMATS = {
    "PL": re.compile(r"\b(?:ul|al|pl|os)\.\s.{2,40}?\b\d{2}-\d{3}\s+[A-ZŁŚŻŹĆ]"),
    "BR": re.compile(r"\bCEP:?\s?\d{5}-?\d{3}\b"),
}
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

# `Menekşe Cad. No:5 Konak/İzmir`: the district and the town.
TURKISH = re.compile(
    r"\b(?:(?:Mah|Cad|Sok|Sk|Bulv|Blv)\.|(?:Mahallesi|Caddesi|Sokak|Sokağı|Bulvarı)\b)[^/]{0,120}?"
    r"[A-ZÇĞİÖŞÜ][a-zçğıöşüâ]+\s?/\s?(?P<city>[A-ZÇĞİÖŞÜ][A-Za-zÇĞİÖŞÜçğıöşüâ]+)"
)


def local_address(text: str) -> Located | None:
    """City and country of a Japanese, Korean, Turkish, Chinese or Russian address."""
    if found := JAPANESE.search(text):
        city = found["city"] or longest_town(found["prefecture"])
        return Located(city if city and is_town(city) else None, "JP")
    if found := KOREAN.search(text):
        return Located(found["city"] or found["city2"], "KR")
    if (found := TURKISH.search(text)) and is_town(found["city"]):
        return Located(found["city"], "TR")
    found = CHINESE.search(text) or RUSSIAN.search(text)
    return Located(found["city"], country_by_name(text)) if found and is_town(found["city"]) else None


def country_by_name(text: str) -> str | None:
    return next((code for part in re.split(r"[,，\s]+", text) if (code := country_of(part))), None)


def country_by_format(text: str) -> str | None:
    """The country, if the format of the address is used in only one."""
    return next((code for code, pattern in FORMATS.items() if pattern.search(text)), None)
