"""Editing a listing: public and found at commit, and kept as a version."""

import pytest

from showground import catalog
from showground.catalog import Editor, NewFounder
from tests.parts.listings import add, listing, profile, search
from tests.parts.world import NOW, World

pytestmark = pytest.mark.anyio


async def test_an_edit_is_public_found_and_kept(world: World) -> None:
    (number,) = await add(world, listing("tidewater", tagline="Old words", categories=["databases"]))
    by = Editor(None, "rest")
    async with world.door.database.transaction() as db:
        changes = {
            "tagline": "Marmalade for machines",
            "socials": {"github": "https://github.com/tidewater"},
            "categories": ["testing", "databases"],
            "founders": [NewFounder("ada-moreno", "Ada Moreno")],
            "story": {"title": "It began"},
            "founded_year": None,
        }
        version = await catalog.edit(db, number, changes, by, NOW)
        assert await catalog.edit(db, number, changes, by, NOW) is None, "the same again is no new version"
    seen = await profile(world, "tidewater")
    assert seen["tagline"] == "Marmalade for machines"
    assert [c["slug"] for c in seen["categories"]] == ["testing", "databases"]
    assert [f["name"] for f in seen["founders"]] == ["Ada Moreno"]
    assert "story" not in seen, "it is not unlocked"
    assert await search(world, q="marmelade") == ["tidewater"]
    async with world.door.database.reading() as db:
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
    async with world.door.database.transaction() as db:
        with pytest.raises(KeyError, match="votes"):
            await catalog.edit(db, number, {"votes": 9}, Editor(None, "rest"), NOW)
