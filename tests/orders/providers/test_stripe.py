"""The real Stripe library against a server that speaks Stripe's wire format."""

import pytest

from showground.core.jobs.declare import JobRun
from showground.orders.errors import PaymentUnavailable
from showground.orders.jobs import close_payment, reconcile_payments
from tests.support.collector import Collected, collecting
from tests.support.shop_world import Market
from tests.support.stripe import FakeStripe, sign
from tests.support.stripe_shop import StripeShop

pytestmark = pytest.mark.anyio


@pytest.fixture
def fake(stripe_shop: StripeShop) -> FakeStripe:
    return stripe_shop.fake


@pytest.fixture
def market(stripe_shop: StripeShop) -> Market:
    return stripe_shop.market


async def deliver(market: Market, body: bytes, headers: dict[str, str]) -> int:
    return (await market.world.client.post("/payments/stripe", content=body, headers=headers)).status_code


async def test_a_session_is_made_with_our_sums_and_key(market: Market, fake: FakeStripe) -> None:
    order = await market.order(market.item("launch"), market.item("ai_review"))
    url = await market.open_page(order, country="AT")
    assert url == "https://checkout.stripe.com/c/pay/cs_test_1"
    ((method, path, form, key),) = fake.asked
    ((site,),) = await market.ask("select id from site_identity")
    assert (method, path, key) == ("POST", "/v1/checkout/sessions", f"{site}-{order['number']}-1")
    for place in ("metadata", "payment_intent_data[metadata]"):
        ours = {name: form[f"{place}[{name}]"] for name in ("site", "order", "key")}
        assert ours == {"site": site, "order": order["number"], "key": key}
    assert form["adaptive_pricing[enabled]"] == "false"
    assert [form[f"line_items[{n}][price_data][unit_amount]"] for n in range(3)] == ["4900", "1900", "1360"]
    assert form["line_items[0][price_data][product_data][name]"] == "Launch: Draft"
    assert form["line_items[2][price_data][product_data][name]"] == "VAT 20 %"
    assert (form["mode"], form["client_reference_id"], form["customer_email"]) == (
        "payment",
        order["number"],
        "edda@buyer.example",
    )
    assert form["cancel_url"] == order["checkout_url"]
    assert form["success_url"].startswith("http://localhost:8000/orders/")
    assert fake.sessions["cs_test_1"]["amount_total"] == 8160
    assert await market.open_page(order, country="AT") == url  # the same details: the same page, without asking
    assert len(fake.asked) == 1
    assert (await market.open_page(order, country="DE")).endswith("cs_test_2")


async def test_a_lost_answer_is_asked_for_again_without_a_second_session(market: Market, fake: FakeStripe) -> None:
    order = await market.order(market.item("launch"))
    fake.lose = 1
    assert (await market.open_page(order)).endswith("cs_test_1")
    assert len(fake.asked) == 2
    assert len({key for _, _, _, key in fake.asked}) == 1
    assert len(fake.sessions) == 1


async def test_a_provider_that_is_down_is_said_plainly(market: Market, fake: FakeStripe) -> None:
    order = await market.order(market.item("launch"))
    fake.lose = 3  # the library itself asks three times
    with pytest.raises(PaymentUnavailable, match="is not responding"):
        await market.open_page(order)
    assert (await market.open_page(order)).endswith("cs_test_1")


async def test_only_a_good_signature_pays(market: Market, fake: FakeStripe) -> None:
    order = await market.order(market.item("launch"))
    await market.open_page(order)
    body = fake.event("checkout.session.completed", fake.pay("cs_test_1"))
    assert await deliver(market, body.replace(b'"paid"', b'"Paid"'), sign(body)) == 400
    assert await deliver(market, body, sign(body, seconds_ago=301)) == 400
    assert await deliver(market, body, sign(body, secret="whsec_other")) == 400
    assert await deliver(market, body, {}) == 400
    assert await deliver(market, b"[]", sign(b"[]")) == 400
    assert (await market.get(order["number"]))["status"] == "pending"
    assert await deliver(market, body, sign(body)) == 200
    assert await deliver(market, body, sign(body)) == 200
    paid = await market.get(order["number"])
    assert (paid["status"], paid["total_cents"]) == ("paid", 5880)
    assert await market.ask("select count(*) from tax_document") == [(1,)]


async def test_pages_of_other_software_that_only_save_a_card_are_taken_and_ignored(
    market: Market, fake: FakeStripe
) -> None:
    no_metadata: dict[str, str] = {}
    saved = {"id": "cs_live_other", "mode": "setup", "payment_status": "no_payment_required", "metadata": no_metadata}
    nothing = {"amount_total": None, "currency": None, "payment_intent": None, "client_reference_id": None}
    body = fake.event("checkout.session.completed", saved | nothing)
    assert await deliver(market, body, sign(body)) == 200
    assert await market.ask("select count(*) from payment_event") == [(0,)]


async def test_a_slow_way_to_pay_ends_the_same(market: Market, fake: FakeStripe) -> None:
    order = await market.order(market.item("launch"))
    await market.open_page(order)
    session = fake.begin_slow_payment("cs_test_1")
    for number, kind, status in (
        ("evt_1", "completed", "pending"),
        ("evt_2", "async_payment_failed", "pending"),
    ):
        body = fake.event(f"checkout.session.{kind}", session, number)
        assert await deliver(market, body, sign(body)) == 200
        assert (await market.get(order["number"]))["status"] == status
    assert await market.ask("select state from payment") == [("failed",)]
    await market.open_page(order)
    body = fake.event("checkout.session.async_payment_succeeded", fake.pay("cs_test_2"), "evt_3")
    assert await deliver(market, body, sign(body)) == 200
    assert (await market.get(order["number"]))["status"] == "paid"
    body = fake.event("checkout.session.expired", session, "evt_4")
    assert await deliver(market, body, sign(body)) == 200
    assert (await market.get(order["number"]))["status"] == "paid"


async def test_stripe_is_asked_refunded_and_closed(market: Market, fake: FakeStripe) -> None:
    order, other = await market.order(market.item("launch")), await market.order(market.item("ai_review"))
    await market.open_page(order)
    await market.open_page(other)
    fake.pay("cs_test_1")
    market.world.clock.move(minutes=3)
    await reconcile_payments.work(JobRun(market.world.dispatcher, market.world.caller()))
    assert (await market.get(order["number"]))["status"] == "paid"
    assert (await market.get(other["number"]))["status"] == "pending"
    assert await market.ask("select charge, card_country from payment order by id limit 1") == [("ch_cs_test_1", "AT")]
    assert await market.refund(order["number"]) == "succeeded"
    ((site,),) = await market.ask("select id from site_identity")
    assert fake.asked[-1][3] == f"{site}-refund-1"
    body = fake.event("charge.refunded", fake.charges["pi_cs_test_1"], "evt_9")
    assert await deliver(market, body, sign(body)) == 200
    assert (await market.get(order["number"]))["status"] == "refunded"
    assert await market.ask("select amount_cents, state, reference from refund") == [(5880, "succeeded", "re_1")]
    await close_payment.work(JobRun(market.world.dispatcher, market.world.caller()), "cs_test_2", "stripe")
    assert fake.sessions["cs_test_2"]["status"] == "expired"


async def test_the_checkout_page_lets_its_form_lead_to_stripe_and_nowhere_else(market: Market) -> None:
    order = await market.order(market.item("launch"))
    page = await market.world.client.get(order["checkout_url"].removeprefix("http://localhost:8000"))
    assert "form-action 'self' https://checkout.stripe.com;" in page.headers["content-security-policy"]
    assert "on our payment provider\u2019s page" in page.text
    assert (await market.world.client.get("/sandbox/sandbox_x")).status_code == 404


async def test_each_question_is_a_span_that_says_nothing_of_the_order(market: Market, fake: FakeStripe) -> None:
    async with collecting() as collector:
        order = await market.order(market.item("launch"))
        await market.open_page(order)
        fake.lose = 3
        with pytest.raises(PaymentUnavailable):
            await market.open_page(order, country="DE")
    got = Collected(collector)
    made, failed = (it for it in got.spans if it.name == "ask stripe")
    assert (made.attributes, made.failed) == ({"call": "checkout.sessions.create", "outcome": "ok"}, False)
    assert (failed.attributes["outcome"], failed.failed) == ("provider_down", True)
    for secret in (order["number"], "edda@buyer.example", "sk_test_1", "cs_test_1"):
        assert secret.encode() not in got.raw
