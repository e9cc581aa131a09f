"""Whoever is blocked is out at once, in every process: sessions, keys, apps, and what they had under way."""

import pytest

from showground.accounts.actions.people import BlockPerson, OfPerson, block_person, unblock_person
from showground.accounts.people_errors import HasRole
from showground.core.jobs.declare import JobRun
from showground.drafting import draft_job
from showground.listings import new_listings, status
from showground.oauth.queries import grants
from showground.ownership.actions.listing_status import SuspendListing, suspend_listing
from tests.support.world import World, running_world
from tests.surfaces.web.conftest import new_listing

pytestmark = pytest.mark.anyio


async def account_of(world: World, name: str) -> int:
    return (await world.get("/me", by=name)).json()["account"]["id"]


async def give_app(world: World, account: int) -> str:
    """An access token that an app holds for somebody."""
    async with world.dispatcher.database.transaction() as db:
        client = grants.OAuthClient("app", "App", ["http://127.0.0.1/x"], None, "none", None)
        await grants.store_client(db, client, world.clock())
        grant = await grants.add_grant(
            db, account, "app", ["account:read"], world.dispatcher.site.api_url, world.clock()
        )
        tokens = await grants.add_tokens(db, grant, ["account:read"], ["account:read"], world.clock())
    return tokens.access_token


async def test_everything_ends_at_once_in_all_processes(world: World) -> None:
    alice = await account_of(world, "alice")
    token = {"Authorization": f"Bearer {await give_app(world, alice)}"}
    draft = (await world.request("POST", "/drafts", by="alice", json={"url": "https://kelp.example"})).json()
    async with world.dispatcher.database.transaction() as db:
        members: dict[str, dict[int, new_listings.Role]] = {"waiting": {alice: "owner"}, "alive": {alice: "owner"}}
        ids = await new_listings.add_listings(
            db,
            [
                new_listing("waiting", status="awaiting_badge", live_at=None, members=members["waiting"]),
                new_listing("alive", members=members["alive"]),
            ],
        )
    async with running_world(world.database_url) as other, world.browser("alice") as browser:
        other.keys, cookie = world.keys, {"Cookie": f"session={browser.cookies['session']}"}
        for here in (world, other):
            assert (await here.get("/me", by="alice")).status_code == 200
            assert (await here.client.get("/api/v1/me", headers=token)).status_code == 200
            assert (await here.client.get("/account", headers=cookie)).status_code == 200
        asked = BlockPerson(account=alice, why="Spam, again.")
        await world.dispatcher.call(block_person, world.caller(), asked)
        for here in (world, other):
            assert (await here.get("/me", by="alice")).status_code == 401
            assert (await here.client.get("/api/v1/me", headers=token)).status_code == 401
            assert (await here.client.get("/account", headers=cookie)).status_code == 303
    async with world.dispatcher.database.reading() as db:
        assert await db.all("select id, status, suspended_from from listing order by id") == [
            (ids[0], "suspended", "awaiting_badge"),
            (ids[1], "live", None),
        ]
        assert await db.all("select status, reading, problems->0->>'code' from draft") == [("ready", 2, "stopped")]
        assert await db.all("select from session where account_id = %s", (alice,)) == []
        assert await db.all("select from oauth_grant") == []
        [(to, text)] = await db.all("select recipient, body_text from outbox where template = 'account_blocked'")
        assert (to, "Spam, again." in text) == ("alice@alice.example", True)
        [(by, surface)] = await db.all("select account_id, surface from staff_event where action = 'block_person'")
        assert (by, surface) == (None, "command")
    # The job that was reading the site finds its reading stopped, and asks the site for nothing more.
    run = JobRun(world.dispatcher, world.caller())
    with pytest.raises(draft_job.NotWanted):
        await draft_job._save_progress(run, draft["id"], 1, {})


async def test_a_blocked_account_cannot_sign_in_until_it_is_unblocked(world: World) -> None:
    alice = await account_of(world, "alice")
    await world.dispatcher.call(block_person, world.caller(), BlockPerson(account=alice))
    with pytest.raises(AssertionError):
        async with world.browser("alice"):
            pass
    async with world.dispatcher.database.reading() as db:
        assert await db.all("select from session") == []
        assert await db.all("select from outbox where template = 'account_blocked'") == []
    await world.dispatcher.call(unblock_person, world.caller(), OfPerson(account=alice))
    async with world.browser("alice") as browser:
        assert (await browser.get("/account")).status_code == 200
    assert (await world.get("/me", by="alice")).status_code == 401  # the key was revoked, and stays so


async def test_unblocking_restores_what_the_block_suspended_and_nothing_else(world: World) -> None:
    alice, bob = await account_of(world, "alice"), await account_of(world, "bob")
    alone, shared = {alice: "owner"}, {alice: "owner", bob: "cofounder"}
    async with world.dispatcher.database.transaction() as db:
        ids = await new_listings.add_listings(
            db,
            [
                new_listing("planned", status="scheduled", live_at=None, members=shared),
                new_listing("again", status="draft", live_at=None, members=alone),
                new_listing("before", members=alone),
                new_listing("approval", status="awaiting_badge", live_at=None, members=alone),
            ],
        )
        await status.suspend(db, ids[2], world.clock())
        await db.execute("update listing set review = 'waiting' where id = %s", (ids[3],))

    async def states() -> list[str]:
        async with world.dispatcher.database.reading() as db:
            return [state for (state,) in await db.all("select status from listing order by id")]

    await world.dispatcher.call(block_person, world.caller(), BlockPerson(account=alice))
    assert await states() == ["suspended"] * 4
    suspension = SuspendListing(listing_id=ids[1], why="Spam.")  # by staff, in its own right
    await world.dispatcher.call(suspend_listing, world.caller(), suspension)
    async with world.dispatcher.database.transaction() as db:  # it was paid for meanwhile, and waits for approval
        await status.set_state(db, ids[3], status="live", plan="paid", launch_week=None, at=world.clock())
    done = await world.dispatcher.call(unblock_person, world.caller(), OfPerson(account=alice))
    assert done.restored == 1
    assert await states() == ["scheduled", "suspended", "suspended", "suspended"]
    assert (await world.dispatcher.call(unblock_person, world.caller(), OfPerson(account=alice))).restored == 0


async def test_a_listing_stays_suspended_while_another_owner_is_blocked(world: World) -> None:
    alice, bob = await account_of(world, "alice"), await account_of(world, "bob")
    async with world.dispatcher.database.transaction() as db:
        await new_listings.add_listings(
            db, [new_listing("planned", status="scheduled", live_at=None, members={alice: "owner"})]
        )
    await world.dispatcher.call(block_person, world.caller(), BlockPerson(account=alice))
    async with world.dispatcher.database.transaction() as db:
        await db.execute(
            "insert into listing_member (listing_id, account_id, role, since)"
            " select id, %s, 'owner', now() from listing",
            (bob,),
        )
    await world.dispatcher.call(block_person, world.caller(), BlockPerson(account=bob))
    for account, restored in ((alice, 0), (bob, 1)):
        done = await world.dispatcher.call(unblock_person, world.caller(), OfPerson(account=account))
        assert done.restored == restored


async def test_webhooks_of_a_blocked_account_stay_off(world: World) -> None:
    alice = await account_of(world, "alice")
    async with world.browser("alice") as browser:
        answer = await browser.post("/account/webhooks", data={"url": "https://hook.example/take", "about": "public"})
        assert answer.status_code == 200
    async with world.dispatcher.database.transaction() as db:
        await db.execute(
            "insert into webhook_delivery (webhook_id, kind, key, next_at, created_at)"
            " select id, 'listing.updated', 'kelp', %(now)s, %(now)s from webhook",
            {"now": world.clock()},
        )
    await world.dispatcher.call(block_person, world.caller(), BlockPerson(account=alice))
    await world.dispatcher.call(unblock_person, world.caller(), OfPerson(account=alice))
    async with world.dispatcher.database.reading() as db:
        assert await db.all("select disabled_at is not null from webhook") == [(True,)]
        assert await db.all("select state from webhook_delivery") == [("failed",)]


async def test_public_collections_of_a_blocked_account_are_hidden(world: World) -> None:
    alice = await account_of(world, "alice")
    async with world.dispatcher.database.transaction() as db:
        [(number,)] = await db.all(
            "insert into collection (account_id, name, description, public, created_at, updated_at)"
            " values (%(by)s, 'Buy now', '', true, %(now)s, %(now)s) returning id",
            {"by": alice, "now": world.clock()},
        )
    page = f"/collections/{number}"
    async with world.browser() as browser:
        assert (await browser.get(page)).status_code == 200  # cached from here on
        await world.dispatcher.call(block_person, world.caller(), BlockPerson(account=alice))
        assert (await browser.get(page)).status_code == 404
        assert (await browser.get(f"/feeds{page}.atom")).status_code == 404
        await world.dispatcher.call(unblock_person, world.caller(), OfPerson(account=alice))
        assert (await browser.get(page)).status_code == 200


async def test_people_who_run_the_site_are_not_blocked(world: World) -> None:
    alice = await account_of(world, "alice")
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update account set role = 'moderator' where id = %s", (alice,))
    with pytest.raises(HasRole):
        await world.dispatcher.call(block_person, world.caller(), BlockPerson(account=alice))
    assert (await world.get("/me", by="alice")).status_code == 200
