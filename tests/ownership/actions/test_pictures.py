"""Pictures of a listing: written anew, bounded, and served by us."""

import hashlib
import io

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from showground.listings import NoSuchListing
from showground.ownership import pictures
from showground.ownership.actions.media import NoSuchMedia, RemoveMedia, UploadMedia, remove_media, upload_media
from showground.ownership.errors import PictureRefused, TooManyPictures
from tests.support.listings import profile
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio


def picture(form: str = "PNG", size: tuple[int, int] = (40, 30), colour: str = "red", mode: str = "RGB") -> bytes:
    written = io.BytesIO()
    made = Image.new(mode, size, colour)
    exif = made.getexif()
    exif[0x010E] = "taken at home, 52.1 N"
    exif[0x0112] = 6  # lies on its side
    made.save(written, form, **({"exif": exif} if form in ("JPEG", "WEBP") else {}))
    return written.getvalue()


async def test_it_is_written_anew_and_served(owners: Owners) -> None:
    number = await owners.add(unlocked=["media"])
    dispatcher, alice = owners.world.dispatcher, owners.person("alice")
    sent = picture("JPEG", (4000, 1000))
    shown = await dispatcher.call(
        upload_media, alice, UploadMedia(listing_id=number, content=sent, alt=" The front page ")
    )
    [item] = (await profile(owners.world, "tidewater"))["media"]
    assert (item["kind"], item["alt"], item["width"], item["height"]) == ("picture", "The front page", 480, 1920)
    assert item["url"].startswith("http://localhost:8000/media/")
    served = await owners.world.client.get(item["url"].removeprefix("http://localhost:8000"))
    assert (served.status_code, served.headers["content-type"]) == (200, "image/webp")
    assert "immutable" in served.headers["cache-control"]
    assert served.headers["content-security-policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"
    assert b"taken at home" not in served.content
    assert item["url"].endswith(f"/{hashlib.sha256(served.content).hexdigest()[:40]}.webp")
    with Image.open(io.BytesIO(served.content)) as read:
        assert (read.format, read.size) == ("WEBP", (480, 1920))

    await dispatcher.call(
        remove_media, owners.person("bob"), RemoveMedia(listing_id=number, media_id=shown.items[0].id)
    )
    assert (await profile(owners.world, "tidewater"))["media"] is None
    assert (await owners.world.client.get(item["url"].removeprefix("http://localhost:8000"))).status_code == 404
    with pytest.raises(NoSuchMedia):
        await dispatcher.call(remove_media, alice, RemoveMedia(listing_id=number, media_id=shown.items[0].id))
    assert (await owners.world.client.get("/media/..%2Fetc")).status_code == 404


async def test_strangers_and_floods_are_refused(owners: Owners) -> None:
    number = await owners.add()
    dispatcher, alice = owners.world.dispatcher, owners.person("alice")
    with pytest.raises(NoSuchListing):
        await dispatcher.call(upload_media, owners.person("charlie"), UploadMedia(listing_id=number, content=picture()))
    for n in range(12):
        await dispatcher.call(upload_media, alice, UploadMedia(listing_id=number, content=picture(size=(10 + n, 10))))
    with pytest.raises(TooManyPictures):
        await dispatcher.call(upload_media, alice, UploadMedia(listing_id=number, content=picture()))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
def test_usual_formats_are_taken(form: str) -> None:
    made = pictures.reencode(picture(form))
    assert made.content[8:12] == b"WEBP"


def test_transparency_is_kept() -> None:
    made = pictures.reencode(picture("PNG", colour="#ff000000", mode="RGBA"))
    with Image.open(io.BytesIO(made.content)) as read:
        assert read.mode == "RGBA"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a picture",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
        picture("PNG")[:60],
        picture("BMP"),
        b"\x89PNG\r\n\x1a\n" + bytes(5_000_001),
    ],
    ids=["empty", "text", "svg", "cut short", "another format", "too large"],
)
def test_what_is_no_usual_picture_is_refused(data: bytes) -> None:
    with pytest.raises(PictureRefused):
        pictures.reencode(data)


def test_a_small_file_of_very_many_pixels_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    written, unpacked = io.BytesIO(), list[tuple[int, int]]()
    Image.new("1", (9000, 9000)).save(written, "PNG")
    load = PngImageFile.load

    def noted(read: PngImageFile) -> object:
        unpacked.append(read.size)
        return load(read)

    monkeypatch.setattr(PngImageFile, "load", noted)
    with pytest.raises(PictureRefused):
        pictures.reencode(written.getvalue())
    assert unpacked == []
    pictures.reencode(picture())
    assert (40, 30) in unpacked
