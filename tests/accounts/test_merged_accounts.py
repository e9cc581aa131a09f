"""Two accounts of one person become one: whatever led to the one leads to the other."""

import pytest

from showground.accounts.actions.merge_accounts import MergeAccounts, merge_accounts
from showground.accounts.people_errors import HasRole, SameAccount
from showground.accounts.queries import merge
from tests.support.shop_world import Market
from tests.test_personal_data import fill

pytestmark = pytest.mark.anyio


async def test_every_column_that_leads_to_an_account_is_moved_or_has_a_reason(market: Market) -> None:
    """The columns come from the schema: a new table is moved without anybody thinking of it."""
    await fill(market)
    me, into = market.accounts["alice"], market.accounts["charlie"]
    await market.do("delete from listing_member where account_id = %s", into)  # nobody reviews their own listing
    async with market.world.dispatcher.database.reading() as db:
        columns = await merge.find_columns(db)
    assert len(columns) > 30
    assert {table for table, _, _ in columns} >= merge.NOT_MOVED.keys()
    for table, column, _ in columns:
        rows = await market.ask(f"select from {table} where {column} = %s", me)
        assert rows, f"the test has nothing of Alice's in {table}.{column}"
    await market.world.dispatcher.call(merge_accounts, market.staff(), MergeAccounts(account=me, into=into))
    for table, column, _ in columns:
        assert await market.ask(f"select from {table} where {column} = %s", me) == [], (table, column)
        moved = await market.ask(f"select from {table} where {column} = %s", into)
        assert moved or table in merge.NOT_MOVED, (table, column)
    assert await market.ask("select from account where id = %s", me) == []
    sent = await market.ask("select recipient from outbox where template = 'accounts_merged' order by 1")
    assert sent == [("alice@alice.example",), ("charlie@charlie.example",)]
    assert [(name,) for (name,) in await market.ask("select action from staff_event where action <> 'x'")] == [
        ("merge_accounts",)
    ]


async def test_what_one_person_did_twice_counts_once(market: Market) -> None:
    """Votes for the same listing, and for what is now one's own, are counted again; the higher role stays."""
    alice, bob, own = market.accounts["alice"], market.accounts["bob"], market.ids["paid"]
    listing = market.ids["foreign"]
    await market.do("delete from listing_member where listing_id in (%s, %s)", own, listing)
    await market.do(
        "insert into listing_member (listing_id, account_id, role, since) values (%s, %s, 'owner', now()),"
        " (%s, %s, 'cofounder', now())",
        own, alice, own, bob,
    )  # fmt: skip
    for account in (alice, bob):
        await market.do("insert into vote (listing_id, account_id, at) values (%s, %s, now())", listing, account)
    await market.do("insert into vote (listing_id, account_id, at) values (%s, %s, now())", own, bob)
    await market.do("update listing set votes = 2 where id = %s", listing)
    await market.do("update listing set votes = 1 where id = %s", own)
    await market.world.dispatcher.call(merge_accounts, market.staff(), MergeAccounts(account=alice, into=bob))
    assert await market.ask("select votes from listing where id in (%s, %s) order by id", own, listing) == (
        [(0,), (1,)] if own < listing else [(1,), (0,)]
    )
    assert await market.ask("select account_id, role from listing_member where listing_id = %s", own) == [
        (bob, "owner")
    ]


async def test_a_merge_never_takes_a_role_away_or_leads_nowhere(market: Market) -> None:
    alice, bob = market.accounts["alice"], market.accounts["bob"]
    await market.do("update account set role = 'moderator' where id = %s", alice)
    with pytest.raises(HasRole):
        await market.world.dispatcher.call(merge_accounts, market.staff(), MergeAccounts(account=alice, into=bob))
    with pytest.raises(SameAccount):
        await market.world.dispatcher.call(merge_accounts, market.staff(), MergeAccounts(account=bob, into=bob))


async def test_webhooks_of_a_merged_account_are_not_sent_what_the_other_one_may_see(market: Market) -> None:
    alice, bob = market.accounts["alice"], market.accounts["bob"]
    await market.do(
        "insert into webhook (account_id, url, format, about, kinds, reached, created_at)"
        " values (%s, 'https://hook.example/take', 'standard', 'mine', '{}', 0, now())",
        alice,
    )
    await market.world.dispatcher.call(merge_accounts, market.staff(), MergeAccounts(account=alice, into=bob))
    assert await market.ask("select from webhook") == []
