"""What somebody takes along of their listings and claims, and what stays when they go."""

import asyncio

import pytest

from showground.accounts.actions.account import DeleteAccount, delete_account
from showground.core.mail.templates import write
from showground.ownership.queries.personal_data import export_listings
from tests.support.dispatcher import SITE
from tests.support.listings import profile
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio


async def leave(owners: Owners, name: str) -> None:
    await owners.world.dispatcher.call(
        delete_account, owners.person(name), DeleteAccount(email=f"{name}@{name}.example")
    )


async def who_has(owners: Owners, listing: int) -> list[tuple[int, str]]:
    return await owners.ask(
        "select account_id, role from listing_member where listing_id = %s order by role desc, account_id", listing
    )


async def test_a_listing_stays_without_its_owner_and_can_be_claimed(owners: Owners) -> None:
    await owners.add(members={owners.ids["alice"]: "owner"})
    await owners.call("POST", "/claims", {"slug": "tidewater", "method": "meta"}, status=201)
    async with owners.world.dispatcher.database.reading() as db:
        told = await export_listings(db, owners.ids["alice"])
    [listing] = told["listings"]
    assert (listing["listing"], listing["role"], listing["status"], listing["plan"]) == (
        "tidewater",
        "owner",
        "live",
        "none",
    )
    assert [(claim["listing"], claim["method"], claim["status"]) for claim in told["claims"]] == [
        ("tidewater", "meta", "pending")
    ]
    await leave(owners, "alice")
    assert (await profile(owners.world, "tidewater"))["slug"] == "tidewater"
    assert await owners.ask("select from listing_member") == await owners.ask("select from claim") == []
    await owners.call("POST", "/claims", {"slug": "tidewater", "method": "meta"}, by="charlie", status=201)
    assert await owners.mails() == []


async def test_a_listing_goes_to_the_cofounder_who_joined_first(owners: Owners) -> None:
    alice, bob, charlie = (owners.ids[name] for name in ("alice", "bob", "charlie"))
    shared = await owners.add(verified_at=owners.world.clock())
    led_by_both = await owners.add("led-by-both", members={alice: "owner", bob: "owner", charlie: "cofounder"})
    of_three = await owners.add("of-three", members={alice: "owner", bob: "cofounder", charlie: "cofounder"})
    await owners.do(
        "update listing_member set since = since - interval '1 day' where listing_id = %s and account_id = %s",
        of_three,
        charlie,
    )
    await owners.do(
        """
        insert into claim (account_id, listing_id, method, token, status, ownership, created_at)
        values (%s, %s, 'meta', 'token', 'verified', 'granted', %s)
        """,
        alice,
        shared,
        owners.world.clock(),
    )
    await leave(owners, "alice")
    assert await who_has(owners, shared) == [(bob, "owner")]
    assert await who_has(owners, led_by_both) == [(bob, "owner"), (charlie, "cofounder")]
    assert await who_has(owners, of_three) == [(charlie, "owner"), (bob, "cofounder")]
    assert [(to, template) for to, template, _ in await owners.mails()] == [
        ("bob@bob.example", "listing_handed_over"),
        ("charlie@charlie.example", "listing_handed_over"),
    ]
    await owners.call("GET", f"/me/listings/{shared}", by="bob")
    await owners.call("GET", f"/me/listings/{shared}", by="charlie", status=404)
    assert await owners.ask("select verified_at from listing where id = %s", shared) == [(None,)]


async def test_who_leaves_at_the_same_time_inherits_nothing(owners: Owners) -> None:
    alice, bob, charlie = (owners.ids[name] for name in ("alice", "bob", "charlie"))
    shared = await owners.add(members={alice: "owner", bob: "cofounder", charlie: "cofounder"})
    await asyncio.gather(leave(owners, "alice"), leave(owners, "bob"))
    assert await who_has(owners, shared) == [(charlie, "owner")]


def test_the_mail_in_full() -> None:
    link = "https://fair.example/dashboard/listings/7"
    mail = write(SITE, "b@c.example", "listing_handed_over", unsubscribe_url=None, listing="Tide <b>", link=link)
    assert mail.subject == "You now own Tide <b>"
    assert mail.body_text == (
        "Tide <b> now belongs to you. Its owner deleted their account, and you have been a co-founder the longest.\n\n"
        "Manage the listing: https://fair.example/dashboard/listings/7\n\n-- \nTest Fair\nhttps://fair.example\n"
    )
    assert "Tide &lt;b&gt;</a> now belongs to you." in mail.body_html
    assert f'<a href="{link}"' in mail.body_html
