"""Finding listings by words, mistyped or not, and by filters."""

from showground.search.filters import Search, Sort
from showground.search.queries import category_slugs, index, public_counts, results, totals, word_counts

__all__ = [
    "Search",
    "Sort",
    "category_slugs",
    "index",
    "public_counts",
    "results",
    "totals",
    "word_counts",
]
