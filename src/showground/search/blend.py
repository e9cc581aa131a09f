"""Orders the listings that follow those that match all words, by words and meaning together. Pure.

Neither is enough alone. For `borrow tools from neighbours`, meaning finds a tool library that has none of these words,
and words find a listing named "Borrow", which may do something else. Each listing gets one score: how well its words
match, how similar its meaning is, and a little for votes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from showground.core.text_folding import words_of
from showground.search.embedding.text_vectors import Vector, from_bytes, get_table
from showground.search.interpretation import Term

# Tuned on the half of bench/questions that is for tuning, and on seed 1 of the known-item queries of bench/search.py.
WORDS = 0.2  # weight of the words' score, as a share of the best score that words alone can reach
VOTES = 0.003  # per step of `standing`, which has ten steps per factor of e
MIN_SIMILARITY = 0.2  # cosine; listings that are less similar need most of the words
MAX_FILLS = 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """A listing that may follow: `wordy` if it matches most of the words."""

    id: int
    wordy: bool
    words: float  # score of the words, 1 if all of them are in the best field
    standing: int  # votes on a logarithmic scale
    vector: bytes | None


def order_fills(candidates: Sequence[Candidate], vector: Vector | None) -> list[int]:
    """The ids of those that follow, best first. `vector` is the meaning of the query, if it is known."""
    likeness = [0.0] * len(candidates)
    if vector is not None:
        places = [place for place, candidate in enumerate(candidates) if candidate.vector is not None]
        stored = from_bytes([candidate.vector or b"" for candidate in candidates if candidate.vector is not None])
        for place, cosine in zip(places, (stored @ vector).tolist(), strict=True):
            likeness[place] = cosine
    scored = [
        (-(WORDS * candidate.words + cosine + VOTES * candidate.standing), candidate.id)
        for candidate, cosine in zip(candidates, likeness, strict=True)
        if candidate.wordy or cosine >= MIN_SIMILARITY
    ]
    return [number for _, number in sorted(scored)[:MAX_FILLS]]


def embed_query(text: str, terms: Sequence[Term]) -> Vector | None:
    """The meaning of a query with its typos corrected; None if it has no word whose meaning is known.

    Most unknown words are names or typos. Their pieces mean nothing: `quinceberry` must not find other berries.
    """
    known = {term.word: term for term in terms}
    table = get_table()
    meant: list[str] = []
    for word in words_of(text):
        term = known.get(word)
        if word not in table.places and term is not None and not (term.listings and not term.longer):
            word = next(iter((*term.longer, *term.near)), word)  # noqa: PLW2901
        if word in table.places or (term is not None and term.listings):
            meant.append(word)
    if not any(word in table.places for word in meant):
        return None
    return table.embed(" ".join(meant))
