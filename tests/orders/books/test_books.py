"""Reports, exports and reconciliation on a real database: sums are those of the documents, days are the right ones."""

import csv
import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from io import StringIO
from random import Random
from typing import Any

import pytest

from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import PERSON
from showground.core.calls.errors import ApiError, InvalidInput
from showground.orders.actions import export_books as exports
from showground.orders.actions.documents import ListDocuments, list_documents
from showground.orders.actions.export_books import DATASETS, ExportBooks, export_books, read_export, write_export
from showground.orders.actions.reconcile_books import ReconcileBooks, reconcile_books, write_differences, write_months
from showground.orders.actions.show_report import REPORTS, ShowReport, show_report, write_report
from showground.orders.books.formats import BOM
from showground.orders.books.models import BooksReport, Reconciliation
from showground.orders.books.queries import exports as export_queries
from tests.support.books import Sale, add_sales, make_sales
from tests.support.shop_world import Market
from tests.support.world import World

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
LIVE = "select sum(total_cents)::bigint from tax_document where not test and issued_on < '2027-01-01'"


async def add(world: World, *sales: Sale) -> list[str]:
    async with world.dispatcher.database.transaction() as db:
        return await add_sales(db, sales)


async def do(world: World, query: Any, *values: Any) -> None:
    async with world.dispatcher.database.transaction() as db:
        await db.execute(query, values)


async def ask(world: World, query: Any, *values: Any) -> list[Any]:
    async with world.dispatcher.database.reading() as db:
        return await db.all(query, values)


async def report(world: World, name: Any, period: str, *, test: bool = False) -> BooksReport:
    return await world.dispatcher.call(show_report, world.caller(), ShowReport(report=name, period=period, test=test))


async def reconcile(world: World, period: str = "2026", *, test: bool = False) -> Reconciliation:
    return await world.dispatcher.call(reconcile_books, world.caller(), ReconcileBooks(period=period, test=test))


async def export(world: World, dataset: Any, kind: Any = "csv", **more: Any) -> str:
    given: dict[str, Any] = {"first": date(2026, 1, 1), "last": date(2026, 12, 31), **more}
    asked = ExportBooks(dataset=dataset, format=kind, **given)
    begun = await world.dispatcher.call(export_books, world.caller(), asked)
    pieces = write_export(asked, begun.columns, lambda page: world.dispatcher.call(read_export, world.caller(), page))
    return "".join([piece async for piece in pieces])


def rows_of(text: str) -> list[dict[str, str]]:
    assert text.startswith(BOM)
    return list(csv.DictReader(StringIO(text.removeprefix(BOM), newline="")))


def total(rows: Any, name: str) -> int:
    return sum(row[name] for row in rows)


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_reports_add_up_to_the_documents_whatever_was_sold(world: World, seed: int) -> None:
    await add(world, *make_sales(Random(seed), 60))
    for test in (False, True):
        for period, first, until in (
            ("2026", "2026-01-01", "2027-01-01"),
            ("2026-Q1", "2026-01-01", "2026-04-01"),
            ("2026-Q3", "2026-07-01", "2026-10-01"),
            ("2026-12", "2026-12-01", "2027-01-01"),
        ):
            [(net, vat)] = await ask(
                world,
                "select coalesce(sum(net_cents), 0)::bigint, coalesce(sum(vat_cents), 0)::bigint from tax_document"
                " where issued_on >= %s and issued_on < %s and test = %s",
                first, until, test,
            )  # fmt: skip
            home, income, products, taxed, listed = [
                await report(world, name, period, test=test)
                for name in ("home", "income", "products", "vat", "ec-sales")
            ]
            assert (total(home.rows, "net"), total(home.rows, "vat")) == (net, vat)
            assert (total(income.rows, "net"), total(income.rows, "vat")) == (net, vat)
            assert total(income.rows, "gross") == net + vat
            assert total(products.rows, "net") == net
            assert total(taxed.rows, "vat") == vat
            assert [row["net"] for row in home.totals] == ([net] if home.rows else [])
            reverse = [row for row in home.rows if row["category"] == "reverse_charge"]
            assert total(listed.rows, "net") == total(reverse, "net")
            assert (
                total(taxed.rows, "net")
                + sum(total([row], "net") for row in home.rows if row["category"] not in ("domestic", "oss", "abroad"))
                == net
            )
    found = await reconcile(world)
    assert found.fits, found
    [(kept,)] = await ask(world, LIVE)
    assert found.total.kept_cents == kept


async def test_a_quarter_ends_with_its_last_second(world: World) -> None:
    last = datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC)
    await add(world, Sale(last), Sale(last + timedelta(seconds=1), country="FR"))
    first, second = await report(world, "vat", "2026-Q1"), await report(world, "vat", "2026-Q2")
    assert [row["country"] for row in first.rows] == ["AT"]
    assert [row["country"] for row in second.rows] == ["FR"]
    assert [month.month for month in (await reconcile(world)).months] == ["2026-03", "2026-04"]


async def test_a_refund_of_an_earlier_quarter_is_a_correction_of_it(world: World) -> None:
    await add(world, Sale(NOON, refunds=((datetime(2026, 4, 2, tzinfo=UTC), 700),)), Sale(NOON.replace(month=5)))
    rows = (await report(world, "vat", "2026-Q2")).rows
    assert [(row["corrects"], row["net"], row["vat"]) for row in rows] == [("", 4900, 980), ("2026-Q1", -700, -140)]
    assert [row["vat"] for row in (await report(world, "vat", "2026-Q1")).rows] == [980]


async def test_the_one_stop_shop_is_told_euros_at_the_rate_of_the_last_day_of_each_quarter(world: World) -> None:
    rates = (("2026-03-30", "1.05"), ("2026-03-31", "1.08"), ("2026-07-01", "1.10"))  # none on 30 June: the next day
    for day, rate in rates:
        await do(world, "insert into exchange_rate (day, currency, per_euro) values (%s, 'USD', %s)", day, rate)
    april = datetime(2026, 4, 2, tzinfo=UTC)
    await add(world, Sale(NOON, refunds=((april, 700),)), Sale(april), Sale(april, country="DE"))
    (row,) = (await report(world, "vat", "2026-Q1")).rows
    assert (row["eur_rate_on"], row["eur_net"], row["eur_vat"]) == (date(2026, 3, 31), 4537, 907)
    made = await report(world, "vat", "2026-Q2")
    home, now, before = made.rows
    assert "eur_vat" not in home
    assert (now["eur_rate_on"], now["eur_vat"]) == (date(2026, 7, 1), 891)
    assert (before["corrects"], before["eur_rate_on"], before["eur_vat"]) == ("2026-Q1", date(2026, 3, 31), -130)
    assert made.totals[0]["eur_vat"] == 891 - 130
    assert [row.get("eur_vat") for row in (await report(world, "vat", "2026-04")).rows] == [None] * 3
    await do(world, "delete from exchange_rate")
    made = await report(world, "vat", "2026-Q1")
    assert made.rows[0]["eur_vat"] is None
    assert made.notes[0].startswith("Euro amounts for the one-stop shop are left out")


async def test_the_ec_sales_list_has_a_row_for_each_number(world: World) -> None:
    at: dict[str, Any] = {"kind": "reverse_charge", "vat_number": "ATU13585627"}
    fr: dict[str, Any] = {"kind": "reverse_charge", "vat_number": "FR40303265045", "country": "FR"}
    await add(world, Sale(NOON, **at), Sale(NOON, **at), Sale(NOON, **fr), Sale(NOON))
    rows = (await report(world, "ec-sales", "2026-Q1")).rows
    assert [(row["vat_number"], row["net"], row["seller_net"]) for row in rows] == [
        ("ATU13585627", 9800, 8820),
        ("FR40303265045", 4900, 4410),
    ]


async def test_an_amount_that_no_document_states_is_left_out_and_said(world: World) -> None:
    await add(world, Sale(NOON), Sale(NOON, exchange=False), Sale(NOON, country="FR"))
    made = await report(world, "vat", "2026-Q1")
    assert [(row["country"], row["seller_vat"]) for row in made.rows] == [("AT", None), ("FR", 882)]
    assert made.totals[0]["seller_vat"] is None
    assert made.notes[0].startswith("Some documents have no amount in EUR")


async def test_reports_as_files_have_the_same_rows(world: World) -> None:
    await add(world, *make_sales(Random(4), 20))
    for name in REPORTS:
        made = await report(world, name, "2026")
        rows = rows_of(write_report(made, "csv"))
        assert [list(row) for row in rows] == [[column.name for column in made.columns]] * len(made.rows)
        assert rows == [
            {name: "" if cell is None else str(cell) for name, cell in row.items()}
            for row in json.loads(write_report(made, "json"))
        ]
        assert sum(Decimal(row["net"]) for row in rows) * 100 == total(made.rows, "net")


async def test_exports_have_every_row_once_over_many_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sales = make_sales(Random(5), 40)
    await add(world, *sales, *(Sale(NOON, products=("launch", "ai_review")) for _ in range(7)))  # of the same second
    counts = {
        "orders": "select count(*) from purchase",
        "documents": "select count(*) from tax_document where issued_on < '2027-01-01'",
        "document-taxes": "select count(*) from tax_document join tax_document_part using (number)"
        " where issued_on < '2027-01-01'",
        "payments": "select count(*) from payment",
        "refunds": "select count(*) from refund where finished_at < '2027-01-01'",
    }
    assert counts.keys() == DATASETS.keys()
    monkeypatch.setattr(export_queries.read_page, "__kwdefaults__", {"most": 3})
    for dataset, query in counts.items():
        live, test = [rows_of(await export(world, dataset, test=test)) for test in (False, True)]
        [(expected,)] = await ask(world, query)
        key = "number" if "number" in live[0] else "id"
        assert len(live) + len(test) == len({row[key] for row in (*live, *test)}) == expected, dataset
        assert json.loads(await export(world, dataset, "json"))[0].keys() == live[0].keys()
    [(cents,)] = await ask(world, LIVE)
    assert sum(Decimal(row["total"]) for row in rows_of(await export(world, "documents"))) * 100 == cents


async def test_an_export_is_of_its_days_and_in_decimals(world: World) -> None:
    await add(world, Sale(NOON - timedelta(days=1)), Sale(NOON, name='=cmd|"/c calc"!A1', refunds=((NOON, None),)))
    day: dict[str, Any] = {"first": NOON.date(), "last": NOON.date()}
    credit, invoice = sorted(rows_of(await export(world, "documents", **day)), key=lambda row: row["kind"])
    assert invoice["buyer"] == '\'=cmd|"/c calc"!A1'
    assert (invoice["net"], invoice["vat"], invoice["total"], invoice["currency"]) == ("49.00", "9.80", "58.80", "USD")
    assert (invoice["seller_currency"], invoice["seller_vat"]) == ("EUR", "8.82")
    assert (credit["total"], credit["refers_to"], credit["issued_on"]) == ("-58.80", invoice["number"], "2026-03-10")
    (refund,) = rows_of(await export(world, "refunds", **day))
    assert (refund["amount"], refund["credit_note"], refund["state"]) == ("58.80", credit["number"], "succeeded")
    (payment,) = rows_of(await export(world, "payments", **day))
    assert (payment["amount"], payment["refunded"], payment["paid_at"]) == ("58.80", "58.80", "2026-03-10T12:00:00Z")
    (order,) = rows_of(await export(world, "orders", **day))
    assert (order["status"], order["products"], order["refunded"]) == ("refunded", "Launch", "58.80")
    taxes = rows_of(await export(world, "document-taxes", **day))
    tax = next(row for row in taxes if row["number"] == invoice["number"])
    assert (tax["rate"], tax["rate_of"], tax["treatment"], tax["seller_net"]) == ("20", "AT", "standard", "44.10")


async def test_days_in_the_wrong_order_are_refused(world: World) -> None:
    with pytest.raises(InvalidInput) as caught:
        await export(world, "orders", first=date(2026, 2, 1), last=date(2026, 1, 1))
    assert caught.value.errors == [
        {"field": "last", "message": "The last day is before the first. Choose 2026-02-01 or later."}
    ]


async def test_only_staff_read_the_books(market: Market) -> None:
    account = market.accounts["alice"]
    alice = Caller(market.world.clock(), "web", Access(account, "session", frozenset({PERSON})))
    days: dict[str, Any] = {"first": NOON.date(), "last": NOON.date()}
    calls: list[tuple[Any, Any]] = [
        (list_documents, ListDocuments()),
        (show_report, ShowReport(period="2026")),
        (reconcile_books, ReconcileBooks(period="2026")),
        (export_books, ExportBooks(dataset="orders", **days)),
        (read_export, exports.ReadExport(dataset="orders", **days)),
    ]
    for action, asked in calls:
        for caller in (alice, Caller(market.world.clock(), "web")):
            with pytest.raises(ApiError) as caught:
                await market.world.dispatcher.call(action, caller, asked)
            assert caught.value.status in (401, 403, 404), action.name


async def test_an_export_is_noted_with_who_asked(market: Market) -> None:
    days: dict[str, Any] = {"first": NOON.date(), "last": NOON.date()}
    await market.world.dispatcher.call(export_books, market.staff(), ExportBooks(dataset="payments", **days))
    assert await market.ask("select account_id, action, input->>'dataset' from staff_event") == [
        (market.accounts["charlie"], "export_books", "payments")
    ]


async def test_what_is_paid_and_refunded_on_the_pages_adds_up(market: Market) -> None:
    for product, country in (("launch", "AT"), ("ai_review", "US"), ("done_for_you", "DE")):
        order = await market.order(market.item(product))
        await market.pay(order["number"], country=country)
    await market.refund(order["number"])
    partly = await market.order(market.item("featured", "paid"))
    await market.pay(partly["number"])
    await market.refund(partly["number"], amount_cents=1234)
    found = await reconcile(market.world, test=True)
    assert found.fits, found
    assert found.total.refunded_cents > 1234
    assert (await reconcile(market.world)).months == []  # the sandbox's money is no money
    made = await report(market.world, "home", "2026-Q1", test=True)
    [(net, vat)] = await market.ask("select sum(net_cents)::bigint, sum(vat_cents)::bigint from tax_document")
    assert (total(made.rows, "net"), total(made.rows, "vat")) == (net, vat)
    products = await report(market.world, "products", "2026-Q1", test=True)
    assert {row["product"] for row in products.rows} >= {"Launch", "Listing check"}


COPY = """
    insert into payment (purchase_id, provider, reference, url, amount_cents, currency, billing, billing_version, state,
        created_at, paid_at, test, surplus)
    select purchase_id, provider, 'second', '', amount_cents, currency, billing, 1, {state}, {made}, {paid}, test,
        {surplus} from payment
"""
REFUND = """
    insert into refund (payment_id, purchase_id, amount_cents, reason, state, created_at, finished_at, problem)
    select id, purchase_id, 700, 'staff', {state}, {made}, {ended}, 'expired_or_canceled_card' from payment
"""
DIFFERENCES = {
    "paid_without_payment": "delete from payment",
    "paid_without_invoice": "delete from tax_document_part; delete from tax_document",
    "payment_without_order": "update purchase set status = 'cancelled'",
    "amount_differs": "update payment set amount_cents = amount_cents + 100",
    "paid_twice": COPY.format(state="'paid'", made="created_at", paid="paid_at", surplus="false"),
    "surplus_kept": COPY.format(state="'paid'", made="created_at", paid="paid_at", surplus="true"),
    "payment_pending": COPY.format(
        state="'processing'", made="created_at - interval '9 days'", paid="null::timestamptz", surplus="false"
    ),
    "refund_without_credit_note": REFUND.format(state="'succeeded'", made="paid_at", ended="paid_at"),
    "refund_failed": REFUND.format(state="'failed'", made="paid_at", ended="paid_at"),
    "refund_pending": REFUND.format(state="'pending'", made="paid_at - interval '5 days'", ended="null::timestamptz"),
    "refund_not_recorded": "update purchase set status = 'refunded'; update payment set state = 'refunded'",
    "dispute_lost": """
        insert into dispute (reference, payment_id, purchase_id, amount_cents, reason, state, opened_at)
        select 'du_1', id, purchase_id, 700, 'fraudulent', 'lost', paid_at from payment
    """,
    "event_without_order": """
        insert into payment_event (provider, event_id, kind, amount_cents, currency, body, received_at, problem)
        values ('stripe', 'evt_1', 'paid', 4900, 'USD', '{}', '2026-03-10', 'No order has this number.')
    """,
}


@pytest.mark.parametrize("kind", DIFFERENCES)
async def test_each_difference_is_found_and_says_what_to_do(world: World, kind: str) -> None:
    (number,) = await add(world, Sale(NOON))
    assert (await reconcile(world)).fits
    for statement in DIFFERENCES[kind].split(";"):
        await do(world, statement)
    found = await reconcile(world)
    assert not found.fits
    (difference,) = [each for each in found.differences if each.kind == kind]
    assert difference.number == (None if kind == "event_without_order" else number)
    assert difference.advice.endswith(".")
    assert difference.amount_cents > 0
    (row,) = [row for row in rows_of(write_differences(found, "csv")) if row["kind"] == kind]
    assert row["advice"] == difference.advice
    assert (await reconcile(world, "2025")).differences == []


async def test_a_credit_note_whose_refund_failed_is_found(world: World) -> None:
    await add(world, Sale(NOON, refunds=((NOON, 700),)))
    assert (await reconcile(world)).fits
    await do(world, "update refund set state = 'failed', handled_at = finished_at")
    found = await reconcile(world)
    assert [each.kind for each in found.differences] == ["credit_note_without_refund"]
    assert found.total.difference_cents == 840


async def test_money_that_waits_to_go_back_is_owed(world: World) -> None:
    await add(world, Sale(NOON, surplus=True), Sale(NOON))
    await do(world, "update refund set state = 'pending', finished_at = null")
    await do(
        world,
        "insert into refund (payment_id, purchase_id, amount_cents, reason, state, created_at)"
        " select max(id), max(purchase_id), 700, 'staff', 'requested', '2026-03-10' from payment",
    )
    found = await reconcile(world)
    assert found.differences == []  # not for long yet
    assert (found.total.taken_cents, found.total.surplus_cents, found.total.refunded_cents) == (17640, 5880, 0)
    assert (found.total.owed_cents, found.total.difference_cents) == (6580, 0)
    (row,) = rows_of(write_months(found, "csv"))
    assert (row["month"], row["taken"], row["owed"], row["difference"]) == ("2026-03", "176.40", "65.80", "0.00")


async def test_documents_are_found_by_what_staff_know(world: World) -> None:
    first, second = await add(
        world,
        Sale(NOON, name="Szabó Ilona", country="HU", listing="Tidewater", refunds=((NOON + timedelta(days=2), 700),)),
        Sale(NOON, kind="reverse_charge", vat_number="ATU13585627", test=True),
    )

    async def find(**given: Any) -> list[str]:
        page = await world.dispatcher.call(list_documents, world.caller(), ListDocuments(**given))
        assert page.total == len(page.items)
        return [f"{item.kind} {item.order}" for item in page.items]

    everything = await find()
    assert everything == [f"credit_note {first}", f"invoice {second}", f"invoice {first}"]
    assert await find(q="szabó") == [everything[0], everything[2]]
    assert await find(q="tideW") == [everything[0], everything[2]]
    assert await find(q="13585627") == [everything[1]]
    assert await find(q=second.lower()) == [everything[1]]
    assert await find(q="cn-2026") == [everything[0]]
    assert await find(kind="invoice", country="HU") == [everything[2]]
    assert await find(mode="test") == [everything[1]]
    assert await find(mode="live", last=NOON.date()) == [everything[2]]
    assert await find(first=NOON.date() + timedelta(days=1)) == [everything[0]]
    assert await find(q="100%") == []
    page = await world.dispatcher.call(list_documents, world.caller(), ListDocuments(page=2, per_page=2))
    assert ([f"{item.kind} {item.order}" for item in page.items], page.total) == ([everything[2]], 3)


async def test_more_differences_than_are_shown_are_said(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("showground.orders.books.queries.reconciliation.MAX_DIFFERENCES", 2)
    await add(world, *(replace(Sale(NOON), paid_at=NOON + timedelta(hours=n)) for n in range(4)))
    await do(world, "delete from payment")
    found = await reconcile(world)
    assert (len(found.differences), found.more) == (2, True)


async def test_a_payment_that_the_version_before_noted_is_in_the_books(world: World) -> None:
    await add(world, Sale(NOON))
    await do(world, "update payment set paid_at = null, test = null, reference = 'cs_test_1'")
    [(paid_at, test)] = await ask(world, "select paid_at, test from payment")
    assert paid_at is not None
    assert test is True
