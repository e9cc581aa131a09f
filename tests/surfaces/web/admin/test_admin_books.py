"""Books on staff's pages: documents, reports, reconciliation and downloads."""

import csv
import json
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest

from showground.orders.books.formats import BOM
from tests.support.books import Sale, add_sales
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


async def sell(staff: Staff, *sales: Sale) -> list[str]:
    async with staff.world.dispatcher.database.transaction() as db:
        return await add_sales(db, sales)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text.removeprefix(BOM), newline="")))


async def test_documents_are_listed_found_and_opened(staff: Staff) -> None:
    assert "No documents yet." in (await staff.see("/admin/books/documents")).text
    number, _ = await sell(
        staff, Sale(NOON, refunds=((NOON, 700),)), Sale(NOON, country="FR", name="<b>Jean</b>", test=True)
    )
    page = await staff.see("/admin/books/documents")
    invoice = f"/admin/orders/{number}/documents/INV-2026-000001"
    assert {invoice, f"{invoice}.pdf", f"{invoice}.xml", f"/admin/orders/{number}"} <= set(page.links())
    assert "-$8.40" in page.text
    assert "<b>Jean" not in page.html
    found = await staff.see("/admin/books/documents?kind=credit_note&country=AT&mode=live&first=2026-03-10&q=edda")
    assert f"{invoice}.pdf" not in found.links()
    assert f"/admin/orders/{number}/documents/CN-2026-000002" in found.links()
    assert "No documents match." in (await staff.see("/admin/books/documents?q=nobody")).text
    wrong = await staff.see("/admin/books/documents?first=soon", 400)
    assert "error-first" in wrong.ids()


async def test_a_list_of_many_documents_has_pages(staff: Staff) -> None:
    await sell(staff, *(Sale(NOON + timedelta(hours=n)) for n in range(25)))
    first = await staff.see("/admin/books/documents?kind=invoice")
    assert "Page 1 of 2" in first.text
    assert "/admin/books/documents?kind=invoice&page=2" in first.links()


async def test_a_report_is_shown_and_downloaded(staff: Staff) -> None:
    await sell(staff, Sale(NOON), Sale(NOON, country="FR"), Sale(NOON, country="HU", test=True))
    page = await staff.see("/admin/books/reports")  # VAT of the present quarter
    for words in ("VAT by country and rate, 2026-Q1", "Austria", "France", "One-stop shop", "9.80", "19.60", "EUR"):
        assert words in page.text, words
    assert "Hungary" not in page.text
    assert "Hungary" in (await staff.see("/admin/books/reports?mode=test")).text
    for link in page.links():
        if "format=csv" in link:
            answer = await staff.browser.get(link)
            assert answer.headers["content-type"] == "text/csv; charset=utf-8"
            assert answer.headers["content-disposition"] == 'attachment; filename="vat-2026-Q1.csv"'
            assert answer.headers["cache-control"] == "no-store"
            assert [row["vat"] for row in rows_of(answer.text)] == ["9.80", "9.80"]
    answer = await staff.browser.get("/admin/books/reports?report=home&period=2026&format=json")
    assert [(row["category"], row["net"]) for row in json.loads(answer.text)] == [("oss", "98.00")]
    assert "Nothing to report" in (await staff.see("/admin/books/reports?period=2025")).text
    wrong = await staff.see("/admin/books/reports?period=2026-Q9", 400)
    assert "Enter a year, quarter or month" in wrong.text
    assert (await staff.browser.get("/admin/books/reports?report=x")).status_code == 400


async def test_reconciliation_says_that_all_is_well_or_what_to_do(staff: Staff) -> None:
    assert "No payments in 2026." in (await staff.see("/admin/books/reconciliation")).text
    number, _ = await sell(staff, Sale(NOON, surplus=True), Sale(NOON.replace(month=2), refunds=((NOON, None),)))
    page = await staff.see("/admin/books/reconciliation")
    assert "Everything adds up" in page.text
    assert "$58.80 surplus" in page.text
    await staff.do("delete from refund where reason = 'surplus'")
    page = await staff.see("/admin/books/reconciliation?period=2026-Q1")
    assert "1 to check" in page.text
    assert "Refund this payment in the provider's dashboard." in page.text
    assert f"/admin/orders/{number}" in page.links()
    for part, names in (("months", ("month", "taken")), ("differences", ("kind", "advice"))):
        answer = await staff.browser.get(f"/admin/books/reconciliation?format=csv&part={part}")
        assert set(names) <= rows_of(answer.text)[0].keys()
    assert "Enter a year, quarter or month" in (await staff.see("/admin/books/reconciliation?period=x", 400)).text


async def test_an_export_is_downloaded_and_noted(staff: Staff) -> None:
    await sell(staff, Sale(NOON, name="Szabó Ilona"))
    form = {"dataset": "documents", "format": "csv", "first": "2026-03-01", "last": "2026-03-31", "mode": "live"}
    answer = await staff.browser.post("/admin/books/exports", data=form)
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="documents-2026-03-01-2026-03-31.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbf")
    (row,) = rows_of(answer.content.decode())
    assert (row["buyer"], row["total"]) == ("Szabó Ilona", "58.80")
    answer = await staff.browser.post("/admin/books/exports", data=form | {"format": "json", "dataset": "orders"})
    assert json.loads(answer.text)[0]["status"] == "paid"
    empty = await staff.browser.post("/admin/books/exports", data=form | {"mode": "test"})
    assert rows_of(empty.content.decode()) == []
    assert [(who, action, given["dataset"]) for who, action, given in await staff.log()] == [
        ("charlie@charlie.example", "export_books", "documents"),
        ("charlie@charlie.example", "export_books", "orders"),
        ("charlie@charlie.example", "export_books", "documents"),
    ]


async def test_wrong_days_are_told_beside_their_fields(staff: Staff) -> None:
    form = {"dataset": "documents", "format": "csv", "first": "2026-03-31", "last": "2026-03-01"}
    page = await staff.send("/admin/books/exports", 400, **form)
    assert "The last day is before the first." in page.text
    assert {"error-last"} <= set(page.ids())
    page = await staff.send("/admin/books/exports", 400, **form | {"first": "", "dataset": "secrets"})
    assert {"error-first", "error-dataset"} <= set(page.ids())
