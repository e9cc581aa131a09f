"""Messages to webhooks are signed, sent once for each event, tried again for three days, and go nowhere private."""

import re
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from showground.core.jobs.worker import Worker
from showground.events.jobs import RETENTION_RULES, send_webhooks
from showground.events.queries import deliveries
from showground.events.rules import PAUSES, pause_after
from showground.events.webhook_delivery_job import deliver_webhook
from tests.events.conftest import Receiver, find_secret
from tests.support import listings
from tests.support.html import Page
from tests.support.site import Answer, Request, redirect
from tests.support.valid_inputs import account_of
from tests.support.wait import until

pytestmark = pytest.mark.anyio


def verify(secret: str, request: Request) -> Any:
    """With the library that receivers use."""
    return Webhook(secret).verify(request.body, dict(request.headers.items()))


async def test_a_message_is_verified_by_the_receivers_library(receiver: Receiver) -> None:
    receiver.world.clock.now = datetime.now(UTC)  # the library goes by the real time
    secret = await receiver.add(about="public")
    await listings.add(receiver.world, listings.listing("tidewater"))
    await receiver.send()
    listing = next(r for r in receiver.site.requests if b'"listing.published"' in r.body)
    body = verify(secret, listing)
    assert body["data"]["item"] == await listings.profile(receiver.world, "tidewater")
    assert (body["type"], body["data"]["key"]) == ("listing.published", "tidewater")
    assert re.fullmatch(r"msg_\d+", listing.headers["webhook-id"])
    with pytest.raises(WebhookVerificationError):
        verify("whsec_" + "A" * 44, listing)
    tampered = Request(listing.path, listing.headers, listing.body.replace(b"tidewater", b"tidewatex"))
    with pytest.raises(WebhookVerificationError):
        verify(secret, tampered)
    stored = str(await receiver.ask("select w.*, d.* from webhook w left join webhook_delivery d on true"))
    assert secret not in stored  # no key is in the database


async def test_both_secrets_sign_for_a_day_after_a_change(receiver: Receiver) -> None:
    world = receiver.world
    world.clock.now = datetime.now(UTC) - timedelta(hours=24)  # the library goes by the real time
    former = await receiver.add()
    number = (await receiver.ask("select id from webhook"))[0][0]
    async with world.browser("alice") as browser:
        present = find_secret(await browser.post(f"/account/webhooks/{number}/secret"))
        for hours in (0, 24):
            world.clock.move(hours=hours)
            await browser.post(f"/account/webhooks/{number}/test")
            await receiver.run(deliver_webhook, number)
    during, afterwards = receiver.site.requests
    signed = {
        Webhook(secret).sign(during.headers["webhook-id"], _time(during), during.body.decode())
        for secret in (present, former)
    }
    assert signed == set(during.headers["webhook-signature"].split())
    assert len(signed) == 2
    assert verify(present, afterwards)["type"] == "webhook.test"
    with pytest.raises(WebhookVerificationError):
        verify(former, afterwards)


def _time(request: Request) -> datetime:
    return datetime.fromtimestamp(int(request.headers["webhook-timestamp"]), UTC)


@pytest.mark.parametrize(
    ("about", "kinds", "named"),
    [
        (
            "mine",
            ["listing.updated", "category.updated", "founder.updated"],
            "A category changed, A founder changed.",
        ),
        ("public", ["order.paid"], "Your order was paid."),
    ],
)
async def test_kinds_that_would_never_be_sent_are_refused(
    receiver: Receiver, about: str, kinds: list[str], named: str
) -> None:
    async with receiver.world.browser("alice") as browser:
        answer = await browser.post("/account/webhooks", data={"url": receiver.url, "about": about, "kinds": kinds})
    assert answer.status_code == 400
    assert f"Untick: {named}" in Page(answer.text).text
    assert await receiver.ask("select from webhook") == []


async def test_what_is_told_of_one_kind_is_told_in_the_singular(receiver: Receiver) -> None:
    await receiver.add(kinds=["listing.updated"])
    async with receiver.world.browser("alice") as browser:
        assert "One kind of event." in Page((await browser.get("/account/webhooks")).text).text


async def test_receivers_that_never_answer_hold_up_nobody_elses(receiver: Receiver) -> None:
    world, released = receiver.world, threading.Event()

    def hang(_: Request) -> Answer:
        released.wait(60)
        return Answer("", status=500)

    for number in range(18):
        receiver.site.pages[f"/slow-{number}"] = hang
        await receiver.add(f"{receiver.site.url}/slow-{number}", about="public")
    async with world.browser("bob") as browser:
        find_secret(await browser.post("/account/webhooks", data={"url": receiver.url, "about": "public"}))
    await listings.add(world, listings.listing("tidewater"))
    for _ in range(2):
        await receiver.run(send_webhooks)
    queued = "select count(*) from procrastinate_jobs where queue_name = 'deliver_webhook'"
    assert await receiver.ask(queued) == [(19,)]  # one each, although nobody has worked yet
    worker = Worker(world.dispatcher.database.conninfo, [deliver_webhook], world.dispatcher, poll=0.05)
    try:
        async with worker:
            await until(lambda: _has_called(receiver, "/hook"))
            assert len({request.path for request in receiver.site.requests} - {"/hook"}) <= 2
            released.set()
    finally:
        released.set()


async def _has_called(receiver: Receiver, path: str) -> bool:
    return any(request.path == path for request in receiver.site.requests)


async def test_each_gets_the_events_that_it_asked_for_once(receiver: Receiver) -> None:
    world = receiver.world
    mine = {await account_of(world, "alice"): "owner"}
    await receiver.add(kinds=["listing.updated", "listing.status_changed"])
    ids = await listings.add(world, listings.listing("mine", members=mine), listings.listing("other"))
    await listings.change(world, ids, tagline="Changed")
    await listings.change(world, ids, status="suspended")
    for _ in range(3):
        await receiver.send()
    got = [(body["type"], body["data"]["key"]) for body in receiver.bodies]
    assert got == [("listing.updated", "mine"), ("listing.status_changed", "mine")]
    assert [body["data"]["item"] for body in receiver.bodies] == [None, None]  # not public any more


async def test_it_is_tried_for_three_days_then_turned_off_and_the_owner_told(receiver: Receiver) -> None:
    assert timedelta(days=2, hours=20) < sum(PAUSES, timedelta()) < timedelta(days=3, hours=4)
    assert list(PAUSES) == sorted(PAUSES)
    world = receiver.world
    await receiver.add(about="public", kinds=["listing.published"])
    await listings.add(world, listings.listing("tidewater"), listings.listing("gauge"))
    receiver.answer = Answer("", status=500)
    await receiver.send()
    await receiver.send()
    assert len(receiver.site.requests) == 2  # one for each event: nothing is due before the pause ends
    ids = {request.headers["webhook-id"] for request in receiver.site.requests}
    for pause in PAUSES:
        assert await receiver.ask("select from webhook where disabled_at is not null") == []
        world.clock.now += pause
        await receiver.send()
    assert {request.headers["webhook-id"] for request in receiver.site.requests} == ids
    assert pause_after(len(PAUSES) + 1) is None
    states = await receiver.ask("select state, outcome from webhook_delivery order by id")
    assert states == [("failed", "HTTP 500")] * 2
    (mail,) = await receiver.ask("select recipient, subject from outbox where template = 'webhook_disabled'")
    assert mail == ("alice@alice.example", "Your webhook to 127.0.0.2 is off")
    sent = len(receiver.site.requests)
    await listings.add(world, listings.listing("later"))
    await receiver.send()
    assert len(receiver.site.requests) == sent
    number = (await receiver.ask("select id from webhook"))[0][0]
    receiver.answer = Answer("")
    async with world.browser("alice") as browser:
        await browser.post(f"/account/webhooks/{number}/enable")
        await listings.add(world, listings.listing("newest"))
        await receiver.send()
        shown = (await browser.get(f"/account/webhooks/{number}")).text
    assert receiver.bodies[-1]["data"]["key"] == "newest"
    assert len(receiver.site.requests) == sent + 1
    assert "HTTP 500" in shown
    assert "Delivered: HTTP 200" in shown


async def test_one_that_is_gone_is_turned_off_at_once(receiver: Receiver) -> None:
    await receiver.add(about="public", kinds=["listing.published"])
    receiver.answer = Answer("", status=410)
    await listings.add(receiver.world, listings.listing("tidewater"))
    await receiver.send()
    assert await receiver.ask("select from webhook where disabled_at is not null")
    assert await receiver.ask("select from outbox where template = 'webhook_disabled'")


async def test_a_redirect_is_not_followed_and_no_private_address_is_reached(receiver: Receiver) -> None:
    receiver.site.pages["/secret"] = "private"
    receiver.answer = redirect(f"{receiver.site.url}/secret")
    await receiver.add(about="public", kinds=["listing.published"])
    await listings.add(receiver.world, listings.listing("tidewater"))
    await receiver.send()
    assert [request.path for request in receiver.site.requests] == ["/hook"]
    assert await receiver.ask("select outcome from webhook_delivery") == [("HTTP 302",)]
    async with receiver.world.browser("alice") as browser:
        for url in ("http://127.0.0.1/", "http://10.0.0.1/", "http://[::1]/", "http://2130706433/", "ftp://a.example",
                    "https://user:word@a.example/", "http://169.254.169.254/latest"):  # fmt: skip
            answer = await browser.post("/account/webhooks", data={"url": url})
            assert answer.status_code == 400, url
            assert 'id="error-url"' in answer.text
    async with receiver.world.dispatcher.database.transaction() as db:  # one that was public when it was added
        await db.execute("update webhook set url = 'http://127.0.0.1:1/hook'")
        await db.execute("update webhook_delivery set next_at = now() - interval '5 years'")
    await receiver.send()
    ((outcome,),) = await receiver.ask("select outcome from webhook_delivery")
    assert "private" in outcome or "public" in outcome


async def test_a_message_whose_sender_died_is_sent_again_with_its_id(receiver: Receiver) -> None:
    world = receiver.world
    await receiver.add(about="public", kinds=["listing.published"])
    await listings.add(world, listings.listing("tidewater"))
    number = (await receiver.ask("select id from webhook"))[0][0]
    await receiver.send()
    async with world.dispatcher.database.transaction() as db:  # as if it had died before it could note the answer
        await db.execute("update webhook_delivery set state = 'waiting', next_at = %s", (world.clock(),))
        taken = await deliveries.take_due(db, number, world.clock())
        assert taken is not None
        assert await deliveries.take_due(db, number, world.clock()) is None
    world.clock.now += deliveries.LEASE
    await receiver.send()
    first, second = receiver.site.requests
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body


async def test_webhooks_are_their_owners_alone(receiver: Receiver) -> None:
    await receiver.add()
    number = (await receiver.ask("select id from webhook"))[0][0]
    async with receiver.world.browser("bob") as browser:
        assert (await browser.get(f"/account/webhooks/{number}")).status_code == 404
        for what in ("test", "secret", "enable"):
            assert (await browser.post(f"/account/webhooks/{number}/{what}")).status_code == 404
        await browser.post(f"/account/webhooks/{number}/delete")
        assert receiver.url not in (await browser.get("/account/webhooks")).text
    async with receiver.world.browser("alice") as browser:
        assert receiver.url in (await browser.get("/account/webhooks")).text
        await browser.post(f"/account/webhooks/{number}/delete")
    assert await receiver.ask("select id from webhook") == []


async def test_reloading_the_page_of_a_new_secret_adds_no_second_webhook(receiver: Receiver) -> None:
    async with receiver.world.browser("alice") as browser:
        shown = await browser.get("/account/webhooks")
        [once] = re.findall(r'name="once" value="([^"]+)"', shown.text)
        form = {"url": receiver.url, "once": once}
        secret = find_secret(await browser.post("/account/webhooks", data=form))
        again = await browser.post("/account/webhooks", data=form)
        assert (again.status_code, secret in again.text) == (400, False)
        assert "This webhook was already added, and its secret is shown only once." in again.text
    assert await receiver.ask("select count(*) from webhook") == [(1,)]


def test_the_log_has_an_end() -> None:
    assert {rule.table: rule.life.days for rule in RETENTION_RULES} == {"event": 90, "webhook_delivery": 30, "dump": 2}
