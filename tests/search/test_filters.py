"""Filters, sorts, totals and pages, alone and together."""

from collections.abc import AsyncGenerator, Callable
from datetime import timedelta
from functools import cache
from itertools import product
from random import Random

import pytest
from psycopg.conninfo import conninfo_to_dict

from showground.categories import category_tree
from showground.categories.queries import staff_categories
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import InvalidInput
from showground.listings import counts, new_listings
from showground.listings.queries import edits
from showground.search import plans, totals, word_counts
from showground.search.queries.statements import ENOUGH
from tests.search.listings import NOW, add, find, make, page
from tests.support.dispatcher import open_dispatcher
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.anyio

SORTS = ("relevance", "newest", "votes", "trending", "most_viewed", "most_followed")
WORDS = ("ledger", "garden", "planner", "mobile", "secure", "cloud")
PARENT, CHILD, OTHER = "developer-tools", "databases", "games"


@cache
def listings() -> list[new_listings.NewListing]:
    """Many ties in everything that is sorted by."""
    rnd = Random("shelf")
    return [
        make(
            f"l-{n:03}",
            f"Item {rnd.choice(WORDS)}",
            tagline=" ".join(rnd.sample(WORDS, 2)),
            status=rnd.choice(("live", "live", "live", "scheduled", "draft", "withdrawn")),
            stage=rnd.choice(("idea", "mvp", None)),
            country=rnd.choice(("PT", "KE", None)),
            pricing_model=rnd.choice(("free", "free-trial", None)),
            categories=rnd.choice(((), (CHILD,), (PARENT,), (OTHER, CHILD))),
            live_at=rnd.choice((None, NOW, NOW - timedelta(days=1))),
            views=rnd.randrange(3),
            counts=counts.Counts(votes=rnd.randrange(3), followers=rnd.randrange(3), trending=rnd.randrange(3)),
        )
        for n in range(300)
    ]


@pytest.fixture(scope="module")
async def filled(postgres: str) -> AsyncGenerator[str]:
    """The name of a database that holds the listings, to be copied."""
    with fresh_database(postgres) as url:
        async with open_dispatcher(url, clock=lambda: NOW) as dispatcher:
            async with dispatcher.database.transaction() as db:
                await category_tree.add_shipped_categories(db)
            await add(dispatcher, *listings())
        yield str(conninfo_to_dict(url)["dbname"])


@pytest.fixture
async def shelf(postgres: str, filled: str) -> AsyncGenerator[Dispatcher]:
    with fresh_database(postgres, filled) as url:
        async with open_dispatcher(url, clock=lambda: NOW) as dispatcher:
            yield dispatcher


def by_hand(**what: str) -> set[str]:
    """The slugs that must be found, found by looking at each listing."""
    found: set[str] = set()
    for listing in listings():
        words = f"{listing.name} {listing.tagline}".lower().split()
        if (
            listing.status == {"live": "live", "upcoming": "scheduled"}[what.get("status", "live")]
            and all(word in words for word in what.get("q", "").split())
            and what.get("stage", listing.stage) == listing.stage
            and what.get("country", listing.country) == listing.country
            and what.get("pricing_model", listing.pricing_model) == listing.pricing_model
            and (
                "category" not in what
                or what["category"] in listing.categories
                or (what["category"] == PARENT and CHILD in listing.categories)
            )
        ):
            found.add(listing.slug)
    return found


async def everything(dispatcher: Dispatcher, per_page: int, **what: str) -> list[str]:
    """All pages, one after the other."""
    slugs: list[str] = []
    for number in range(1, 1000):
        some, total = await page(dispatcher, page=number, per_page=per_page, **what)
        slugs += some
        if len(some) < per_page:
            assert total == len(slugs)
            return slugs
    raise AssertionError


COMBINATIONS = [
    {name: value for name, value in zip(("q", "category", "stage", "country", "status"), values, strict=True) if value}
    for values in product(
        (None, "ledger", "ledger garden"), (None, PARENT, CHILD), (None, "mvp"), (None, "KE"), (None, "upcoming")
    )
]


async def test_filters_combine_and_totals_are_true(shelf: Dispatcher) -> None:
    for what in COMBINATIONS:
        slugs, total = await page(shelf, per_page=100, **what)
        expected = by_hand(**what)
        first, others = slugs[: len(expected)], slugs[len(expected) :]
        assert set(first) <= expected, what
        assert len(first) == min(len(expected), 100), what
        # Where few match all words, others follow. They match the filters too.
        assert set(others) <= by_hand(**{name: value for name, value in what.items() if name != "q"}) - expected, what
        assert total == len(expected) + (0 if len(expected) >= ENOUGH or "q" not in what else len(others)), what


async def test_other_orders_list_only_what_matches_all_words(shelf: Dispatcher) -> None:
    for what in COMBINATIONS:
        if expected := by_hand(**what):
            slugs, total = await page(shelf, per_page=100, sort="newest", **what)
            assert (set(slugs) <= expected, total) == (True, len(expected)), what


@pytest.mark.parametrize("q", [None, "ledger", "ledgr"])
async def test_pages_neither_repeat_nor_omit_in_any_order(shelf: Dispatcher, q: str | None) -> None:
    for sort in SORTS:
        what = {"sort": sort} | ({"q": q} if q else {})
        slugs = await everything(shelf, 7, **what)
        assert len(slugs) == len(set(slugs))
        assert set(slugs) == by_hand(**({"q": "ledger"} if q else {}))
        assert slugs == await everything(shelf, 100, **what)


@pytest.mark.parametrize("q", [None, "ledger"])
async def test_orders(shelf: Dispatcher, q: str | None) -> None:
    by_slug = {listing.slug: listing for listing in listings()}
    keys: dict[str, Callable[[new_listings.NewListing], float]] = {
        "votes": lambda x: x.counts.votes,
        "trending": lambda x: x.counts.trending,
        "most_viewed": lambda x: x.views,
        "most_followed": lambda x: x.counts.followers,
    }
    for sort, key in keys.items():
        values = [key(by_slug[slug]) for slug in await find(shelf, q, sort=sort)]
        assert values == sorted(values, reverse=True)
    newest = [by_slug[slug].live_at for slug in await find(shelf, q, sort="newest")]
    dated = [moment for moment in newest if moment is not None]
    assert dated == sorted(dated, reverse=True)


async def test_a_category_is_read_or_gone_along_an_order_with_one_outcome(
    shelf: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def both(category: str, sort: str) -> list[str]:
        monkeypatch.setattr(plans, "SORT_COST", 0)
        read = await everything(shelf, 20, category=category, sort=sort)
        monkeypatch.setattr(plans, "SORT_COST", 1_000_000)
        assert await everything(shelf, 20, category=category, sort=sort) == read
        return read

    for sort in SORTS:
        assert set(await both(PARENT, sort)) == by_hand(category=PARENT)
        assert set(await both(CHILD, sort)) == by_hand(category=CHILD)
    async with shelf.database.transaction() as db:
        known = await staff_categories.find_category(db, CHILD)
        assert known is not None
        await staff_categories.write_category(db, known.model_dump() | {"parent": OTHER}, moves=True)
    below = by_hand(category=CHILD)
    assert set(await both(OTHER, "votes")) == below  # those in the other one are all in this one too
    assert set(await both(PARENT, "votes")) == by_hand(category=PARENT) - below
    await change_categories(shelf, below, OTHER)
    assert await both(CHILD, "votes") == []
    assert set(await both(OTHER, "votes")) == below
    await change_categories(shelf, below)
    assert await both(OTHER, "votes") == []


async def change_categories(dispatcher: Dispatcher, slugs: set[str], *categories: str) -> None:
    async with dispatcher.database.transaction() as db:
        for (number,) in await db.all("select id from listing where slug = any(%s) order by id", (list(slugs),)):
            await edits.edit(db, number, {"categories": list(categories)}, edits.Editor(None, "job"), NOW)


@pytest.mark.slow
async def test_very_many_matches_are_shown_in_one_stable_order(
    shelf: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shelf.database.transaction() as db:
        await word_counts.count_words(db)  # else none is known to be in many
    monkeypatch.setattr(plans, "CANDIDATES", {False: 8, True: 8})
    asked = product(("ledger", "ledgr", "item ledger"), ({}, {"country": "KE"}, {"category": PARENT, "stage": "mvp"}))
    for (q, filters), (passing_by, few) in product(asked, ((0, 10), (1_000, 10), (1_000, 60))):
        # whether the most voted are met along the votes or sought among all, and whether all are ranked at once
        monkeypatch.setattr(plans, "WALK_STEP_COST", passing_by)
        monkeypatch.setattr(totals, "HELPED_FROM", few)
        monkeypatch.setattr(plans, "MAX_SCORED", {False: few, True: few})
        slugs = await everything(shelf, 15, q=q, **filters)
        assert len(slugs) == len(set(slugs))
        expected = by_hand(q="ledger", **filters)
        assert set(slugs[: len(expected)]) == expected
        assert slugs == await everything(shelf, 100, q=q, **filters)
        for sort in set(SORTS) - {"relevance"} if passing_by == 0 else ():
            assert set(await everything(shelf, 15, q=q, sort=sort, **filters)) == expected


async def test_beyond_the_last_page_there_is_nothing_but_the_total(shelf: Dispatcher) -> None:
    for what in ({}, {"q": "ledger"}, {"q": "ledger", "sort": "newest"}):
        _, total = await page(shelf, **what)
        assert total
        for number in (4, 1000):
            assert await page(shelf, page=number, per_page=100, **what) == ([], total)


DOMAINS = (
    "tidewater.example",
    "www.tidewater.example",
    "https://www.tidewater.example/x?y#z",
    "HTTP://TIDEWATER.example:8080",
    " tidewater.example. ",
)


async def test_a_domain_may_be_given_as_an_address(dispatcher: Dispatcher) -> None:
    await add(dispatcher, make("tidewater", "Tidewater", website="https://www.tidewater.example/home"), make("other"))
    for domain in DOMAINS:
        assert await find(dispatcher, domain=domain) == ["tidewater"]
        assert await find(dispatcher, "tidewater", domain=domain) == ["tidewater"]
    assert await find(dispatcher, "other", domain="example.com") == []


async def test_filters_take_what_people_write(shelf: Dispatcher) -> None:
    for name, written, kept in (
        ("stage", "mvp", "mvp"),
        ("country", "ke", "KE"),
        ("pricing_model", "Free Trial", "free-trial"),
        ("pricing_model", "free_trial", "free-trial"),
    ):
        assert set(await everything(shelf, 100, **{name: written})) == by_hand(**{name: kept})


async def test_an_unknown_category_is_named(shelf: Dispatcher) -> None:
    for what in ({}, {"q": "ledger"}):
        with pytest.raises(InvalidInput) as refusal:
            await find(shelf, category="databasis", **what)
        [error] = refusal.value.errors
        assert error["field"] == "category"
        assert "databases" in error["message"]
