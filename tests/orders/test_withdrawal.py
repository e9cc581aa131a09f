"""The right of withdrawal: who is asked for consent, what is stored, and what the receipt confirms."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx2
import pytest

from showground.orders.withdrawal import AT_ONCE, WORK, Ordered, applies, find_consent
from tests.support.shop_world import BILLING, WEEKS, Market

NOW = datetime(2026, 3, 11, 12, tzinfo=UTC)
OWN = {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"}
UNTICKED = {name: value for name, value in BILLING.items() if name != "consent"}


@pytest.mark.parametrize(
    ("place", "number", "expected"),
    [
        ("AT", None, True),
        ("AT", "", True),
        ("AT", "ATU13585627", False),
        ("NO", None, True),
        ("IS", None, True),
        ("LI", None, True),
        ("GB", None, True),
        ("XI", None, True),  # Northern Ireland
        ("IC", None, True),  # the Canaries: outside the VAT area, inside the Union
        ("DE-BUSINGEN", None, True),
        ("AX", None, True),
        ("RE", None, True),
        ("CH", None, False),
        ("US", None, False),
        ("JE", None, False),
        ("XK", None, False),
    ],
)
def test_it_applies_to_consumers_in_the_union_the_eea_and_the_kingdom(
    place: str, number: str | None, expected: bool
) -> None:
    assert applies(place, number) is expected


def test_what_begins_after_the_period_needs_no_consent() -> None:
    later = (NOW + timedelta(days=20)).date()
    digital, work = Ordered("Launch", "electronic", None), Ordered("Done for you", "service", None)
    assert find_consent([digital], NOW) == AT_ONCE
    assert find_consent([work], NOW) == WORK
    assert find_consent([digital, work, digital], NOW) == f"Launch: {AT_ONCE} Done for you: {WORK}"
    assert find_consent([Ordered("Launch", "electronic", later)], NOW) is None
    assert find_consent([Ordered("Launch", "electronic", later), work], NOW) == WORK
    assert find_consent([], NOW) is None


def test_the_period_ends_to_the_second() -> None:
    line = Ordered("Launch", "electronic", date(2026, 3, 23))
    begins = datetime(2026, 3, 23, tzinfo=UTC)
    assert find_consent([line], begins - timedelta(days=14)) is None
    assert find_consent([line], begins - timedelta(days=14) + timedelta(seconds=1)) == AT_ONCE


async def post(market: Market, order: dict[str, Any], **form: str) -> httpx2.Response:
    path = order["checkout_url"].removeprefix("http://localhost:8000")
    return await market.world.client.post(path, data=form, headers=OWN)


async def mails(market: Market) -> list[tuple[str, str]]:
    return await market.ask("select body_text, body_html from outbox where subject like 'Receipt%%' order by id")


@pytest.mark.anyio
async def test_a_consumer_has_to_agree_and_is_told_so_beside_the_box(market: Market) -> None:
    order = await market.order(market.item("launch"))
    page = await post(market, order, do="pay", **UNTICKED)
    assert page.status_code == 400
    assert 'id="error-consent">Tick this box to order:' in page.text
    assert 'name="consent" value="yes" aria-invalid="true" aria-describedby="error-consent"' in page.text
    assert await market.ask("select billing, withdrawal_consent from purchase") == [(None, None)]
    both = await post(market, order, do="pay", **UNTICKED | {"email": "nobody"})
    assert 'id="error-consent"' in both.text  # told together with what else is wrong
    assert 'id="error-email"' in both.text
    assert (await post(market, order, do="pay", **BILLING)).status_code == 303
    [(consent,)] = await market.ask("select withdrawal_consent from purchase")
    assert consent == {"text": AT_ONCE, "given_at": "2026-03-11T12:00:00Z"}


@pytest.mark.anyio
@pytest.mark.parametrize(
    "buyer",
    [
        {"country": "US"},
        {"country": "CH"},
        {"kind": "business", "company": "Marrowfat OG", "vat_number": "ATU13585627"},
    ],
)
async def test_others_are_not_asked(market: Market, buyer: dict[str, str]) -> None:
    order = await market.order(market.item("launch"))
    going = await post(market, order, do="pay", **UNTICKED | buyer)
    assert going.status_code == 303, going.text
    assert await market.ask("select withdrawal_consent from purchase") == [(None,)]
    page = await post(market, order, do="preview", **UNTICKED | buyer)
    assert 'name="consent"' not in page.text


@pytest.mark.anyio
async def test_a_business_without_a_number_is_asked_like_a_consumer(market: Market) -> None:
    order = await market.order(market.item("launch"))
    given = UNTICKED | {"kind": "business", "company": "Marrowfat OG"}
    assert (await post(market, order, do="pay", **given)).status_code == 400
    assert (await post(market, order, do="pay", **given, consent="yes")).status_code == 303


@pytest.mark.anyio
async def test_a_later_launch_and_what_is_free_need_no_box(market: Market) -> None:
    later = await market.order(market.item("launch", week=WEEKS[3].isoformat()))
    assert (await post(market, later, do="pay", **UNTICKED)).status_code == 303
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 0 where code = 'ai_review'")
    free = await market.order(market.item("ai_review"))
    page = await market.world.client.get(free["checkout_url"].removeprefix("http://localhost:8000"))
    assert "Place free order" in page.text
    assert 'name="consent"' not in page.text
    assert (await post(market, free, do="pay", **UNTICKED)).status_code == 303


@pytest.mark.anyio
async def test_the_receipt_confirms_it_with_time_and_exact_words(market: Market) -> None:
    order = await market.order(market.item("launch"))
    await market.pay(order["number"])
    [(text, html)] = await mails(market)
    for body in (text, html):
        assert "You can withdraw from this order within 14 days" in body
        assert "On 2026-03-11 at 12:00 UTC, you agreed to this:" in body
        assert AT_ONCE in body
        assert f"I withdraw from the contract for order {order['number']}, ordered on 2026-03-11." in body
        assert "Germany" in body  # the seller's country
        assert "http://localhost:8000/terms#refunds" in body


@pytest.mark.anyio
async def test_elsewhere_the_receipt_names_the_seller_and_no_right_of_withdrawal(market: Market) -> None:
    order = await market.order(market.item("launch"))
    await market.pay(order["number"], country="US")
    [(text, html)] = await mails(market)
    for body in (text, html):
        assert "withdraw" not in body
        assert "Seller" in body
        assert "/terms#refunds" in body


@pytest.mark.anyio
async def test_the_same_words_keep_their_first_time_and_other_words_replace_them(market: Market) -> None:
    order = await market.order(market.item("launch"))
    await post(market, order, do="pay", **BILLING)
    market.world.clock.move(hours=1)
    await post(market, order, do="pay", **BILLING | {"name": "Edda B. Falk"})
    [(consent,)] = await market.ask("select withdrawal_consent from purchase")
    assert consent["given_at"] == "2026-03-11T12:00:00Z"
    await post(market, order, do="pay", **UNTICKED | {"country": "US"})
    [(kept,)] = await market.ask("select withdrawal_consent from purchase")
    assert kept == consent  # an earlier page may still be paid, so what was agreed to stays


@pytest.mark.anyio
async def test_checkout_and_terms_name_the_seller_and_the_terms_for_refunds(market: Market) -> None:
    order = await market.order(market.item("launch"))
    page = (await market.world.client.get(order["checkout_url"].removeprefix("http://localhost:8000"))).text
    terms = (await market.world.client.get("/terms")).text
    for shown in (page, terms):
        assert market.shop.seller.name in shown
        assert "Germany" in shown
    assert "Order and pay $49.00" in page
    assert 'href="/terms#refunds"' in page
    assert '<h2 id="refunds">Buying and refunds</h2>' in terms
    assert "withdraw from an order within 14 days" in terms


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("made_for", "words"),
    [
        ({}, "Consumers in the EU, the EEA and the UK can withdraw"),
        ({"billing_country": "AT"}, "As a consumer you can withdraw"),
        ({"billing_country": "US"}, None),
    ],
)
async def test_the_first_look_asks_those_for_whom_the_order_was_made(
    market: Market, made_for: dict[str, str], words: str | None
) -> None:
    order = await market.order(market.item("launch"), **made_for)
    page = (await market.world.client.get(order["checkout_url"].removeprefix("http://localhost:8000"))).text
    assert ('name="consent"' in page) is (words is not None)
    assert words is None or words in page
