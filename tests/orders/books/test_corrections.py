"""A corrected invoice takes tax off at once, and the money follows: meanwhile the books still add up."""

from collections.abc import AsyncGenerator
from ipaddress import ip_network

import pytest

from showground.orders.actions.documents import CorrectInvoice, correct_invoice
from showground.orders.actions.reconcile_books import ReconcileBooks, reconcile_books
from showground.orders.actions.show_report import ShowReport, show_report
from showground.orders.books.models import Reconciliation
from tests.support.shop_world import MarketTemplate
from tests.support.stripe_shop import StripeShop, stripe_market
from tests.support.vat_register import running_register

pytestmark = pytest.mark.anyio


@pytest.fixture
async def shop(market_url: str, with_market: MarketTemplate) -> AsyncGenerator[StripeShop]:
    async with running_register() as (_, url):
        allow = (ip_network("127.0.0.0/8"),)
        async with stripe_market(market_url, with_market, vies_url=url, fetch_allow=allow) as shop:
            yield shop


async def reconcile(shop: StripeShop) -> Reconciliation:
    world = shop.market.world
    return await world.dispatcher.call(reconcile_books, world.caller(), ReconcileBooks(period="2026", test=True))


async def correct(shop: StripeShop) -> int:
    number = await shop.buy()
    shop.market.world.clock.move(days=25)  # into the next month and quarter
    asked = CorrectInvoice(number=number, vat_number="ATU13585627")
    done = await shop.market.world.dispatcher.call(correct_invoice, shop.market.staff(), asked)
    assert done.refund is not None
    return done.refund


async def test_tax_that_is_about_to_go_back_is_owed_and_no_difference(shop: StripeShop) -> None:
    await correct(shop)
    found = await reconcile(shop)
    assert found.fits, found
    assert (found.total.documents_cents, found.total.owed_cents) == (4900, 980)
    shop.market.world.clock.move(days=30)
    await shop.work()  # the money goes back in another month than the invoice was corrected in
    found = await reconcile(shop)
    assert found.fits, found
    assert (found.total.refunded_cents, found.total.kept_cents, found.total.owed_cents) == (980, 4900, 0)
    world = shop.market.world
    report = await world.dispatcher.call(
        show_report, world.caller(), ShowReport(report="ec-sales", period="2026-Q2", test=True)
    )
    assert [(row["vat_number"], row["corrects"], row["net"]) for row in report.rows] == [
        ("ATU13585627", "2026-Q1", 4900)
    ]


async def test_a_refund_of_the_tax_that_failed_is_told_until_it_is_repeated(shop: StripeShop) -> None:
    shop.fake.refunds_are = "failed"
    await correct(shop)
    await shop.work()
    found = await reconcile(shop)
    assert {each.kind for each in found.differences} == {"refund_failed", "credit_note_without_refund"}
    assert found.total.difference_cents == 980
    shop.fake.refunds_are = "succeeded"
    await shop.market.refund(found.differences[0].number or "", amount_cents=980)
    found = await reconcile(shop)
    assert found.fits, found
    assert found.total.difference_cents == 0
