"""Listings out of one directory and into another: the same directory, or nothing and every bad line named."""

import json
from pathlib import Path
from typing import Any

import pytest

from showground import listings
from showground.bulk import listing_import
from showground.bulk.listing_export import export_listings
from showground.bulk.listing_import import FileRefused, import_listings
from showground.categories.actions.categories import load_categories
from showground.core.calls.models import NoInput
from showground.listings import media
from tests.support.world import World

pytestmark = pytest.mark.anyio

# What people did is not in the file.
COUNTED = (
    *("votes", "followers", "rating", "review_count", "question_count", "questions", "stated_by_maker", "url", "links"),
)
BARE = {"name": "Tidewater", "website": "https://tidewater.example/"}


def quiet(_done: int, _total: int) -> None:
    pass


async def export(world: World) -> bytes:
    return b"".join([line async for line in export_listings(world.dispatcher, quiet)])


def write(folder: Path, *rows: Any) -> Path:
    file = folder / "listings.jsonl"
    file.write_bytes(b"\n".join(row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows))
    return file


async def refuse(world: World, file: Path) -> list[str]:
    with pytest.raises(FileRefused) as refused:
        await import_listings(world.dispatcher, file, quiet)
    async with world.dispatcher.database.reading() as db:
        assert await listings.export.count_listings(db) == 0
        assert await db.one("select count(*) from account") == (3,)
    return refused.value.lines


def without_numbers(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_numbers(v) for k, v in value.items() if k not in (*COUNTED, "id")}  # pyright: ignore[reportUnknownVariableType]
    return [without_numbers(item) for item in value] if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType]


@pytest.fixture
async def empty(world: World) -> World:
    """A directory with its categories and nothing in them."""
    await world.dispatcher.call(load_categories, world.caller(), NoInput())
    return world


@pytest.mark.slow
async def test_what_is_exported_and_imported_is_the_same_directory(
    demo_world: World, empty: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with demo_world.dispatcher.database.transaction() as db:
        [(number, first)] = await listings.export.read_listings(db, 0, 1)
        await media.add_picture(db, number, b"a picture", "webp", (640, 480), "The screen", demo_world.clock())
        logo = listings.logos.imported(first.slug, b"a logo")
        await listings.logos.add_imported(db, number, logo, b"a logo", demo_world.clock())
        await listings.edits.edit(
            db, number, {"logo_url": logo.path}, listings.edits.Editor(None, "command"), demo_world.clock()
        )
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))

    file = write(tmp_path, exported := await export(demo_world))
    monkeypatch.setattr(listing_import, "AT_ONCE", 50)
    assert await import_listings(empty.dispatcher, file, tell) == 120
    assert told == [(50, 120), (100, 120), (120, 120)]
    assert await export(empty) == exported

    slugs = [one["slug"] for one in (await demo_world.get("/listings?per_page=100")).json()["items"]]
    assert len(slugs) > 90
    for slug in slugs:
        before, after = [await each.get(f"/listings/{slug}") for each in (demo_world, empty)]
        assert without_numbers(after.json()) == without_numbers(before.json())
        named = [(await each.get(f"/listings/{slug}/alternatives")).json()["items"] for each in (demo_world, empty)]
        first, second = ({one["listing"]["slug"] for one in each if one["approved"]} for each in named)
        assert first == second
    for path in ("/founders?per_page=50", "/listings?q=backup&per_page=1", "/launches?per_page=1"):
        totals = [(await each.get(path)).json()["total"] for each in (demo_world, empty)]
        assert totals[0] == totals[1] > 0
    async with empty.dispatcher.database.reading() as db:
        [(_, first)] = await listings.export.read_listings(db, 0, 1)
        picture = first.media[-1]
        assert await media.find_file(db, picture.url.removeprefix("/media/")) == ("image/webp", b"a picture")
        assert first.logo_url is not None
        assert await media.find_file(db, first.logo_url.removeprefix("/media/")) == ("image/webp", b"a logo")


async def test_a_name_and_a_website_are_enough(empty: World, tmp_path: Path) -> None:
    other = {"name": "Tidewater", "website": "https://other.example/", "people": [{"email": "ann@other.example"}]}
    assert await import_listings(empty.dispatcher, write(tmp_path, BARE, b"  ", other), quiet) == 2
    listing = (await empty.get("/listings/tidewater")).json()
    assert (listing["status"], listing["launch_week"]) == ("live", "2026-03-09")
    assert (await empty.get("/listings/tidewater-2")).json()["website"] == "https://other.example/"
    async with empty.dispatcher.database.reading() as db:
        found = "select m.role from listing_member m join account on id = account_id where name = 'ann'"
        assert await db.one(found) == ("owner",)


async def test_every_bad_line_is_named_and_nothing_is_done(empty: World, tmp_path: Path) -> None:
    file = write(
        tmp_path,
        BARE | {"people": [{"email": "ann@other.example"}]},
        b"{no json",
        {"name": "Ship"},
        BARE | {"website": "javascript:alert(1)", "colour": "red"},
        BARE | {"website": "https://a.example", "launch_week": "2026-03-10", "country": "UK"},
        BARE | {"website": "https://c.example", "logo": "!"},
        BARE | {"website": "https://d.example", "logo": "aaaa", "logo_url": "https://d.example/logo.png"},
        BARE | {"website": "https://b.example", "media": [{"content": "!", "format": "webp", "width": 1, "height": 1}]},
    )
    assert await refuse(empty, file) == [
        "Line 2: This is not valid JSON: key must be a string at line 1 column 2.",
        "Line 3: website: This is required.",
        "Line 4: website: Must be a URL that starts with https:// or http://.",
        "Line 4: colour: Unknown parameter. Did you mean country?",
        "Line 5: launch_week: 2026-03-10 is not a Monday.",
        "Line 5: country: UK is not an ISO 3166 country code. Did you mean GB?",
        "Line 6: logo: This is not valid base64.",
        "Line 7: logo: Set either logo or logo_url, but not both.",
        "Line 8: media[0]: content is not valid base64.",
    ]


async def test_all_errors_of_a_line_are_named_at_once(empty: World, tmp_path: Path) -> None:
    picture = {"format": "xyz", "content": "aaaa"}
    file = write(
        tmp_path,
        BARE
        | {"website": "no", "country": "UK", "categories": ["nowhere"], "founders": [{"slug": "ann"}], "logo": "!"},
        BARE | {"status": "scheduled", "launch_week": "soon", "media": [picture], "alternatives": ["ghost"]},
        BARE | {"slug": "tide", "tagline": "a\0b", "story": {"how": "x"}, "faqs": [{"question": "?"}]},
        {"website": "https://a.example", "alternatives": ["tide"], "attributes": {"size": 1}, "views": -1},
    )
    first = [
        "Line 1: website: Must be a URL that starts with https:// or http://.",
        "Line 1: founders[0].name: This is required.",
        "Line 1: country: UK is not an ISO 3166 country code. Did you mean GB?",
        "Line 1: logo: This is not valid base64.",
        "Line 1: categories: There is no category nowhere in this directory.",
        "Line 2: launch_week: Must be a date in the format YYYY-MM-DD.",
        "Line 2: media[0]: A picture needs its width and height.",
        "Line 2: media: xyz is not a supported format.",
    ]
    ghost = "Line 2: alternatives: There is no listing ghost in this directory or this file."
    rest = [
        "Line 3: faqs[0].answer: This is required.",
        "Line 3: tagline: Must not contain a NUL character.",
        "Line 3: story.how: There is no such section in a story.",
        "Line 3: website: The domain tidewater.example is also on line 2.",
        "Line 4: name: This is required.",
        "Line 4: views: Must be 0 or more.",
    ]
    assert await refuse(empty, file) == [*first, ghost, *rest]
    with file.open("a") as lines:
        lines.write("\n[5]\n")  # perhaps the ghost
    assert await refuse(empty, file) == [*first, *rest, "Line 5: It: Must be an object."]


async def test_what_does_not_fit_this_directory_is_named_too(empty: World, tmp_path: Path) -> None:
    file = write(
        tmp_path,
        BARE | {"slug": "tidewater", "categories": ["databases", "nowhere"]},
        BARE | {"slug": "tidewater", "website": "https://www.tidewater.example/", "alternatives": ["ghost"]},
    )
    assert await refuse(empty, file) == [
        "Line 1: categories: There is no category nowhere in this directory.",
        "Line 2: slug: tidewater is also on line 1.",
        "Line 2: website: The domain tidewater.example is also on line 1.",
        "Line 2: alternatives: There is no listing ghost in this directory or this file.",
    ]
    assert await refuse(empty, write(tmp_path)) == ["Line 1: There are no listings in this file."]
    file = write(tmp_path, *[b"?"] * 60)
    assert len(await refuse(empty, file)) == listing_import.MAX_WRONG
    await import_listings(empty.dispatcher, write(tmp_path, BARE), quiet)
    with pytest.raises(FileRefused, match=r"There is already a listing for tidewater\.example") as refused:
        await import_listings(empty.dispatcher, write(tmp_path, BARE | {"slug": "tidewater"}), quiet)
    assert refused.value.lines[0] == "Line 1: slug: tidewater is already taken."
