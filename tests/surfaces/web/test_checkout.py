"""The pages of an order, without a browser: who gets in, what they show, and what they let through."""

import re
from io import StringIO
from typing import Any

import httpx2
import pytest

from tests.support.shop_world import BILLING, Market

pytestmark = pytest.mark.anyio

OWN = {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"}


def path_of(url: str) -> str:
    return url.removeprefix("http://localhost:8000")


async def get(market: Market, url: str) -> httpx2.Response:
    return await market.world.client.get(path_of(url))


async def post(market: Market, url: str, headers: Any = None, **form: Any) -> httpx2.Response:
    return await market.world.client.post(path_of(url), data=form, headers=OWN if headers is None else headers)


async def test_it_shows_what_the_buyer_needs_and_nothing_of_the_owner(market: Market) -> None:
    order = await market.order(market.item("launch"), market.item("ai_review"), billing_country="AT")
    page = await get(market, order["checkout_url"])
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "strict-origin"
    assert "form-action 'self';" in page.headers["content-security-policy"]
    for words in (order["number"], "Launch", "Listing check", "Draft", "$68.00", "$13.60", "$81.60"):
        assert words in page.text, words
    assert "VAT, Austria, 20 %" in page.text
    assert "18 March 2026, 12:00 UTC" in page.text
    assert "Test mode: no money moves." in page.text
    assert 'content="noindex"' in page.text
    assert "alice" not in page.text.lower()


async def test_what_a_bundle_does_is_told_sentence_by_sentence(market: Market) -> None:
    order = await market.order(market.item("launch_bundle"))
    words = (await get(market, order["checkout_url"])).text.split()
    assert "when it is public. We email the result" in " ".join(words)


async def test_a_link_that_is_not_whole_leads_nowhere(market: Market) -> None:
    order = await market.order(market.item("launch"))
    for url in (order["checkout_url"][:-1], f"http://localhost:8000/checkout/{order['number']}"):
        page = await get(market, url)
        assert page.status_code == 404
        assert "The link may be incomplete" in page.text
        assert (await post(market, url, do="cancel")).status_code == 404
    token = market.token(order)
    assert (await get(market, f"/orders/{token}")).status_code == 404
    assert (await get(market, f"/orders/{token}/invoice")).status_code == 404
    assert (await get(market, "/sandbox/sandbox_nothing")).status_code == 404


async def test_vat_follows_what_was_chosen_without_script(market: Market) -> None:
    order = await market.order(market.item("launch"))
    assert "Depends on your country" in (await get(market, order["checkout_url"])).text
    page = await post(market, order["checkout_url"], do="preview", country="HU", name="Edda <b>")
    assert "VAT, Hungary, 27 %" in page.text
    assert "$62.23" in page.text
    assert "Edda &lt;b&gt;" in page.text
    assert "Not charged in the United States" in (await post(market, order["checkout_url"], do="x", country="us")).text
    assert (await market.get(order["number"]))["vat"] is None  # looking changes nothing


async def test_another_site_can_neither_pay_nor_cancel(market: Market) -> None:
    order = await market.order(market.item("launch"))
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {}):
        for do in ("pay", "cancel", "preview"):
            assert (await post(market, order["checkout_url"], headers, do=do, **BILLING)).status_code == 403
    url = await market.open_page(order)
    assert (await post(market, url, {"Origin": "https://evil.example"}, outcome="paid")).status_code == 403
    assert (await market.get(order["number"]))["status"] == "pending"


async def test_every_fault_of_the_billing_details_is_told_beside_its_field(market: Market) -> None:
    order = await market.order(market.item("launch"))
    page = await post(market, order["checkout_url"], do="pay", kind="business", email="x@", country="", name="x" * 161)
    assert page.status_code == 400
    for field in ("company", "email", "address", "city", "country"):
        assert f'id="error-{field}"' in page.text, field
        assert re.search(rf'name="{field}"[^>]* aria-describedby="error-{field}"', page.text), field
    assert await market.ask("select count(*) from payment") == [(0,)]
    page = await post(
        market, order["checkout_url"], do="pay", **{**BILLING, "kind": "business", "company": "M", "vat_number": "ATU1"}
    )
    assert "not a valid VAT number for this country (format: ATU13585627)" in page.text


async def test_after_a_failed_payment_the_buyer_finds_what_they_typed(market: Market) -> None:
    order = await market.order(market.item("launch"))
    path = path_of(order["checkout_url"])
    async with market.world.browser("alice") as browser:
        first = (await browser.get(path)).text
        assert 'name="email" type="email" value="alice@alice.example"' in first
        assert "The payment failed" not in first
        typed = {**BILLING, "kind": "business", "company": "Falk GmbH", "vat_number": "ATU13585627"}
        going = await browser.post(path, data={"do": "pay", **typed})
        assert going.status_code == 303, going.text
        back = await browser.post(path_of(going.headers["location"]), data={"outcome": "failed"})
        page = (await browser.get(path_of(back.headers["location"]))).text
        assert "The payment failed and nothing was charged." in page
        for kept in ("Falk GmbH", "edda@buyer.example", "Hafenstraße 9", "4020 Linz", "ATU13585627"):
            assert f'value="{kept}"' in page, kept
        assert '<option value="AT" selected' in page
        assert 'value="business" id="kind-business" checked' in page
    async with market.world.browser("charlie") as other:  # has the link, but did not place the order
        assert "Hafenstraße" not in (await other.get(path)).text


async def test_from_the_link_to_the_invoice(market: Market) -> None:
    order = await market.order(market.item("launch"))
    going = await post(market, order["checkout_url"], do="pay", **BILLING)
    assert going.status_code == 303
    sandbox = going.headers["location"]
    assert "$58.80" in (await get(market, sandbox)).text
    failed = await post(market, sandbox, outcome="failed")
    assert failed.headers["location"] == order["checkout_url"]
    told = (await get(market, order["checkout_url"])).text
    assert "The payment failed and nothing was charged." in told
    assert "Edda" not in told  # anyone with the link can open the page
    assert "This test payment failed." in (await get(market, sandbox)).text
    assert (await post(market, sandbox, outcome="paid")).status_code == 404
    again = (await post(market, order["checkout_url"], do="pay", **BILLING)).headers["location"]
    assert again != sandbox
    back = await post(market, again, outcome="paid")
    receipt = back.headers["location"]
    page = await get(market, receipt)
    assert "Paid. Thank you." in page.text
    assert "Invoice TEST-INV-2026-000001" in page.text
    invoice = (await get(market, receipt + "/invoice")).text
    for words in (
        "Edda Falk",
        "Hafenstraße 9",
        "4020 Linz",
        "Österreich",
        "USt. (Österreich), 20 % auf 49,00",
        "58,80",
    ):
        assert words in invoice
    assert "TEST: Kein Beleg für das Finanzamt" in invoice
    closed = await get(market, order["checkout_url"])
    assert "is paid." in closed.text
    assert "Edda" not in closed.text
    assert '<form class="till__form"' not in closed.text
    assert "This test payment is paid" in (await get(market, again)).text
    late = await post(market, order["checkout_url"], do="pay", **BILLING)
    assert late.status_code == 400
    assert "can no longer be paid" in late.text or "is paid." in late.text
    await market.refund(order["number"])
    assert "Refunded." in (await get(market, receipt)).text


async def test_a_redirect_without_an_event_asks_the_provider(market: Market) -> None:
    order = await market.order(market.item("launch"))
    sandbox = (await post(market, order["checkout_url"], do="pay", **BILLING)).headers["location"]
    receipt = market.shop.receipt_url(market.world.dispatcher.site, order["number"])
    waiting = (await get(market, receipt)).text
    assert "Waiting for the payment to be confirmed." in waiting
    assert 'http-equiv="refresh"' in waiting
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute(
            "update sandbox_payment set state = 'paid' where reference = %s", (sandbox.rpartition("/")[2],)
        )
    assert "Paid. Thank you." in (await get(market, receipt)).text
    assert (await market.get(order["number"]))["status"] == "paid"


async def test_states_that_are_over_say_so(market: Market) -> None:
    cancelled, expired = [await market.order(market.item("launch")) for _ in range(2)]
    going = await post(market, cancelled["checkout_url"], do="cancel")
    assert going.status_code == 303
    assert "was cancelled" in (await get(market, cancelled["checkout_url"])).text
    assert (await market.get(cancelled["number"]))["status"] == "cancelled"
    market.world.clock.move(days=7)
    assert "has expired" in (await get(market, expired["checkout_url"])).text
    answer = await post(market, expired["checkout_url"], do="pay", **BILLING)
    assert answer.status_code == 400
    assert await market.ask("select count(*) from payment") == [(0,)]


async def test_what_costs_nothing_is_paid_without_a_provider(market: Market) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 0 where code = 'ai_review'")
    order = await market.order(market.item("ai_review"))
    going = await post(market, order["checkout_url"], do="pay", **BILLING)
    assert "/orders/" in going.headers["location"]
    assert "Paid. Thank you." in (await get(market, going.headers["location"])).text
    assert await market.ask("select count(*) from sandbox_payment") == [(0,)]


async def test_the_token_is_not_logged(market: Market, monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    monkeypatch.setattr(market.world.app.access_log, "_out", out)
    order = await market.order(market.item("launch"))
    receipt = market.shop.token("receipt", order["number"])
    secrets = (market.token(order), receipt, "secret-reference")
    paths = ("/checkout/{}", "/orders/{}", "/orders/{}/invoice", "/sandbox/{}", "/claims/{}", "/unsubscribe/{}")
    for path in paths:
        for secret in secrets:
            await get(market, path.format(secret))
            await get(market, path.format(secret) + "/x")  # mistyped, it still holds the secret
    market.world.app.access_log.flush()
    for path in paths:
        assert path.format("{token}").removesuffix("/invoice") in out.getvalue()
    assert not any(secret in out.getvalue() for secret in secrets)


async def test_in_the_account_own_orders_are_seen_and_cancelled(market: Market) -> None:
    order = await market.order(market.item("launch"))
    path = f"/account/orders/{order['number']}/cancel"
    async with market.world.browser("bob") as bob:
        assert order["number"] not in (await bob.get("/account/orders")).text
        await bob.post(path, data={})
    async with market.world.browser("alice") as alice:
        page = (await alice.get("/account/orders")).text
        assert order["checkout_url"] in page
        assert "$49.00 before VAT" in page
        assert (await alice.post(path, data={})).headers["location"] == "/account/orders"
        assert "Cancel SG-" not in (await alice.get("/account/orders")).text
    assert (await market.get(order["number"]))["status"] == "cancelled"
    assert (await market.world.client.get("/account/orders")).status_code == 303
