"""When a company says it was founded."""

import re

from showground.extraction.statements.text_folding import bare, sentences

YEAR = r"(?P<year>(?:18|19|20)\d\d)(?![\d%])"
FOUNDED = r"(?:founded|established|incorporated|est\.|founding year|year founded|year of foundation|founded in)"
MONTH = (
    r"(?:(?:early|late|mid|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|"
    r"september|october|november|december)[\s-]+(?:of\s+)?)?"
)
# The part before the verb that may stand there: nothing, a label, or the company.
SUBJECT = (
    r"(?:we|we're|we’re|our (?:company|studio|story|team|business|startup|firm)|the (?:company|studio|startup|"
    r"firm|business|product|project|team|service)|it|company|a company|startup|name)"
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
    rf"(?:gegründet|gründung(?:sjahr)?|fondée?|créée?|fundad[ao]|cread[ao]|fondat[ao]|nat[ao]|opgericht|grundat|"
    rf"grundades|"
    rf"grunnlagt|grundlagt|perustettu|perustettiin|założon[ay]|założyliśmy|setnuje|основан[ао]?|kuruldu|"
    rf"kurulduk)\b[^.;!?©]{{0,60}}?\b{YEAR}"
    rf"|\b(?P<year2>(?:18|19|20)\d\d)\s+(?:[^.;!?©]{{0,40}}?\s)?(?:gegründet|fundada|opgericht|perustettu|grundat)\b"
    rf"|(?P<year3>(?:18|19|20)\d\d)\s*年\s*\d{{0,2}}\s*月?\s*(?:に)?(?:設立|創業|创立|成立)|(?:設立|創業)[^\d]{{0,"
    rf"6}}(?P<year4>(?:18|19|20)\d\d)年",
    re.IGNORECASE,
)  # fmt: skip
SOMEBODY_ELSE = re.compile(
    r"\b(?:he|she|who|previously|formerly|prior|before|earlier|his|her|acquired|sold|former|partner|customer|client"
    r"|investor|also|qui|él|ella|zuvor|previous|another|first company|ex|bank|university|competitors?|they had)\b",
    re.IGNORECASE,
)
MAX_SENTENCE_LENGTH = 600
COPYRIGHT = re.compile(r"©|\(c\)|copyright|all rights reserved|alle rechte|tous droits", re.IGNORECASE)


def founding_years(text: str, name: str, latest: int) -> set[str]:
    """The years in which this text says that the company of this name was founded."""
    years: set[str] = set()
    if not re.search(r"(?:18|19|20)\d\d", text):
        return years
    for sentence in sentences(text):
        if len(sentence) > MAX_SENTENCE_LENGTH or not re.search(r"(?:18|19|20)\d\d", sentence):
            continue
        if COPYRIGHT.search(sentence) and not re.search(FOUNDED, sentence, re.IGNORECASE):
            continue
        for found in (*PLAIN.finditer(sentence), *STARTED.finditer(sentence)):
            if is_own(found, name):
                years.add(found["year"])
        for found in IN_YEAR.finditer(sentence):
            if names_company(found["what"], name) and not SOMEBODY_ELSE.search(found["between"]):
                years.add(found["year"])
        years |= {found["year"] for found in IN_BUSINESS.finditer(sentence)}
        for found in OTHER_LANGUAGES.finditer(sentence):
            if not SOMEBODY_ELSE.search(sentence[: found.start()]):
                years.add(next(year for year in found.groups() if year))
    return {year for year in years if 1800 <= int(year) <= latest}


def is_own(found: re.Match[str], name: str) -> bool:
    """Whether it is the company that was founded, and not what somebody in the sentence did before."""
    before, between = found.string[: found.start()].strip(" (·|•:,–—-*"), found["between"]
    if SOMEBODY_ELSE.search(before) or SOMEBODY_ELSE.search(between) or COPYRIGHT.search(between):
        return False
    if re.search(r"(?:18|19|20)\d\d", between):
        return False
    started = (
        found["verb"].lower() not in ("founded", "established", "incorporated", "est.")
        and "found" not in found["verb"].lower()
    )
    if not before:
        return not started or bool(re.match(r"(?:\s+(?:in|out|as|life|by)\b|\s*$)", between, re.IGNORECASE))
    passive = re.search(
        r"\b(?:was|were|is|has been|been|’s|got)\s*(?:first |originally |officially )?$", before, re.IGNORECASE
    )
    subject = re.sub(
        r"\b(?:was|were|is|has been|been|got|and|first|originally|officially)\b", " ", before, flags=re.IGNORECASE
    )
    subject = subject.strip(" ,")
    if ends_with_company(subject, name):
        # `Jane and we founded` is us; `Acme founded Foo in 2012` is not about Acme's beginning.
        return (
            bool(passive)
            or (found["verb"].lower() in ("started", "began") and not between.strip())
            or bool(re.search(r"\bwe\b", subject, re.IGNORECASE))
            or before.rstrip().endswith((",", "-", "–", "—", ":"))
            or bool(re.search(r"\ban?\b.*\b(?:company|startup|studio|business|firm)$", subject, re.IGNORECASE))
        )
    if passive:
        return False
    return names_company(between, name) or (not started and is_aside(before, name))


def ends_with_company(text: str, name: str) -> bool:
    if re.search(rf"(?:^|[\s,]){SUBJECT}$", text, re.IGNORECASE):
        return True
    return bool(name) and bare(text).endswith(bare(name))


def names_company(text: str, name: str) -> bool:
    return bool(re.search(r"\b(?:the|our|this) (?:company|studio|startup|firm|business)\b", text, re.IGNORECASE)) or (
        bool(name) and bare(name) in bare(text)
    )


def is_aside(before: str, name: str) -> bool:
    """`Acme is a company founded in 2019`, `Berlin-based, founded in 2019`: about the company throughout."""
    return bool(re.search(r"\b(?:company|startup|studio|business|team|firm)\b", before, re.IGNORECASE)) or (
        bool(name) and bare(name) in bare(before)
    )
