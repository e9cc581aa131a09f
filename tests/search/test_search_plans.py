"""Which plan is chosen for which search, and what the command prints of it."""

import asyncio
from typing import Any

import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.search import Search, explain, plans, word_counts
from showground.search.filters import Filter
from showground.search.plans import (
    Estimate,
    SearchPlan,
    count_candidates,
    count_top,
    plan_bitmaps,
    plan_counted,
    plan_filter_bitmaps,
    plan_filters,
    plan_large_filter,
    plan_ranked,
    plan_sorted,
)
from showground.search.queries.results import plan_filter_bitmaps as plan_by_size
from tests.search.listings import add, make
from tests.support.command import showground
from tests.support.world import World

ALL = 100_000


@pytest.mark.parametrize(
    ("last_row", "category", "plan"),
    [
        (20, None, SearchPlan.WALK_SORT_INDEX),
        (20, (0, ALL), SearchPlan.NOTHING),
        (20, (50, ALL), SearchPlan.READ_AND_SORT),
        (20, (30_000, ALL), SearchPlan.WALK_SORT_INDEX),
        (15_000, (5_000, ALL), SearchPlan.READ_AND_SORT),
    ],
)
def test_filters(last_row: int, category: tuple[int, int] | None, plan: SearchPlan) -> None:
    assert plan_filters(last_row, category).plan is plan


@pytest.mark.parametrize(
    ("filters", "last_row", "by_bitmaps"),
    [
        ((), 5_000, False),
        (("category",), 5_000, False),  # the sort indexes have it, and its listings are counted
        (("country",), 20, False),
        (("country",), 120, True),
        (("country", "stage"), 20, True),
        (("category", "country"), 20, True),
        (("updated_since",), 20, True),
        (("domain", "updated_since"), 20, False),  # at most one listing
    ],
)
def test_filters_by_bitmaps(filters: tuple[Filter, ...], last_row: int, by_bitmaps: bool) -> None:
    assert (plan_filter_bitmaps(filters, last_row) is not None) is by_bitmaps


def test_in_large_directories_one_filter_is_counted_by_bitmaps() -> None:
    assert plan_large_filter(ALL - 1) is None
    assert plan_large_filter(ALL) is not None


@pytest.mark.anyio
@pytest.mark.parametrize("filters", [{"country": "DE"}, {"category": "testing"}, {"domain": "jam.example"}])
async def test_the_directory_is_measured_only_for_filters_that_depend_on_it(
    dispatcher: Dispatcher, filters: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "BITMAPS_FROM_LISTINGS", 1)
    await add(dispatcher, make("jam"))
    async with dispatcher.database.reading() as db:
        found = await plan_by_size(db, Search(page=1, per_page=20, **filters), 20)
    assert (found is not None) is ("country" in filters)


@pytest.mark.parametrize(
    ("most", "likely", "typos", "plan"),
    [
        (12, 12, False, SearchPlan.SCORE_ALL),
        (800, 800, False, SearchPlan.SCORE_ALL),
        (800, 800, True, SearchPlan.SCORE_CANDIDATES),
        (4_500, 150, False, SearchPlan.SCORE_ALL),  # several words: the upper limit says little
        (9_000, 9_000, False, SearchPlan.SCORE_CANDIDATES),
        (60_000, 60_000, False, SearchPlan.WALK_VOTES_INDEX),
        (60_000, 0, False, SearchPlan.SCORE_CANDIDATES),
    ],
)
def test_words_by_relevance(most: int, likely: int, typos: bool, plan: SearchPlan) -> None:
    assert plan_ranked(Estimate(most, likely, ALL, typos)).plan is plan


def test_words_by_another_order() -> None:
    assert plan_sorted(Estimate(1_000, 1_000, ALL, typos=False)).plan is SearchPlan.SORT_MATCHES
    assert plan_sorted(Estimate(9_000, 9_000, ALL, typos=False)).plan is SearchPlan.WALK_SORT_INDEX_FOR_WORDS


def test_a_count_corrects_an_estimate_that_was_too_high() -> None:
    estimate = Estimate(60_000, 60_000, ALL, typos=False)
    assert plan_counted(estimate, 60_000).plan is SearchPlan.WALK_VOTES_INDEX
    corrected = plan_counted(estimate, 30)
    assert corrected.plan is SearchPlan.SCORE_ALL
    assert corrected.reason == "Only 30 listings match, fewer than expected."


@pytest.mark.anyio
async def test_a_search_is_explained_step_by_step(dispatcher: Dispatcher) -> None:
    await add(dispatcher, *(make(f"quince-{n}", "Quince", tagline=f"Jar {n}", votes=n) for n in range(12)))
    async with dispatcher.database.transaction() as db:
        await word_counts.count_words(db)
    async with dispatcher.database.reading() as db:
        for analyze in (False, True):
            found = await explain.explain(db, Search(q="quicne", page=1, per_page=3), analyze=analyze)
            assert found.total == 12
            [step] = found.steps
            assert step.chosen.plan is SearchPlan.SCORE_ALL
            assert "At most 12 listings match" in step.chosen.reason
            assert step.match == step.values["match"]
            assert step.values["limit"] == 3
            assert "%(match)s" in step.statement
            assert ("actual time" in "\n".join(step.postgres)) is analyze


@pytest.mark.anyio
async def test_the_command_prints_it(demo_world: World) -> None:
    where = {"database_url": demo_world.database_url}
    done = await asyncio.to_thread(showground, "search", "explain", "backup", "--country", "PT", **where)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Step 1: score_all\n")
    for part in ("Reason: At most ", "Statement:\n", "  country = 'PT'\n", "PostgreSQL's plan:\n", "match: "):
        assert part in done.stdout
    refused = await asyncio.to_thread(showground, "search", "explain", "--sort", "colour", **where)
    assert refused.returncode == 1
    assert "sort: " in refused.stderr


def test_bitmaps_are_used_where_not_all_matches_are_scored() -> None:
    assert plan_bitmaps(Estimate(900, 900, ALL, typos=False)) is None
    chosen = plan_bitmaps(Estimate(60_000, 60_000, ALL, typos=False))
    assert chosen is not None
    assert chosen.plan is SearchPlan.COMBINE_BITMAPS
    assert count_top(ALL, 50_000, 600) == 1_800  # every second of them matches
    assert count_top(ALL, 0, 600) > ALL


def test_bitmaps_are_used_where_the_word_index_would_test_many_words() -> None:
    few = Estimate(20_000, 400, ALL, typos=True, tests=20_000 * 3)
    many = Estimate(20_000, 400, ALL, typos=True, tests=20_000 * 50)
    assert plan_bitmaps(few) is None
    chosen = plan_bitmaps(many)
    assert chosen is not None
    assert chosen.reason.startswith("The word index would make 1,000,000 tests;")


def test_one_word_needs_fewer_candidates() -> None:
    assert count_candidates(1, typos=False) < count_candidates(2, typos=False)
    assert count_candidates(1, typos=True) <= count_candidates(2, typos=True)


@pytest.mark.parametrize(("likely", "terms", "ahead"), [(2, 2, True), (3, 2, False), (0, 1, False)])
def test_similar_listings_are_found_ahead_where_few_match(likely: int, terms: int, ahead: bool) -> None:
    assert plans.plan_ahead(Estimate(10, likely, 1_000, typos=False, terms=terms)) is ahead
