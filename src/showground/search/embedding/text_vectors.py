"""Turns texts into vectors, and vectors into what is stored."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from showground.search.embedding.word_pieces import get_places, pieces_of, words_in

Vector = NDArray[np.float32]

WIDTH = 256
FOLDER = Path(__file__).parent


class PieceTable:
    """The table of pieces. Its rows are mapped into memory, so that all processes share them."""

    def __init__(self, folder: Path) -> None:
        self.places = get_places()
        self.rows: NDArray[np.int8] = np.load(folder / "rows.npy", mmap_mode="r")
        self.scales: Vector = np.load(folder / "scales.npy").astype(np.float32)

    def embed(self, text: str) -> Vector | None:
        """The vector of a text, or None if the table has none of its words."""
        places = [self.places[piece] for word in words_in(text) for piece in pieces_of(word, self.places)]
        if not places:
            return None
        vector = self.scales[places] @ self.rows[places].astype(np.float32)
        length = float(np.linalg.norm(vector))
        return vector / np.float32(length) if length else None


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
