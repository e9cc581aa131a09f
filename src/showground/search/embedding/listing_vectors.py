"""The vector of a listing and its most telling words, made from what it says about itself."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from showground.search.embedding.embedder import get_embedder
from showground.search.embedding.text_vectors import WIDTH, Pieces, Vector, get_table

# How much each part counts. Chosen on the half of the questions in bench/questions that is for tuning.
HEAD, DESCRIPTION, KEYWORDS = 1.0, 0.7, 0.5
MAX_DESCRIPTION = 1_500  # characters; what follows seldom says what a product is


def embed_listing(row: Mapping[str, Any], categories: Sequence[str]) -> tuple[Vector, Pieces]:
    """`categories`: their names. A listing without a known word gets zeros, which are similar to nothing."""
    head, description, keywords = texts = _texts(row, categories)
    total: Vector = np.zeros(WIDTH, dtype=np.float32)
    for text, weight in ((head, HEAD), (description, DESCRIPTION), (keywords, KEYWORDS)):
        vector = get_embedder().embed(text)
        if vector is not None:
            total += np.float32(weight) * vector
    length = float(np.linalg.norm(total))
    return total / np.float32(length) if length else total, get_table().pieces_in(" ".join(texts))


def _texts(row: Mapping[str, Any], categories: Sequence[str]) -> tuple[str, str, str]:
    description = " ".join(filter(None, (row["short_description"], row["description"])))
    keywords = [*(row["keywords"] or ()), *(row["tags"] or ()), *categories]
    return ". ".join(filter(None, (row["name"], row["tagline"]))), description[:MAX_DESCRIPTION], ", ".join(keywords)
