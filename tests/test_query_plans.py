"""Reads of a directory of 8,000 listings use their indexes; none looks through a table that grows with listings."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import suppress
from typing import Any, get_args
from uuid import uuid4

import psycopg
import pytest

from showground.core.calls.action import Action
from showground.core.calls.context import Caller
from showground.core.calls.declare import PUBLIC
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import InvalidInput, NotFound
from showground.core.database.pool import Connection
from showground.launches.actions.reviews import list_reviews
from showground.launches.models import BoardName, Section
from showground.listings import search_cursor
from showground.listings.actions.search_page import show_search_page
from showground.people.actions.founder_list import sort_founders
from showground.questions.actions.questions import list_listing_questions
from showground.registry import all_operations
from showground.search import Search, Sort, SortPosition
from showground.search.filters import Filter
from showground.search.queries import bitmap_matches, common_words
from showground.settings import Settings
from showground.wiring import wire
from tests.support.large_directory import load_crowd
from tests.support.postgres import fresh_database
from tests.support.world import NOW

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

COUNT = 8_000
STAY_SMALL = {
    *(
        "category",
        "category_former_slug",
        "interview_question",
        "listing_tally",
        "founder_tally",
        "rated_tally",
        "product",
        "pg_class",
        "pg_database",
        "search_change",
        "search_unmerged",
    ),
    *("award", "fixed_week"),  # a few each week
    "event_floor",  # one row
    "event_id_seq",  # the same
    *("listing_revenue", "billboard_contribution"),  # of few, of whom all stand on the board
}
DEEP = {"page": 60, "per_page": 100}
SLUG = "load-000777"
READS = {op.name: op for op in all_operations() if op.read_only and op.scope == PUBLIC}

ADD_ORDERS = """
with made as (
    insert into purchase (number, status, created_at, expires_at, net_cents, total_cents)
    select 'SG-' || n, case when n %% 3 = 0 then 'paid' when n %% 3 = 1 then 'expired' else 'pending' end, %(now)s,
        %(now)s, 4900, 4900
    from generate_series(1, %(count)s) n returning id),
lines as (
    insert into purchase_line (purchase_id, position, product, name, parts, listing_id, listing_name, week, price_cents,
        fulfilled_at)
    select id, 0, 'launch', 'Launch', '{launch}', (select min(id) from listing), 'Load', date '2020-01-06' + 7 * (
        row_number() over ())::int %% 2100, 4900, %(now)s from made)
insert into payment (purchase_id, provider, reference, url, amount_cents, currency, billing, billing_version, state,
    created_at, expires_at)
select id, 'sandbox', id::text, '', 4900, 'USD', '{}', 1, 'open', %(now)s, %(now)s from made
"""
ADD_PICTURES = """
insert into founder_picture (founder_id, name, content, created_at)
select id, 'picture-' || id, '', %(now)s from founder
"""
Plan = dict[str, Any]
POSITIONS: dict[Sort, tuple[Any, ...]] = {"newest": ("2025-06-02T00:00:00+00:00", "2025-06-02"), "trending": (0.5,)}


def deep_cursor(sort: Sort) -> str:
    """Somewhere in the middle of an order."""
    return search_cursor.write(Search(sort=sort, page=1, per_page=20), SortPosition(POSITIONS.get(sort, (3,)), 777))


INPUTS: dict[str, list[dict[str, Any]]] = {
    "search_listings": [
        *({"sort": sort} for sort in get_args(Sort)),
        *({"sort": sort, "page": 3, "status": "upcoming"} for sort in get_args(Sort)),
        *({"sort": sort, **DEEP} for sort in get_args(Sort)),
        *({"sort": sort, "q": "garden"} for sort in get_args(Sort)),
        *({"sort": sort, "category": "ai"} for sort in get_args(Sort)),
        *({"q": q} for q in ("gardne", "garden bicycle", "gardne bicycel", "gar", "xqzvw", "x" * 200, "qx zv " * 33)),
        {"country": "US"},
        {"stage": "growing"},
        {"pricing_model": "freemium"},
        {"domain": "https://www.load-000777.example/x"},
        {"domain": "nobody.example", "q": "garden"},
        {"country": "pt", "stage": "growing", "pricing_model": "freemium", "category": "ai", "sort": "newest"},
        {"country": "pt", "q": "garden", "category": "ai", "sort": "votes"},
        {"category": "no-such-category"},
        {"q": "garden", **DEEP},
        *({"sort": sort, "cursor": cursor} for sort in get_args(Sort) for cursor in ("start", deep_cursor(sort))),
        *({"cursor": cursor, "category": "ai"} for cursor in ("start", deep_cursor("relevance"))),
        *({"updated_since": "2100-01-01T00:00:00Z", "sort": sort} for sort in get_args(Sort)),
        {"updated_since": "2100-01-01T00:00:00Z", "cursor": "start"},
        {"updated_since": "2100-01-01T00:00:00Z", "q": "garden"},
    ],
    "get_listing": [{"slug": SLUG}, {"slug": "nothing"}],
    "list_alternatives": [{"slug": SLUG}],
    "compare_listings": [{"a": SLUG, "b": "load-000778"}, {"a": SLUG, "b": "load-00077x"}],
    "list_categories": [{}, {"include_empty": False}],
    "get_category": [{"slug": "ai"}, {"slug": "testing", "page": 5}, {"slug": "nothing"}],
    "get_site": [{}],
    "get_launch_week": [{"week": week} for week in ("this", "last", "next", "2025-06-02")],
    "list_launches": [{"section": s, **page} for s in get_args(Section) for page in ({}, {"page": 4}, DEEP)],
    "get_leaderboard": [
        *({"board": board, **page} for board in get_args(BoardName) for page in ({}, {"page": 4}, DEEP)),
        {"board": "community-weekly", "week": "last"},
    ],
    "list_awards": [{}, {"page": 10}, {"listing": SLUG}, {"listing": "nothing"}],
    "get_listing_badges": [{"slug": SLUG}],
    "list_founders": [{}, {"page": 50}, DEEP, {"q": "ab"}, {"country": "PT"}, {"country": "PT", "q": "ab"}],
    "get_founder": [{"slug": f"{SLUG}-founder"}],
    "list_blog_posts": [{}, {"page": 20}, {"q": "post 777"}],
    "get_blog_post": [{"slug": "post-777"}],
    "list_interview_questions": [{}],
    "list_products": [{}],
    "list_events": [{}, {"after": 1, "limit": 100}],
}


# What the search page reads is looked at as closely as the operation.
INPUTS_OF_PAGES = {"show_search_page": INPUTS["search_listings"]}
PAGE_READS: dict[str, Action[Any, Any]] = {"show_search_page": show_search_page}
# What pages read besides operations, and which tables of it grow with what people write.
WRITTEN = {"review", "listing_question", "listing_answer", "listing_founder"}
PAGES: list[tuple[Action[Any, Any], dict[str, Any]]] = [
    *((list_listing_questions, {"slug": SLUG, **more}) for more in ({}, {"page": 3}, {"update_id": 1})),
    (list_listing_questions, {"slug": SLUG, "question_id": 777}),
    *((list_reviews, {"slug": SLUG, "sort": sort}) for sort in ("newest", "highest", "lowest")),
    *((sort_founders, {"sort": sort, **more}) for sort in ("newest", "votes") for more in ({}, {"page": 30})),
]


@pytest.fixture(scope="module")
async def dispatcher(postgres: str) -> AsyncGenerator[Dispatcher]:
    with fresh_database(postgres) as url:
        parts = wire(Settings(), url, all_operations(), clock=lambda: NOW)
        async with parts.open():
            dispatcher = parts.dispatcher
            await load_crowd(dispatcher, COUNT)
            async with dispatcher.database.transaction() as db:
                await db.execute("set local statement_timeout = 0")  # however busy the machine is
                await db.execute(ADD_ORDERS, {"count": COUNT, "now": NOW})
                await db.execute(ADD_PICTURES, {"now": NOW})
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(common_words, "MIN_LISTINGS", 500)
                async with dispatcher.database.transaction() as db:
                    await common_words.refresh(db)
            async with dispatcher.database.reading() as db:
                await db.execute("analyze purchase, purchase_line, payment, founder_picture, search_bitmap")
            yield dispatcher


async def run(
    dispatcher: Dispatcher, op: Action[Any, Any], asked: dict[str, Any], patch: pytest.MonkeyPatch
) -> list[Any]:
    """The statements that an operation ran, with their values."""
    statements: list[tuple[Any, Any]] = []
    execute = psycopg.AsyncCursor[Any].execute

    async def note(self: Any, query: Any, values: Any = None, **more: Any) -> Any:
        statements.append((query, values))
        return await execute(self, query, values, **more)

    async def start(self: Connection, statement: bytes, values: Any, **more: Any) -> Any:
        # As it was written, with names for its values.
        return await (await self.execute(statement, values, **more)).fetchall()

    with patch.context() as here:
        here.setattr(psycopg.AsyncCursor, "execute", note)
        here.setattr(Connection, "start", start)
        with suppress(NotFound, InvalidInput):  # which may take statements of their own
            await dispatcher.call(op, Caller(NOW, "command"), op.parse(asked))
    return statements


def nodes(plan: Plan) -> Iterator[Plan]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def test_every_public_read_is_looked_at() -> None:
    assert INPUTS.keys() == READS.keys()


def looked_through(plan: Plan) -> set[str]:
    """Tables that grow with listings of which this plan reads every row, or goes along an index until enough fit or
    are near enough."""
    return {
        node["Relation Name"]
        for node in nodes(plan)
        if node.get("Relation Name") not in (None, *STAY_SMALL)
        and (
            node["Node Type"] == "Seq Scan"
            or (node.keys() & {"Filter", "Order By"} and not node.keys() & {"Index Cond", "Recheck Cond"})
        )
    }


async def plan_once(db: Connection, statement: bytes, values: Any) -> Plan:
    """With these very values."""
    cursor = await psycopg.AsyncClientCursor(db).execute(b"explain (format json) " + statement, values)
    [([plan],)] = await cursor.fetchall()
    return plan["Plan"]


async def plan_often(db: Connection, statement: bytes, values: Any) -> Plan:
    """With any values: a plan that PostgreSQL may keep for a statement that it has run some times."""
    unlike_any_before = b"%b -- %b" % (statement, uuid4().hex.encode())  # so that it is prepared anew
    await db.execute(unlike_any_before, values, prepare=True)
    newest = "select name, cardinality(parameter_types) from pg_prepared_statements order by prepare_time desc limit 1"
    [(name, count)] = await (await db.execute(newest, prepare=False)).fetchall()
    given = f"({', '.join(['null'] * count)})" if count else ""
    await db.execute("set plan_cache_mode = force_generic_plan", prepare=False)
    cursor = await db.execute(f"explain (format json) execute {name}{given}".encode(), prepare=False)
    await db.execute("reset plan_cache_mode", prepare=False)
    [([plan],)] = await cursor.fetchall()
    return plan["Plan"]


@pytest.mark.parametrize("name", [*READS, *PAGE_READS])
async def test_nothing_is_looked_through(dispatcher: Dispatcher, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [
        f"{asked}, {how}: all of {table} by {words}"
        for asked in (INPUTS | INPUTS_OF_PAGES)[name]
        async for how, table, words in find_looked_through(dispatcher, (READS | PAGE_READS)[name], asked, monkeypatch)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("filters", [{}, {"country": "de"}, {"stage": "launched", "category": "testing"}], ids=repr)
async def test_common_words_are_found_by_bitmaps(
    dispatcher: Dispatcher, filters: dict[Filter, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And neither all bitmaps nor all listings are looked through for that."""
    async with dispatcher.database.reading() as db:
        [(word,)] = await db.all("select word from search_word order by listings desc, word limit 1")
    asked = {"q": word, **filters}
    ran = [text for text, _ in await run(dispatcher, READS["search_listings"], asked, monkeypatch)]
    assert bitmap_matches.statement(frozenset(filters)) in ran
    found = [each async for each in find_looked_through(dispatcher, READS["search_listings"], asked, monkeypatch)]
    assert found == []


@pytest.mark.parametrize(("action", "asked"), PAGES)
async def test_pages_read_only_what_is_written_about_their_listing(
    dispatcher: Dispatcher, action: Action[Any, Any], asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [each async for each in find_looked_through(dispatcher, action, asked, monkeypatch)]
    assert [each for each in found if each[1] in WRITTEN] == []


async def find_looked_through(
    dispatcher: Dispatcher, op: Action[Any, Any], asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[tuple[str, str, str]]:
    """How a statement is planned, the table that it looks through, and its words."""
    seen = set[bytes]()
    async with dispatcher.database.reading() as db:
        for query, values in await run(dispatcher, op, asked, monkeypatch):
            text = query.encode() if isinstance(query, str) else query
            text = text if isinstance(text, bytes) else text.as_bytes(db)
            if text.lstrip()[:4].lower() not in (b"sele", b"with"):
                continue
            plans = {"once": await plan_once(db, text, values)}
            if text not in seen:
                plans["often"] = await plan_often(db, text, values)
                seen.add(text)
            words = " ".join(text.decode().split())[:300]
            for how, plan in plans.items():
                for table in looked_through(plan):
                    yield how, table, words
