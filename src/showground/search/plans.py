"""Chooses how to run a search. Pure: it compares estimates, so a wrong one costs time but never changes the result.

docs/search.md explains the cost model with its figures; `showground search explain QUERY` shows the plan of a query.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from showground.search.filters import Filter

# What the constants were measured by: `python -m bench.search_constants`, CPU time of PostgreSQL at 100,000 listings.

# Up to how many matches all are scored, without and with typos (each kind of match is another test per word). Scoring a
# match takes 4.2 µs, with typos 7.3 µs; with 600,000 listings, where few of the words are in the processor's cache, 20
# to 30 µs. In 6,000 queries, a limit twice as high found the same listings first.
MAX_SCORED = {False: 1_000, True: 500}
# Up to how many matches all are scored at once. With more, we first look which ones can be on the page (ranking.py).
SCORED_AT_ONCE = 200
# How many candidates of each kind to score if there are more matches. For one common word, 25 find all of the ten best
# matches. For two common words (4,000 matches and more), 600 find 63 % of them and 2,000 find 81 %; with typos, 200
# find 30 % and 600 find 57 %. The others are not lost: they follow after the candidates, by votes.
CANDIDATES = {False: 600, True: 200}
# The same for one word: eight times the 25 that find all of the ten best.
CANDIDATES_OF_ONE_WORD = 200
# Fetching a match from the word index costs 1; one step of a walk along the votes index, which tests the words of the
# row there, costs this.
WALK_STEP_COST = 2
# The upper limit of matches is exact for one word and far too high for several. So it decides only if it is this many
# times MAX_SCORED, or if the estimate is more than the same fraction of MAX_SCORED. For two common words, 95 % of
# estimates are less than 1.3 times too low and 99 % less than 2.4 times; this is twice that.
ESTIMATE_ERROR = 5
# From how many expected matches on the bitmaps of common words are used: where not all matches are scored. Reading
# bitmaps takes 0.6 to 1 ms with 200,000 listings, however many match; fetching a match takes about 1 µs.
BITMAPS_FROM = 1_000
# The word index tests every word that counts as a match for each listing that has the rarest one, which takes 25 ns.
# From this many tests on, bitmaps are used for fewer matches too. With a million listings, they take 25 ms for a word
# in 20,000 listings beside one with 53 alternatives, instead of 40.
BITMAPS_FROM_TESTS = 600_000
# Below how many expected matches of several English words we find listings of similar meaning while PostgreSQL still
# looks for the words. In three of four such searches of real texts, they are needed. A single word is mostly a name.
AHEAD_BELOW = 3
# We look for the most voted matches among the most voted listings: this many times as many as are needed on average.
TOP_MARGIN = 1.5
ALL_LISTINGS = 2**62
# Reading and sorting a listing of a category costs this many times as much as skipping a row of the sort index: 9.9 µs
# and 0.42 µs, with 10,000 listings 4.4 µs and 0.12 µs.
SORT_COST = 25
# From this row on, a page with filters and no words is found by bitmaps. In a walk along a sort index, each listing
# that the filters exclude costs 7 µs, because its row is read; with bitmaps 0.3 µs, but combining them takes 3 to 5 ms.
BITMAPS_FROM_ROW = 100
# From how many listings on matches of one filter are counted by bitmaps. If a quarter of 100,000 listings match, an
# index counts them in 4 ms; of a million, in 40 ms.
BITMAPS_FROM_LISTINGS = 100_000


class SearchPlan(Enum):
    """The ways to run a search, each with what it does."""

    NOTHING = "There is nothing to search: the category has no listings."
    READ_AND_SORT = "Read all listings of the category and sort them."
    WALK_SORT_INDEX = "Walk the sort index and skip listings that the filters exclude."
    SORT_MATCHES = "Fetch all matches and sort them."
    WALK_SORT_INDEX_FOR_WORDS = "Walk the sort index, test the words of each listing, and count matches separately."
    SCORE_ALL = "Fetch all matches, score them and sort by score."
    SCORE_CANDIDATES = "Fetch all matches, but score only candidates that can come first; list the rest by votes."
    COMBINE_BITMAPS = "Count matches and find the most voted ones by the bitmaps of common words; score only those."
    WALK_VOTES_INDEX = "Count the matches, walk the votes index for the most voted ones, and score only those."


@dataclass(frozen=True, slots=True)
class ChosenPlan:
    """A plan and why it is the cheapest one."""

    plan: SearchPlan
    reason: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is known of the matches before they are fetched."""

    most: int  # upper limit: how many listings have the rarest required word
    likely: int  # as if words were distributed independently over listings
    listings: int  # number of all listings
    typos: bool
    terms: int = 2  # words of the query
    tests: int = 0  # of the word index: for each of the `most` listings, all words that count; 0 for a prefix search


def plan_filters(last_row: int, category: tuple[int, int] | None) -> ChosenPlan:
    """Without words. `last_row`: up to which row of the result the page reaches. `category`: how many listings it has,
    and how many there are."""
    if category is None:
        return ChosenPlan(SearchPlan.WALK_SORT_INDEX, "No category to start from; other filters exclude few listings.")
    size, everything = category
    if size == 0:
        return ChosenPlan(SearchPlan.NOTHING, "The category has no listings.")
    # A small category is read whole and sorted. For a large one we walk the sort index and skip the rows of other
    # categories, about `everything / size` rows per hit.
    sort, walk = size * SORT_COST, last_row * everything / size
    costs = f"reading all {size:,} listings of the category costs {sort:,}, walking to row {last_row:,} {walk:,.0f}"
    if sort <= walk:
        return ChosenPlan(SearchPlan.READ_AND_SORT, f"Cheaper: {costs}.")
    return ChosenPlan(SearchPlan.WALK_SORT_INDEX, f"Cheaper: {costs}.")


def plan_sorted(estimate: Estimate) -> ChosenPlan:
    """With words, sorted by something other than relevance."""
    limit = MAX_SCORED[estimate.typos]
    if estimate.likely <= limit:
        reason = f"About {estimate.likely:,} matches are expected, at most {limit:,} are sorted at once."
        return ChosenPlan(SearchPlan.SORT_MATCHES, reason)
    reason = f"About {estimate.likely:,} matches are expected, so the sort index meets one soon."
    return ChosenPlan(SearchPlan.WALK_SORT_INDEX_FOR_WORDS, reason)


def plan_bitmaps(estimate: Estimate) -> ChosenPlan | None:
    """Whether to use the bitmaps of common words, for whatever order."""
    if estimate.likely >= BITMAPS_FROM:
        reason = f"About {estimate.likely:,} matches are expected; from {BITMAPS_FROM:,} on, bitmaps are faster."
    elif estimate.tests >= BITMAPS_FROM_TESTS:
        reason = (
            f"The word index would make {estimate.tests:,} tests; from {BITMAPS_FROM_TESTS:,} on, bitmaps are faster."
        )
    else:
        return None
    return ChosenPlan(SearchPlan.COMBINE_BITMAPS, reason)


def plan_filter_bitmaps(filters: Collection[Filter], last_row: int) -> ChosenPlan | None:
    """Whether to use bitmaps for filters without words, up to this row of the result, whatever the directory's size."""
    if not filters or "domain" in filters:  # all are counted already, and at most one listing has a domain
        return None
    if "updated_since" in filters:
        reason = "To count what has changed since then, bitmaps are faster than rows."
    elif len(filters) > 1:
        reason = "There is no index of several filters, so bitmaps are faster than rows."
    elif last_row > BITMAPS_FROM_ROW and "category" not in filters:
        reason = f"The page ends at row {last_row:,}; beyond {BITMAPS_FROM_ROW:,}, bitmaps are faster than rows."
    else:
        return None
    return ChosenPlan(SearchPlan.COMBINE_BITMAPS, reason)


def plan_large_filter(listings: int) -> ChosenPlan | None:
    """The same for the first pages of one filter, in a directory of so many listings."""
    if listings < BITMAPS_FROM_LISTINGS:
        return None
    reason = f"Of {listings:,} listings, bitmaps count those that match faster than an index."
    return ChosenPlan(SearchPlan.COMBINE_BITMAPS, reason)


def count_top(listings: int, matches: int, head: int) -> int:
    """How many of the most voted listings contain about `head` matches, given the numbers of listings and matches."""
    return int(TOP_MARGIN * head * max(listings, 1) / max(matches, 1))


def count_candidates(terms: int, *, typos: bool) -> int:
    """How many candidates of each kind to score for a query with this number of words."""
    return min(CANDIDATES[typos], CANDIDATES_OF_ONE_WORD) if terms == 1 else CANDIDATES[typos]


def plan_ranked(estimate: Estimate) -> ChosenPlan:
    """With words, by relevance."""
    limit, candidates = MAX_SCORED[estimate.typos], count_candidates(estimate.terms, typos=estimate.typos)
    most, likely = estimate.most, estimate.likely
    if most <= limit:
        return ChosenPlan(SearchPlan.SCORE_ALL, f"At most {most:,} listings match; up to {limit:,} are all scored.")
    if likely <= limit // ESTIMATE_ERROR and most <= limit * ESTIMATE_ERROR:
        reason = f"About {likely:,} matches are expected (at most {most:,}); up to {limit:,} are all scored."
        return ChosenPlan(SearchPlan.SCORE_ALL, reason)
    # Fetching costs 1 for each of `likely` matches. A walk meets a match every `listings / likely` rows, until it has
    # met enough candidates. `fetch <= walk`, multiplied by `likely` so that it may be 0.
    fetch, walk = likely, candidates * estimate.listings * WALK_STEP_COST / max(likely, 1)
    costs = f"fetching about {fetch:,} matches costs {fetch:,}, walking to the {candidates} most voted {walk:,.0f}"
    if likely**2 <= candidates * estimate.listings * WALK_STEP_COST:
        return ChosenPlan(SearchPlan.SCORE_CANDIDATES, f"Too many to score all; {costs}.")
    return ChosenPlan(SearchPlan.WALK_VOTES_INDEX, f"Too many to score all; {costs}.")


def plan_ahead(estimate: Estimate) -> bool:
    """Whether so few listings are likely to match that others follow."""
    return estimate.terms > 1 and estimate.likely < AHEAD_BELOW


def plan_counted(estimate: Estimate, total: int) -> ChosenPlan:
    """What to do instead of WALK_VOTES_INDEX once its count is known: the estimate may have been far too high."""
    limit = MAX_SCORED[estimate.typos]
    if total > limit:
        return ChosenPlan(SearchPlan.WALK_VOTES_INDEX, f"{total:,} listings match; up to {limit:,} are all scored.")
    return ChosenPlan(SearchPlan.SCORE_ALL, f"Only {total:,} listings match, fewer than expected.")
