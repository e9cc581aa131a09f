"""Finds sentences that call people founders: `Founded by Jane Roe in 2019`, `Jane Roe is the founder of Acme`."""

import re
from collections.abc import Sequence

from showground.extraction.statements.people import FORMER, NAME, is_company, is_founder_title, is_person_name
from showground.extraction.statements.statement import AFTER_OTHER_NOUN, Statement
from showground.extraction.statements.text_folding import sentences

MAX_SENTENCE_LENGTH = 600
FOUNDED_BY = re.compile(
    rf"\b(?i:founded|started|created|built|made|developed|gegründet|entwickelt|fondée?|créée?|développée?|fundad[ao]"
    rf"|cread[ao]|desarrollad[ao]|criad[ao]|desenvolvid[ao]|fondat[ao]|creat[ao]|sviluppat[ao]|opgericht"
    rf"|ontwikkeld)\b[^.;!?]{{0,"
    rf"40}}?\b(?:by|von|par|por|da|door)\s+"
    rf"(?P<names>{NAME}(?:(?:\s*,\s*|\s*,?\s+(?:and|&|und|et|y|e|en)\s+){NAME})*)"
)
# Languages in which the verb comes last: `wurde von Jane Roe gegründet`.
NAMES = rf"{NAME}(?:(?:\s*,\s*|\s*,?\s+(?:and|&|und|et|y|e|en|og|och|ve)\s+){NAME})*"
FOUNDED_BY_ELSEWHERE = re.compile(
    rf"\b(?:von|door)\s+(?P<names>{NAMES})\s+(?:(?:im Jahr|in|im)?\s*(?:\w+\s+)?(?:18|19|20)\d\d\s+)?(?:(?:in"
    rf"|aus)\s+\w+\s+)?"
    r"(?:gegründet|ins Leben gerufen|opgericht)\b"
    rf"|(?P<names2>{NAMES})\s+tarafından\s+(?:(?:18|19|20)\d\d\S*\s+(?:yılında\s+)?)?kurul\w+"
    rf"|\b(?:grundlagt|grundat|grundades|grunnlagt|stiftet)\b[^.;!?]{{0,30}}?\b(?:af|av)\s+(?P<names3>{NAMES})"
)
OUR_FOUNDERS = re.compile(
    rf"\b[Oo]ur (?:co-?)?founders?,?\s+(?P<names>{NAME}(?:(?:\s*,\s*|\s*,?\s+(?:and|&)\s+){NAME})*)(?=[\s,.]|$)"
)
PERSON_FOUNDED = re.compile(
    rf"(?P<names>{NAME}(?:(?:\s*,\s*|\s*,?\s+(?:and|&)\s+){NAME})*)\s+(?:co-?)?(?:founded|started)\s+(?P<what>[^.,"
    rf";!?]{{2,50}})"
)
# `Jane Roe hat Tallow gegründet`, `Jane Roe a fondé Tallow`.
PERSON_FOUNDED_ELSEWHERE = re.compile(
    rf"(?P<names>{NAMES})\s+(?:(?:hat|haben|heeft|hebben)\s+(?P<what>[^.,;!?]{{2,50}}?)\s+(?:gegründet|opgericht)\b"
    r"|(?:gründeten?|(?:a|ont) (?:co)?(?:fondé|créé)|(?:co)?fund(?:ó|aron|ou|aram)|(?:ha|hanno) fondato|grundade"
    r"|grundlagde"
    r"|założył[ai]?|основал[аи]?)\s+(?P<what2>[^.,;!?]{2,50}))"
)
# `I am Dr. Jane Roe, founder and CEO`: of this company, unless another one is named.
I_AM_FOUNDER = re.compile(
    rf"\b(?:I am|I['’]m|[Mm]y name is)\s+(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?\s+)*(?P<names>{NAME}),?\s+(?:and (?:I am"
    rf"|I['’]m) )?"
    r"(?:the |a )?(?P<title>[^.;!?]{0,20}?\b(?:[Cc]o-?)?[Ff]ounder\b(?! (?:of|at|behind)\b)[^.;!?]{0,60})"
)
THE_FOUNDER = re.compile(
    rf"(?P<names>{NAME}),\s+(?:our|the)\s+(?P<title>(?:[Cc]o-?)?[Ff]ounder\b(?! of\b| at\b)[^.;!?,]{{0,40}})"
)
FOUNDER_OF = re.compile(
    rf"(?:\b[Ii](?:['’]m| am)\s+)?(?P<names>{NAME})\s*(?:,|\(|is|–|—|-|and)\s*(?:the |a |our "
    rf")?(?P<title>[^.;!?()]{{0,40}}?"
    r"(?:[Cc]o-?[Ff]ounder|[Ff]ounder|(?:[Mm]aker|[Cc]reator|[Oo]wner) of|(?:[Mm]aker|[Cc]reator|[Dd]eveloper) behind)"
    r"[^.;!?()]{0,40})"
)


def named_founders(text: str, companies: Sequence[str]) -> list[Statement[tuple[str, str | None]]]:
    """The people whom sentences call founders, with titles. `companies`: the names of the product and its maker."""
    found: list[Statement[tuple[str, str | None]]] = []
    for sentence in sentences(text):
        if len(sentence) > MAX_SENTENCE_LENGTH:
            continue
        for match in find_founded_by(sentence):
            # `Built by` may also be said of a page, a picture or a theme.
            weak = not re.match(r"found|gegründ|fond|fundad|opgericht", match[0], re.IGNORECASE)
            if weak and not sentence[: match.start()].strip(" ,"):
                continue
            found += statements_without_title(match, weak=weak)
        found += founders_in_other_languages(sentence)
        for match in OUR_FOUNDERS.finditer(sentence):
            found += [Statement((name, None), sentence, match.start() + 3, match.end()) for name in names_of(match)]
        for match in PERSON_FOUNDED.finditer(sentence):
            # The founder is the subject, so the object decides whether it is about this company.
            found += statements_without_title(match, match["what"])
        for match in I_AM_FOUNDER.finditer(sentence):
            if any(is_founder_title(match["title"], one) for one in companies):
                found += statements_without_title(match, "we")
        for match in THE_FOUNDER.finditer(sentence):
            found += statements_without_title(match)
        for match in FOUNDER_OF.finditer(sentence):
            title = match["title"].strip(" ,")
            where = re.search(r"\b(?:at|of|behind)\s+(?P<where>.+)$", title)
            ours = where and not FORMER.search(title) and any(is_company(where["where"], one) for one in companies)
            if where and ours and is_person_name(match["names"]):
                named = (match["names"], re.sub(r"\s+(?:at|of|behind)\s.*$", "", title))
                found.append(Statement(named, sentence, match.start(), match.end(), where["where"]))
    return found


def find_founded_by(sentence: str) -> list[re.Match[str]]:
    return [
        match
        for match in FOUNDED_BY.finditer(sentence)
        if not AFTER_OTHER_NOUN.search(sentence[: match.start()].rstrip())
    ]


def founders_in_other_languages(sentence: str) -> list[Statement[tuple[str, str | None]]]:
    """Founders in the word order of other languages."""
    found: list[Statement[tuple[str, str | None]]] = []
    for match in FOUNDED_BY_ELSEWHERE.finditer(sentence):
        names = match["names"] or match["names2"] or match["names3"]
        people: list[tuple[str, str | None]] = [(name, None) for name in split_names(names)]
        found += [Statement(one, sentence, match.start(), match.end()) for one in people]
    for match in PERSON_FOUNDED_ELSEWHERE.finditer(sentence):
        found += statements_without_title(match, match["what"] or match["what2"])
    return found


def statements_without_title(
    match: re.Match[str], what: str = "", *, weak: bool = False
) -> list[Statement[tuple[str, str | None]]]:
    """The people of a match, without titles."""
    return [Statement((name, None), match.string, match.start(), match.end(), what, weak) for name in names_of(match)]


def names_of(match: re.Match[str]) -> list[str]:
    return split_names(match["names"])


def split_names(names: str) -> list[str]:
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|&|und|et|y|e|en|og|och|ve)\s+", names)
    return [part for part in parts if is_person_name(part)]
