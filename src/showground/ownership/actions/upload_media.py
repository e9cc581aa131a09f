"""Add a picture to a listing's media, or remove one."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground import catalog
from showground.catalog import NoSuchListing
from showground.core.context import Context, Outside
from showground.core.failures import NotFound
from showground.core.limits import Limit
from showground.core.operation import PERSON, Input, action
from showground.core.sandbox import SandboxKilled, run
from showground.ownership import addresses
from showground.ownership.failures import PictureRefused, TooManyPictures
from showground.ownership.sandboxed import REENCODE, SentPicture, ServedPicture

MOST = 12
MOST_BYTES = 5_000_000


class NoSuchMedia(NotFound):
    """The listing shows no such picture."""


class UploadMedia(Input):
    """A picture as the browser sent it, and what to say where it is not seen."""

    listing_id: int
    content: bytes
    alt: Annotated[str | None, Field(max_length=300)] = None


class MediaItem(BaseModel):
    """A picture of a listing."""

    id: int
    url: str
    alt: str | None


class MediaShown(BaseModel):
    """All that the listing shows, in order; the public sees it once `media` is unlocked."""

    items: list[MediaItem]


async def prepare(outside: Outside, input: UploadMedia) -> ServedPicture:
    async with outside.reading() as db:
        await catalog.get_owned(db, input.listing_id, outside.account)
    if len(input.content) > MOST_BYTES:
        raise PictureRefused
    try:
        made = await run(REENCODE, SentPicture(content=input.content), owner=outside.owner)
    except SandboxKilled:
        raise PictureRefused from None
    if not made.content:
        raise PictureRefused
    return made


@action(
    scope=PERSON,
    prepare=prepare,
    limit=Limit("pictures", 60, 3600),
    failures=(NoSuchListing, PictureRefused, TooManyPictures),
)
async def upload_media(ctx: Context, input: UploadMedia, found: ServedPicture) -> MediaShown:
    """Add a picture to a listing's media; it is written anew, and nothing of the file that was sent is kept."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account, hold=True)
    if len(await catalog.list_media(ctx.db, owned.id)) >= MOST:
        raise TooManyPictures
    size = (found.width, found.height)
    await catalog.add_picture(ctx.db, owned.id, found.content, "webp", size, addresses.trimmed(input.alt), ctx.now)
    return await _show(ctx, owned.id)


class RemoveMedia(Input):
    listing_id: int
    media_id: int


@action(scope=PERSON, failures=(NoSuchListing, NoSuchMedia))
async def remove_media(ctx: Context, input: RemoveMedia) -> MediaShown:
    """Remove a picture or video from a listing's media."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account, hold=True)
    if not await catalog.remove_media(ctx.db, owned.id, input.media_id):
        raise NoSuchMedia
    return await _show(ctx, owned.id)


async def _show(ctx: Context, listing: int) -> MediaShown:
    shown = await catalog.list_media(ctx.db, listing)
    return MediaShown(items=[MediaItem(id=number, url=url, alt=alt) for number, url, alt in shown])
