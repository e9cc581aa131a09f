"""What providers tell, and what comes of it: once, whatever comes twice, late or in another order."""

import json
from typing import Any

import anyio
import pytest

from showground.core.calls.models import NoInput
from showground.core.jobs.declare import JobRun
from showground.orders.actions.payment_events import HandlePaymentProblem, handle_payment_problem, list_payment_problems
from showground.orders.actions.staff_orders import Fulfil, fulfil
from showground.orders.jobs import expire_old_orders, reconcile_payments
from showground.orders.providers import signing
from showground.orders.providers.sandbox import Sandbox
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio


def signed(market: Market, told: dict[str, Any], secret: bytes | None = None, seconds: int = 0) -> Any:
    body = json.dumps(told).encode()
    provider = market.shop.provider
    assert isinstance(provider, Sandbox)
    at = market.world.clock.now.timestamp() - seconds
    signature = signing.sign(body, secret or provider._signing_key, market.world.clock.now.fromtimestamp(at))
    return {"content": body, "headers": {"sandbox-signature": signature}}


async def tell(market: Market, told: dict[str, Any], **how: Any) -> int:
    return (await market.world.client.post("/payments/sandbox", **signed(market, told, **how))).status_code


async def opened(market: Market, *items: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """An order with an open payment page, and the event that says it was paid."""
    made = await market.order(*(items or [market.item("launch")]))
    reference = (await market.open_page(made)).rpartition("/")[2]
    ((amount,),) = await market.ask("select amount_cents from sandbox_payment where reference = %s", reference)
    event = {"id": "evt-1", "reference": reference, "number": made["number"], "amount_cents": amount}
    return made, {**event, "currency": "USD", "state": "paid"}


async def problems(market: Market) -> list[Any]:
    return (await market.world.dispatcher.call(list_payment_problems, market.staff(), NoInput())).items


async def fulfil_all(market: Market) -> None:
    for (order,) in await market.ask("select id from purchase where status = 'paid'"):
        await market.world.dispatcher.call(fulfil, market.world.caller(), Fulfil(order=order))


async def test_a_paid_event_pays_the_order_and_has_it_fulfilled_by_a_job(market: Market) -> None:
    made, event = await opened(market)
    assert await tell(market, event) == 200
    paid = await market.get(made["number"])
    assert (paid["status"], paid["total_cents"], paid["vat"]["country"]) == ("paid", 5880, "AT")
    assert await market.ask("select count(*) from procrastinate_jobs where task_name = 'fulfil_order'") == [(1,)]
    assert await market.ask("select recipient, template from outbox") == [("edda@buyer.example", "order_receipt")]
    assert await market.ask("select number, document->>'order' from tax_document") == [
        ("TEST-INV-2026-000001", made["number"])
    ]


async def test_what_is_not_signed_by_the_provider_changes_nothing(market: Market) -> None:
    made, event = await opened(market)
    good = signed(market, event)
    client = market.world.client
    altered: Any = {**good, "content": good["content"].replace(b"USD", b"EUR")}
    unsigned: Any = {**good, "headers": {}}
    nonsense: Any = {**good, "headers": {"sandbox-signature": "t=1,v1=x"}}
    for how in (altered, unsigned, nonsense):
        answer = await client.post("/payments/sandbox", **how)
        assert (answer.status_code, answer.json().keys()) == (400, {"error"})
    assert await tell(market, event, secret=b"another secret") == 400
    assert await tell(market, event, seconds=301) == 400
    assert await tell(market, event, seconds=-301) == 400
    assert (await client.post("/payments/stripe", **good)).status_code == 404
    assert (await market.get(made["number"]))["status"] == "pending"
    assert await market.ask("select count(*) from payment_event") == [(0,)]
    assert await tell(market, event, seconds=299) == 200


@pytest.mark.usefixtures("patient")
async def test_the_same_event_twenty_times_at_once_is_fulfilled_once(market: Market) -> None:
    made, event = await opened(market, market.item("launch"), market.item("billboard_min", "paid"))
    statuses: list[int] = []

    async def deliver() -> None:
        statuses.append(await tell(market, event))
        await fulfil_all(market)

    async with anyio.create_task_group() as tasks:
        for _ in range(20):
            tasks.start_soon(deliver)
    assert statuses == [200] * 20
    assert await market.ask("select count(*) from billboard_contribution") == [(1,)]
    assert await market.ask("select count(*) from tax_document") == [(1,)]
    assert await market.ask("select count(*) from outbox where template = 'order_receipt'") == [(1,)]
    assert await market.ask("select count(*) from launch where listing_id = %s", market.ids["draft"]) == [(1,)]
    assert all(line["fulfilled"] for line in (await market.get(made["number"]))["lines"])
    assert await problems(market) == []


async def test_what_does_not_fit_is_kept_for_staff_and_answered_200(market: Market) -> None:
    made, event = await opened(market)
    ((site,),) = await market.ask("select id from site_identity")
    strange = [
        {**event, "id": "a", "reference": "nobody", "key": None, "site": site, "amount_cents": 1},
        {**event, "id": "b", "number": "SG-2026-999999", "reference": "nobody", "site": site},
        {**event, "id": "c", "state": "something new"},
    ]
    for told in strange:
        assert await tell(market, told) == 200
    assert (await market.get(made["number"]))["status"] == "pending"
    found = await problems(market)
    assert [problem.event_id for problem in found] == ["a", "b", "c"]
    assert all(problem.problem.endswith(".") for problem in found)
    handled = HandlePaymentProblem(event=found[0].id)
    await market.world.dispatcher.call(handle_payment_problem, market.staff(), handled)
    assert len(await problems(market)) == 2


async def test_what_is_not_about_us_is_ignored(market: Market) -> None:
    _, event = await opened(market)
    other = {**event, "reference": "nobody", "number": "SG-2026-999999"}
    assert await tell(market, {**event, "id": "a", "site": "another-site"}) == 200
    assert await tell(market, {**other, "id": "b"}) == 200
    assert await tell(market, {**other, "id": "c", "state": "something new"}) == 200
    assert await market.ask("select event_id from payment_event") == []
    assert await market.ask("select status from purchase") == [("pending",)]


async def test_the_same_payment_told_under_another_number_counts_once(market: Market) -> None:
    made, event = await opened(market)
    assert await tell(market, event) == 200
    assert await tell(market, {**event, "id": "e"}) == 200
    assert (await market.get(made["number"]))["status"] == "paid"
    assert await market.ask("select count(*) from tax_document") == [(1,)]
    assert await market.ask("select count(*) from refund") == [(0,)]


async def test_another_amount_goes_back_and_the_order_can_still_be_paid(market: Market) -> None:
    made, event = await opened(market)
    assert await tell(market, {**event, "amount_cents": event["amount_cents"] - 1}) == 200
    assert (await market.get(made["number"]))["status"] == "pending"
    assert await market.ask("select amount_cents, reason, state from refund") == [(5879, "surplus", "requested")]
    ((text,),) = await market.ask("select body_text from outbox where template = 'payment_returned'")
    assert "You can still pay for the order." in " ".join(text.split())
    assert (await market.pay(made["number"]))["status"] == "paid"


async def test_an_earlier_page_pays_the_sum_it_was_made_for(market: Market) -> None:
    made = await market.order(market.item("launch"))
    first = (await market.open_page(made, country="AT")).rpartition("/")[2]
    second = (await market.open_page(made, country="HU")).rpartition("/")[2]
    assert first != second
    told = {"id": "x", "reference": first, "number": made["number"], "currency": "USD", "state": "paid"}
    assert await tell(market, {**told, "amount_cents": 5880}) == 200
    paid = await market.get(made["number"])
    assert (paid["status"], paid["vat"]["country"], paid["total_cents"]) == ("paid", "AT", 5880)


async def test_an_event_before_we_noted_the_page_counts(market: Market) -> None:
    made, event = await opened(market)
    async with market.world.dispatcher.database.transaction() as db:
        # As if we had died between the provider's answer and our commit.
        ((key,),) = await db.all("update payment set state = 'opening', reference = 'x', url = '' returning key")
    assert await tell(market, {**event, "key": key}) == 200
    assert (await market.get(made["number"]))["status"] == "paid"
    assert await market.ask("select reference, state from payment") == [(event["reference"], "paid")]


async def test_a_refund_that_is_told_before_the_payment_ends_as_a_refund(market: Market) -> None:
    made, event = await opened(market)
    assert await tell(market, {**event, "id": "r", "state": "refunded"}) == 200
    assert (await market.get(made["number"]))["status"] == "pending"
    assert await tell(market, event) == 200
    await fulfil_all(market)
    assert (await market.get(made["number"]))["status"] == "refunded"
    assert (await market.standing("draft")).status == "draft"
    assert await problems(market) == []


async def test_a_failed_payment_is_mailed_and_can_be_tried_again(market: Market) -> None:
    made, event = await opened(market)
    assert await tell(market, {**event, "id": "f", "state": "failed"}) == 200
    assert (await market.get(made["number"]))["status"] == "pending"
    ((template, text),) = await market.ask("select template, body_text from outbox")
    assert template == "payment_failed"
    assert made["checkout_url"] in text
    again = await market.open_page(made)
    assert again.rpartition("/")[2] != event["reference"]
    assert (await market.pay(made["number"]))["status"] == "paid"


async def test_without_any_event_the_provider_is_asked(market: Market) -> None:
    made, event = await opened(market)
    run = JobRun(market.world.dispatcher, market.world.caller())
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update sandbox_payment set state = 'paid' where reference = %s", (event["reference"],))
    await reconcile_payments.work(run)
    assert (await market.get(made["number"]))["status"] == "pending"  # its event may still come
    market.world.clock.move(minutes=3)
    run = JobRun(market.world.dispatcher, market.world.caller())
    await reconcile_payments.work(run)
    assert (await market.get(made["number"]))["status"] == "paid"
    assert await tell(market, event) == 200
    assert await market.ask("select count(*) from tax_document") == [(1,)]
    assert await problems(market) == []


async def test_orders_expire_but_not_while_a_payment_is_on_its_way(market: Market) -> None:
    made, event = await opened(market)
    on_its_way, late = await opened(market, market.item("ai_review", "second"))
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update payment set state = 'processing' where reference = %s", (late["reference"],))
    market.world.clock.move(days=7, seconds=1)
    await expire_old_orders.work(JobRun(market.world.dispatcher, market.world.caller()))
    rows = await market.ask("select number, status from purchase order by id")
    assert rows == [(made["number"], "expired"), (on_its_way["number"], "pending")]
    assert await tell(market, event) == 200
    assert await market.ask("select amount_cents, reason from refund") == [(5880, "surplus")]
    assert await problems(market) == []
    assert await tell(market, {**late, "id": "l"}) == 200
    assert (await market.get(on_its_way["number"]))["status"] == "paid"


@pytest.mark.usefixtures("patient")
async def test_invoices_are_numbered_without_gaps(market: Market) -> None:
    events = [await opened(market, market.item("ai_review", slug)) for slug in ("draft", "second", "free", "paid")]
    async with anyio.create_task_group() as tasks:
        for n, (_, event) in enumerate(events):
            tasks.start_soon(tell, market, {**event, "id": f"e{n}"})
    found = await market.ask("select number from tax_document order by number")
    assert found == [(f"TEST-INV-2026-00000{n}",) for n in range(1, 5)]
