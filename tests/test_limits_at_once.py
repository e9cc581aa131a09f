"""Two calls of one account at once, where only one more of something is allowed: the second one is refused."""

from typing import Any

import anyio
import pytest

from showground.accounts.actions import keys
from showground.collections import rules as collection_rules
from showground.collections.actions.collections import (
    CollectListing,
    MakeCollection,
    collect_listing,
    make_collection,
)
from showground.collections.errors import TooManyCollections
from showground.core.calls.action import Action
from showground.core.calls.errors import ApiError
from showground.core.calls.models import Input
from showground.events.actions import webhooks
from showground.events.errors import TooManyWebhooks
from showground.newsletter import rules as newsletter_rules
from showground.newsletter.actions.saved_searches import SaveSearch, save_search
from showground.newsletter.errors import TooManySavedSearches
from tests.support import listings
from tests.support.locks import ask, blocked
from tests.support.shop_world import Market
from tests.support.wait import until

pytestmark = pytest.mark.anyio

WAITING = """
select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
"""
HOOKS = [webhooks.AddWebhook(url=f"https://{name}.example/hook", about="public", kinds=[]) for name in ("a", "b")]
SAVED = [SaveSearch(q=word) for word in ("teapot", "kettle")]
COLLECTED = [CollectListing(slug="kettle", collections=[], name=name) for name in ("Blue", "Green")]
MADE = [MakeCollection(name=name) for name in ("Blue", "Green")]


@pytest.mark.parametrize(
    ("table", "limit", "action", "asked", "refused"),
    [
        (
            "api_key", (keys, "MAX_KEYS"), keys.create_own_key,
            [keys.CreateOwnKey(name=name, scopes=["account:read"]) for name in ("One", "Two")], keys.TooManyKeys,
        ),
        ("webhook", (webhooks, "MAX_WEBHOOKS"), webhooks.add_webhook, HOOKS, TooManyWebhooks),
        ("collection", (collection_rules, "MAX_COLLECTIONS"), make_collection, MADE, TooManyCollections),
        ("collection", (collection_rules, "MAX_COLLECTIONS"), collect_listing, COLLECTED, TooManyCollections),
        ("saved_search", (newsletter_rules, "MAX_SAVED_SEARCHES"), save_search, SAVED, TooManySavedSearches),
    ],
)  # fmt: skip
async def test_a_limit_holds_for_calls_at_the_same_time(
    market: Market, patient: None, monkeypatch: pytest.MonkeyPatch, table: Any, limit: tuple[Any, str],
    action: Action[Any, Any], asked: list[Input], refused: type[ApiError],
) -> None:  # fmt: skip
    world, alice = market.world, market.person("alice")
    await listings.add(world, listings.listing("kettle"))
    await market.do(f"delete from {table}")  # noqa: S608
    monkeypatch.setattr(*limit, 1)
    outcomes: list[ApiError | None] = []

    async def call(one: Input) -> None:
        try:
            await world.dispatcher.call(action, alice, one)
        except ApiError as error:
            outcomes.append(error)
        else:
            outcomes.append(None)

    async def both_wait() -> bool:
        return ask(world.database_url, WAITING) == 2

    async with anyio.create_task_group() as tasks:
        with blocked(world.database_url, table):
            for one in asked:
                tasks.start_soon(call, one)
            await until(both_wait)
    assert [outcome and type(outcome) for outcome in outcomes] == [None, refused]
    assert len(await market.ask(f"select from {table}")) == 1
