"""While an upgrade is rolled out, processes of the version before write and read invoices as they always did."""

from datetime import date, datetime
from typing import Any

import pytest
from psycopg.types.json import Jsonb

from showground.orders.documents.models import Document
from showground.orders.documents.pdf import make_pdf
from tests.support.shop_world import BILLING
from tests.support.stripe_shop import StripeShop, stripe_market

pytestmark = pytest.mark.anyio

COUNT = """
insert into invoice_counter (year, last) values (%s, 1)
on conflict (year) do update set last = invoice_counter.last + 1 returning last
"""


async def issue_as_before(shop: StripeShop, order: str, document: dict[str, Any]) -> str:
    """Issue an invoice with the statements of the version before."""
    now: datetime = shop.market.world.clock()
    async with shop.market.world.dispatcher.database.transaction() as db:
        row = await db.one(COUNT, (now.year,))
        assert row is not None
        number = f"INV-{now.year}-{row[0]:06d}"
        await db.execute(
            "insert into invoice (number, purchase_id, issued_at, document)"
            " select %s, id, %s, %s from purchase where number = %s",
            (number, now, Jsonb(document), order),
        )
    return number


def earlier_document(order: str, **more: Any) -> dict[str, Any]:
    """As version 0.1 wrote it: one rate, and no parts."""
    vat = {"country": "AT", "rate": 20.0, "cents": 980, "kind": "standard", "number_valid": None}
    seller = {"name": "Plainhand", "country": "DE", "address": "Lindenallee 12; 10117 Berlin", "vat_number": None}
    lines = [{"name": "Launch", "listing": "Draft", "week": "2026-03-16", "price_cents": 4900}]
    known = {"order": order, "seller": seller, "buyer": BILLING, "lines": lines, "currency": "USD", "net_cents": 4900,
             "vat": vat, "vat_note": None, "total_cents": 5880}  # fmt: skip
    return known | more


@pytest.fixture
def live(database_url: str) -> Any:
    return stripe_market(database_url, stripe_key="sk_live_1", seller_country="US")


async def test_both_versions_count_in_one_sequence(live: Any) -> None:
    async with live as shop:
        await shop.buy()
        order, _ = await shop.open(shop.market.item("ai_review", "paid"))
        assert await issue_as_before(shop, order, earlier_document(order)) == "INV-2026-000002"
        await shop.buy(shop.market.item("featured", "paid"))
        numbers = await shop.market.ask("select number from tax_document order by id")
        assert numbers == [(f"INV-2026-00000{n}",) for n in (1, 2, 3)]
        assert await shop.market.ask("select number from invoice order by number") == numbers


async def test_what_the_version_before_issues_is_a_whole_document(live: Any) -> None:
    async with live as shop:
        order, _ = await shop.open(shop.market.item("ai_review", "paid"))
        number = await issue_as_before(shop, order, earlier_document(order))
        ((found,),) = await shop.market.ask("select document from tax_document where number = %s", number)
        document = Document.model_validate(found)
        assert (document.buyer.name, document.buyer.address) == ("Edda Falk", ["Hafenstraße 9", "4020 Linz"])
        assert document.seller.address == ["Lindenallee 12", "10117 Berlin"]
        assert document.lines[0].period_until == date(2026, 3, 22)
        assert (document.net_cents, document.vat_cents, document.total_cents) == (4900, 980, 5880)
        assert make_pdf(document).startswith(b"%PDF")
        parts = await shop.market.ask("select kind, rate::int, rate_of, net_cents, tax_cents from tax_document_part")
        assert parts == [("standard", 20, "AT", 4900, 980)]


async def test_reverse_charge_and_free_orders_of_before_are_copied_as_well(live: Any) -> None:
    async with live as shop:
        for vat, total in (({"country": "AT", "rate": 0, "cents": 0, "kind": "reverse_charge"}, 4900), (None, 4900)):
            order, _ = await shop.open(shop.market.item("ai_review", "paid"))
            given = earlier_document(order, vat=vat, total_cents=total, vat_note="Reverse charge." if vat else None)
            await issue_as_before(shop, order, given)
        found = await shop.market.ask(
            "select kind, rate_of, net_cents, tax_cents from tax_document_part order by number"
        )
        assert found == [("reverse_charge", None, 4900, 0), ("seller_outside_eu", None, 4900, 0)]
        notes = await shop.market.ask("select document->'notes' from tax_document order by id")
        assert notes == [(["Reverse charge."],), ([],)]


async def test_the_version_before_reads_what_is_issued_now(stripe_shop: StripeShop) -> None:
    number = await stripe_shop.buy()
    await stripe_shop.market.refund(number, amount_cents=1000)
    ((invoice, document),) = await stripe_shop.market.ask("select number, document from invoice")
    assert invoice == "TEST-INV-2026-000001"
    assert document.keys() == earlier_document(number).keys()
    assert (document["lines"][0]["name"], document["total_cents"]) == ("Launch", 5880)


async def test_what_was_paid_in_test_mode_is_copied_as_a_test(stripe_shop: StripeShop) -> None:
    """The version before gave it a number among the others, which stays; the document says that it is a test."""
    number = await stripe_shop.buy()
    async with stripe_shop.market.world.dispatcher.database.transaction() as db:
        for table in ("tax_document_part", "tax_document", "invoice"):
            await db.execute(f"delete from {table}")  # noqa: S608
    await issue_as_before(stripe_shop, number, earlier_document(number))
    found = await stripe_shop.market.ask("select number, test, document->'test' from tax_document")
    assert found == [("INV-2026-000001", True, True)]
