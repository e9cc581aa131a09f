"""Editing a listing: public and found at commit, and kept as a version."""

import pytest

from showground.core.jobs.declare import JobRun
from showground.listings import edits, new_listings
from showground.listings.jobs import forget_old_versions
from tests.support.listings import add, listing, profile, search
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio


async def test_an_edit_is_public_found_and_kept(world: World) -> None:
    (number,) = await add(world, listing("tidewater", tagline="Old words", categories=["databases"]))
    by = edits.Editor(None, "rest")
    async with world.dispatcher.database.transaction() as db:
        changes = {
            "tagline": "Marmalade for machines",
            "socials": {"github": "https://github.com/tidewater"},
            "categories": ["testing", "databases"],
            "founders": [new_listings.NewListingFounder("ada-moreno", "Ada Moreno")],
            "story": {"title": "It began"},
            "founded_year": None,
        }
        version = await edits.edit(db, number, changes, by, NOW)
        assert await edits.edit(db, number, changes, by, NOW) is None, "the same again is no new version"
    seen = await profile(world, "tidewater")
    assert seen["tagline"] == "Marmalade for machines"
    assert [c["slug"] for c in seen["categories"]] == ["testing", "databases"]
    assert [f["name"] for f in seen["founders"]] == ["Ada Moreno"]
    assert "story" not in seen, "it is not unlocked"
    assert await search(world, q="marmelade") == ["tidewater"]
    async with world.dispatcher.database.reading() as db:
        row = await db.one("select id, before, after, was_live from listing_version where listing_id = %s", (number,))
    assert row is not None
    assert row[0] == version
    assert row[1] == {
        "tagline": "Old words",
        "socials": None,
        "categories": ["databases"],
        "founders": [],
        "story": None,
    }
    assert row[2]["tagline"] == "Marmalade for machines"
    assert row[3] is True


async def test_what_a_listing_does_not_have_is_refused(world: World) -> None:
    (number,) = await add(world, listing("tidewater"))
    async with world.dispatcher.database.transaction() as db:
        with pytest.raises(KeyError, match="votes"):
            await edits.edit(db, number, {"votes": 9}, edits.Editor(None, "rest"), NOW)


async def edit(world: World, number: int, tagline: str, account: int | None = None) -> int | None:
    async with world.dispatcher.database.transaction() as db:
        return await edits.edit(db, number, {"tagline": tagline}, edits.Editor(account, "rest"), world.clock())


async def versions(world: World) -> list[tuple[str, str]]:
    async with world.dispatcher.database.reading() as db:
        return await db.all("select before ->> 'tagline', after ->> 'tagline' from listing_version order by id")


async def test_what_one_person_changes_within_a_minute_is_one_version(world: World) -> None:
    (number,) = await add(world, listing("tidewater", tagline="0"))
    for word in "12345":
        await edit(world, number, word)
        world.clock.move(seconds=10)
    assert await versions(world) == [("0", "5")]
    world.clock.move(seconds=10)
    await edit(world, number, "6")
    assert await versions(world) == [("0", "5"), ("5", "6")]
    async with world.dispatcher.database.reading() as db:
        rows = await db.all("select id from account order by id limit 2")
    for (account,) in rows:
        await edit(world, number, f"by {account}", account)
    assert len(await versions(world)) == 4  # what others change is theirs


async def test_a_history_keeps_its_beginning_and_its_newest_versions(world: World) -> None:
    (number, other) = await add(world, listing("tidewater", tagline="0"), listing("quince", tagline="0"))
    async with world.dispatcher.database.transaction() as db:
        await db.execute(
            """
            insert into listing_version (listing_id, surface, at, before, after, was_live)
            select %s, 'rest', %s, '{}', jsonb_build_object('tagline', n), true from generate_series(1, 250) n
            """,
            (number, NOW),
        )
    await edit(world, other, "1")
    await forget_old_versions.work(JobRun(world.dispatcher, world.caller()))
    async with world.dispatcher.database.reading() as db:
        found = await db.all(
            "select after ->> 'tagline' from listing_version where listing_id = %s order by id", (number,)
        )
    kept = [int(text) for (text,) in found]
    assert kept == [1, *range(51, 251)]
    assert (await versions(world))[-1] == ("0", "1")
