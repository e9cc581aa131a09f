"""What turns texts into vectors in this process."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol

from showground.search.embedding.choice import MODEL_PACKAGE, get_chosen
from showground.search.embedding.text_vectors import Vector, get_table


class Embedder(Protocol):
    """Texts of similar meaning get similar vectors."""

    @property
    def slow(self) -> bool:
        """Whether it takes milliseconds, so that it must not run on the event loop."""
        ...

    @property
    def mean(self) -> Vector:
        """The mean vector of texts about all kinds of things."""
        ...

    def embed(self, text: str) -> Vector | None:
        """The vector of a text, or None if it has no known word."""
        ...

    def embed_words(self, words: Sequence[str]) -> Vector | None:
        """The same for words that contain only letters and digits."""
        ...


def get_embedder() -> Embedder:
    return get_table() if get_chosen() == "table" else _get_encoder()


@cache
def _get_encoder() -> Embedder:
    from showground.search.embedding.sentence_encoder import SentenceEncoder  # noqa: PLC0415 - only with the extra

    return SentenceEncoder(import_module(MODEL_PACKAGE).model_path())
