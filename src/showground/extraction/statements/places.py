"""Where a company says it is."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import cast

from showground.core.countries import COUNTRIES
from showground.extraction.statements.regions import NO_CITY
from showground.extraction.statements.statement import Statement
from showground.extraction.statements.text_folding import comparable, sentences
from showground.extraction.statements.towns import is_town

ALIASES = {
    "usa": "US", "u.s.a.": "US", "u.s.": "US", "united states of america": "US", "the united states": "US",
    "uk": "GB", "u.k.": "GB", "great britain": "GB", "england": "GB", "scotland": "GB", "wales": "GB",
    "northern ireland": "GB", "the netherlands": "NL", "holland": "NL", "uae": "AE", "czech republic": "CZ",
    "south korea": "KR", "republic of korea": "KR", "vietnam": "VN", "viet nam": "VN", "russia": "RU", "turkey": "TR",
    "türkiye": "TR", "taiwan": "TW", "hong kong": "HK", "ivory coast": "CI", "deutschland": "DE", "österreich": "AT",
    "schweiz": "CH", "suisse": "CH", "españa": "ES", "brasil": "BR", "italia": "IT", "suomi": "FI", "sverige": "SE",
    "norge": "NO", "danmark": "DK", "polska": "PL", "republic of ireland": "IE", "éire": "IE", "méxico": "MX",
    "korea": "KR", "대한민국": "KR", "한국": "KR", "日本": "JP", "中国": "CN", "россия": "RU", "рф": "RU",
    "ישראל": "IL",
    "república argentina": "AR", "السعودية": "SA", "الإمارات": "AE", "مصر": "EG", "المغرب": "MA", "الأردن": "JO",
    "perú": "PE", "belgië": "BE", "belgique": "BE", "nederland": "NL", "österreich (austria)": "AT", "us": "US",
}  # fmt: skip
# Also names of other places, people or things.
DOUBTFUL = frozenset({"georgia", "jersey", "jordan", "chad", "guinea", "micronesia", "us"})
NO_CITY_STATES = COUNTRIES - {"SG", "LU", "MC", "HK"}
MAX_SENTENCE_LENGTH = 600
# Every sentence that the patterns below match contains one of these; testing for them first saves most of the time.
CUE = re.compile(
    r"based|headquarter|registered|designer|developer|engineer|programmer|développeu|desarrollador|desenvolvedor"
    r"|sviluppat"
    r"|ontwikkelaar|utvecklare|разработчик|\bhq\b|located|situated|at home|made|built|crafted|designed|developed"
    r"|created|assembled|office|studio|workshop|team|company|sitz|hech[oa]|feit[oa]|fatt[oa]|\bfait|fabriqué"
    r"|conçu|développé|desenvolvid"
    r"|realizzat|sviluppat|gemacht|entwickelt|hergestellt"
    r"|stworzon|zrobion|сделан|разработан|создан|geliştiril|tasarlan|üretil|yapıl|\bfrom\b|desarrollado"
    r"|gevestigd|ansässig|sede"
    r"|con base|domicili|basé"
    r"|siège|sitz|aus\s"
    r"|firma z|siedzib|находится|расположен|базируется|merkez|本社|拠点|总部|總部|位于|位於|본사|위치"
    r"|\bzit|huis|sitter|håller|holder|sidder|hører|charity|profit|operative|collective|foundation|business"
    r"|publisher|\blab\b|maker|start-?up|enterprise|association|somos|sommes|wir sind|siamo|zijn|สำนักงาน|مقر|מטה"
    r"|ממוקמ|עשוי|נבנה|פותח"
    r"|estamos|で(?:作|開発|製造)",
    re.IGNORECASE,
)
STATED = re.compile(
    r"(?<![\w-])(?P<how>(?:based|headquartered|located|situated|at home|basée?s?|ansässig|con sede|com sede"
    r"|con base|con domicilio|domiciliad[oa]|mit sitz|baseada|basata|gevestigd|installée?s?"
    r"|registered(?: business| company| firm)?)\s+(?:somewhere |right )?(?:in|at|out of|à"
    r"|en|em|a|near)|headquarters?(?: is"
    r"| are)?(?: in|:)|hq(?: is)?(?: in|:)|(?:proudly |hand)?(?:made|built|crafted|designed|developed|created"
    r"|assembled)(?: and \w+)?(?: with [^.,;]{1,20}?)? in|(?:our|the) (?:office|studio|home|workshop|headquarters"
    r"|hq|team|company)(?: is| are)(?: based| located)? in|(?:haupt|firmen)?sitz(?:en|t)?(?: ist)? in|hech[oa] en"
    r"|feit[oa] (?:em|no|na)|made with [^.,;]{1,20} by [^.,;]{1,30} in|a (?:small )?(?:team|company"
    r"|studio)(?: of \w+)? in|desarrollado en|desenvolvid[oa] (?:em|no|na)|fatt[oa](?: con [^.,;]{1,20}?)? (?:a|in)"
    r"|(?:realizzat|sviluppat)[oa](?: con [^.,;]{1,20}?)? (?:a|in)|(?:hech|feit)[oa] (?:con"
    r"|com) [^.,;]{1,20}? (?:en|em|no|na)"
    r"|(?:fait|fabriqué|conçu|développé|créé)e?s?(?: avec [^.,;]{1,20}?)? (?:à|en|au)|(?:mit [^.,;]{1,20}? )?(?:gemacht"
    r"|entwickelt|gebaut|hergestellt)(?: mit [^.,;]{1,20}?)? in|(?:stworzon|zrobion)[eay](?: z [^.,;]{1,20}?)? w"
    r"|(?:сделан|разработан|создан)[оаы]?(?: с [^.,;]{1,20}?)? в|(?:we are|we['’]re) (?:an? |the )?[^.,;]{0,40}?"
    r"(?:developers|makers|designers|team|studio|company|startup|engineers) from"
    r"|(?:developer|designer|engineer|programmer|entwickler(?:in)?|développeu(?:r|se)|desarrollador[ao]?"
    r"|desenvolvedor[ao]?"
    r"|sviluppat(?:ore|rice)|ontwikkelaar|utvecklare|разработчик) (?:living |working )?(?:from|in|aus|uit|från|из)"
    r"|(?:somos|siamo|nous sommes|wir sind|wij zijn|we zijn) [^.,;]{0,25}?\b(?:equip[oae]|empresa|estudio|estúdio"
    r"|start-?up|équipe|entreprise|société|studio|team|unternehmen|firma|squadra|azienda|bedrijf|duo)\b[^.,;]{0,25}?"
    r" (?:en|em|à|in|aus|a|di|de|uit)(?=\s+(?-i:[A-ZÀ-ÖØ-Þ]))"
    r"|is an? (?:[\w-]+ ){0,4}?(?:studio|team|company|startup|agency|firm|workshop|duo|charity|non-?profit"
    r"|co-?operative|collective|foundation|business|publisher|lab|maker|start-?up|enterprise|association"
    r"|family business) (?:from|in|out of)"
    r"(?=\s+(?-i:[A-ZÀ-ÖØ-Þ]))|estamos (?:en|em)"
    r"|from our (?:office|studio) in|(?:team|unternehmen|firma|start-?up"
    r"|studio) aus|(?:siège(?: social)?|sede)(?: est| es| é| è)?(?: à| en| em| ad?)|siedzib[aąęy](?: firmy)?(?: jest"
    r"| znajduje się)? w|(?:находится|находимся|расположен[аы]?|базируется|базируемся) в"
    r"|(?:zit|zitten|huist|huizen) in|(?:sitter|håller till|holder til|sidder|hører hjemme) i"
    r"|merkezi)\s+(?P<where>[^.;!?()|•·]{2,80})",
    re.IGNORECASE,
)
# Languages that join the place to the word for `in` or `based`.
STATED_ELSEWHERE = re.compile(
    r"(?P<where>[\u4e00-\u9fff\u30a0-\u30ffー]{2,12}?)(?:都|市|府|県)?に(?:本社|拠点|オフィス)|(?:本社|所在地"
    r"|拠点)(?:は|[:：])(?P<where2>[\u4e00-\u9fff\u30a0-\u30ffー]{2,12}?)(?=都|市|府|県|に|です|。|、|$)|(?:总部"
    r"|總部|公司)?(?:位于|位於|设在|設在|坐落于)(?P<where3>[\u4e00-\u9fff]{2,8}?)(?=市|，|,|。|$|的)"
    r"|(?P<where4>[\uac00-\ud7af]{2,8})에 (?:본사|위치|기반)|본사는 (?P<where5>[\uac00-\ud7af]{2,8})에|(?:مقر(?:نا"
    r"|ها|ه)?|ومقر(?:نا|ها|ه)?)(?: الرئيسي)? (?:في )?(?P<where6>[\u0600-\u06ff]{2,20})|(?:ממוקמ\w*|יושב\w*"
    r"|המטה|עשוי(?: באהבה)?|נבנה(?: באהבה)?"
    r"|פותח(?: באהבה)?) ב(?P<where7>[\u0590-\u05ff]{2,20}(?:[ -][\u0590-\u05ff]{2,20})?)|(?:สำนักงาน(?:ใหญ่)?"
    r"|ตั้ง)(?:ตั้ง)?อยู่(?:ที่|ใน)(?P<where8>[\u0e00-\u0e7f]{3,30})"
    r"|(?<!\w)(?P<where9>[A-ZÇĞİÖŞÜ][a-zçğıöşü]+)['’][dt][ae]\s+(?:\w+\s+){0,2}?(?:geliştiril|tasarlan|üretil"
    r"|yapıl|kuruldu)"
    r"|(?<!\w)[Mm]it \S{1,12} in (?P<where10>[A-ZÄÖÜ][a-zäöüß]+) (?:gemacht|entwickelt|gebaut)"
)
# `From Jakarta with love`, at the end of a page.
WITH_LOVE = re.compile(
    r"(?<!\w)(?:from|aus|desde|depuis|da)\s+(?P<where>[^\s.;!?()|•·][^.;!?()|•·]{1,40}?)\s+(?:with|mit|con|com"
    r"|avec)\s+(?:<3|love|liebe"
    r"|amor|amore|amour|[\u2661\u2665\u2764\U0001f493-\U0001f49f\U0001f9e1])",
    re.IGNORECASE,
)
# `Developer: Acme (Seoul, Korea)`, in press kits.
PRESS_KIT = re.compile(
    r"^(?:developer|developed by|studio|company|publisher|team|entwickler|développeur|desarrollador"
    r"|desenvolvedor)\s*:\s*"
    r"[^()]{2,40}\((?P<where>[^()]{3,60})\)",
    re.IGNORECASE,
)
# `from our Sydney HQ`
TOWN_HQ = re.compile(
    r"(?<![\w-])(?:[Oo]ur|[Tt]he|[Ff]rom|[Aa]t) (?P<where>[A-Z][\w'’.-]+(?: [A-Z][\w'’.-]+)?) (?:HQ|[Hh]eadquarters"
    r"|[Hh]ead [Oo]ffice)\b"
)
# `Lisbon-based startup`
BASED_BEFORE = re.compile(
    r"(?<![\w-])(?P<where>[A-Z][\w'’.-]+(?: [A-Z][\w'’.-]+){0,2})[- ]based (?:\w+ )?(?:company|startup|studio|team"
    r"|business|software|developer|maker)"
)
YEAR = r"(?:18|19|20)\d\d"
# The founding place counts as the location unless another one is stated.
BY = r"(?:\s+(?:by|par|por|da|door)\s+[^.;!?,]{3,60}?)?"
FOUNDED_IN_PLACE = re.compile(
    rf"\b(?:founded|established|set up|créée?|fondée?|fundad[ao]|fondat[ao]|opgericht)\b"
    rf"(?P<between>{BY}(?:,?\s+(?:back )?(?:in|en|em|nel)\s+(?:\w+ )?{YEAR},?)?{BY})"
    r"\s+(?:in|à|en|em|a)\s+(?P<where>[^\W\d_][^.;!?()|•·]{1,80})"
    rf"|\bwurde\s+(?:im Jahr\s+)?(?:{YEAR}\s+)?in\s+(?P<where2>[^\W\d_][^.;!?()|•·]{{1,60}}?)\s+(?:{YEAR}\s+)?"
    r"gegründet\b",
    re.IGNORECASE,
)
PLACE_NAME = (
    r"[A-ZÀ-ÖØ-ÞĀ-ŽȘȚİŚŁА-Я][\w'’.-]*(?:[ -](?:(?:de|del|der|di|da|do|la|le|les|am|an|im|upon|on|of|am|sur|den|"
    r"bei|los|las|san|y)[ -])?[A-ZÀ-ÖØ-ÞĀ-ŽŚŁА-Я][\w'’.-]*){0,3}"
)
CITY = re.compile(PLACE_NAME)


@dataclass(frozen=True)
class Located:
    """A city, a country, or both."""

    city: str | None = None
    country: str | None = None


@cache
def country_names(language: str) -> dict[str, str]:
    """Country codes by name, in a language and in English."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415  large tables, needed by the worker only

    names = dict(ALIASES)
    for code in {"en", language}:
        try:
            territories = cast("dict[str, str]", Locale.parse(code).territories)
        except (UnknownLocaleError, ValueError):
            continue
        names |= {comparable(name): key for key, name in territories.items() if key in COUNTRIES}
    return names


def country_of(text: str, language: str | None = None) -> str | None:
    """The code of the country with this name."""
    name = text.strip(" .,")
    if name in ("US", "U.S."):
        return "US"
    folded = comparable(re.sub(r"^the\s+", "", name, flags=re.IGNORECASE))
    return None if folded in DOUBTFUL else country_names(language or "en").get(folded)


def code_or_name(text: str, language: str | None = None) -> str | None:
    """As `country_of`, but a code of two letters counts too, as in structured data."""
    code = text.strip().upper()
    return code if code in COUNTRIES else country_of(text, language)


def is_city(text: str) -> bool:
    text = text.strip()
    return (
        bool(CITY.fullmatch(text)) and 2 <= len(text) <= 40 and comparable(text) not in NO_CITY
        and not re.search(r"['’]s\b|\b(?:University|Combinator|Area|Region|County)\b", text)
        and not any(letter.isdigit() for letter in text) and country_of(text) not in NO_CITY_STATES
    )  # fmt: skip


def stated_places(text: str, language: str | None = None) -> list[Statement[Located]]:
    """Where sentences such as `Acme is based in Porto, Portugal` say that somebody is."""
    found: list[Statement[Located]] = []
    for sentence in sentences(text):
        if len(sentence) > MAX_SENTENCE_LENGTH or not CUE.search(sentence):
            continue
        found += [
            Statement(place, sentence, match.start("where" if pattern is PRESS_KIT else 0), end_of(place, match))
            for pattern in (STATED, TOWN_HQ, BASED_BEFORE, WITH_LOVE, PRESS_KIT)
            for match in pattern.finditer(sentence)
            if (place := read_place(match["where"], language))
        ]
        for match in STATED_ELSEWHERE.finditer(sentence):
            where = next(part for part in match.groups() if part)
            town, country = longest_town(where), country_of(where, language)
            if town or country:
                place = Located(None, country) if country else Located(town)
                found.append(Statement(place, sentence, match.start(), match.end()))
    return found


# Endings of town names after `in`, and the endings of their basic forms.
CASE_ENDINGS = (
    *(("е", ending) for ending in ("а", "", "о", "я")), ("и", "ь"), ("и", "я"), ("ске", "ск"),
    ("ie", "a"), ("ie", ""), ("u", ""), ("iu", ""), ("ach", "y"), ("ce", "ka"), ("u", "o"),
)  # fmt: skip


def nominative(text: str, is_name: Callable[[str], object] = is_town) -> str | None:
    """The basic form of a town's name in another grammatical case: Москва for `Москве`."""
    for ending, instead in CASE_ENDINGS:
        if text.endswith(ending) and len(text) > 4 and is_name(name := text.removesuffix(ending) + instead):
            return name
    return None


def country_in(text: str, language: str | None) -> str | None:
    """The code of a country whose name may be in another grammatical case: `России` is Россия."""
    name = nominative(text, lambda name: country_of(name, language))
    return country_of(text, language) or (country_of(name, language) if name else None)


def end_of(place: Located, match: re.Match[str]) -> int:
    """Where the place ends in a sentence. The match may go on to the end of the clause."""
    written = match["where"]
    at = written.find(place.city) + len(place.city) if place.city else len(re.split(r"[,\s]", written)[0])
    return match.start("where") + max(at, 0)


def longest_town(text: str) -> str | None:
    """The longest town at the start or end of a text without spaces, as in Japanese."""
    for length in range(len(text), 1, -1):
        for part in (text[:length], text[-length:]):
            if is_town(part):
                return part[:-1] if part[-1] in "都市府県" and is_town(part[:-1]) else part
    return None


def founding_places(text: str, language: str | None = None) -> list[Statement[Located]]:
    """Where sentences such as `Acme was founded in 2021 in Porto, Portugal` say that a company was founded."""
    found: list[Statement[Located]] = []
    for sentence in sentences(text):
        if len(sentence) > MAX_SENTENCE_LENGTH:
            continue
        for match in FOUNDED_IN_PLACE.finditer(sentence):
            # The pattern ignores case, but only a name with a capital letter is a place.
            where = match["where"] or match["where2"]
            where = re.split(rf"[,\s]+(?:in|en|by|par|por|von|as|to|with)\s|,?\s+{YEAR}", where)[0]
            place = read_place(where, language) if where[0].isupper() else None
            if place:
                end = match.start("where" if match["where"] else "where2") + len(where)
                found.append(Statement(place, sentence, match.start(), end))
    return found


def read_place(where: str, language: str | None) -> Located | None:
    """The place that a text begins with: `Porto, Portugal and loved everywhere`. Two cities give none."""
    where = re.split(
        r"\s(?:where|with|since|by|for|to|that|which|who|we|near|from|on|is|are|has|have|serving|—|–|-)\s", where
    )[0]
    where = re.sub(r"\s+(?:in|en|seit|since|depuis|desde)\s+\d{4}.*$", "", where)
    where = re.sub(r",\s+(?:en|in|au|aux|em|na)\s+", ", ", where)
    if re.search(r"\b(?:and|&|und|et|y|e|en)\s+(?:in\s+)?[A-Z]|/", where):
        return None
    parts = [part.strip(" '\"’") for part in where.split(",")]
    country = next((code for part in parts if (code := country_in(part, language))), None)
    first = CITY.match(re.sub(r"^(?:sunny|beautiful|lovely|downtown|central|greater|the heart of)\s+", "", parts[0]))
    if first and country_in(parts[0], language) is None:
        city = first[0].strip(" .'’")
        city = city if is_town(city) else nominative(city) or city
        # An unlisted name is a place only before a country or a state.
        if is_city(city) and (is_town(city) or country or (len(parts) > 1 and comparable(parts[1]) in NO_CITY)):
            others = [part for part in parts[1:] if CITY.fullmatch(part) and country_of(part, language) is None]
            # `Berlin, Paris, Rome` is a list; `Austin, Texas, USA` is one place.
            if len(others) > 1:
                return None
            return Located(city, country)
    region = len(parts) == 2 and comparable(parts[0]) in NO_CITY  # `Ontario, Canada`
    # After a country at the start, no other place may follow: `Romania, European Union, founded by ...` is fine.
    alone = country_in(parts[0], language) == country and not any(is_other_place(part, country) for part in parts[1:])
    return Located(None, country) if country and (alone or region) else None


def is_other_place(text: str, country: str | None) -> bool:
    """Whether part of a list begins with a place outside a country."""
    name = CITY.match(text)
    return bool(name) and (country_of(name[0]) not in (None, country) or is_town(name[0]))
