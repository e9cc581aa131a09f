"""Ranks short texts by how similar they are to another text. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from showground.core.text_folding import words_of

if TYPE_CHECKING:
    from showground.search.embedding.text_vectors import Vector

# Of eight pairs of questions that ask the same in other words, six are more similar than this. Of pairs that ask for
# different things, 99 in 100 have a similarity below 0.3.
MIN_RELATED = 0.33
MIN_WEIGHT = 0.6  # of a word that says what is asked for, unlike `is there a`
MIN_RELATED_CATEGORY = 0.35  # in the demo, the best category has at least 0.3; for three in four listings, 0.4
# What counts of a category: its name, its description, and its keywords.
NAME, DESCRIPTION, KEYWORDS = 1.0, 0.7, 0.7
MAX_KEYWORDS = 30


def find_related(text: str, others: Sequence[str], count: int) -> list[int]:
    """The places of the texts that are similar to `text`, the most similar first; none that are the same."""
    # numpy takes a tenth of a second to import
    from showground.search.embedding.text_vectors import get_table  # noqa: PLC0415

    table = get_table()

    def embed(text: str) -> "Vector | None":
        return table.embed_words([word for word in words_of(text) if table.weight_of(word) >= MIN_WEIGHT])

    asked = embed(text)
    if asked is None:
        return []
    found: list[tuple[float, int]] = []
    for place, other in enumerate(others):
        vector = embed(other)
        if vector is not None and other != text and (likeness := float(asked @ vector)) >= MIN_RELATED:
            found.append((-likeness, place))
    return [place for _, place in sorted(found)[:count]]


def find_categories(text: str, categories: Sequence[tuple[str, str, Sequence[str]]], count: int) -> list[str]:
    """The names of the categories that a text is most likely about: of each, name, description and keywords."""
    import numpy as np  # noqa: PLC0415  as above

    from showground.search.embedding.text_vectors import WIDTH, get_table  # noqa: PLC0415  as above

    table = get_table()
    asked = table.embed(text)
    if asked is None:
        return []
    found: list[tuple[float, str]] = []
    for name, description, keywords in categories:
        english = [word for word in keywords if word.isascii()][:MAX_KEYWORDS]  # the table knows English only
        total = np.zeros(WIDTH, dtype=np.float32)
        for part, weight in ((name, NAME), (description, DESCRIPTION), (", ".join(english), KEYWORDS)):
            vector = table.embed(part)
            if vector is not None:
                total += np.float32(weight) * vector
        likeness = float(asked @ total) / max(float(np.linalg.norm(total)), 1e-9)
        if likeness >= MIN_RELATED_CATEGORY:
            found.append((-likeness, name))
    return [name for _, name in sorted(found)[:count]]
