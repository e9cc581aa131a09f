"""The picture of a founder: uploaded by the linked account, cut square, and shown on pages and in the API."""

import io
from typing import Any

import pytest
from PIL import Image

from showground import people
from showground.core.calls.models import NoInput
from showground.listings import new_listings
from showground.ownership.actions.founder_pictures import (
    UploadFounderPicture,
    remove_founder_picture,
    upload_founder_picture,
)
from showground.ownership.actions.founders import LinkFounder, link_founder
from showground.ownership.errors import NoLinkedFounder, PictureRefused
from tests.ownership.actions.test_pictures import picture
from tests.support.owners import Owners
from tests.support.world import NOW

pytestmark = pytest.mark.anyio

SITE = "http://localhost:8000"
FORM = "/dashboard/interview/picture"


@pytest.fixture
async def named(owners: Owners) -> Owners:
    """Tidewater names Ada, who is Alice."""
    founders = [
        new_listings.NewListingFounder(f"{name.lower()}-moreno", f"{name} Moreno", None, None)
        for name in ("Ada", "Ida")
    ]
    await owners.add(founders=founders)
    async with owners.world.dispatcher.database.transaction() as db:
        await people.add_founders(db, [people.NewFounder(slug=each.slug, name=each.name) for each in founders])
    await owners.world.dispatcher.call(link_founder, owners.person("alice"), LinkFounder(slug="ada-moreno"))
    return owners


async def upload(owners: Owners, content: bytes, by: str = "alice") -> None:
    await owners.world.dispatcher.call(upload_founder_picture, owners.person(by), UploadFounderPicture(content=content))


async def shown(owners: Owners, slug: str = "ada-moreno") -> str | None:
    """The picture's path, which the list and the page agree on."""
    listed = {each["slug"]: each["picture_url"] for each in (await owners.call("GET", "/founders"))["items"]}
    founder: dict[str, Any] = await owners.call("GET", f"/founders/{slug}")
    assert founder["picture_url"] == listed[slug]
    return listed[slug] and listed[slug].removeprefix(SITE)


async def test_the_middle_of_a_picture_is_shown_until_it_is_replaced_or_removed(named: Owners) -> None:
    assert await shown(named) is None
    await upload(named, picture("JPEG", (900, 300)))
    first = await shown(named)
    assert first is not None
    served = await named.world.client.get(first)
    assert (served.status_code, served.headers["content-type"]) == (200, "image/webp")
    assert b"taken at home" not in served.content
    with Image.open(io.BytesIO(served.content)) as read:
        assert (read.format, read.size) == ("WEBP", (320, 320))
    for page in ("/founders", "/founders/ada-moreno"):
        assert f'src="{first}"' in (await named.world.client.get(page)).text
    assert await shown(named, "ida-moreno") is None

    await upload(named, picture(colour="blue"))
    second = await shown(named)
    assert second not in (None, first)
    assert (await named.world.client.get(first)).status_code == 404
    await named.world.dispatcher.call(remove_founder_picture, named.person("alice"), NoInput())
    assert await shown(named) is None
    assert (await named.world.client.get(second or "")).status_code == 404


async def test_only_the_founder_s_own_account_may_and_only_with_a_picture(named: Owners) -> None:
    for content in (b"", b"<svg/>", picture()[:60], b"x" * 5_000_001):
        with pytest.raises(PictureRefused):
            await upload(named, content)
    for name in ("bob", "charlie"):
        with pytest.raises(NoLinkedFounder):
            await upload(named, picture(), by=name)
        with pytest.raises(NoLinkedFounder):
            await named.world.dispatcher.call(remove_founder_picture, named.person(name), NoInput())
    assert await shown(named) is None


async def test_it_goes_with_the_link_to_the_account(named: Owners) -> None:
    await upload(named, picture())
    await named.world.dispatcher.call(link_founder, named.person("alice"), LinkFounder(slug="ada-moreno"))
    assert await shown(named) is not None  # still the same person
    await named.world.dispatcher.call(link_founder, named.person("alice"), LinkFounder(slug="ida-moreno"))
    assert await shown(named) is None
    async with named.world.dispatcher.database.transaction() as db:
        number, _ = await people.find_linked_founder(db, named.ids["alice"]) or (0, "")
        await people.set_picture(db, number, b"kept", NOW)
        await people.unlink_founder(db, named.ids["alice"])
    assert await named.ask("select from founder_picture") == []


async def test_the_form_says_what_is_wrong_and_removes(named: Owners) -> None:
    async with named.world.browser("alice") as browser, named.world.browser("charlie") as stranger:
        assert 'name="picture"' in (await browser.get("/dashboard/interview")).text
        assert 'name="picture"' not in (await stranger.get("/dashboard/interview")).text
        empty = await browser.post(FORM, files={"picture": ("", b"")})
        assert (empty.status_code, "Choose a picture first." in empty.text) == (400, True)
        wrong = await browser.post(FORM, files={"picture": ("a.png", b"no picture")})
        assert (wrong.status_code, "Upload a JPEG, PNG, WebP or GIF" in wrong.text) == (400, True)
        large = await browser.post(FORM, files={"picture": ("a.png", b"x" * 5_300_000)})
        assert (large.status_code, "larger than 5 MB" in large.text) == (400, True)
        assert (await stranger.post(FORM, files={"picture": ("a.png", picture())})).status_code == 400
        assert (await browser.post(FORM, files={"picture": ("a.png", picture())})).status_code == 303
        assert (path := await shown(named)) is not None
        page = (await browser.get("/dashboard/interview")).text
        assert f'src="{path}"' in page
        assert "Remove picture" in page
        removed = await browser.post(FORM, files={"picture": ("", b"")}, data={"remove": "yes"})
        assert removed.status_code == 303
    assert await shown(named) is None
