"""Exchange rates: fetched or read from a file, stored with their day, and stated on invoices."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import date
from decimal import Decimal
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from showground.doctor.services import check_exchange
from showground.orders.documents.currencies import usual_currency
from showground.orders.documents.exchange_parser import parse_rates
from showground.orders.documents.exchange_source import RatesFile, last_working_day
from showground.orders.errors import CannotTakePayments
from showground.orders.jobs import refresh_rates
from showground.settings import Settings
from tests.support.listening import listening
from tests.support.shop_world import MarketTemplate
from tests.support.stripe_shop import StripeShop, stripe_market

pytestmark = pytest.mark.anyio

# As the bank writes it. The tests' clock stands on Wednesday, 11 March 2026.
XML = """<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
 xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><Cube>
<Cube time="2026-03-11"><Cube currency="USD" rate="1.2000"/><Cube currency="SEK" rate="12.000"/></Cube>
<Cube time="2026-03-10"><Cube currency="USD" rate="1.0850"/><Cube currency="SEK" rate="10.9340"/></Cube>
<Cube time="2026-03-09"><Cube currency="USD" rate="1.0800"/><Cube currency="SEK" rate="10.9000"/></Cube>
</Cube></gesmes:Envelope>"""
CSV = "Date,USD,JPY,BGN,SEK,\n2026-03-10,1.0850,163.27,N/A,10.9340,\n2026-03-09,1.0800,162.90,N/A,10.9000,\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "eurofxref-hist.xml"
    path.write_text(XML)
    return path


@pytest.fixture
async def shop(market_url: str, with_market: MarketTemplate, file: Path) -> AsyncGenerator[StripeShop]:
    """A seller in Germany who takes real money."""
    async with stripe_market(market_url, with_market, stripe_key="sk_live_1", exchange_rates=str(file)) as shop:
        yield shop


@pytest.fixture
async def rates_site() -> AsyncGenerator[str]:
    """An address on this machine with the same file."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = XML.encode()
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: {len(body)}\r\n".encode())
        writer.write(b"Connection: close\r\n\r\n" + body)
        await writer.drain()
        writer.close()

    async with listening(serve) as url:
        yield f"{url}/eurofxref-hist-90d.xml"


@pytest.mark.parametrize("text", [XML, CSV])
def test_both_forms_of_the_banks_files_are_read(text: str) -> None:
    found = parse_rates(RatesFile(text=text, currencies=["USD", "SEK", "BGN"])).rates
    day = [(rate.currency, rate.per_euro) for rate in found if rate.day == date(2026, 3, 10)]
    assert day == [("USD", Decimal("1.0850")), ("SEK", Decimal("10.9340"))]


NONSENSE = ["", "<a", "<html></html>", "Date\n2026-03-10", "Date,USD\nx,1\n2026-03-10,-1\n2026-03-11,NaN"]


@pytest.mark.parametrize("text", NONSENSE)
def test_what_is_no_such_file_has_no_rates(text: str) -> None:
    assert parse_rates(RatesFile(text=text, currencies=["USD"])).rates == []


def test_the_last_working_day_is_no_weekend() -> None:
    assert last_working_day(date(2026, 11, 16)) == date(2026, 11, 13)
    assert last_working_day(date(2026, 11, 17)) == date(2026, 11, 16)


def test_the_currency_of_a_seller_is_that_of_the_country() -> None:
    found = {country: usual_currency(country) for country in ("DE", "BG", "SE", "GB", "IM", "CH", "LI", "US", "FJ")}
    assert found == {
        "DE": "EUR", "BG": "EUR", "SE": "SEK", "GB": "GBP", "IM": "GBP", "CH": "CHF", "LI": "CHF", "US": "USD",
        "FJ": "USD",
    }  # fmt: skip


async def test_an_invoice_states_the_tax_at_the_rate_of_the_day_before(shop: StripeShop) -> None:
    await refresh_rates.work(shop.run())
    await shop.buy()
    ((currency, cents, day, document),) = await shop.market.ask(
        "select seller_currency, seller_vat_cents, exchange_on, document from tax_document"
    )
    assert (currency, cents, day) == ("EUR", 903, date(2026, 3, 10))  # 9.80 dollars at 1.0850
    assert document["exchange"]["document_per_euro"] == "1.0850"
    columns = "net_cents, tax_cents, seller_net_cents, seller_tax_cents"
    rows = await shop.market.ask(f"select {columns} from tax_document_part")  # noqa: S608
    assert rows == [(4900, 980, 4516, 903)]
    page = await shop.receipt((await shop.market.ask("select number from purchase"))[0][0])
    assert "INV-2026-000001" in page


async def test_a_currency_that_is_not_the_euro_goes_through_it(database_url: str, file: Path) -> None:
    settings = {"stripe_key": "sk_live_1", "exchange_rates": str(file), "seller_country": "SE"}
    async with stripe_market(database_url, **settings) as shop:
        await refresh_rates.work(shop.run())
        await shop.buy()
        found = await shop.market.ask("select seller_currency, seller_vat_cents from tax_document")
        assert found == [("SEK", 9876)]  # 9.80 / 1.0850 * 10.9340


async def test_no_money_is_taken_while_no_rate_is_known(shop: StripeShop) -> None:
    with pytest.raises(CannotTakePayments, match="exchange rate"):
        await shop.open()
    outside, page = await shop.open(country="US", city="Seattle")  # without tax, none is needed
    await shop.pay(page)
    assert await shop.status(outside) == "paid"
    await refresh_rates.work(shop.run())
    await shop.buy(shop.market.item("ai_review", "paid"))


async def test_staff_are_told_if_an_invoice_lacks_its_rate(shop: StripeShop) -> None:
    market = shop.market
    await refresh_rates.work(shop.run())
    _, page = await shop.open()
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("delete from exchange_rate")
        await db.execute("update account set staff = true where id = %s", (market.accounts["charlie"],))
    await shop.pay(page)
    ((recipient, text),) = await shop.mails("exchange_rate_missing")
    assert recipient == "charlie@charlie.example"
    assert "Invoice INV-2026-000001" in text
    assert await market.ask("select seller_vat_cents, exchange_on from tax_document") == [(None, None)]


async def test_test_documents_need_no_rates(stripe_shop: StripeShop) -> None:
    await stripe_shop.buy()
    assert await stripe_shop.mails("exchange_rate_missing") == []


async def test_rates_are_read_once_a_day_and_stay_as_they_were(shop: StripeShop, file: Path) -> None:
    ask = shop.market.ask
    for _ in range(2):
        await refresh_rates.work(shop.run())
    assert await ask("select count(*) from exchange_rate") == [(3,)]  # only those of the dollar
    file.write_text(  # noqa: ASYNC240
        XML.replace("1.0850", "9.9999").replace("2026-03-11", "2026-03-12")
    )
    await refresh_rates.work(shop.run())
    assert await ask("select count(*) from exchange_rate") == [(3,)]  # the newest was known
    shop.market.world.clock.move(days=2)
    await refresh_rates.work(shop.run())
    assert await ask("select per_euro::text from exchange_rate order by day") == [
        ("1.0800",), ("1.0850",), ("1.2000",), ("1.2000",),
    ]  # fmt: skip


async def test_rates_are_fetched_through_the_guarded_way_out(database_url: str, rates_site: str) -> None:
    settings = {"stripe_key": "sk_live_1", "exchange_rates": rates_site}
    async with stripe_market(database_url, **settings, fetch_allow=(ip_network("127.0.0.0/8"),)) as shop:
        await refresh_rates.work(shop.run())
        assert await shop.market.ask("select count(*) from exchange_rate") == [(3,)]


@pytest.mark.parametrize(
    ("settings", "fetched"),
    [
        ({"payments": "off", "stripe_key": None, "stripe_webhook_secret": None}, 0),
        ({"payments": "off"}, 3),  # earlier orders may be refunded as long as Stripe's keys are set
    ],
)
async def test_a_site_without_payments_asks_nobody_for_rates(
    database_url: str, file: Path, settings: dict[str, Any], fetched: int
) -> None:
    async with stripe_market(database_url, **{"exchange_rates": str(file)} | settings) as shop:
        await refresh_rates.work(shop.run())
        assert await shop.market.ask("select count(*) from exchange_rate") == [(fetched,)]


async def test_an_address_that_is_not_public_is_refused(database_url: str, rates_site: str) -> None:
    async with stripe_market(database_url, stripe_key="sk_live_1", exchange_rates=rates_site) as shop:
        await refresh_rates.work(shop.run())
        assert await shop.market.ask("select count(*) from exchange_rate") == [(0,)]


def test_the_doctor_looks_for_rates_where_they_are_needed(file: Path, tmp_path: Path) -> None:
    (found,) = check_exchange(Settings(payments="stripe", exchange_rates=str(file)))
    assert (found.fine, found.sentence) == (True, f"exchange rates up to 2026-03-11 from {file}")
    (tmp_path / "empty.csv").write_text("")
    (missing,) = check_exchange(Settings(payments="stripe", exchange_rates=str(tmp_path / "empty.csv")))
    assert not missing.fine
    assert missing.sentence.endswith("Check SHOWGROUND_EXCHANGE_RATES.")
    assert [*check_exchange(Settings(payments="stripe", exchange_rates=str(file), seller_country="US"))] == []
    assert [*check_exchange(Settings())] == []
