"""The logo of a listing: uploaded, chosen, replaced, removed, and deleted with the listing."""

import io
from datetime import timedelta

import pytest
from PIL import Image

from showground.listings import NoSuchListing
from showground.listings.jobs import forget_old_versions
from showground.ownership import LogoRefused
from showground.ownership.actions.logos import (
    ChooseLogo,
    ListLogoChoices,
    UploadLogo,
    choose_logo,
    list_logo_choices,
    upload_logo,
)
from showground.ownership.actions.versions import ListVersions, RestoreVersion, list_versions, restore_version
from tests.support.listings import profile
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio
SITE = "http://localhost:8000"


def picture(colour: str = "red", size: int = 64) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (size, size), colour).save(written, "PNG")
    return written.getvalue()


async def upload(owners: Owners, number: int, colour: str = "red", by: str = "alice") -> str:
    """Returns the path of the new logo."""
    asked = UploadLogo(listing_id=number, content=picture(colour))
    shown = await owners.world.dispatcher.call(upload_logo, owners.person(by), asked)
    [chosen] = [each.path for each in shown.items if each.chosen]
    return chosen


async def logo_of(owners: Owners, slug: str = "tidewater") -> str | None:
    return (await profile(owners.world, slug))["logo_url"]


async def count_files(owners: Owners) -> int:
    async with owners.world.dispatcher.database.reading() as db:
        row = await db.one("select count(*) from media_file")
    assert row
    return row[0]


async def test_an_upload_is_public_at_once_at_our_address(owners: Owners) -> None:
    quote = {"quote": "/l.svg", "url": "https://tidewater.example/", "read_at": "2026-01-01T00:00:00Z"}
    number = await owners.add(evidence={"logo_url": [quote]})
    page = (await owners.world.client.get("/listings/tidewater")).text  # so that the page is cached
    path = await upload(owners, number)
    assert path not in page
    assert await logo_of(owners) == SITE + path
    assert "logo_url" not in (await profile(owners.world, "tidewater"))["evidence"]
    assert f'src="{path}"' in (await owners.world.client.get("/listings/tidewater")).text
    assert f"{SITE}{path}" in (await owners.world.client.get("/api/v1/listings?q=tidewater")).text
    served = await owners.world.client.get(path)
    assert served.headers["content-type"] == "image/webp"
    assert served.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in served.headers["content-security-policy"]
    assert "immutable" in served.headers["cache-control"]


async def test_others_cannot_see_or_change_it(owners: Owners) -> None:
    number = await owners.add()
    path = await upload(owners, number)
    dispatcher, charlie = owners.world.dispatcher, owners.person("charlie")
    with pytest.raises(NoSuchListing):
        await upload(owners, number, by="charlie")
    with pytest.raises(NoSuchListing):
        await dispatcher.call(choose_logo, charlie, ChooseLogo(listing_id=number, name=None))
    with pytest.raises(NoSuchListing):
        await dispatcher.call(list_logo_choices, charlie, ListLogoChoices(listing_id=number))
    assert await logo_of(owners) == SITE + path


async def test_earlier_uploads_can_be_chosen_again_until_there_are_too_many(owners: Owners) -> None:
    number = await owners.add()
    dispatcher, alice = owners.world.dispatcher, owners.person("alice")
    colours = ["red", "green", "blue", "black", "white", "grey", "cyan", "pink"]
    paths: list[str] = []
    for colour in colours:
        owners.world.clock.now += timedelta(seconds=1)
        paths.append(await upload(owners, number, colour))
    assert len(set(paths)) == len(colours)
    shown = await dispatcher.call(list_logo_choices, alice, ListLogoChoices(listing_id=number))
    assert [each.path for each in shown.items] == paths[:-7:-1]
    assert (await owners.world.client.get(paths[0])).status_code == 404

    chosen = await dispatcher.call(choose_logo, alice, ChooseLogo(listing_id=number, name=shown.items[3].name))
    assert [each.chosen for each in chosen.items] == [False, False, False, True, False, False]
    assert await logo_of(owners) == SITE + shown.items[3].path
    await dispatcher.call(choose_logo, alice, ChooseLogo(listing_id=number, name=None))
    assert await logo_of(owners) is None


async def test_a_logo_of_another_listing_cannot_be_chosen(owners: Owners) -> None:
    number, other = await owners.add(), await owners.add("driftwood")
    path = await upload(owners, other)
    asked = ChooseLogo(listing_id=number, name=path.removeprefix("/media/"))
    with pytest.raises(LogoRefused):
        await owners.world.dispatcher.call(choose_logo, owners.person("alice"), asked)
    assert await upload(owners, number) != path  # the same picture is a file of its own


async def test_the_files_are_deleted_with_the_listing(owners: Owners) -> None:
    number = await owners.add()
    path = await upload(owners, number)
    async with owners.world.dispatcher.database.transaction() as db:
        await db.execute("delete from listing where id = %s", (number,))
    assert await count_files(owners) == 0
    assert (await owners.world.client.get(path)).status_code == 404


async def test_a_replaced_logo_is_deleted_after_90_days_and_not_brought_back(owners: Owners) -> None:
    number = await owners.add()
    dispatcher, clock = owners.world.dispatcher, owners.world.clock
    await upload(owners, number, "red")
    clock.now += timedelta(days=200)
    kept = await upload(owners, number, "blue")
    await owners.run(forget_old_versions)
    assert await count_files(owners) == 2  # it was shown until now
    clock.now += timedelta(days=91)
    await owners.run(forget_old_versions)
    assert await count_files(owners) == 1
    alice = owners.person("alice")
    found = await dispatcher.call(list_versions, alice, ListVersions(listing_id=number))
    asked = RestoreVersion(listing_id=number, version_id=found.items[0].id, undo=True)
    await dispatcher.call(restore_version, alice, asked)
    assert await logo_of(owners) == SITE + kept


async def test_a_file_that_is_too_large_says_how_large(owners: Owners) -> None:
    number = await owners.add()
    asked = UploadLogo(listing_id=number, content=bytes(3_100_000))
    with pytest.raises(LogoRefused) as refused:
        await owners.world.dispatcher.call(upload_logo, owners.person("alice"), asked)
    [error] = refused.value.errors
    assert error["message"] == (
        "This file is 3.1 MB; the maximum is 2 MB. Make the picture smaller and upload it again."
    )
