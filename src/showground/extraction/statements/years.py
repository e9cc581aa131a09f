"""Finds the years in which sentences say that something was founded."""

import re
from dataclasses import replace

from showground.extraction.statements.statement import AFTER_OTHER_NOUN, Statement
from showground.extraction.statements.text_folding import sentences

YEAR = r"(?P<year>(?:18|19|20)\d\d)(?![\d%])"
FOUNDED = (
    r"(?:founded|established|incorporated|est\.|founding (?:year|date)|year founded|year of foundation|founded in)"
)
MONTH = (
    r"(?:the year (?:of )?)?"
    r"(?:(?:early|late|mid|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|"
    r"september|october|november|december)[\s-]+(?:of\s+)?)?"
)
FOUNDED_IN = re.compile(
    rf"(?<![\w])(?P<verb>{FOUNDED})(?!\w)(?P<between>[^.;!?©]{{0,90}}?)(?:\bin\b|\bsince\b|:|,|"
    rf"\(|\s|-)\s*{MONTH}{YEAR}",
    re.IGNORECASE,
)
# `We found our company in 2013`: a common mistake in English as a second language.
FOUND_COMPANY = re.compile(
    rf"\b(?:we|i)\s+(?:co-?)?found(?:ed)?\s+(?:our|the|this|my)\s+(?:company|studio|business|firm|startup"
    rf"|team)\b[^.;!?]{{0,30}}?"
    rf"\bin\s+{MONTH}{YEAR}",
    re.IGNORECASE,
)
# `our mobile app` is not the company.
PART_OF_OURS = re.compile(
    r"our\s+(?!(?:own\s+)?(?:company|studio|business|firm|start-?up|agency|team|shop|store|workshop|product|app"
    r"|project)\b)",
    re.IGNORECASE,
)
FIRST_VERSION = re.compile(
    rf"\bin\s+{MONTH}{YEAR},[^.;!?]{{0,90}}?\b(?:i|we)\s+(?:created|built|wrote|made|released|launched|started"
    rf"|founded)\s+"
    r"the\s+first\s+version\s+of\s+(?P<what>[^.;!?,]{2,60})",
    re.IGNORECASE,
)
STARTED = re.compile(
    rf"(?<![\w-])(?P<verb>(?:started|began|born|created|launched the company|set up|formed|kicked off))\b"
    rf"(?P<between>[^.;!?©]{{0,60}}?)\b(?:in|back in)\s+{MONTH}{YEAR}",
    re.IGNORECASE,
)
IN_YEAR = re.compile(
    rf"^(?:back |it all started |it started |founded )?in\s+{MONTH}{YEAR},?\s+(?P<between>[^.;!?]{{0,"
    rf"90}}?)\b(?:founded|started|created|established|set up|set out to build)\b\s+(?P<what>[^.;!?,]{{0,60}})",
    re.IGNORECASE,
)
IN_BUSINESS = re.compile(
    rf"\b(?:in business|operating|independent|family[- ]owned|around|at it|serving \w+(?: \w+)?) since\s+{MONTH}{YEAR}",
    re.IGNORECASE,
)
YYYY = r"(?:18|19|20)\d\d"
# Labels of a founding year, in the same line or in the cell before it.
LABELS = frozenset({
    "founded", "founded in", "established", "year founded", "founding date", "founding year",
    "date founded", "gegründet", "gründung", "gründungsjahr",
    "gründungsdatum", "fondée en", "création", "date de création", "année de création", "fondation", "fundada en",
    "fundación", "año de fundación", "fundada em", "fundação", "ano de fundação", "fondata nel", "fondazione",
    "anno di fondazione", "opgericht", "oprichting", "rok założenia", "założona", "data założenia", "год основания",
    "дата основания", "основана", "рік заснування", "kuruluş", "kuruluş yılı", "kuruluş tarihi", "grundat",
    "stiftet", "perustettu", "založeno", "rok založení", "alapítva", "alapítás éve", "設立", "設立年月",
    "設立年月日", "設立日",
    "創業", "創立", "成立时间", "成立日期", "成立時間", "创立时间", "설립", "설립일", "설립연도", "창립일",
})  # fmt: skip
# `seit dem 10. September 2020`, `od roku 2010`: the day and the month, or the word for a year.
DATE = (
    r"(?:(?:dem|le|el|o|il|den|the|roku|року|el año|o ano|l['’]année|vuodesta)\s+)?(?:\d{1,2}(?:\.|er|st|nd|rd"
    r"|th)?\s?(?:de\s+)?)?(?:[^\W\d_]{3,10}\.?\s+(?:de\s+|of\s+)?)?"
)
AFTER_YEAR = r"(?:\s*(?:г(?:\.|ода)?|р(?:\.|оку)|roku|r\.))?"
LABELLED = re.compile(
    rf"^(?:{'|'.join(sorted(map(re.escape, LABELS), key=len, reverse=True))})"
    rf"\s*[:：]?\s*\D{{0,14}}(?P<year>{YYYY})(?!\d)"
    rf"|^(?P<before>{YYYY})\s+(?:{'|'.join(sorted(map(re.escape, LABELS), key=len, reverse=True))})$",
    re.IGNORECASE,
)
SINCE = re.compile(
    r"(?:^|[·•|–—]\s*)(?:since|seit|depuis|desde|dal|sinds|sedan|siden|od|с|з|vuodesta|din|מאז|משנת|منذ(?: عام"
    r"| سنة)?)\s+"
    rf"{DATE}(?P<year>{YYYY}){AFTER_YEAR}\W*$|تأسست?(?: في)?(?: عام| سنة)?\s+(?P<year3>{YYYY})"
    rf"|^(?P<year4>{YYYY})['’]?(?:den|dan|ten|tan)\s+(?:beri|bu yana)|(?:설립|창립|창업)\s*:?\s*(?P<year5>{YYYY})"
    rf"|(?P<year6>{YYYY})년(?:에)?\s*(?:\d{{1,2}}월\s*)?(?:설립|창립|창업)|(?:成立于|創立於|成立於"
    rf"|创立于)\s*(?P<year7>{YYYY})"
    rf"|ก่อตั้ง(?:เมื่อ|ใน)?(?:ปี)?\s*(?P<year8>{YYYY})|(?:נוסד|הוקמ)\w*\s+ב(?:שנת\s)?-?(?P<year9>{YYYY})",
    re.IGNORECASE,
)
OTHER_LANGUAGES = re.compile(
    rf"(?:gegründet|gründung(?:sjahr)?|fondée?s?|créée?s?|fundad[ao]s?|cread[ao]s?|fondat[ao]|nat[ao]|opgericht"
    rf"|grundat|grundades|grunnlagt|grundlagt|perustettu|perustettiin|perustimme|nasce|nacque|założon[ay]"
    rf"|założyliśmy|setnuje|основан[ао]?"
    rf"|kuruldu|kurulduk|kurulmuştur|założon[ae]|zał\.|заснован[оаий]*"
    rf"|založen[aoy]?|založili|înființat[ăa]?|fondat[ăa]|alapítva|ιδρύθηκε|thành lập|didirikan|تأسست?)"
    rf"\b[^.;!?©]{{0,60}}?\b{YEAR}|\b(?P<year2>(?:18|19"
    rf"|20)\d\d)\s+(?:[^.;!?©]{{0,40}}?\s)?(?:gegründet|fundada|opgericht|perustettu|grundat|kuruldu"
    rf"|kurulmuştur)\b|(?P<year5>(?:18|19|20)\d\d)(?:['’]?d[ae]|-b[ae]n)\s+"
    rf"(?:[^.;!?©]{{0,40}}?\s)?(?:kuruldu|alapított\w*)\b"
    rf"|(?P<year6>(?:18|19|20)\d\d)年に[^.;!?©。]{{0,20}}?(?:設立|創業|創立)|(?P<year3>(?:18|19"
    rf"|20)\d\d)\s*年\s*\d{{0,2}}\s*月?\s*(?:に)?(?:設立|創業|创立|成立)|(?:設立|創業)[^\d]{{0,"
    rf"6}}(?P<year4>(?:18|19|20)\d\d)年",
    re.IGNORECASE,
)  # fmt: skip
SINCE_WORD = r"(?:since|seit|depuis|desde|dal|sinds|sedan|siden|od|с|з)"
# `The original since 2012!`: at the end of a line about the whole company.
LINE_SINCE = re.compile(rf"(?<!\w){SINCE_WORD}\s+(?:roku\s+|року\s+)?(?P<year>{YYYY}){AFTER_YEAR}\W*$", re.IGNORECASE)
OTHER_SINCE = re.compile(
    r"member|partner|certif|zertif|mitglied|membre|miembro|membro|accredit|licen|lid van|член|партн|сертиф"
    r"|updated|version"
    r"|review|bewert|avis\b|opinion",
    re.IGNORECASE,
)
# `Acme has made candles since 2010`.
DOES_SINCE = re.compile(
    r"\b(?:offers?|provides?|serves?|makes?|builds?|sells?|delivers?|(?:has|have) (?:offered|provided|served"
    r"|made|built|sold"
    r"|been (?:making|building|serving|helping|offering|providing)|existed|been around)|besteht|existiert|existe"
    r"|esiste|existuje"
    r"|bietet|liefert|produziert|fertigt|propose|fabrique"
    r"|accompagne|ofrece|fabrica|ofrecemos|fabricamos|oferece|oferecemos|offre|offriamo|produce|biedt|bieden"
    r"|levert|maakt"
    r"|bestaat|oferuje|oferujemy|produkuje|предлагает|производит|работает|работаем)\s+(?:[\w-]+\s+){0,6}?"
    rf"{SINCE_WORD}\s+{YEAR}",
    re.IGNORECASE,
)
# `Das Café wurde 1997 eröffnet`, `opened its doors in 1997`. ANOTHER_BRANCH excludes new branches.
OPENED = re.compile(
    rf"\bopened (?:its|our|their|the) doors (?:back )?in {MONTH}({YYYY})(?!\d)"
    rf"|\b(?:was|were) opened in {MONTH}({YYYY})(?!\d)"
    rf"|\b(?:wurden?|hat|haben)\s(?:[^.;!?©]{{0,30}}?\s)?({YYYY})(?!\d)\s(?:[^.;!?©]{{0,50}}?\s)?"
    rf"(?:eröffnet|ins leben gerufen|geöffnet)(?!\w)"
    rf"|\ba(?:vons)? ouvert (?:ses|nos|leurs) portes en (?:\w+ )?({YYYY})"
    rf"|\babri(?:ó|mos|eron) (?:sus |nuestras |las )?puertas en (?:\w+ (?:de )?)?({YYYY})"
    rf"|\babri(?:u|mos) (?:as |suas |nossas )?portas em (?:\w+ (?:de )?)?({YYYY})"
    rf"|\bha aperto (?:i battenti|le porte|i suoi battenti) nel (?:\w+ )?({YYYY})"
    rf"|\bopende (?:haar|zijn|de|onze) deuren in (?:\w+ )?({YYYY})"
    rf"|\b(?:działa|działamy|zajmując\w* się|istnieje(?:my)?|pracujemy) od (?:roku )?({YYYY})"
    rf"|\b(?:работаем|работает|существует|на рынке|в работе) с ({YYYY})|\b(?:працюємо|працює|існує) з ({YYYY})"
    rf"|\bfunguje(?:me)? od (?:roku )?({YYYY})|({YYYY})\s?(?:['’]?d[ae]n|yılından) beri (?:hizmet|faaliyet)"
    rf"|\b(?:toiminut|palvellut) vuodesta ({YYYY})|\b(?:öppnade|åbnede|åpnet) (?:dörrarna |dørene |i )+({YYYY})",
    re.IGNORECASE,
)
ANOTHER_BRANCH = re.compile(
    r"\b(?:second|third|new|another|branch|zweite\w*|dritte\w*|neue\w*|weitere\w*|filiale|zweigstelle|deuxième|seconde?"
    r"|nouve(?:au|lle)|succursale|segund[ao]|nuev[ao]|sucursal|nov[ao]|filial|second[ao]|nuov[ao]|tweede|nieuwe|filiaal"
    r"|drug[ia]\w*|now[ya]\w*|oddział)\b",
    re.IGNORECASE,
)
MAX_SENTENCE_LENGTH, MAX_LINE_WORDS = 600, 14
COPYRIGHT = re.compile(r"©|\(c\)|copyright|all rights reserved|alle rechte|tous droits", re.IGNORECASE)
SOME_YEAR = re.compile(r"(?:18|19|20)\d\d")
PASSIVE = re.compile(
    r"\b(?:was|were|is|has been|been|’s|got|wurde|été|est|fue|foi|è stata|zosta\w+)"
    r"\s*(?:first |originally |officially )?$",
    re.IGNORECASE,
)
# Words between the verb and the year that are not what was founded: `founded back in 2019`.
WITHOUT_OBJECT = re.compile(
    r"^\s*(?:$|[,(:–—-]|(?:in|by|as|out|life|from|at|with|back|on|around|way|it all|all|\w+ly|von|par|por|da)\b)",
    re.IGNORECASE,
)


def founding_years(text: str, latest: int) -> list[Statement[str]]:
    """The years in which this text says that something was founded."""
    found: list[Statement[str]] = []
    if not SOME_YEAR.search(text):
        return found
    for sentence in sentences(text):
        if len(sentence) > MAX_SENTENCE_LENGTH or not SOME_YEAR.search(sentence):
            continue
        if COPYRIGHT.search(sentence) and not re.search(FOUNDED, sentence, re.IGNORECASE):
            continue
        for match in (*FOUNDED_IN.finditer(sentence), *STARTED.finditer(sentence)):
            found += read_founding_verb(match)
        found += [Statement(one["year"], sentence, one.start(), one.end()) for one in FOUND_COMPANY.finditer(sentence)]
        for match in FIRST_VERSION.finditer(sentence):
            found.append(Statement(match["year"], sentence, match.start(), match.end(), match["what"].strip()))
        for match in IN_YEAR.finditer(sentence):
            found.append(Statement(match["year"], sentence, match.start(), match.end(), match["what"].strip() or "-"))
        found += [Statement(one["year"], sentence, one.start(), one.end()) for one in IN_BUSINESS.finditer(sentence)]
        for match in OPENED.finditer(sentence) if not ANOTHER_BRANCH.search(sentence) else ():
            year = next(year for year in match.groups() if year)
            found.append(Statement(year, sentence, match.start(), match.end()))
        activities = [match for match in DOES_SINCE.finditer(sentence) if not OTHER_SINCE.search(sentence)]
        found += [Statement(one["year"], sentence, one.start(), one.end(), weak=True) for one in activities]
        for match in (*OTHER_LANGUAGES.finditer(sentence), *SINCE.finditer(sentence), *LABELLED.finditer(sentence)):
            year = next(year for year in match.groups() if year)
            found.append(Statement(year, sentence, match.start(), match.end()))
    return [
        statement
        for statement in found
        if 1800 <= int(statement.value) <= latest and not PART_OF_OURS.match(statement.what)
    ]


def year_of_line(text: str, latest: int) -> str | None:
    """The year at the end of a short line such as `Hand-made candles since 1998`."""
    found = LINE_SINCE.search(text) if len(text.split()) <= MAX_LINE_WORDS else None
    if not found or OTHER_SINCE.search(text) or COPYRIGHT.search(text) or not 1800 <= int(found["year"]) <= latest:
        return None
    return found["year"]


def read_founding_verb(match: re.Match[str]) -> list[Statement[str]]:
    """`Acme was founded in 2019` is about the subject of the verb, `Jane founded Acme in 2019` about its object."""
    before, between = re.sub(r"^\W+|[\s(·|•:,–—*-]+$", "", match.string[: match.start()]), match["between"]
    if COPYRIGHT.search(between) or SOME_YEAR.search(between):
        return []
    # `Jane Roe, founder of Acme, was born in 1971`
    is_person = match["verb"].lower() == "born" and re.search(r",\s+(?:was|is)$", before)
    if is_person or AFTER_OTHER_NOUN.search(before):
        return []
    is_founding_verb = "found" in match["verb"].lower() or match["verb"].lower() in (
        "established",
        "incorporated",
        "est.",
    )
    statement = Statement(match["year"], match.string, match.start(), match.end(), weak=not is_founding_verb)
    if WITHOUT_OBJECT.match(between):
        return [statement]
    if PASSIVE.search(before) or not before:
        return [statement]
    return [replace(statement, what=between.strip())]
