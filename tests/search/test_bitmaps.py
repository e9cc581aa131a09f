"""Searches for common words: found by bitmaps, whatever has changed since these were made."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import numpy as np
import pytest

from showground.categories import category_tree
from showground.core.calls.dispatch import Dispatcher
from showground.listings import counts, new_listings, public_profiles
from showground.listings.operations.search_listings import SearchListings, search_listings
from showground.search import Search, plans, results, word_counts
from showground.search.listing_bits import PART, pack
from showground.search.queries import bitmap_matches, common_words
from tests.search.listings import CALLER, make, page
from tests.search.listings import add as add_listings

pytestmark = pytest.mark.anyio

WORDS = ("jam", "jar", "jars", "pot", "cellar", "kettle")
SINCE = datetime(2026, 1, 20, 13, 30, tzinfo=UTC)
CATEGORIES = ((), ("testing",), ("ai",), ("ai", "testing"))
FILTERED: tuple[dict[str, Any], ...] = (
    {"q": "jam", "country": "de"},
    {"q": "jam", "country": "pt", "stage": "beta"},
    {"q": "pot jam", "stage": "launched", "pricing_model": "free"},
    {"q": "jam", "category": "testing"},
    {"q": "jam", "category": "developer-tools"},  # the category above
    {"q": "jar", "category": "ai", "country": "de", "page": 2, "per_page": 3},
    {"q": "jam", "country": "at"},
    {"q": "jam", "country": "de", "sort": "newest"},
    {"q": "jam", "sort": "trending", "page": 4, "per_page": 5},
    {"q": "jam", "page": 4, "per_page": 5},
    {"q": "jam", "stage": "launched", "page": 3, "per_page": 4},
    {"q": "jam", "country": "pt", "stage": "beta", "sort": "votes"},
    {"q": "jam", "country": "de", "status": "upcoming"},
    {"country": "de", "sort": "newest", "page": 3, "per_page": 4},
    {"country": "de", "stage": "beta", "page": 2, "per_page": 8},
    {"country": "de", "stage": "beta", "pricing_model": "free"},
    {"category": "ai", "country": "pt"},
    {"updated_since": SINCE},
    {"updated_since": SINCE - timedelta(days=4), "sort": "newest", "page": 3, "per_page": 4},
    {"updated_since": SINCE, "country": "de", "stage": "launched"},
    {"updated_since": SINCE, "q": "jam"},
    {"updated_since": SINCE, "q": "pot jam", "sort": "trending"},
    {"updated_since": SINCE, "category": "developer-tools"},
    {"updated_since": SINCE + timedelta(days=9), "status": "upcoming"},
    {"updated_since": datetime(1, 1, 1, tzinfo=UTC), "country": "pt"},
    {"updated_since": datetime(9999, 12, 31, tzinfo=UTC)},
)
QUERIES = ("jam", "jar", "pot jam", "jam kettle", "cellar pot jar", "ketle jam", "ja", "jam nothing")


@pytest.fixture(autouse=True)
def bitmaps_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with very many listings."""
    monkeypatch.setattr(plans, "BITMAPS_FROM", 1)
    monkeypatch.setattr(plans, "BITMAPS_FROM_ROW", 9)
    monkeypatch.setattr(plans, "MAX_SCORED", {False: 9, True: 9})
    monkeypatch.setattr(plans, "CANDIDATES", {False: 10, True: 10})
    monkeypatch.setattr(plans, "CANDIDATES_OF_ONE_WORD", 10)
    monkeypatch.setattr(common_words, "MIN_LISTINGS", 5)
    monkeypatch.setattr(common_words, "MERGED_FROM", 1)
    monkeypatch.setattr(common_words, "MERGED_AT_ONCE", 7)


def no_plan(*_: object) -> None:
    """Stands for a plan that is never chosen."""


def make_many(count: int, seed: int = 1) -> Iterator[new_listings.NewListing]:
    """Listings with some of WORDS each, and one word that few others have."""
    chance = Random(seed)
    for number in range(count):
        words = chance.sample(WORDS, chance.randrange(1, 5))
        yield make(
            f"l-{seed}-{number}",
            f"Name{seed}x{number}",
            tagline=" ".join(words),
            description=f"rare{number % 7}",
            votes=int(chance.paretovariate(0.7)),
            country=chance.choice(("DE", "DE", "PT", None)),
            stage=chance.choice(("beta", "launched")),
            pricing_model=chance.choice(("free", None)),
            categories=chance.choice(CATEGORIES),
        )


async def add(dispatcher: Dispatcher, *listings: new_listings.NewListing) -> list[int]:
    async with dispatcher.database.transaction() as db:
        if not await db.all("select from category limit 1"):
            await category_tree.add_shipped_categories(db)
    return await add_listings(dispatcher, *listings)


async def date_back(dispatcher: Dispatcher, ids: Sequence[int], days: int = 20) -> None:
    """As if these listings had changed on different days of several weeks, the first so many days before SINCE."""
    async with dispatcher.database.transaction() as db:
        await db.execute(
            "update public_profile set changed_at = %s + (listing_id %% 40 - %s) * interval '1 day'"
            " where listing_id = any(%s)",
            (SINCE, days, ids),
        )


async def refresh(dispatcher: Dispatcher) -> None:
    """Make the bitmaps. When they are made first, all changes before are in them."""
    async with dispatcher.database.transaction() as db:
        await word_counts.count_words(db)
        await word_counts.refresh_bitmaps(db)


async def merge(dispatcher: Dispatcher) -> int:
    """How many changes are not merged afterwards."""
    async with dispatcher.database.transaction() as db:
        while await word_counts.merge_bitmaps(db):
            pass
        [(left,)] = await db.all("select count(*) from search_unmerged")
    return left


async def plans_of(dispatcher: Dispatcher, **what: Any) -> set[plans.SearchPlan]:
    async with dispatcher.database.reading() as db:
        asked: dict[str, Any] = {"page": 1, "per_page": 20} | what
        run = results.SearchRun(db, Search(**asked))
        await run.find()
    return {step.chosen.plan for step in run.steps}


async def find_all(dispatcher: Dispatcher) -> dict[str, tuple[list[str], int]]:
    asked = [*({"q": q} for q in QUERIES), *FILTERED]
    return {repr(each): await page(dispatcher, **({"per_page": 20} | each)) for each in asked}


async def assert_the_same_without_bitmaps(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    found = await find_all(dispatcher)
    with monkeypatch.context() as here:
        here.setattr(plans, "BITMAPS_FROM", 10**9)
        here.setattr(plans, "BITMAPS_FROM_ROW", 10**9)
        here.setattr(plans, "plan_filter_bitmaps", no_plan)
        assert plans.SearchPlan.COMBINE_BITMAPS not in await plans_of(dispatcher, q="jam")
        assert found == await find_all(dispatcher)


async def test_the_same_is_found_after_every_change(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = await add(dispatcher, *make_many(80))
    await date_back(dispatcher, ids)
    await refresh(dispatcher)
    assert plans.SearchPlan.COMBINE_BITMAPS in await plans_of(dispatcher, q="pot jam")
    await assert_the_same_without_bitmaps(dispatcher, monkeypatch)
    for merged in (False, True, False):  # after a merge, what changes next is noted again
        new = await add(dispatcher, *make_many(12, seed=ids[-1]))
        async with dispatcher.database.transaction() as db:
            await db.execute("update listing set status = 'suspended' where id = %s", (ids[3],))
            await db.execute("update listing set status = 'scheduled' where id = %s", (ids[4],))
            await db.execute("update listing set tagline = 'jam pot kettle' where id = any(%s)", (ids[5:9],))
            await db.execute("delete from listing where id = %s", (ids[10],))
            await db.execute("update listing set country = 'AT', stage = 'beta' where id = any(%s)", (ids[15:18],))
            await db.execute("update listing set pricing_model = 'free' where id = any(%s)", (ids[16:22],))
            await db.execute("delete from listing_category where listing_id = any(%s)", (ids[18:22],))
            await public_profiles.refresh(db, [*ids[3:9], *new])
        await date_back(dispatcher, ids[22:34], days=5 + len(ids) % 9)
        async with dispatcher.database.transaction() as db:
            await counts.set_counts(db, {ids[12]: counts.Counts(votes=9_000), ids[13]: counts.Counts(votes=0)})
        await assert_the_same_without_bitmaps(dispatcher, monkeypatch)
        if merged:
            assert await merge(dispatcher) == 0
            await assert_the_same_without_bitmaps(dispatcher, monkeypatch)
        ids = ids[14:] + new
    assert plans.SearchPlan.COMBINE_BITMAPS in await plans_of(dispatcher, q="pot jam")
    for each in FILTERED:
        assert plans.SearchPlan.COMBINE_BITMAPS in await plans_of(dispatcher, **each), each


async def read_all_by_cursor(dispatcher: Dispatcher, **what: Any) -> tuple[list[str], set[int]]:
    """The slugs of all pages, and the totals that these say."""
    slugs: list[str] = []
    totals: set[int] = set()
    cursor = "start"
    while cursor:
        asked = SearchListings.model_validate({"per_page": 7, "cursor": cursor} | what)
        found = json.loads((await dispatcher.call(search_listings, CALLER, asked)).json)
        slugs += [item["slug"] for item in found["items"]]
        totals.add(found["total"])
        cursor = found.get("next_cursor")
    return slugs, totals


@pytest.mark.parametrize("most", [9, 1_000])
async def test_pages_by_cursor_are_the_same_by_bitmaps_and_by_rows(
    dispatcher: Dispatcher, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both if the matches are few, and if a walk along the sort index finds them."""
    ids = await add(dispatcher, *make_many(60))
    await date_back(dispatcher, ids)
    await refresh(dispatcher)
    monkeypatch.setattr(plans, "MAX_SCORED", {False: most, True: most})
    asked: list[dict[str, Any]] = [
        {"updated_since": SINCE},
        {"updated_since": SINCE, "sort": "newest"},
        {"country": "de", "stage": "beta", "sort": "trending"},
        {"country": "de"},
    ]
    found = [await read_all_by_cursor(dispatcher, **each) for each in asked]
    assert all(len(slugs) > 7 and totals == {len(slugs)} for slugs, totals in found)
    monkeypatch.setattr(plans, "plan_filter_bitmaps", no_plan)
    assert found == [await read_all_by_cursor(dispatcher, **each) for each in asked]


async def test_filters_read_rows_until_their_bitmaps_are_made(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an upgrade from a version that has bitmaps of words only."""
    ids = await add(dispatcher, *make_many(60))
    await refresh(dispatcher)
    async with dispatcher.database.transaction() as db:
        await db.execute(common_words.FORGET_FILTERS)
        await db.execute("delete from search_bitmap where word = %s", (common_words.FILTERS_MADE,))
        await db.execute("update listing set country = 'PT' where id = any(%s)", (ids[:20],))
    assert plans.SearchPlan.SCORE_CANDIDATES in await plans_of(dispatcher, q="jam", country="de")
    assert await merge(dispatcher) == 0
    await assert_the_same_without_bitmaps(dispatcher, monkeypatch)
    await refresh(dispatcher)
    assert await plans_of(dispatcher, q="jam", country="de") == {plans.SearchPlan.COMBINE_BITMAPS}
    await assert_the_same_without_bitmaps(dispatcher, monkeypatch)


async def test_totals_are_those_of_rows(dispatcher: Dispatcher) -> None:
    await add(dispatcher, *make_many(60))
    await refresh(dispatcher)
    await add(dispatcher, *make_many(5, seed=2))
    async with dispatcher.database.reading() as db:
        [(expected,)] = await db.all(
            "select count(*) from listing_search where words @@ 'pot & (jam | jars)' and words @@ 'jam'"
        )
    assert (await page(dispatcher, q="pot jam"))[1] == expected
    assert (await page(dispatcher, q="pot jam", sort="newest"))[1] == expected
    assert plans.SearchPlan.COMBINE_BITMAPS in await plans_of(dispatcher, q="pot jam", sort="newest")


async def test_upcoming_listings_are_counted_apart(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = await add(dispatcher, *make_many(40))
    async with dispatcher.database.transaction() as db:
        await db.execute("update listing set status = 'scheduled' where id = any(%s)", (ids[:9],))
        await public_profiles.refresh(db, ids[:9])
    await refresh(dispatcher)
    with_bitmaps = [await page(dispatcher, q="jam", status=status) for status in ("live", "upcoming")]
    monkeypatch.setattr(plans, "BITMAPS_FROM", 10**9)
    assert with_bitmaps == [await page(dispatcher, q="jam", status=status) for status in ("live", "upcoming")]


async def test_words_that_many_others_begin_with(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the query lists: common ones are in bitmaps, the word index finds the others."""
    more = (make(f"m-{n}", f"Other{n}", tagline=f"jam{chr(97 + n // 26)}{chr(97 + n % 26)}") for n in range(90))
    await add(dispatcher, *make_many(40), *more)
    await refresh(dispatcher)
    async with dispatcher.database.reading() as db:
        [(expected,)] = await db.all("select count(*) from listing_search where words @@ 'jam:*'")
    assert (await page(dispatcher, q="jam"))[1] == expected
    await assert_the_same_without_bitmaps(dispatcher, monkeypatch)


async def test_after_many_changes_rows_are_read_until_they_are_merged(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bitmap_matches, "MAX_UNMERGED", 4)
    await add(dispatcher, *make_many(40))
    assert await merge(dispatcher) == 0  # without bitmaps, changes need not be noted
    await refresh(dispatcher)
    await add(dispatcher, *make_many(6, seed=2))
    await assert_the_same_without_bitmaps(dispatcher, monkeypatch)
    assert await merge(dispatcher) == 0
    await assert_the_same_without_bitmaps(dispatcher, monkeypatch)


async def test_many_new_words_get_their_bitmaps_at_once(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def make_bitmaps(one_by_one: int) -> list[Any]:
        monkeypatch.setattr(common_words, "LOOKED_UP_ONE_BY_ONE", one_by_one)
        await refresh(dispatcher)
        async with dispatcher.database.transaction() as db:
            return await db.all("delete from search_bitmap returning word, part, listings, bits")

    await add(dispatcher, *make_many(40))
    one_by_one = await make_bitmaps(100)
    assert len(one_by_one) > len(WORDS)
    assert sorted(await make_bitmaps(0)) == sorted(one_by_one)


async def test_bitmaps_are_kept_of_common_words_only(dispatcher: Dispatcher) -> None:
    async def stored() -> set[str]:
        async with dispatcher.database.reading() as db:
            return {word for (word,) in await db.all("select distinct word from search_bitmap")}

    async def weeks() -> set[str]:
        """Those of this week, and the next one if it has begun meanwhile."""
        async with dispatcher.database.reading() as db:
            rows = await db.all(
                "select distinct floor(extract(epoch from changed_at) / 604800)::int from public_profile"
            )
        return {f"^changed={week:05}" for (week,) in rows}

    ids = await add(dispatcher, *(make(f"l-{n}", f"Name{n}", tagline="jam", description=f"rare{n}") for n in range(8)))
    await refresh(dispatcher)
    assert await stored() == {"jam", "^live", "^00", common_words.FILTERS_MADE, *await weeks()}
    async with dispatcher.database.transaction() as db:
        await db.execute("update listing set tagline = 'kettle' where id = any(%s)", (ids[:6],))
        await public_profiles.refresh(db, ids[:6])
    await refresh(dispatcher)
    assert await stored() == {"kettle", "^live", "^00", common_words.FILTERS_MADE, *await weeks()}
    async with dispatcher.database.transaction() as db:
        await db.execute("truncate listing_search")
    assert await stored() == set()


async def test_rows_are_narrow_and_words_are_fetched_once(dispatcher: Dispatcher) -> None:
    """A page has dozens of rows, even if a listing has hundreds of words."""
    text = " ".join(f"word{n}" for n in range(300))
    await add(dispatcher, *(make(f"l-{n}", f"Name{n}", description=f"{text} own{n}") for n in range(200)))
    async with dispatcher.database.reading() as db:
        [(pages,)] = await db.all("select pg_relation_size('listing_search') / 8192")
    assert pages <= 8


def test_if_too_few_are_among_the_most_voted_all_are_looked_at() -> None:
    flags = np.zeros(PART, dtype=np.bool_)
    flags[[3, 4, 5]] = True
    one = np.zeros(PART, dtype=np.bool_)
    one[4] = True
    rows = [("status", 0, 0, pack(flags)), ("word", 0, 0, pack(flags)), ("top", 0, 0, pack(one))]
    rest = [("unmerged", 1, None, (5).to_bytes(8)), ("changed", 0, None, None)]
    for below, enough in ((1, False), (0, True)):
        found = bitmap_matches.combine([*rows, ("below", below, None, None), *rest], 1, head=2, few=1, filtered=False)
        assert found is not None
        assert found[:3] == (2, ([4], [], False), enough)


def test_votes_are_compared_in_one_tier_only() -> None:
    flags = np.zeros(PART, dtype=np.bool_)
    flags[:60] = True
    tiers = [np.zeros(PART, dtype=np.bool_) for _ in range(4)]
    for tier, (first, end) in enumerate(((30, 60), (10, 30), (3, 10), (0, 3))):
        tiers[tier][first:end] = True
    rows = [("status", 0, 0, pack(flags)), ("word", 0, 0, pack(flags)), ("below", 0, None, None)]
    rows += [("top", tier, 0, pack(some)) for tier, some in enumerate(tiers)]

    def find(head: int, *changed: int) -> tuple[Sequence[int], Sequence[int]]:
        sent = b"".join(number.to_bytes(8) for number in changed) or None
        more = [("unmerged", len(changed), None, sent), ("changed", 0, None, sent)]
        found = bitmap_matches.combine([*rows, *more], 1, head=head, few=1, filtered=False)
        assert found is not None
        return found.most_voted[:2]

    assert find(3) == ([0, 1, 2], [])
    assert find(5) == ([0, 1, 2], [*range(3, 10)])
    assert find(60) == ([*range(60)], [])
    # What has changed may have more votes than any other.
    assert find(4, 70) == ([0, 1, 2], [*range(3, 10), 70])
    assert find(3, 70) == ([], [0, 1, 2, 70])
    assert find(12, 5, 70) == ([0, 1, 2, 3, 4, 6, 7, 8, 9], [*range(10, 30), 5, 70])
