"""Orders the listings that follow those that match all words, by words and meaning together. Pure.

Three things count. For `borrow tools from neighbours`, the vector of the whole question finds a tool library that has
none of these words. Word by word, `borrow` is similar to `lend`, and most similar to itself. Votes count a little.

A listing follows only if it is more similar than listings about something else are to this query, and at least half as
similar as the best match. So in a small directory, nothing is shown just because everything else is even less similar.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from showground.core.text_folding import words_of
from showground.search.embedding.embedder import get_embedder
from showground.search.embedding.text_vectors import WIDTH, Pieces, Vector, get_table
from showground.search.english_words import is_english
from showground.search.interpretation import Term

# Tuned on the half of bench/questions that is for tuning, and on seed 1 of the known-item queries of bench/search.py.
WORD_BY_WORD = 0.35  # weight of the similarity word by word; that of the vectors is 1
EXACT_WORDS = 0.2  # weight of the score of words, as a share of the best score that words alone can reach
VOTES = 0.003  # per step of `standing`, which has ten steps per factor of e
# How far above the average of unrelated listings a listing must be. The similarity of unrelated listings has a standard
# deviation of 0.07 to 0.09. Of the right answers to the tuning questions, 98 in 100 are farther above it than this.
MIN_ABOVE_UNRELATED = 0.18
MIN_SHARE_OF_BEST = 0.5
# Two listings have more in common by chance than a query and a listing.
MIN_ABOVE_UNRELATED_LISTING = 0.3
MIN_SHARE_OF_MOST_SIMILAR = 0.8
MIN_WEIGHT = 0.6  # of a word that says what is asked for; `tool` has 0.68, `make` 0.53, `and` 0.27
MAX_FILLS = 60


@dataclass(frozen=True, slots=True)
class QueryMeaning:
    vector: Vector
    pieces: Pieces

    @property
    def of_unrelated(self) -> float:
        """The similarity that listings about something else have on average."""
        words = get_table().unrelated_similarity(self.pieces)
        return float(self.vector @ get_embedder().mean) + WORD_BY_WORD * words


@dataclass(frozen=True, slots=True)
class Candidates:
    """Listings that may follow. Each listing has the same index in every array."""

    ids: NDArray[np.int64]
    wordy: NDArray[np.bool_]  # whether the listing matches most of the words
    words: NDArray[np.float64]  # score of the words; 1 if all of them are in the best field
    standing: NDArray[np.int64]  # votes on a logarithmic scale
    vectors: Vector  # a row for each
    pieces: Pieces  # a row for each

    def similarity_to(self, meaning: QueryMeaning) -> NDArray[np.float64]:
        by_words: Vector = get_table().word_similarity(meaning.pieces, self.pieces)
        return (self.vectors @ meaning.vector).astype(np.float64) + WORD_BY_WORD * by_words


NO_CANDIDATES = Candidates(
    np.empty(0, dtype=np.int64),
    np.empty(0, dtype=np.bool_),
    np.empty(0),
    np.empty(0, dtype=np.int64),
    np.empty((0, WIDTH), dtype=np.float32),
    np.empty((0, 1), dtype=np.uint16),
)


def order_fills(found: Candidates, meaning: QueryMeaning | None, before: Collection[int]) -> list[int]:
    """The ids of those that follow, best first; `before`: the ids that come before them."""
    if not len(found.ids):
        return []
    similarity = found.similarity_to(meaning) if meaning else np.zeros(len(found.ids))
    least = max(meaning.of_unrelated + MIN_ABOVE_UNRELATED, MIN_SHARE_OF_BEST * similarity.max()) if meaning else 1.0
    shown = set(before)
    new = np.array([number not in shown for number in found.ids.tolist()])  # np.isin takes ten times as long
    follows = (found.wordy | (similarity >= least)) & new
    score = similarity + EXACT_WORDS * found.words + VOTES * found.standing
    order = np.lexsort((found.ids, -score))
    return found.ids[order[follows[order]]][:MAX_FILLS].tolist()


def order_similar(found: Candidates, meaning: QueryMeaning, itself: int) -> list[int]:
    """The ids of listings that are similar to a listing, the most similar first."""
    if not len(found.ids):
        return []
    similarity = np.where(found.ids == itself, 0.0, found.similarity_to(meaning))
    above = meaning.of_unrelated + MIN_ABOVE_UNRELATED_LISTING
    least = max(above, MIN_SHARE_OF_MOST_SIMILAR * similarity.max())
    order = np.lexsort((found.ids, -similarity))
    return found.ids[order[similarity[order] >= least]].tolist()


def embed_query(text: str, terms: Sequence[Term]) -> QueryMeaning | None:
    """The meaning of a query with its typos corrected; None if it has no word that says what is asked for.

    Most unknown words are names or typos. Their pieces mean nothing: `quinceberry` must not find other berries.
    """
    known = {term.word: term for term in terms}
    table = get_table()
    meant: list[str] = []
    for word in words_of(text):
        term = known.get(word)
        if not is_english(word) and term is not None and not (term.listings and not term.longer):
            word = next(iter((*term.longer, *term.near)), word)  # noqa: PLW2901
        if is_english(word) or (term is not None and term.listings):
            meant.append(word)
    if not any(len(word) > 1 and is_english(word) and table.weight_of(word) >= MIN_WEIGHT for word in meant):
        return None
    vector = get_embedder().embed_words(meant)
    return QueryMeaning(vector, table.pieces_of_words(meant)) if vector is not None else None
