"""Names of people, companies and products in a text: neither plain words nor places."""

import re

from showground.extraction.statements import parties
from showground.extraction.statements.places import country_of
from showground.extraction.statements.towns import is_town

PROPER_NAME = re.compile(parties.PROPER_NAME)
INNER_CAPITAL = re.compile(parties.INNER_CAPITAL)
LATIN_NAME = re.compile(parties.LATIN_NAME)
START = re.compile(r"^[\s\"“„«'’(*•·–—-]+")


def names_in(text: str, language: str | None) -> list[tuple[int, int]]:
    """Where names are in a sentence: words with a capital letter that are no plain words and no places."""
    found = [match.span() for match in INNER_CAPITAL.finditer(text)]
    if NO_CAPITALS.search(text):
        return found + [match.span() for match in LATIN_NAME.finditer(text) if not is_plain(match[0])]
    words = re.findall(r"[^\W\d_][\w'’-]*", text)
    titled = len(words) > 3 and sum(word[0].isupper() for word in words) > len(words) * 0.6
    first = START.match(text)
    beginning = first.end() if first else 0
    # `By Acme Studios, founded 2013`: in so short a line most words have capitals, too.
    by = BY.match(text, beginning)
    for match in PROPER_NAME.finditer(text, by.end() if by else 0):
        at_start = match.start() <= beginning
        if (titled and not by) or ((language or "") in parties.NAMES_NOUNS and not at_start):
            continue
        words_in = list(re.finditer(r"\S+", match[0]))
        # `Recently` is no name, but `Wickly was` names a subject, and inside a sentence only names have capitals.
        named = not at_start or bool(DOES.match(text[match.end() :]))
        while words_in and is_plain(words_in[0][0], or_adverb=not named):
            words_in.pop(0)
        if not words_in:
            continue
        start = match.start() + words_in[0].start()
        name = text[start : match.end()].strip(" .,'’")
        lonely = at_start and len(words_in) == 1 and start <= beginning and not LEADS.match(text[match.end() :])
        if not lonely and not is_place(name, language):
            found.append((start, match.end()))
    return found


NO_CAPITALS = parties.NO_CAPITALS
BY = re.compile(r"(?:by|von|par|por|da|door|przez|av|af)\s+(?=\S+\s)", re.IGNORECASE)
# What follows the name that a sentence begins with.
VERBS = (
    r"(?:is|was|are|were|has|had|have|will|can|offers?|charges?|costs?|starts?|started|began"
    r"|makes?|made|sells?|provides?|asks?|takes?|wants?|with|mit|ist|war|hat|wurde|bietet|kostet|est|a|était|coûte"
    r"|propose|es|fue|tiene|cuesta|ofrece"
    r"|é|foi|tem|custa|oferece|è|ha|costa|offre|jest|została|kosztuje|была|был|стоит|предлагает)\b"
)
LEADS = re.compile(rf"\s*(?:,|\(|[’']s\b|$|{VERBS})", re.IGNORECASE)
ANY_WORD = re.compile(r"\s+[^\W\d_A-Z]")
# `Swap a shift` and `Chat with us` begin with no subject.
DOES = re.compile(rf"(?:[’']s)?\s+(?!(?:a|with|mit)\b){VERBS}", re.IGNORECASE)


def is_plain(text: str, *, or_adverb: bool = True) -> bool:
    """Whether words are no name although they begin with capital letters."""
    words = [word.strip("'’.,-–—()\"“”:;!?").lower() for word in text.split()]
    return all(
        len(word) <= 1 or word in parties.PLAIN or (or_adverb and parties.ADVERB.search(word)) for word in words
    ) or bool(
        re.fullmatch(r"[A-Z]{2,4}s?", text.strip(" .,()"))  # `GB`, `API`
    )


def is_place(name: str, language: str | None) -> bool:
    parts = [part for part in re.split(r"[-,]|\s(?:in|and)\s", name) if part.strip()]
    return all(
        is_town(part.strip()) or country_of(part, language) or is_plain(part, or_adverb=False) or part == "based"
        for part in parts
    )


def without_form(name: str) -> str:
    return re.sub(rf"(?:,?\s+{parties.LEGAL_FORM}\.?)+\s*$", "", name.strip()).strip(" .,")
