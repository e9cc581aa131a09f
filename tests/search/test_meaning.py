"""Listings found by what they mean, where words find few: from the commit on, by every process, under all filters."""

import asyncio
import threading
from typing import Any

import psycopg
import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.core.database.repeated import PREPARED_FROM
from showground.core.jobs.declare import JobRun
from showground.listings import new_listings, public_profiles
from showground.listings.jobs import refresh_search
from showground.search.blend import MAX_FILLS
from showground.search.embedding.nearest import Ids, NearestIndex
from showground.search.embedding.text_vectors import Vector
from showground.search.embedding.word_pieces import get_places
from showground.search.queries import fills, meanings
from tests.search.listings import CALLER, add, find, make, page
from tests.support.dispatcher import open_dispatcher

pytestmark = pytest.mark.anyio

QUESTION = "borrow equipment from people nearby"
LIBRARY = make("shed", "Laneway", tagline="A tool library for one street", description="Lend a ladder to a neighbour.")
BAKERY = make("loaf", "Lastloaf", tagline="Fresh bread from the oven", country="KE")
SOON = make("soon", "Ladderly", tagline="Borrow a ladder from a neighbour", status="scheduled")
OTHERS = (
    BAKERY,
    make("proof", "Proofladder", tagline="Learn to prove theorems"),
    make("invoice", "Duebird", tagline="Invoices that are paid on time"),
)


async def test_a_listing_is_found_by_what_it_means(dispatcher: Dispatcher) -> None:
    await add(dispatcher, *OTHERS, LIBRARY)
    assert (await find(dispatcher, QUESTION))[0] == "shed"
    assert (await find(dispatcher, "baker"))[0] == "loaf"


async def test_a_word_that_the_table_lacks_counts_if_it_is_english(dispatcher: Dispatcher) -> None:
    hive = make("hive", "Combnotes", tagline="Notes about bees and their honey")
    await add(dispatcher, *OTHERS, hive, make("pebble", "Pebblecount", description="An app for geologists."))
    assert "beekeeper" not in get_places()
    assert await find(dispatcher, "app for beekeepers") == ["hive", "pebble"]
    assert "hive" not in await find(dispatcher, "app for beequill")


async def test_it_is_found_from_the_commit_on_until_it_is_no_longer_public(
    dispatcher: Dispatcher, database_url: str
) -> None:
    await add(dispatcher, *OTHERS)
    async with open_dispatcher(database_url) as elsewhere:
        for each in (dispatcher, elsewhere):
            assert "shed" not in await find(each, QUESTION)
        async with dispatcher.database.transaction() as db:
            [number] = await new_listings.add_listings(db, [LIBRARY])
            assert "shed" not in await find(elsewhere, QUESTION)
        for each in (dispatcher, elsewhere):
            assert (await find(each, QUESTION))[0] == "shed"
        await change(dispatcher, number, "tagline", "Sausages")
        await change(dispatcher, number, "description", "Sausages.")
        assert "shed" not in (await find(elsewhere, QUESTION))[:1]
        assert (await find(elsewhere, "meat"))[0] == "shed"
        await change(dispatcher, number, "status", "suspended")
        assert "shed" not in await find(elsewhere, "meat")
        await change(dispatcher, number, "status", "live")
        assert (await find(elsewhere, "meat"))[0] == "shed"


async def change(dispatcher: Dispatcher, number: int, column: str, value: str) -> None:
    async with dispatcher.database.transaction() as db:
        await db.execute(f"update listing set {column} = %s where id = %s", (value, number))  # type: ignore[arg-type]  # noqa: S608
        await public_profiles.refresh(db, [number])


async def test_a_transaction_that_commits_late_is_not_missed(dispatcher: Dispatcher) -> None:
    """It began before one whose listings we have already seen."""
    await add(dispatcher, *OTHERS)
    async with dispatcher.database.transaction() as db:
        await new_listings.add_listings(db, [LIBRARY])
        await add(dispatcher, make("tools", "Drillbit", tagline="Rent tools from a shop"))
        assert "tools" in await find(dispatcher, QUESTION)
    assert {"shed", "tools"} <= set(await find(dispatcher, QUESTION))


async def test_what_another_search_loads_meanwhile_is_not_missed(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a large directory vectors are compared in a thread, and meanwhile this process goes on."""
    await add(dispatcher, *OTHERS)
    await find(dispatcher, QUESTION)
    compared, goes_on = threading.Event(), threading.Event()
    find_nearest = NearestIndex.find

    def find_and_wait(index: NearestIndex, vector: Vector, count: int, among: Ids | None = None) -> Ids:
        found = find_nearest(index, vector, count, among)
        if not compared.is_set():
            compared.set()
            goes_on.wait()
        return found

    monkeypatch.setattr(meanings, "IN_THREAD_FROM", 0)
    monkeypatch.setattr(NearestIndex, "find", find_and_wait)
    first = asyncio.create_task(find(dispatcher, QUESTION))
    try:
        await asyncio.to_thread(compared.wait)
        await add(dispatcher, LIBRARY)
        assert (await find(dispatcher, QUESTION))[0] == "shed"
    finally:
        goes_on.set()
    assert (await first)[0] == "shed"


async def test_what_was_compared_ahead_is_compared_once_and_up_to_date(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where few listings are expected to match, vectors are compared while PostgreSQL still looks for the words."""
    compared: list[bool] = []
    ahead: list[fills.Ahead | None] = []
    find_nearest, look_ahead = NearestIndex.find, fills.look_ahead

    def note_compared(index: NearestIndex, vector: Vector, count: int, among: Ids | None = None) -> Ids:
        compared.append(True)
        return find_nearest(index, vector, count, among)

    def note_ahead(*given: Any) -> fills.Ahead | None:
        ahead.append(look_ahead(*given))
        return ahead[-1]

    await add(dispatcher, *OTHERS)
    for _ in range(PREPARED_FROM):  # from then on, the statement is sent before its rows are waited for
        assert await find(dispatcher, "fresh bread") == ["loaf"]
    monkeypatch.setattr(NearestIndex, "find", note_compared)
    monkeypatch.setattr(fills, "look_ahead", note_ahead)
    assert await find(dispatcher, "fresh bread") == ["loaf"]
    assert (len(compared), ahead[0] is not None) == (1, True)
    await add(dispatcher, make("rolls", "Rollrise", tagline="Warm buns, loaves and pastries of a bakery"))
    assert await find(dispatcher, "fresh bread") == ["loaf", "rolls"]
    assert (len(compared), len(ahead)) == (3, 2)  # the second time in this search, with what was added
    assert await find(dispatcher, "Lastloaf") == ["loaf"]
    assert await find(dispatcher, "Duebird invoices") == ["invoice"]
    assert len(ahead) == 2  # a name, or with one


async def test_what_is_gone_leaves_memory_when_it_comes_up(dispatcher: Dispatcher) -> None:
    numbers = await add(dispatcher, *OTHERS, LIBRARY)
    assert (await find(dispatcher, QUESTION))[0] == "shed"
    async with dispatcher.database.transaction() as db:
        await db.execute("delete from listing where id = %s", (numbers[-1],))
    assert "shed" not in await find(dispatcher, QUESTION)
    async with dispatcher.database.reading() as db:
        known = meanings.get_loaded(meanings.server_of(db))
    assert known is not None
    assert len(known.index) == len(OTHERS)


async def test_a_restored_table_is_loaded_afresh(dispatcher: Dispatcher, database_url: str) -> None:
    await add(dispatcher, *OTHERS, LIBRARY)
    assert (await find(dispatcher, QUESTION))[0] == "shed"
    with psycopg.connect(database_url) as db:
        rows = db.execute("select * from listing_meaning").fetchall()
        db.execute("truncate listing_meaning")
        for number, vector, bits, pieces, *_ in rows:  # their transactions are still to come in this database
            values = (number, vector, bits, pieces)
            db.execute("insert into listing_meaning values (%s, %s, %s, %s, '4000000000')", values)
    assert (await find(dispatcher, QUESTION))[0] == "shed"
    await add(dispatcher, make("tools", "Drillbit", tagline="Borrow equipment of people who live nearby"))
    assert {"shed", "tools"} <= set((await find(dispatcher, "lending tools in the neighborhood"))[:3])


async def test_filters_apply_to_what_follows(dispatcher: Dispatcher) -> None:
    await add(dispatcher, *OTHERS, LIBRARY, SOON)
    assert await find(dispatcher, QUESTION, country="KE") in ([], ["loaf"])
    assert "soon" not in await find(dispatcher, QUESTION)
    assert await find(dispatcher, QUESTION, status="upcoming") == ["soon"]


async def test_what_matches_all_words_comes_first_then_most_words(dispatcher: Dispatcher) -> None:
    await add(
        dispatcher,
        make("most", "Zinnia", tagline="Watering for balcony plants"),
        make("all", "Aster", description="Watering plan for balcony and cactus."),
        make("near", "Dahlia", tagline="Irrigation of flower pots"),
        make("far", "Duebird", tagline="Invoices that are paid on time"),
    )
    assert (await find(dispatcher, "watering balcony cactus"))[:3] == ["all", "most", "near"]


async def test_other_orders_show_only_matches_of_words(dispatcher: Dispatcher) -> None:
    await add(dispatcher, *OTHERS, LIBRARY)
    assert "shed" not in await find(dispatcher, "lending machinery", sort="newest")


async def test_pages_and_total_agree(dispatcher: Dispatcher) -> None:
    await add(
        dispatcher,
        *(make(f"t-{n}", f"Kit {n}", tagline=f"Lend equipment nearby, number {n}") for n in range(90)),
        LIBRARY,
    )
    whole, total = await page(dispatcher, q=QUESTION, per_page=100)
    assert 20 < len(whole) == total <= MAX_FILLS
    pages = [await page(dispatcher, q=QUESTION, per_page=7, page=number) for number in range(1, 11)]
    assert [slug for slugs, _ in pages for slug in slugs] == whole
    assert {count for _, count in pages} == {total}


async def test_names_and_junk_find_nothing_by_meaning(dispatcher: Dispatcher) -> None:
    await add(dispatcher, *OTHERS, LIBRARY, make("berry", "Quinceberry", tagline="Fruit preserves"))
    assert await find(dispatcher, "medlarberry") == []
    assert await find(dispatcher, "Lastloaf") == ["loaf"]
    assert await find(dispatcher, "xqzzv") == []


async def test_what_is_not_alike_does_not_follow(dispatcher: Dispatcher) -> None:
    """However small the directory is."""
    await add(dispatcher, *OTHERS, LIBRARY)
    for q in ("volcano insurance", "nothing alike", "dinosaur skeletons"):
        assert await find(dispatcher, q) == [], q
    assert await find(dispatcher, "tool library") == ["shed"]


async def test_the_job_adds_vectors_that_are_missing(dispatcher: Dispatcher, database_url: str) -> None:
    await add(dispatcher, *OTHERS, LIBRARY)
    with psycopg.connect(database_url) as db:
        db.execute("truncate listing_meaning")
    assert "shed" not in await find(dispatcher, QUESTION)
    await refresh_search.work(JobRun(dispatcher, CALLER))
    assert (await find(dispatcher, QUESTION))[0] == "shed"


async def test_names_of_categories_are_searched(dispatcher: Dispatcher, database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        db.execute("insert into category (slug, name, description, position) values ('money', 'Finance', '', 1)")
        db.execute(
            "insert into category (slug, name, description, position, parent_id)"
            " select 'books', 'Accounting', '', 2, id from category where slug = 'money'"
        )
    await add(dispatcher, *OTHERS, make("ink", "Inkwell", categories=["books"]))
    for q in ("accounting", "finance", "acounting"):
        assert (await find(dispatcher, q))[0] == "ink", q


async def test_keywords_of_categories_are_searched(dispatcher: Dispatcher, database_url: str) -> None:
    """As the whole query only: as one of several words, most of them say little."""
    with psycopg.connect(database_url) as db:
        db.execute(
            "insert into category (slug, name, description, position, keywords)"
            " values ('money', 'Accounting', '', 1, %s)",
            (["bookkeeping", "tax return"],),
        )
    await add(dispatcher, *OTHERS, make("ink", "Inkwell", categories=["money"], country="KE"))
    for q in ("bookkeeping", "Bookkeeping ", "tax return"):
        assert "ink" in await find(dispatcher, q), q
        assert "ink" not in await find(dispatcher, q, country="DE"), q
