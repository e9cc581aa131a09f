"""Full-text search for listings, with typo tolerance and filters.

A search goes through these steps. Take the query `databse backup`:

1. `interpretation.py` looks up the words. `databse` is unknown, so it finds known words one typo away: `database`.
2. It yields interpretations, from strict to loose: both words as typed, then with typos, then with a word missing.
3. `queries/results.py` runs each until one finds something, with the plan that `plans.py` chooses for the expected
   number of matches. docs/search.md has the cost model. If few listings match all words, `queries/fills.py` adds
   listings that match most of them or mean the same.
4. `queries/ranking.py` scores the matches: where the words occur (name, tagline, keywords, description), how rare they
   are, how exactly they match, and a little by votes. Founders and places count as the description
   (`origin_words.py`).
"""

from showground.search.embedding.choice import EmbedderName, EncoderNotInstalled, choose_embedder
from showground.search.filters import FIRST, Search, Sort, SortPosition
from showground.search.highlight import MatchingWords
from showground.search.queries import (
    category_slugs,
    cursor_pages,
    explain,
    index,
    public_counts,
    result_page,
    results,
    similar,
    totals,
    word_counts,
)
from showground.search.related_texts import find_categories, find_related

__all__ = [
    "FIRST",
    "EmbedderName",
    "EncoderNotInstalled",
    "MatchingWords",
    "Search",
    "Sort",
    "SortPosition",
    "category_slugs",
    "choose_embedder",
    "cursor_pages",
    "explain",
    "find_categories",
    "find_related",
    "index",
    "public_counts",
    "result_page",
    "results",
    "similar",
    "totals",
    "word_counts",
]
