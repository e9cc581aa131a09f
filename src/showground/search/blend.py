"""Orders the listings that follow those that match all words, by words and meaning together. Pure.

Neither is enough alone. For `borrow tools from neighbours`, meaning finds a tool library that has none of these words,
and words find a listing named "Borrow", which may do something else. Each listing gets one score: how well its words
match, how similar its meaning is, and a little for votes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from showground.core.text_folding import words_of
from showground.search.embedding.text_vectors import WIDTH, Vector, get_table
from showground.search.interpretation import Term

# Tuned on the half of bench/questions that is for tuning, and on seed 1 of the known-item queries of bench/search.py.
WORDS = 0.2  # weight of the words' score, as a share of the best score that words alone can reach
VOTES = 0.003  # per step of `standing`, which has ten steps per factor of e
MIN_SIMILARITY = 0.2  # cosine; listings that are less similar need most of the words
MAX_FILLS = 60


@dataclass(frozen=True, slots=True)
class Candidates:
    """Listings that may follow, a place in each array for each."""

    ids: NDArray[np.int64]
    wordy: NDArray[np.bool_]  # whether it matches most of the words
    words: NDArray[np.float64]  # score of the words; 1 if all of them are in the best field
    standing: NDArray[np.int64]  # votes on a logarithmic scale
    vectors: Vector  # a row for each


NO_CANDIDATES = Candidates(
    np.empty(0, dtype=np.int64),
    np.empty(0, dtype=np.bool_),
    np.empty(0),
    np.empty(0, dtype=np.int64),
    np.empty((0, WIDTH), dtype=np.float32),
)


def order_fills(found: Candidates, vector: Vector | None) -> list[int]:
    """The ids of those that follow, best first. `vector` is the meaning of the query, if it is known."""
    similarity = found.vectors @ vector if vector is not None else np.zeros(len(found.ids))
    score = WORDS * found.words + similarity + VOTES * found.standing
    order = np.lexsort((found.ids, -score))
    good = found.wordy | (similarity >= MIN_SIMILARITY)
    return found.ids[order[good[order]]][:MAX_FILLS].tolist()


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
