"""Only the words of listings that can be on the page are fetched; the page is the same as if all were scored."""

from random import Random

import psycopg
import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.core.jobs.declare import JobRun
from showground.listings.jobs import refresh_search
from showground.search import plans, word_counts
from tests.search.listings import CALLER, add, make, page

pytestmark = pytest.mark.anyio

WORDS = ("photo", "photos", "editor", "edit", "ledger", "ledgers", "garden", "gardener", "open", "street")
QUERIES = ("photo", "phot", "photo editor", "editor photo ledger", "ledgr", "gardn edit", "open street", "the photo ed")


async def add_many(dispatcher: Dispatcher) -> None:
    """120 listings with the same few words in different fields."""
    chance = Random(7)

    def some(count: int) -> str:
        return " ".join(chance.choices(WORDS, k=count))

    await add(
        dispatcher,
        *(
            make(
                f"l-{n}",
                some(chance.randrange(1, 3)),
                tagline=some(chance.randrange(3)) or None,
                keywords=chance.sample(WORDS, chance.randrange(3)) or None,
                description=some(6),
                votes=chance.randrange(200),
            )
            for n in range(120)
        ),
    )
    async with dispatcher.database.transaction() as db:
        await word_counts.count_words(db)


async def ask_all(dispatcher: Dispatcher) -> list[tuple[list[str], int]]:
    return [await page(dispatcher, q=q, per_page=3, page=number) for q in QUERIES for number in (1, 2, 9)]


def forget_top_words(database_url: str) -> None:
    """As if an earlier version had written all rows, so that all are scored."""
    with psycopg.connect(database_url) as db:
        db.execute("update listing_search set top_words = null")


@pytest.mark.parametrize("most", [1_000, 20])
async def test_pages_are_those_of_scoring_all(
    dispatcher: Dispatcher, database_url: str, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Whether all matches or only candidates are ranked."""
    monkeypatch.setattr(plans, "MAX_SCORED", {False: most, True: most})
    monkeypatch.setattr(plans, "SCORED_AT_ONCE", 0)
    await add_many(dispatcher)
    with_bounds = await ask_all(dispatcher)
    forget_top_words(database_url)
    assert await ask_all(dispatcher) == with_bounds
    assert min(total for _, total in with_bounds) > 30


async def test_words_of_listings_that_cannot_be_on_the_page_are_not_fetched(
    dispatcher: Dispatcher, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If its words said that a listing is the best match, nobody would notice."""
    monkeypatch.setattr(plans, "SCORED_AT_ONCE", 0)
    await add(dispatcher, *(make(f"top-{n}", f"Top {n}", keywords=["marmalade"]) for n in range(50)))
    await add(dispatcher, *(make(f"low-{n}", f"Low {n}", description="About marmalade.") for n in range(30)))
    with psycopg.connect(database_url) as db:
        db.execute("set session_replication_role = replica")  # so that `top_words` stays as it is
        db.execute("update listing_search set words = 'marmalade:1B' where name like 'low%'")
    assert {slug[:3] for slug in (await page(dispatcher, q="marmalade", per_page=20))[0]} == {"top"}
    forget_top_words(database_url)
    assert {slug[:3] for slug in (await page(dispatcher, q="marmalade", per_page=20))[0]} == {"low"}


async def test_the_job_fills_rows_of_an_earlier_version(dispatcher: Dispatcher, database_url: str) -> None:
    await add(dispatcher, make("q", "Quinceberry", tagline="Jam for all", description="With sugar."))
    with psycopg.connect(database_url) as db:
        [before] = db.execute("select top_words from listing_search").fetchall()
        assert before == ("'all':1B 'for':1B 'jam':1B 'quinceberry':1A",)
    forget_top_words(database_url)
    await refresh_search.work(JobRun(dispatcher, CALLER))
    with psycopg.connect(database_url) as db:
        assert db.execute("select top_words from listing_search").fetchall() == [before]
