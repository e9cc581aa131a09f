"""Finds names of people, companies and products in a text, without plain words and places."""

import re

from showground.extraction.statements import parties
from showground.extraction.statements.places import country_of
from showground.extraction.statements.towns import is_town

PROPER_NAME = re.compile(parties.PROPER_NAME)
INNER_CAPITAL = re.compile(parties.INNER_CAPITAL)
LATIN_NAME = re.compile(parties.LATIN_NAME)
LEADING_MARKS = re.compile(r"^[\s\"“„«'’(*•·–—-]+")


def names_in(text: str, language: str | None) -> list[tuple[int, int]]:
    """The positions of names in a sentence: capitalised words that are neither plain words nor places."""
    found = [match.span() for match in INNER_CAPITAL.finditer(text)]
    if NO_CAPITALS.search(text):
        return found + [match.span() for match in LATIN_NAME.finditer(text) if not is_plain(match[0])]
    words = re.findall(r"[^\W\d_][\w'’-]*", text)
    is_title_case = len(words) > 3 and sum(word[0].isupper() for word in words) > len(words) * 0.6
    first = LEADING_MARKS.match(text)
    beginning = first.end() if first else 0
    # In a short line such as `By Acme Studios, founded 2013`, most words have capitals although it isn't a title.
    by = LEADING_BY.match(text, beginning)
    for match in PROPER_NAME.finditer(text, by.end() if by else 0):
        at_start = match.start() <= beginning
        if (is_title_case and not by) or ((language or "") in parties.CAPITALISED_NOUNS and not at_start):
            continue
        words_in = list(re.finditer(r"\S+", match[0]))
        # At the start, `Recently` is not a name, but `Wickly was` is. Inside a sentence, only names have capitals.
        is_likely_name = not at_start or bool(VERB_FOLLOWS.match(text[match.end() :]))
        while words_in and is_plain(words_in[0][0], or_adverb=not is_likely_name):
            words_in.pop(0)
        if not words_in:
            continue
        start = match.start() + words_in[0].start()
        name = text[start : match.end()].strip(" .,'’")
        is_lone_word = (
            at_start and len(words_in) == 1 and start <= beginning and not FOLLOWS_SUBJECT.match(text[match.end() :])
        )
        if not is_lone_word and not is_place(name, language):
            found.append((start, match.end()))
    return found


NO_CAPITALS = parties.SCRIPT_WITHOUT_CAPITALS
LEADING_BY = re.compile(r"(?:by|von|par|por|da|door|przez|av|af)\s+(?=\S+\s)", re.IGNORECASE)
# Verbs that follow a name at the start of a sentence.
VERBS_AFTER_NAME = (
    r"(?:is|was|are|were|has|had|have|will|can|offers?|charges?|costs?|starts?|started|began"
    r"|makes?|made|sells?|provides?|asks?|takes?|wants?|with|mit|ist|war|hat|wurde|bietet|kostet|est|a|était|coûte"
    r"|propose|es|fue|tiene|cuesta|ofrece"
    r"|é|foi|tem|custa|oferece|è|ha|costa|offre|jest|została|kosztuje|была|был|стоит|предлагает)\b"
)
FOLLOWS_SUBJECT = re.compile(rf"\s*(?:,|\(|[’']s\b|$|{VERBS_AFTER_NAME})", re.IGNORECASE)
WORD_FOLLOWS = re.compile(r"\s+[^\W\d_A-Z]")
# Not `a` or `with`: `Swap a shift` and `Chat with us` don't begin with a name.
VERB_FOLLOWS = re.compile(rf"(?:[’']s)?\s+(?!(?:a|with|mit)\b){VERBS_AFTER_NAME}", re.IGNORECASE)


def is_plain(text: str, *, or_adverb: bool = True) -> bool:
    """Whether words are not a name although they begin with capital letters."""
    words = [word.strip("'’.,-–—()\"“”:;!?").lower() for word in text.split()]
    return all(
        len(word) <= 1 or word in parties.PLAIN_WORDS or (or_adverb and parties.ADVERB.search(word)) for word in words
    ) or bool(
        re.fullmatch(r"[A-Z]{2,4}s?", text.strip(" .,()"))  # `GB`, `API`
    )


def is_place(name: str, language: str | None) -> bool:
    parts = [part for part in re.split(r"[-,]|\s(?:in|and)\s", name) if part.strip()]
    return all(
        is_town(part.strip()) or country_of(part, language) or is_plain(part, or_adverb=False) or part == "based"
        for part in parts
    )


def base_name(name: str) -> str:
    """A company's name without its legal form: `Acme` for `Acme Ltd`."""
    return re.sub(rf"(?:,?\s+{parties.LEGAL_FORM}\.?)+\s*$", "", name.strip()).strip(" .,")
