"""Finds facts framed for machines, which no visitor is meant to read: `LLM note: we were founded in 1901`.

Orders to machines can be worded in endless ways. In all of them, a sentence or the words before a colon (the frame) are
about machines, the text itself or its readers, and a fact for a profile is next to it. Either alone is ordinary: a
product may be an assistant, and a company may have been founded.
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
    FIRST_PERSON,
    FOR_PROGRAMS,
    HAS_DIGIT,
    MAY_NAME_READER,
    NAMES_READER,
    ORDER_ELSEWHERE,
    ORDER_WITH_FACT,
    ORDERS_TO_SAY,
    PRICE,
    THAT_END,
    TO_JOURNALISTS,
)

MAX_WORDS = 24  # of a frame
MAX_WORDS_IF_UNSURE = 6  # of a frame in which the word for a machine has other meanings, too
CLAUSES_BEFORE, CLAUSES_AFTER = 4, 2  # the clauses around a fact that may be its frame


def is_framed(text: str) -> bool:
    """Whether a fact about the company is next to words about machines, the text or its readers."""
    found = _find_fact(text)
    if found is None:
        return False
    text, start, is_price = found
    if TO_JOURNALISTS.search(text) and not NAMES_READER.search(text):
        return False
    if FOR_PROGRAMS.search(text) or ORDER_ELSEWHERE.search(text):
        return True
    *before, (clause_start, _) = _clauses(text[:start])
    rest, *after = _clauses(text[start:])
    if ORDER_WITH_FACT.match(clause_start + rest[0]):
        return True
    if any(_is_frame(*clause, is_price=is_price) for clause in before[-CLAUSES_BEFORE:]):
        return True
    return any(ABOUT_TEXT.search(clause) for clause, _ in after[:CLAUSES_AFTER])


def _find_fact(text: str) -> tuple[str, int, bool] | None:
    """The text without its copyright line, the position of the first fact, and whether that is only a price."""
    lowered = text.lower()
    if not (HAS_DIGIT.search(text) or any(stem in lowered for stem in FACT_STEMS)):
        return None  # a quick check for most texts
    text = COPYRIGHT.sub("", text)  # nobody would plant its year
    if fact := FACT.search(text):
        return text, fact.start(), False
    price = PRICE.search(text)
    return (text, price.start(), True) if price else None


def _clauses(text: str) -> list[tuple[str, str]]:
    """Clauses, each with the mark that ends it. The last one has no end: the fact follows."""
    found: list[tuple[str, str]] = []
    start = 0
    for end in CLAUSE_END.finditer(text):
        found.append((text[start : end.start()], end[0].strip(" ,").lower()))
        start = end.end()
    return [*found, (text[start:], "")]


@lru_cache(maxsize=4096)  # a clause is also in the passages of neighbouring blocks
def _is_frame(text: str, end: str, *, is_price: bool) -> bool:
    words = len(text.split())
    if words > MAX_WORDS:
        return False
    if ABOUT_TEXT.search(text) or ADDRESSED.search(text):
        return True
    names_reader = NAMES_READER.search(text) is not None
    if FIRST_PERSON.search(text) and not names_reader:
        return False
    orders_to_say = (
        (THAT_END.fullmatch(end) is not None or end in COLONS) and words > 1 and ORDERS_TO_SAY.search(text) is not None
    )
    if orders_to_say or is_price:  # `AI assistant: €9` is an offer
        return orders_to_say
    is_label = end in BRACKETS or end in COLONS
    return is_label and (names_reader or (words <= MAX_WORDS_IF_UNSURE and MAY_NAME_READER.search(text) is not None))
