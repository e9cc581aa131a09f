"""Turns texts into vectors and pieces of words, and both into what is stored."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from showground.search.embedding.word_pieces import MAX_WORD_LENGTH, get_places, pieces_of, words_in

Vector = NDArray[np.float32]
Pieces = NDArray[np.uint16]  # numbers of rows of the table

WIDTH = 256
PIECES = 32  # stored for each listing; more say little and take time to compare
CACHED_WORDS = 20_000  # whose pieces are cached, about 4 MB: words of an import occur again and again
FOLDER = Path(__file__).parent
AT_ONCE = 4_096
COMPARED_AT_ONCE = 256  # pieces whose rows are compared at a time, so that they stay in the processor's cache


class PieceTable:
    """The table of pieces. Its rows are mapped into memory, so that all processes share them."""

    slow = False  # 40 µs for a query

    def __init__(self, folder: Path) -> None:
        self.places = get_places()
        self._places_of = lru_cache(CACHED_WORDS)(self._look_up)
        self.rows: NDArray[np.int8] = np.asarray(np.load(folder / "rows.npy", mmap_mode="r"))
        self.scales: Vector = np.load(folder / "scales.npy").astype(np.float32)
        # To estimate how similar an unrelated text is: the mean vector of all texts, and for each piece of the table,
        # the average similarity to the most similar piece of a text.
        self.mean: Vector = np.load(folder / "mean.npy").astype(np.float32)
        self.unrelated: Vector = np.load(folder / "unrelated.npy").astype(np.float32)
        self.lengths: Vector = np.maximum(_lengths_of_rows(folder / "rows.npy"), np.float32(1e-6))
        self.weights: Vector = self.lengths * self.scales  # in training, words that say little got short rows

    def embed(self, text: str) -> Vector | None:
        """The vector of a text, or None if the table has none of its words."""
        return self._add_up(self._cut(words_in(text)))

    def pieces_in(self, text: str) -> Pieces:
        """The distinct pieces of a text that say most, at most PIECES."""
        return self._most_telling(self._cut({word for word in words_in(text) if word.isalnum()}))

    def embed_words(self, words: Sequence[str]) -> Vector | None:
        """The vector of these words, which contain only letters and digits."""
        return self._add_up(self._cut(words))

    def pieces_of_words(self, words: Sequence[str]) -> Pieces:
        """The distinct pieces of these words that say most, at most PIECES."""
        return self._most_telling(self._cut(words))

    def weight_of(self, word: str) -> float:
        """How much a word says; 0 if it can't be cut into known pieces."""
        return max((float(self.weights[place]) for place in self._cut([word])), default=0.0)

    def word_similarity(self, asked: Pieces, listed: Pieces) -> Vector:
        """How well each listing's words cover those of a query, as a number up to 1.

        For each piece of the query, the most similar piece of the listing counts: `borrow` and `lend` are similar.
        `listed` has a row of pieces for each listing.
        """
        if not len(asked):
            return np.zeros(len(listed), dtype=np.float32)
        pieces = listed.ravel()
        towards = np.ascontiguousarray(self.rows[asked].astype(np.float32).T) / self.lengths[asked]
        similarity = np.empty((len(pieces), len(asked)), dtype=np.float32)
        for start in range(0, len(pieces), COMPARED_AT_ONCE):
            rows = self.rows.take(pieces[start : start + COMPARED_AT_ONCE], axis=0)
            np.dot(rows.astype(np.float32), towards, out=similarity[start : start + COMPARED_AT_ONCE])
        by_piece = similarity.T / self.lengths[pieces]
        return self._weigh(asked, np.ascontiguousarray(by_piece).reshape(-1, *listed.shape).max(axis=2))

    def unrelated_similarity(self, asked: Pieces) -> float:
        """The similarity word by word that a listing about something else has on average."""
        return float(self._weigh(asked, self.unrelated[asked])) if len(asked) else 0.0

    def _cut(self, words: Iterable[str]) -> list[int]:
        return [place for word in words if len(word) <= MAX_WORD_LENGTH for place in self._places_of(word)]

    def _look_up(self, word: str) -> tuple[int, ...]:
        return tuple(self.places[piece] for piece in pieces_of(word, self.places))

    def _add_up(self, places: list[int]) -> Vector | None:
        if not places:
            return None
        vector = self.scales[places] @ self.rows[places].astype(np.float32)
        length = float(np.linalg.norm(vector))
        return vector / np.float32(length) if length else None

    def _most_telling(self, places: Iterable[int]) -> Pieces:
        distinct = np.array(sorted(set(places)), dtype=np.uint16)
        return distinct[np.argsort(-self.weights[distinct], kind="stable")[:PIECES]]

    def _weigh(self, asked: Pieces, values: Vector) -> Vector:
        weights = self.weights[asked]
        return weights @ values / weights.sum()


def _lengths_of_rows(file: Path) -> Vector:
    """Read separately: touching the mapped rows would make all of them count as memory of this process."""
    table = np.load(file, mmap_mode="r")
    count, width = table.shape
    parts: list[Vector] = []
    for start in range(0, count, AT_ONCE):
        offset = table.offset + start * width
        rows = np.fromfile(file, dtype=np.int8, count=AT_ONCE * width, offset=offset).reshape(-1, width)
        parts.append(np.linalg.norm(rows.astype(np.float32), axis=1))
    return np.concatenate(parts)


@cache
def get_table() -> PieceTable:
    return PieceTable(FOLDER)


def as_bytes(vector: Vector) -> bytes:
    """The vector as it is stored: a byte for each number, the largest of which becomes 127."""
    largest = float(np.abs(vector).max()) or 1.0
    return (vector * np.float32(127 / largest)).round().astype(np.int8).tobytes()


def from_bytes(stored: bytes) -> Vector:
    """Stored vectors, one after the other, as rows, each of length 1; zeros stay zeros."""
    vectors = np.frombuffer(stored, dtype=np.int8).reshape(-1, WIDTH).astype(np.float32)
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.float32(1e-9))


def signs_of(vector: Vector) -> bytes:
    """One bit for each number: whether it is positive. Vectors that point the same way share most of these bits."""
    return np.packbits(vector > 0).tobytes()


def pieces_as_bytes(pieces: Sequence[int] | Pieces) -> bytes:
    """Pieces as they are stored, always PIECES: if there are fewer, they repeat, which changes no comparison."""
    return np.resize(np.asarray(pieces, dtype="<u2"), PIECES).tobytes()


def pieces_from_bytes(stored: bytes) -> Pieces:
    """Stored pieces, a row for each listing."""
    return np.frombuffer(stored, dtype="<u2").reshape(-1, PIECES).astype(np.uint16, copy=False)
