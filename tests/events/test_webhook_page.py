"""On the page of a webhook, people change what it sends and where to, and have messages sent again."""

import re

import pytest

from tests.events.conftest import Receiver
from tests.support import listings
from tests.support.html import Page
from tests.support.site import Answer

pytestmark = pytest.mark.anyio


async def number_of(receiver: Receiver) -> int:
    [(number,)] = await receiver.ask("select id from webhook")
    return number


async def test_address_and_events_are_changed_and_the_secret_stays(receiver: Receiver) -> None:
    world, number = receiver.world, 0
    await receiver.add(about="public", kinds=["listing.published"])
    number, salt = (await receiver.ask("select id, salt from webhook"))[0]
    receiver.site.pages["/moved"] = receiver.take
    moved = f"{receiver.site.url}/moved"
    async with world.browser("alice") as browser:
        shown = (await browser.get(f"/account/webhooks/{number}")).text
        assert f'value="{receiver.url}"' in shown
        assert re.search(r'value="listing.published" checked', shown)
        form = {"url": moved, "about": "public", "kinds": ["listing.removed"]}
        answer = await browser.post(f"/account/webhooks/{number}", data=form)
        assert answer.headers["location"] == f"/account/webhooks/{number}?saved=1"
        shown = Page((await browser.get(f"/account/webhooks/{number}?saved=1")).text).text
    assert "Saved." in shown
    stored = "select url, about, kinds, salt, former_salt from webhook"
    assert await receiver.ask(stored) == [(moved, "public", ["listing.removed"], salt, None)]
    (listing,) = await listings.add(world, listings.listing("tidewater"))
    await listings.change(world, [listing], status="suspended")
    await receiver.send()
    assert [
        (request.path, body["type"]) for request, body in zip(receiver.site.requests, receiver.bodies, strict=True)
    ] == [("/moved", "listing.removed")]


async def test_an_address_of_slack_gets_its_own_format(receiver: Receiver) -> None:
    await receiver.add()
    number = await number_of(receiver)
    async with receiver.world.browser("alice") as browser:
        slack = {"url": "https://hooks.slack.com/services/T0/B0/x", "about": "mine"}
        await browser.post(f"/account/webhooks/{number}", data=slack)
        assert await receiver.ask("select format, kinds from webhook") == [("slack", [])]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"url": "http://10.0.0.1/typed", "about": "mine", "kinds": ["order.paid"]}, "public"),
        ({"url": "nonsense typed", "about": "mine", "kinds": ["order.paid"]}, "http"),
        (
            {"url": "https://a.example/typed", "about": "public", "kinds": ["order.paid"]},
            "Untick: Your order was paid.",
        ),
    ],
)
async def test_what_is_refused_stays_in_the_form(receiver: Receiver, form: dict[str, str], said: str) -> None:
    await receiver.add(about="public", kinds=["listing.published"])
    number = await number_of(receiver)
    before = await receiver.ask("select * from webhook")
    async with receiver.world.browser("alice") as browser:
        answer = await browser.post(f"/account/webhooks/{number}", data=form)
    assert answer.status_code == 400
    assert said in Page(answer.text).text
    assert f'value="{form["url"]}"' in answer.text
    assert 'value="order.paid" checked' in answer.text
    assert f'<option value="{form["about"]}" selected' in answer.text
    assert await receiver.ask("select * from webhook") == before


async def test_nobody_else_changes_it(receiver: Receiver) -> None:
    await receiver.add()
    number = await number_of(receiver)
    async with receiver.world.browser("bob") as browser:
        answer = await browser.post(f"/account/webhooks/{number}", data={"url": "https://b.example/", "about": "mine"})
        assert answer.status_code == 404
        assert (await browser.post(f"/account/webhooks/{number}/messages/1")).status_code == 404
    assert await receiver.ask("select url from webhook") == [(receiver.url,)]


async def test_the_log_says_what_happened_in_words(receiver: Receiver) -> None:
    await receiver.add(about="public", kinds=["listing.published"])
    number = await number_of(receiver)
    await listings.add(receiver.world, listings.listing("tidewater"))
    async with receiver.world.browser("alice") as browser:
        await browser.post(f"/account/webhooks/{number}/test")
        await receiver.send()
        shown = Page((await browser.get(f"/account/webhooks/{number}")).text).text
    assert "A listing was published tidewater" in shown
    assert "listing.published" in shown
    assert "Test message" in shown


async def test_a_message_is_sent_again_with_its_id(receiver: Receiver) -> None:
    world = receiver.world
    await receiver.add(about="public", kinds=["listing.published"])
    await listings.add(world, listings.listing("tidewater"))
    await receiver.send()
    number = await number_of(receiver)
    [(message,)] = await receiver.ask("select id from webhook_delivery")
    path = f"/account/webhooks/{number}/messages/{message}"
    async with world.browser("alice") as browser:
        shown = (await browser.get(f"/account/webhooks/{number}")).text
        assert f'action="{path}"' in shown
        for _ in range(2):  # a double click sends it once
            assert (await browser.post(path)).headers["location"] == f"/account/webhooks/{number}"
        waiting = (await browser.get(f"/account/webhooks/{number}")).text
        assert path not in waiting
        await receiver.send()
        assert "Delivered: HTTP 200" not in waiting
    first, second = receiver.site.requests
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    assert await receiver.ask("select state, attempts from webhook_delivery") == [("delivered", 1)]


async def test_a_message_that_failed_is_tried_like_a_new_one(receiver: Receiver) -> None:
    world = receiver.world
    await receiver.add(about="public", kinds=["listing.published"])
    await listings.add(world, listings.listing("tidewater"))
    receiver.answer = Answer("", status=410)
    await receiver.send()
    number = await number_of(receiver)
    [(message,)] = await receiver.ask("select id from webhook_delivery")
    path = f"/account/webhooks/{number}/messages/{message}"
    receiver.answer = Answer("", status=500)
    async with world.browser("alice") as browser:
        off = await browser.get(f"/account/webhooks/{number}")
        assert path not in off.text
        refused = await browser.post(path)
        assert refused.status_code == 400
        assert "Turn it on first" in Page(refused.text).text
        await browser.post(f"/account/webhooks/{number}/enable")
        await browser.post(path)
        await receiver.send()
    assert await receiver.ask("select state, attempts, outcome from webhook_delivery") == [("waiting", 1, "HTTP 500")]
    assert await receiver.ask("select from webhook where disabled_at is null")


async def test_neither_tests_nor_forgotten_events_are_sent_again(receiver: Receiver) -> None:
    world = receiver.world
    await receiver.add(about="public", kinds=["listing.published"])
    await listings.add(world, listings.listing("tidewater"))
    number = await number_of(receiver)
    async with world.browser("alice") as browser:
        await browser.post(f"/account/webhooks/{number}/test")
        await receiver.send()
        async with world.dispatcher.database.transaction() as db:
            await db.execute("delete from event")
        assert "/messages/" not in (await browser.get(f"/account/webhooks/{number}")).text
        for (message,) in await receiver.ask("select id from webhook_delivery"):
            refused = await browser.post(f"/account/webhooks/{number}/messages/{message}")
            assert refused.status_code == 400
            assert "can't be sent again" in Page(refused.text).text
    assert await receiver.ask("select distinct state from webhook_delivery") == [("delivered",)]
