"""Images of a listing."""

from typing import Annotated

from pydantic import Field

from showground import listings, people
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.errors import NotFound
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing, media
from showground.ownership import input_values
from showground.ownership.errors import PictureRefused, TooManyPictures
from showground.ownership.picture_uploads import reencode_upload
from showground.ownership.sandbox_calls import REENCODE, ServedPicture

MAX_ITEMS = 12


class ReadMediaFile(Input):
    name: Annotated[str, Field(pattern=r"^[0-9a-f]{40}\.webp$")]


class MediaFile(DataModel):
    """A file and its content type."""

    type: str
    content: bytes


# One page shows up to a hundred logos, and an office full of readers may share an IP address.
READS = Limit("media", 6_000, 60)


@action(scope=PUBLIC, read_only=True, limit=READS, errors=(NotFound,))
async def read_media_file(ctx: Context, input: ReadMediaFile) -> MediaFile:
    """Read a file by its name, which cannot be guessed."""
    found = await media.find_file(ctx.db, input.name)
    if found is not None:
        return MediaFile(type=found[0], content=found[1])
    portrait = await people.find_picture_file(ctx.db, input.name)
    if portrait is None:
        raise NotFound
    return MediaFile(type="image/webp", content=portrait)


class NoSuchMedia(NotFound):
    """The listing has no such image."""


class UploadMedia(Input):
    """An image as the browser sent it, and its alt text."""

    listing_id: int
    content: bytes
    alt: Annotated[str | None, Field(max_length=300)] = None


class MediaItem(DataModel):
    """An image of a listing."""

    id: int
    url: str
    alt: str | None


class MediaShown(DataModel):
    """All media of the listing, in order. The public sees them once `media` is unlocked."""

    items: list[MediaItem]


async def prepare(outside: PrepareContext, input: UploadMedia) -> ServedPicture:
    async with outside.reading() as db:
        await listings.owned.get_owned(db, input.listing_id, outside.account)
    return await reencode_upload(REENCODE, input.content, outside.owner)


@action(
    scope=PERSON,
    prepare=prepare,
    limit=Limit("pictures", 60, 3600),
    errors=(NoSuchListing, PictureRefused, TooManyPictures),
)
async def upload_media(ctx: Context, input: UploadMedia, found: ServedPicture) -> MediaShown:
    """Add an image to a listing's media. We re-encode it, so nothing else of the uploaded file is stored."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    if len(await media.list_media(ctx.db, owned.id)) >= MAX_ITEMS:
        raise TooManyPictures
    size = (found.width, found.height)
    await media.add_picture(ctx.db, owned.id, found.content, "webp", size, input_values.trimmed(input.alt), ctx.now)
    return await _show(ctx, owned.id)


class RemoveMedia(Input):
    listing_id: int
    media_id: int


@action(scope=PERSON, errors=(NoSuchListing, NoSuchMedia))
async def remove_media(ctx: Context, input: RemoveMedia) -> MediaShown:
    """Remove an image or video from a listing's media."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    if not await media.remove_media(ctx.db, owned.id, input.media_id):
        raise NoSuchMedia
    return await _show(ctx, owned.id)


async def _show(ctx: Context, listing: int) -> MediaShown:
    shown = await media.list_media(ctx.db, listing)
    return MediaShown(items=[MediaItem(id=number, url=url, alt=alt) for number, url, alt in shown])
