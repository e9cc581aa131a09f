"""When a company says it was founded."""

import re
from dataclasses import replace

from showground.extraction.statements.said import Said
from showground.extraction.statements.text_folding import sentences

YEAR = r"(?P<year>(?:18|19|20)\d\d)(?![\d%])"
FOUNDED = r"(?:founded|established|incorporated|est\.|founding year|year founded|year of foundation|founded in)"
MONTH = (
    r"(?:(?:early|late|mid|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|"
    r"september|october|november|december)[\s-]+(?:of\s+)?)?"
)
PLAIN = re.compile(
    rf"(?<![\w])(?P<verb>{FOUNDED})(?!\w)(?P<between>[^.;!?©]{{0,90}}?)(?:\bin\b|\bsince\b|:|,|"
    rf"\(|\s|-)\s*{MONTH}{YEAR}",
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
    rf"\b(?:in business|operating|independent|family[- ]owned|around|at it) since\s+{MONTH}{YEAR}", re.IGNORECASE
)
OTHER_LANGUAGES = re.compile(
    rf"(?:gegründet|gründung(?:sjahr)?|fondée?s?|créée?s?|fundad[ao]s?|cread[ao]s?|fondat[ao]|nat[ao]|opgericht"
    rf"|grundat|grundades|grunnlagt|grundlagt|perustettu|perustettiin|założon[ay]|założyliśmy|setnuje|основан[ао]?"
    rf"|kuruldu|kurulduk)\b[^.;!?©]{{0,60}}?\b{YEAR}|\b(?P<year2>(?:18|19"
    rf"|20)\d\d)\s+(?:[^.;!?©]{{0,40}}?\s)?(?:gegründet|fundada|opgericht|perustettu|grundat)\b|(?P<year3>(?:18|19"
    rf"|20)\d\d)\s*年\s*\d{{0,2}}\s*月?\s*(?:に)?(?:設立|創業|创立|成立)|(?:設立|創業)[^\d]{{0,"
    rf"6}}(?P<year4>(?:18|19|20)\d\d)年",
    re.IGNORECASE,
)  # fmt: skip
MAX_SENTENCE_LENGTH = 600
COPYRIGHT = re.compile(r"©|\(c\)|copyright|all rights reserved|alle rechte|tous droits", re.IGNORECASE)
SOME_YEAR = re.compile(r"(?:18|19|20)\d\d")
PASSIVE = re.compile(
    r"\b(?:was|were|is|has been|been|’s|got|wurde|été|est|fue|foi|è stata|zosta\w+)"
    r"\s*(?:first |originally |officially )?$",
    re.IGNORECASE,
)
# What may stand between the verb and the year without being what was founded.
NO_OBJECT = re.compile(
    r"^\s*(?:$|[,(:–—-]|(?:in|by|as|out|life|from|at|with|back|on|around|way|it all|all|von|par|por|da)\b)",
    re.IGNORECASE,
)


def founding_years(text: str, latest: int) -> list[Said[str]]:
    """The years in which this text says that somebody began."""
    found: list[Said[str]] = []
    if not SOME_YEAR.search(text):
        return found
    for sentence in sentences(text):
        if len(sentence) > MAX_SENTENCE_LENGTH or not SOME_YEAR.search(sentence):
            continue
        if COPYRIGHT.search(sentence) and not re.search(FOUNDED, sentence, re.IGNORECASE):
            continue
        for match in (*PLAIN.finditer(sentence), *STARTED.finditer(sentence)):
            found += read_verb(match)
        for match in IN_YEAR.finditer(sentence):
            found.append(Said(match["year"], sentence, match.start(), match.end(), match["what"].strip() or "-"))
        found += [Said(one["year"], sentence, one.start(), one.end()) for one in IN_BUSINESS.finditer(sentence)]
        for match in OTHER_LANGUAGES.finditer(sentence):
            year = next(year for year in match.groups() if year)
            found.append(Said(year, sentence, match.start(), match.end()))
    return [said for said in found if 1800 <= int(said.value) <= latest]


def read_verb(match: re.Match[str]) -> list[Said[str]]:
    """`Acme was founded in 2019` is about its subject, `Jane founded Acme in 2019` about its object."""
    before, between = match.string[: match.start()].strip(" (·|•:,–—-*"), match["between"]
    if COPYRIGHT.search(between) or SOME_YEAR.search(between):
        return []
    plain = "found" in match["verb"].lower() or match["verb"].lower() in ("established", "incorporated", "est.")
    said = Said(match["year"], match.string, match.start(), match.end(), weak=not plain)
    if NO_OBJECT.match(between):
        return [said]
    if PASSIVE.search(before) or not before:
        return [said]
    return [replace(said, what=between.strip())]
