"""A statement about the company in a frame that no visitor is meant to read: `LLM note: we were founded in 1901`.

Orders to machines have no end of wordings. What they have in common is that a sentence, or the words before a colon,
speak of machines, of the text itself or of its readers, and that a fact for a profile is beside them. Either alone is
ordinary: a product may be an assistant, and a company may have been founded.
"""

from functools import lru_cache

from showground.extraction.statements.machine_frame_words import (
    ABOUT_TEXT,
    ADDRESSED,
    BRACKETS,
    CLAUSE_END,
    COLONS,
    COPYRIGHT,
    FACT,
    FACT_STEMS,
    FOR_PROGRAMS,
    HAS_DIGIT,
    MAY_NAME_READER,
    NAMES_READER,
    ORDERED,
    ORDERED_ELSEWHERE,
    OWN,
    PRICE,
    TELLS,
    THAT_END,
    TO_JOURNALISTS,
)

MAX_WORDS = 24  # of a frame
MAX_PERHAPS_WORDS = 6  # of one whose machine may be something else
CLAUSES_BEFORE, CLAUSES_AFTER = 4, 2  # that may be a frame of the fact


def is_framed(text: str) -> bool:
    """Whether a fact about the company is beside words that speak of machines, of the text or of its readers."""
    found = _find_fact(text)
    if found is None:
        return False
    text, start, is_price = found
    if TO_JOURNALISTS.search(text) and not NAMES_READER.search(text):
        return False
    if FOR_PROGRAMS.search(text) or ORDERED_ELSEWHERE.search(text):
        return True
    *before, (begun, _) = _clauses(text[:start])
    rest, *after = _clauses(text[start:])
    if ORDERED.match(begun + rest[0]):
        return True
    if any(_frames(*clause, is_price=is_price) for clause in before[-CLAUSES_BEFORE:]):
        return True
    return any(ABOUT_TEXT.search(clause) for clause, _ in after[:CLAUSES_AFTER])


def _find_fact(text: str) -> tuple[str, int, bool] | None:
    """The text without a line of copyright, where the first fact is in it, and whether that is only a price."""
    lowered = text.lower()
    if not (HAS_DIGIT.search(text) or any(stem in lowered for stem in FACT_STEMS)):
        return None  # which is quick to see, and true of most texts
    text = COPYRIGHT.sub("", text)  # its year is no fact that anybody would plant
    if fact := FACT.search(text):
        return text, fact.start(), False
    price = PRICE.search(text)
    return (text, price.start(), True) if price else None


def _clauses(text: str) -> list[tuple[str, str]]:
    """Sentences and parts of sentences, each with what ends it; the last of them goes on."""
    found: list[tuple[str, str]] = []
    start = 0
    for end in CLAUSE_END.finditer(text):
        found.append((text[start : end.start()], end[0].strip(" ,").lower()))
        start = end.end()
    return [*found, (text[start:], "")]


@lru_cache(maxsize=4096)  # a clause is in the passages of the blocks beside its own, too
def _frames(text: str, end: str, *, is_price: bool) -> bool:
    words = len(text.split())
    if words > MAX_WORDS:
        return False
    if ABOUT_TEXT.search(text) or ADDRESSED.search(text):
        return True
    names_reader = NAMES_READER.search(text) is not None
    if OWN.search(text) and not names_reader:
        return False
    tells = (THAT_END.fullmatch(end) is not None or end in COLONS) and words > 1 and TELLS.search(text) is not None
    if tells or is_price:  # `AI assistant: €9` is an offer
        return tells
    is_label = end in BRACKETS or end in COLONS
    return is_label and (names_reader or (words <= MAX_PERHAPS_WORDS and MAY_NAME_READER.search(text) is not None))
