"""Finds what the search page shows: a page of results, what to highlight, counts by filter, and a correction."""

from collections.abc import Sequence
from dataclasses import dataclass

from showground.core.database.pool import Connection
from showground.search.filters import Search
from showground.search.highlight import MatchingWords, matching_words
from showground.search.interpretation import correct
from showground.search.queries.facets import MAX_COUNTED, FacetCounts, count_facets
from showground.search.queries.results import SearchRun
from showground.search.queries.statements import ENOUGH

DESCRIPTIONS = """
select slug, concat_ws(' ', short_description, left(description, 5000)) from public_listing
where slug = any(%s) and coalesce(short_description, description) is not null
"""
NO_WORDS = MatchingWords()


@dataclass(frozen=True, slots=True)
class ResultPage:
    summaries: Sequence[str]
    total: int
    matching: int  # how many of the total match; the others follow because they are similar
    words: MatchingWords
    facets: FacetCounts
    counted: int  # how many listings the facets count: at most MAX_COUNTED
    correction: str | None  # the query with its typos corrected, if few listings match


async def find_page(db: Connection, search: Search) -> ResultPage:
    run = SearchRun(db, search)
    found = await run.find()
    matching = found.total - len(run.following)
    interpretation = run.interpretation
    # Count what the page's heading counts: the matches, or if there are none, the listings that come close.
    ids = (found.few or run.following) if run.following else None
    facets = (
        await count_facets(db, search, interpretation.match if interpretation else None, ids) if found.total else {}
    )
    return ResultPage(
        found.summaries,
        found.total,
        matching,
        matching_words(interpretation) if interpretation else NO_WORDS,
        facets,
        min(matching or found.total, MAX_COUNTED),
        correct(search.q, interpretation) if search.q and interpretation and matching < ENOUGH else None,
    )


async def find_excerpts(db: Connection, slugs: Sequence[str], words: MatchingWords) -> dict[str, str]:
    """By slug, the part of each description that has the words."""
    rows = await db.all(DESCRIPTIONS, (list(slugs),)) if slugs else []
    return {slug: excerpt for slug, text in rows if (excerpt := words.cut_excerpt(text))}
