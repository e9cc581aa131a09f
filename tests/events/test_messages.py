"""Slack and Discord get bodies that they understand, in which nobody can mention people or hide a link."""

import json
from datetime import UTC, datetime

import pytest

from showground.events.messages import write_event, write_test
from showground.events.models import Subject
from showground.events.queries.events import StoredEvent
from showground.events.rules import format_of
from tests.support.dispatcher import SITE

AT = datetime(2026, 3, 11, tzinfo=UTC)
EVENT = StoredEvent(7, "listing.launched", AT, "listing", "tidewater", None, 1, None)
NAME = "Tide *water* <!channel> @everyone [x](https://evil.example) & co"
ITEM = json.dumps({"name": NAME, "url": f"{SITE.url}/listings/tidewater"})


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("https://hooks.slack.com/services/T0/B0/x", "slack"),
        ("https://discord.com/api/webhooks/1/x", "discord"),
        ("https://discord.com/other", "standard"),
        ("https://example.com/hooks.slack.com", "standard"),
        ("https://hooks.slack.com.evil.example/", "standard"),
    ],
)
def test_their_addresses_are_recognized(url: str, form: str) -> None:
    assert format_of(url) == form


def test_slack() -> None:
    body = json.loads(write_event("slack", SITE, EVENT, ITEM))
    assert "<!channel>" not in body["text"]
    assert "&lt;!channel&gt;" in body["text"]
    assert body["blocks"][0]["text"] == {"type": "plain_text", "text": f"A listing launched: {NAME}"}
    assert body["blocks"][1]["elements"][0]["text"] == f"<{SITE.url}/listings/tidewater>"


def test_discord() -> None:
    body = json.loads(write_event("discord", SITE, EVENT, ITEM))
    assert body["allowed_mentions"] == {"parse": []}
    assert "\\*water\\*" in body["content"]
    assert "\\[x\\]\\(" in body["content"]
    assert body["content"].endswith(f"\n{SITE.url}/listings/tidewater")
    long = json.dumps({"name": "*" * 5_000, "url": SITE.url})
    assert len(json.loads(write_event("discord", SITE, EVENT, long))["content"]) <= 2_000


def test_what_is_gone_is_called_by_its_key() -> None:
    body = json.loads(write_event("discord", SITE, EVENT, "null"))
    assert body["content"] == f"A listing launched: tidewater\n{SITE.url}"


@pytest.mark.parametrize(
    ("subject", "key", "page"),
    [
        ("draft", "f81d4fae", "/dashboard/drafts/f81d4fae"),
        ("order", "SG-2026-000007", "/account/orders"),
        ("claim", "7", "/dashboard/claims"),
        ("listing", "tidewater", "/dashboard"),
    ],
)
def test_a_message_about_your_own_things_leads_to_their_page(subject: Subject, key: str, page: str) -> None:
    own = StoredEvent(7, f"{subject}.changed", AT, subject, key, None, None, 12)
    assert json.loads(write_event("discord", SITE, own, "null"))["content"].endswith(f"\n{SITE.url}{page}")


def test_messages_about_a_test_order_say_so() -> None:
    paid = StoredEvent(7, "order.paid", AT, "order", "SG-2026-000007", None, None, 12, test=True)
    text = "Your order was paid: SG-2026-000007, a test order: no money moved"
    assert json.loads(write_event("slack", SITE, paid, "null"))["text"] == text
    assert json.loads(write_event("discord", SITE, paid, "null"))["content"].startswith(f"{text}\n")
    assert json.loads(write_event("standard", SITE, paid, "null"))["data"]["test"] is True
    assert json.loads(write_event("standard", SITE, EVENT, ITEM))["data"]["test"] is False


def test_a_message_about_an_award_leads_to_the_awards() -> None:
    given = StoredEvent(7, "award.given", AT, "award", "2026-03-02/1", None, 1, None)
    body = json.loads(write_event("discord", SITE, given, json.dumps({"name": "Tidewater", "listing": "tidewater"})))
    assert body["content"] == f"An award was given: Tidewater\n{SITE.url}/awards"


@pytest.mark.parametrize("form", ["standard", "slack", "discord"])
def test_a_test_message(form: str) -> None:
    assert json.loads(write_test(form, SITE, AT))  # pyright: ignore[reportArgumentType]
