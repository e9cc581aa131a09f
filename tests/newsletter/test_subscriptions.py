"""Subscribing by email address: confirmed by its owner, ended by one click, and nobody learns who is subscribed."""

import re

import pytest

from showground.accounts.actions.account import DeleteAccount, delete_account, export_account
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import PERSON
from showground.core.calls.errors import InvalidInput, RateLimited
from showground.core.calls.models import NoInput
from showground.newsletter.actions.subscriptions import (
    ChangeSubscription,
    ConfirmRequest,
    EndSubscription,
    ReadSubscription,
    Subscribe,
    change_subscription,
    confirm_request,
    end_subscription,
    read_subscription,
    subscribe,
)
from showground.newsletter.errors import NoSuchRequest, NoSuchSubscription
from showground.newsletter.jobs import forget_old_requests
from tests.newsletter.conftest import ADA, Press
from tests.support.smtp import SENDER
from tests.support.world import running_world

pytestmark = pytest.mark.anyio


async def test_a_link_in_an_email_confirms_once(press: Press) -> None:
    answer = await press.subscribe("Ada@Reader.example", "ai")
    assert (answer.email, answer.confirmed) == (ADA, False)
    assert await press.ask("select from newsletter_subscriber") == []
    token = await press.last_token(ADA)
    call = press.world.dispatcher.call
    shown = await call(confirm_request, press.visitor(), ConfirmRequest(token=token, confirm=False))
    assert (shown.email, shown.confirmed, [one.slug for one in shown.categories]) == (ADA, False, ["ai"])
    assert await press.ask("select from newsletter_subscriber") == []  # a mail scanner has opened the link
    assert (await press.confirm(token)).confirmed
    assert await press.ask("select email from newsletter_subscriber") == [(ADA,)]
    with pytest.raises(NoSuchRequest):
        await press.confirm(token)


async def test_a_link_expires_and_is_forgotten(press: Press) -> None:
    await press.subscribe()
    token = await press.last_token(ADA)
    press.world.clock.move(days=7)
    with pytest.raises(NoSuchRequest):
        await press.confirm(token)
    await press.run(forget_old_requests)
    assert await press.ask("select from newsletter_request") == []


async def test_nobody_learns_whether_an_address_is_subscribed(press: Press) -> None:
    await press.add_reader(ADA, "ai")
    known, unknown = await press.subscribe(ADA), await press.subscribe("bea@reader.example")
    assert known.confirmed == unknown.confirmed == False  # noqa: E712
    written = await press.ask("select regexp_replace(body_text, '/confirm/\\S+', '') from outbox order by id")
    assert len(set(written)) == 1


async def test_a_second_subscription_adds_categories_and_none_means_all(press: Press) -> None:
    token = await press.add_reader(ADA, "ai")
    assert await press.add_reader(ADA, "databases") == token
    read = ReadSubscription(token=token)
    shown = await press.world.dispatcher.call(read_subscription, press.visitor(), read)
    assert {one.slug for one in shown.categories} == {"ai", "databases"}
    await press.add_reader(ADA)
    shown = await press.world.dispatcher.call(read_subscription, press.visitor(), read)
    assert shown.categories == []


async def test_categories_are_changed_and_unknown_ones_refused(press: Press) -> None:
    token = await press.add_reader(ADA)
    change = ChangeSubscription(token=token, categories=["databases"])
    shown = await press.world.dispatcher.call(change_subscription, press.visitor(), change)
    assert [one.slug for one in shown.categories] == ["databases"]
    with pytest.raises(InvalidInput) as refused:
        await press.subscribe("bea@reader.example", "databasis")
    assert refused.value.errors[0]["message"] == ("No category has the slug databasis. Did you mean databases?")


async def test_unsubscribing_deletes_the_address_and_may_be_repeated(press: Press) -> None:
    token = await press.add_reader(ADA)
    for _ in range(2):
        await press.world.dispatcher.call(end_subscription, press.visitor(), EndSubscription(token=token))
    assert await press.ask("select from newsletter_subscriber") == []
    with pytest.raises(NoSuchSubscription):
        await press.world.dispatcher.call(read_subscription, press.visitor(), ReadSubscription(token=token))


async def test_subscribing_is_limited_by_mailbox_and_by_network_address(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1.0, smtp_url="smtp://127.0.0.1:1", mail_from=SENDER) as world:
        press = Press(world)
        call = world.dispatcher.call
        for n in range(5):  # one mailbox, under several names and from several places
            asked = Subscribe(email=f"ada+{n}@reader.example", categories=[])
            await call(subscribe, press.visitor(f"192.0.2.{n}"), asked)
        with pytest.raises(RateLimited):
            await call(subscribe, press.visitor("192.0.2.99"), Subscribe(email=ADA, categories=[]))
        for n in range(20):
            asked = Subscribe(email=f"reader-{n}@reader.example", categories=[])
            await call(subscribe, press.visitor("198.51.100.1"), asked)
        asked = Subscribe(email="one-more@reader.example", categories=[])
        with pytest.raises(RateLimited):
            await call(subscribe, press.visitor("198.51.100.1"), asked)


async def test_the_own_address_of_a_signed_in_person_needs_no_email(press: Press) -> None:
    [(alice,)] = await press.ask("select id from account where email = 'alice@alice.example'")
    person = Caller(press.world.clock(), "web", Access(alice, "session", frozenset({PERSON}), recent=True))
    call = press.world.dispatcher.call
    asked = Subscribe(email="ALICE@alice.example", categories=["ai"])
    assert (await call(subscribe, person, asked)).confirmed
    assert not (await call(subscribe, person, Subscribe(email=ADA, categories=[]))).confirmed
    told = (await call(export_account, person, NoInput())).parts["subscriptions"]
    assert [(one["email"], one["categories"]) for one in told["newsletter"]] == [("alice@alice.example", ["ai"])]
    await call(delete_account, person, DeleteAccount(email="alice@alice.example"))
    assert await press.ask("select email from newsletter_subscriber") == []


async def test_the_email_says_what_to_do_and_its_secret_goes_when_it_is_sent(press: Press) -> None:
    await press.subscribe()
    message = (await press.arrived())[ADA]
    assert message["Subject"] == "Confirm your subscription to Showground"
    assert message["List-Unsubscribe"] is None
    text = message.get_body(("plain",))
    assert text is not None
    assert re.search(r"http://localhost:8000/newsletter/confirm/[\w-]{43}\n", text.get_content().replace("\r", ""))
    [(kept,)] = await press.ask("select body_text from outbox")
    assert "/newsletter/confirm/…" in kept
