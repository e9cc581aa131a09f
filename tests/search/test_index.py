"""When a listing is found: from the commit that makes it public, by every process, until the one that ends it."""

import asyncio
import sys
from random import Random

import psycopg
import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.core.jobs.declare import JobRun
from showground.listings import new_listings, public_profiles
from showground.listings.jobs import refresh_search
from showground.search import index
from tests.search.listings import CALLER, add, find, make, page
from tests.support.dispatcher import open_dispatcher
from tests.support.wait import until

pytestmark = pytest.mark.anyio


async def change(dispatcher: Dispatcher, number: int, column: str, value: str) -> None:
    async with dispatcher.database.transaction() as db:
        await db.execute(f"update listing set {column} = %s where id = %s", (value, number))  # type: ignore[arg-type]  # noqa: S608
        await public_profiles.refresh(db, [number])


async def test_a_new_listing_is_found_by_its_mistyped_name_from_elsewhere(
    dispatcher: Dispatcher, database_url: str
) -> None:
    async with open_dispatcher(database_url) as elsewhere:
        assert await find(elsewhere, "quinceberry") == []
        await add(dispatcher, make("q", "Quinceberry"))
        for q in ("quinceberry", "quincebery", "qunicebrry", "quincebe", "quince berry"):
            assert await find(elsewhere, q) == ["q"], q


async def test_a_new_listing_is_found_by_another_process(dispatcher: Dispatcher, database_url: str) -> None:
    await add(dispatcher, make("q", "Quinceberry"))
    program = (
        "import asyncio, sys\n"
        "from tests.search.listings import find\n"
        "from tests.support.dispatcher import open_dispatcher\n"
        "async def main():\n"
        "    async with open_dispatcher(sys.argv[1]) as door:\n"
        "        print(*await find(door, 'quincebery'))\n"
        "asyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        database_url,
        stdout=asyncio.subprocess.PIPE,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    said, _ = await process.communicate()
    assert said.decode().split() == ["q"]


async def test_nothing_is_found_before_the_commit_nor_after_a_rollback(dispatcher: Dispatcher) -> None:
    async with dispatcher.database.transaction() as db:
        await new_listings.add_listings(db, [make("q", "Quinceberry")])
        assert await find(dispatcher, "quinceberry") == []
        await db.execute("savepoint before")
        await new_listings.add_listings(db, [make("m", "Medlarberry")])
        await db.execute("rollback to before")
    assert await find(dispatcher, "quinceberry") == ["q"]
    assert await find(dispatcher, "medlarberry") == []
    assert await find(dispatcher, "medlrberry") == []


async def test_an_edited_listing_is_found_by_what_it_says_now(dispatcher: Dispatcher) -> None:
    [number] = await add(dispatcher, make("q", "Quinceberry", tagline="Preserves"))
    await change(dispatcher, number, "name", "Medlarberry")
    assert await find(dispatcher, "quinceberry") == await find(dispatcher, "quincebrry") == []
    assert await find(dispatcher, "medlarberry") == await find(dispatcher, "medlrberry") == ["q"]
    assert await find(dispatcher, "preserves") == ["q"]


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "suspended", "withdrawn"])
async def test_what_is_no_longer_public_is_not_found(dispatcher: Dispatcher, status: str) -> None:
    [number] = await add(dispatcher, make("q", "Quinceberry"))
    await change(dispatcher, number, "status", status)
    for q in ("quinceberry", "quincebery", "quinc"):
        for state in ("live", "upcoming"):
            assert await page(dispatcher, q=q, status=state) == ([], 0)
    await change(dispatcher, number, "status", "live")
    assert await find(dispatcher, "quincebery") == ["q"]


async def test_an_upcoming_listing_is_found_as_upcoming_until_it_is_live(dispatcher: Dispatcher) -> None:
    [number] = await add(dispatcher, make("q", "Quinceberry", status="scheduled"))
    assert (await find(dispatcher, "quincebery"), await find(dispatcher, "quincebery", status="upcoming")) == (
        [],
        ["q"],
    )
    await change(dispatcher, number, "status", "live")
    assert (await find(dispatcher, "quincebery"), await find(dispatcher, "quincebery", status="upcoming")) == (
        ["q"],
        [],
    )


async def test_a_deleted_listing_is_not_found(dispatcher: Dispatcher) -> None:
    [number] = await add(dispatcher, make("q", "Quinceberry"))
    async with dispatcher.database.transaction() as db:
        await db.execute("delete from listing where id = %s", (number,))
    assert await find(dispatcher, "quinceberry") == []


@pytest.mark.usefixtures("patient")
async def test_many_publish_at_once_and_share_new_words(dispatcher: Dispatcher) -> None:
    """In any order of listings and words, with several listings in one transaction: nobody waits for ever."""
    rnd = Random("publishing")
    words = [f"{first}{second}" for first in ("quince", "medlar", "sorb", "rowan") for second in ("jam", "pie", "tea")]

    connections = asyncio.Semaphore(8)  # as many as there are: who waits for one is refused in time

    async def publish(number: int) -> None:
        async with connections, dispatcher.database.transaction() as db:
            for part in range(3):
                chosen = rnd.sample(words, 6)
                await new_listings.add_listings(
                    db, [make(f"l-{number}-{part}", f"No {number}", tagline=" ".join(chosen))]
                )
                await asyncio.sleep(0)

    await asyncio.gather(*(publish(number) for number in range(24)))
    assert (await page(dispatcher, q="no"))[1] == 72
    for word in words:
        right, mistyped = await find(dispatcher, word), await find(dispatcher, f"{word[:3]}x{word[3:]}")
        assert right
        assert set(mistyped) >= set(right)
    await refresh_search.work(JobRun(dispatcher, CALLER))
    async with dispatcher.database.reading() as db:
        assert await db.all("select word from search_word group by word having count(*) > 1") == []
    assert (await page(dispatcher, q="no"))[1] == 72


async def test_the_job_counts_words_and_forgets_those_of_nobody(dispatcher: Dispatcher) -> None:
    numbers = await add(
        dispatcher, *(make(f"l-{n}", f"Item {n}", tagline="ledger" if n % 2 else "garden") for n in range(9))
    )
    gone = numbers[3]
    await change(dispatcher, gone, "tagline", "quinceberry")
    await change(dispatcher, gone, "tagline", "garden")
    await refresh_search.work(JobRun(dispatcher, CALLER))
    async with dispatcher.database.reading() as db:
        counted = dict(
            await db.all(
                "select word, listings from search_word where word = any(%s)", (["ledger", "garden", "quinceberry"],)
            )
        )
    assert counted == {"ledger": 3, "garden": 6}
    assert len(await find(dispatcher, "ledgr")) == 3


async def test_the_job_finds_again_what_search_has_lost(dispatcher: Dispatcher, database_url: str) -> None:
    await add(dispatcher, make("q", "Quinceberry"), make("d", "Draftberry", status="draft"))
    with psycopg.connect(database_url) as db:
        db.execute("truncate listing_search, search_word")
    assert await find(dispatcher, "quinceberry") == []
    await refresh_search.work(JobRun(dispatcher, CALLER))
    assert await find(dispatcher, "quincebery") == ["q"]
    assert await find(dispatcher, "draftberry") == []


async def test_a_word_that_is_forgotten_while_somebody_publishes_it_stays_known(dispatcher: Dispatcher) -> None:
    [number] = await add(dispatcher, make("q", "Quinceberry"))
    await change(dispatcher, number, "name", "Medlarberry")
    async with dispatcher.database.transaction() as db:
        await new_listings.add_listings(db, [make("new", "Quinceberry")])
        job = asyncio.ensure_future(refresh_search.work(JobRun(dispatcher, CALLER)))
        await _waits_for_a_lock(dispatcher)
    await job
    assert await find(dispatcher, "quincebery") == ["new"]


async def _waits_for_a_lock(dispatcher: Dispatcher) -> None:
    async def waits() -> bool:
        async with dispatcher.database.reading() as db:
            return bool(await db.one("select 1 from pg_locks where not granted and relation = 'search_word'::regclass"))

    await until(waits)


async def test_words_are_found_the_same_after_a_refresh(dispatcher: Dispatcher) -> None:
    ids = await add(
        dispatcher, make("q", "Quince", tagline="Jam", keywords=["Gelée"], tags=["pot"], description="Slow-cooked.")
    )
    async with dispatcher.database.transaction() as db:
        before = await db.all("select * from listing_search")
        await public_profiles.refresh(db, ids)
        assert await db.all("select * from listing_search") == before
        assert await index.find_missing(db, 0, 10) == []
