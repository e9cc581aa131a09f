"""Books of 20,000 orders over seven years: what is asked for a month or a page reads that, and not everything."""

from collections.abc import AsyncGenerator, Iterator
from datetime import UTC, date, datetime
from typing import Any

import psycopg
import pytest

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.models import NoInput
from showground.orders.actions.documents import ListDocuments, list_document_countries, list_documents
from showground.orders.actions.export_books import DATASETS, ReadExport, read_export
from showground.orders.actions.reconcile_books import ReconcileBooks, reconcile_books
from showground.orders.actions.show_report import REPORTS, ShowReport, show_report
from tests.support.dispatcher import open_dispatcher
from tests.support.many_orders import TABLES, add_many_orders, count_rows
from tests.support.postgres import fresh_database
from tests.support.world import NOW

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

COUNT = 20_000
MONTH: dict[str, Any] = {"first": date(2026, 10, 1), "last": date(2026, 10, 31)}
CALLS: list[tuple[Any, Any]] = [
    *((read_export, ReadExport(dataset=dataset, **MONTH)) for dataset in DATASETS),
    *((show_report, ShowReport(report=report, period="2026-Q3")) for report in REPORTS),
    (reconcile_books, ReconcileBooks(period="2026-10")),
    (list_documents, ListDocuments()),
    (list_documents, ListDocuments(**MONTH, kind="invoice", mode="live")),
    (list_document_countries, NoInput()),
]


@pytest.fixture(scope="module")
async def dispatcher(postgres: str) -> AsyncGenerator[Dispatcher]:
    with fresh_database(postgres) as url:
        async with open_dispatcher(url, clock=lambda: NOW) as dispatcher:
            async with dispatcher.database.transaction() as db:
                await add_many_orders(db, COUNT)
            async with dispatcher.database.reading() as db:
                await count_rows(db)
            yield dispatcher


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call[0].name} {call[1]}")
async def test_what_is_asked_for_some_days_reads_those(
    dispatcher: Dispatcher, call: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[tuple[Any, Any]] = []
    execute = psycopg.AsyncCursor[Any].execute

    async def note(self: Any, query: Any, values: Any = None, **more: Any) -> Any:
        statements.append((query, values))
        return await execute(self, query, values, **more)

    with monkeypatch.context() as here:
        here.setattr(psycopg.AsyncCursor, "execute", note)
        await dispatcher.call(call[0], Caller(datetime(2026, 11, 16, tzinfo=UTC), "command"), call[1])
    read = 0
    for query, values in statements:
        text = query if isinstance(query, str) else query.as_string()
        if not text.lstrip().startswith(("select", "with")) or "count(*)" in text.split("from")[0]:
            continue  # how many there are is counted by reading an index
        async with dispatcher.database.reading() as db:
            explained: Any = f"explain (analyze, timing off, summary off, format json) {text}"
            row = await db.one(explained, values)
        assert row is not None
        for node in nodes(row[0][0]["Plan"]):
            table = node.get("Relation Name")
            if call[0] is show_report and table == "tax_document_part":
                continue  # its rows are small: for a quarter it may be quicker to read all of them
            if table in TABLES:
                assert node["Node Type"] != "Seq Scan", (text, node)
                read += (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
    assert read < COUNT, call  # of more than 100,000 rows
