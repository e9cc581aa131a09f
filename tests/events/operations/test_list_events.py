"""What changed can be read along, by anybody, and what concerns a person by that person."""

from typing import Any

import pytest

from showground import people
from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.events import jobs
from showground.events.operations.list_events import list_events
from showground.listings import counts, status
from showground.listings import jobs as listing_jobs
from tests.support import listings
from tests.support.requests import SURFACES, ask
from tests.support.valid_inputs import account_of
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def read(world: World, after: int = 0, *, by: str | None = None, **more: Any) -> list[dict[str, Any]]:
    answer = await world.get("/events", params={"after": after, "limit": 100, **more}, by=by)
    assert answer.status_code == 200, answer.text
    return answer.json()["items"]


async def last(world: World) -> int:
    after = 0
    while found := await read(world, after, detail="brief"):
        after = found[-1]["id"]
    return after


def kinds(events: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(event["kind"], event["key"]) for event in events]


@pytest.mark.parametrize("surface", SURFACES)
async def test_a_listing_comes_changes_is_renamed_and_goes(world: World, surface: str) -> None:
    (number,) = await listings.add(world, listings.listing("tidewater", status="scheduled", live_at=None))
    after = await last(world) - 1
    (published,) = await read(world, after)
    assert (published["kind"], published["subject"], published["key"]) == ("listing.published", "listing", "tidewater")
    assert published["item"] == await listings.profile(world, "tidewater")
    await listings.change(world, [number], tagline="Backups")
    await listings.change(world, [number], status="live")
    await listings.change(world, [number], slug="tidewater-2")
    async with world.dispatcher.database.transaction() as db:
        await status.suspend(db, number, world.clock())
    answer = (await ask(world, surface, list_events, {"after": published["id"]})).body
    found = answer["items"]
    assert kinds(found) == [
        ("listing.updated", "tidewater"),
        ("listing.launched", "tidewater"),
        ("listing.updated", "tidewater-2"),
        ("listing.removed", "tidewater-2"),
    ]
    assert [event["previous_key"] for event in found] == [None, None, "tidewater", None]
    assert [event["item"] for event in found] == [None] * 4  # it is not public any more, and no event shows it
    assert (answer["after"], answer["more"]) == (found[-1]["id"], False)


async def test_what_one_transaction_does_to_a_listing_is_one_event(world: World) -> None:
    (number,) = await listings.add(world, listings.listing("tidewater"))
    after = await last(world)
    async with world.dispatcher.database.transaction() as db:
        await status.suspend(db, number, world.clock())
        await status.unsuspend(db, number, world.clock())
        await db.execute("update listing set tagline = 'Backups' where id = %s", (number,))
        await listings.public_profiles.refresh(db, [number])
    async with world.dispatcher.database.transaction() as db:
        await status.suspend(db, number, world.clock())
    async with world.dispatcher.database.transaction() as db:  # comes and goes: nobody saw it
        await status.unsuspend(db, number, world.clock())
        await db.execute("delete from listing where id = %s", (number,))
    assert kinds(await read(world, after)) == [("listing.updated", "tidewater"), ("listing.removed", "tidewater")]


async def test_deleting_the_row_leaves_a_tombstone(world: World) -> None:
    (number,) = await listings.add(world, listings.listing("tidewater"))
    after = await last(world)
    async with world.dispatcher.database.transaction() as db:
        await db.execute("delete from listing where id = %s", (number,))
    assert kinds(await read(world, after)) == [("listing.removed", "tidewater")]


async def test_votes_are_told_together(world: World) -> None:
    ids = await listings.add(world, listings.listing("tidewater"), listings.listing("gauge"))
    after = await last(world)
    for votes in (1, 2, 3):
        async with world.dispatcher.database.transaction() as db:
            await counts.set_counts(db, {ids[0]: counts.Counts(votes=votes, rating_average=4.5, rating_count=votes)})
    assert await read(world, after) == []
    run = JobRun(world.dispatcher, Caller(world.clock(), "job"))
    for _ in range(2):
        await listing_jobs.record_counts.work(run)
    (told,) = await read(world, after)
    assert (told["kind"], told["key"], told["item"]["votes"]) == ("listing.counted", "tidewater", 3)


async def test_own_events_are_for_the_account_alone(world: World) -> None:
    await world.add_key("charlie", ["listings:write"])
    members = {await account_of(world, "alice"): "owner"}
    (number,) = await listings.add(world, listings.listing("tidewater", status="draft", live_at=None, members=members))
    after = await last(world)
    async with world.dispatcher.database.transaction() as db:
        await status.suspend(db, number, world.clock())
    assert kinds(await read(world, after, by="alice")) == [("listing.status_changed", "tidewater")]
    for other in (None, "bob", "charlie"):
        assert await read(world, after, by=other) == []


# What follows from the listings, so that an event would only repeat it.
DERIVED = {
    "category": {"listing_count", "subcategories", "items", "page", "per_page", "total"},
    "founder": {"companies", "stories"},
    "post": set[str](),
}
PATHS = {"category": "/categories", "founder": "/founders", "post": "/blog"}


@pytest.mark.parametrize(
    ("subject", "key"), [("category", "ai-agents"), ("founder", "freja-holmgaard"), ("post", "a-tagline-is-a-promise")]
)
async def test_items_are_what_the_api_returns(demo_world: World, subject: str, key: str) -> None:
    world = demo_world
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update interview_answer set answered_at = '2026-03-01 10:00:00.5+00'")
        [(founder,)] = await db.all("select id from founder where slug = 'freja-holmgaard'")
        await people.set_picture(db, founder, b"webp", world.clock())
        await db.execute("update category set description = 'They act.' where slug = 'ai-agents'")
        await db.execute("update post set summary = 'Short.' where slug = 'a-tagline-is-a-promise'")
    events = {(event["subject"], event["key"]): event["item"] for event in await read(world, await last(world) - 10)}
    shown = (await world.get(f"{PATHS[subject]}/{key}")).json()
    assert events[subject, key] == {name: value for name, value in shown.items() if name not in DERIVED[subject]}


async def test_a_founders_new_picture_is_told(demo_world: World) -> None:
    world = demo_world
    after = await last(world)
    async with world.dispatcher.database.transaction() as db:
        [(founder,)] = await db.all("select id from founder where slug = 'freja-holmgaard'")
        await people.set_picture(db, founder, b"webp", world.clock())
    assert kinds(await read(world, after)) == [("founder.updated", "freja-holmgaard")]
    async with world.dispatcher.database.transaction() as db:
        await people.remove_picture(db, founder)
    found = await read(world, after)
    assert kinds(found) == [("founder.updated", "freja-holmgaard")] * 2
    assert found[-1]["item"]["picture_url"] is None


async def test_categories_founders_and_awards_are_told(demo_world: World) -> None:
    world = demo_world
    after = await last(world)
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update category set name = 'Brains' where slug = 'ai'")
        await db.execute("update founder set bio = 'Climbs.' where slug = 'wangari-kimotho'")
        await db.execute("insert into post (slug, title, summary, body, author, published_at, words)"
                         " values ('now', 'Now', '', '', 'Ada', '2026-03-01', ''),"
                         " ('later', 'Later', '', '', 'Ada', '2999-01-01', '')")  # fmt: skip
    found = await read(world, after)
    assert kinds(found)[0] == ("category.updated", "ai")
    assert {kind for kind, _ in kinds(found)[1:-2]} == {"category.updated"}  # those below name the one above
    assert kinds(found)[-2:] == [("founder.updated", "wangari-kimotho"), ("post.updated", "now")]
    assert (found[0]["item"]["name"], found[-2]["item"]["bio"]) == ("Brains", "Climbs.")
    winner = (await world.get("/awards")).json()["items"][0]["listing"]["slug"]
    async with world.dispatcher.database.transaction() as db:
        [(number,)] = await db.all("select id from listing where slug = %s", (winner,))
        await status.suspend(db, number, world.clock())
    hidden = [event for event in await read(world, found[-1]["id"]) if event["subject"] == "award"]
    assert hidden
    assert all(event["item"]["listing"] is None for event in hidden)


async def test_old_events_are_deleted_and_their_readers_told(world: World) -> None:
    await listings.add(world, listings.listing("tidewater"))
    newest = await last(world)
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update event set at = %s", (world.clock(),))
    world.clock.move(days=91)
    await jobs.forget_events.work(JobRun(world.dispatcher, Caller(world.clock(), "job")))
    assert await read(world) == await read(world, newest) == []
    answer = await world.get("/events", params={"after": newest - 1})
    assert (answer.status_code, answer.json()["code"]) == (400, "events_expired")


@pytest.mark.parametrize("surface", SURFACES)
async def test_readers_of_events_that_a_restore_lost_are_told(world: World, surface: str) -> None:
    await listings.add(world, listings.listing("tidewater"))
    newest = await last(world)
    assert await read(world, newest) == []
    async with world.dispatcher.database.transaction() as db:
        await db.execute("delete from event where id = %s", (newest,))  # as an account's events are, with the account
    assert await read(world, newest) == []
    answer = await ask(world, surface, list_events, {"after": newest + 1})
    assert (answer.status, answer.body["code"]) == (400, "events_expired")
    assert "restored from a backup" in answer.body["detail"]
