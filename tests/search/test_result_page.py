"""What the search page shows besides results: counts by filter, corrections, and parts of descriptions."""

from typing import Any

import pytest

from showground.categories import category_tree
from showground.core.calls.dispatch import Dispatcher
from showground.listings.actions.search_page import SearchPage, show_search_page
from showground.listings.operations.search_listings import SearchListings
from showground.search.queries import facets
from tests.search.listings import CALLER, add, make

pytestmark = pytest.mark.anyio


async def show(dispatcher: Dispatcher, **asked: Any) -> SearchPage:
    return await dispatcher.call(show_search_page, CALLER, SearchListings.model_validate(asked))


def counts(page: SearchPage) -> dict[str, dict[str, int]]:
    return {facet.name: facet.counts for facet in page.facets}


async def test_facets_count_what_is_found(dispatcher: Dispatcher) -> None:
    async with dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
    await add(
        dispatcher,
        make("a", tagline="Jam", country="PT", stage="mvp", pricing_model="free", categories=["databases"]),
        make("b", tagline="Jam", country="PT", stage="idea", categories=["databases", "testing"]),
        make("c", tagline="Jam", country="DE"),
        make("d", tagline="Jam", country="PT", status="scheduled"),
        make("e", tagline="Bread", country="PT"),
    )
    found = counts(await show(dispatcher, q="jam"))
    assert found["country"] == {"PT": 2, "DE": 1}
    assert found["stage"] == {"idea": 1, "mvp": 1}
    assert found["pricing_model"] == {"free": 1}
    assert found["category"] == {"databases": 2, "developer-tools": 2, "testing": 1}
    assert counts(await show(dispatcher))["country"] == {"PT": 3, "DE": 1}
    assert counts(await show(dispatcher, country="DE")) == {"country": {"DE": 1}}
    assert counts(await show(dispatcher, status="upcoming"))["country"] == {"PT": 1}
    assert counts(await show(dispatcher, q="jam", category="testing", sort="newest"))["country"] == {"PT": 1}
    assert (await show(dispatcher, q="zzzz")).facets == []


async def test_facets_count_matches_and_similar_listings_only_without_matches(dispatcher: Dispatcher) -> None:
    await add(
        dispatcher,
        make("most", "Zinnia", tagline="Watering for balcony plants", country="PT"),
        make("all", "Aster", description="Watering plan for balcony and cactus.", country="DE"),
        make("bread", "Lastloaf", tagline="Fresh bread from the oven", country="FR"),
    )
    page = await show(dispatcher, q="watering balcony cactus")
    assert (page.matching, page.total) == (1, 2)
    assert counts(page)["country"] == {"DE": 1}
    assert page.counted == 1
    page = await show(dispatcher, q="watering balcony flowers")
    assert (page.matching, page.total, page.counted) == (0, 2, 2)
    assert counts(page)["country"] == {"DE": 1, "PT": 1}


async def test_of_many_listings_the_most_voted_are_counted(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facets, "MAX_COUNTED", 2)
    monkeypatch.setattr("showground.search.queries.result_page.MAX_COUNTED", 2)
    facets._count_found.cache_clear()
    await add(dispatcher, *(make(f"jam-{n}", tagline="Jam", votes=n, country="PT" if n else "DE") for n in range(3)))
    for asked in ({}, {"q": "jam"}):
        page = await show(dispatcher, **asked)
        assert (page.total, page.counted) == (3, 2)
        assert counts(page)["country"] == {"PT": 2}
    facets._count_found.cache_clear()


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("databse backup", "database backup"),
        ("Databse", "database"),
        ("quinec berry", "quinceberry"),
        ("database backup", None),
        ("databa", None),  # the beginning of a known word
        ("borow", None),  # a typo away from the beginning of a known word only
        ("quincebary", "quinceberry"),  # two typos
        ("cures", None),  # an English word, which is seldom a typo of `curves`
        ("databse xqzvw", None),  # a word that stays unknown
        ("xqzvw", None),
    ],
)
async def test_typos_are_corrected_to_words_of_the_directory(
    dispatcher: Dispatcher, asked: str, meant: str | None
) -> None:
    await add(
        dispatcher,
        make("a", "Quinceberry", tagline="A backup of your database"),
        make("b", "Arches", tagline="Draws curves in the browser"),
    )
    assert (await show(dispatcher, q=asked)).correction == meant


async def test_nothing_is_corrected_if_many_listings_match(dispatcher: Dispatcher) -> None:
    await add(dispatcher, *(make(f"d-{n}", f"Store {n}", tagline="A database") for n in range(10)))
    page = await show(dispatcher, q="databse")
    assert (page.matching, page.correction) == (10, None)


async def test_a_description_is_quoted_if_name_and_tagline_have_none_of_the_words(dispatcher: Dispatcher) -> None:
    await add(
        dispatcher,
        make("a", "Quince", tagline="Jam for backups", description="Jam and more jam."),
        make("b", "Medlar", tagline="Bread", short_description="Bread and jam.", description="Baked at six."),
        make("c", "Sloe", tagline="Bread", keywords=["jam"]),
    )
    page = await show(dispatcher, q="jam", sort="votes")
    assert page.total == 3
    assert page.excerpts == {"b": "Bread and jam. Baked at six."}
    assert (await show(dispatcher)).excerpts == {}


async def test_every_listing_is_shown_by_a_search_without_words(dispatcher: Dispatcher) -> None:
    await add(dispatcher, make("a"), make("b"))
    page = await show(dispatcher)
    assert (page.matching, page.total, page.correction) == (2, 2, None)
