"""The picture of a founder, uploaded by the account that is linked to them."""

from showground import people
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.ownership.errors import NoLinkedFounder, PictureRefused
from showground.ownership.picture_uploads import reencode_upload
from showground.ownership.sandbox_calls import REENCODE_PORTRAIT


class UploadFounderPicture(Input):
    """A file as the browser sent it."""

    content: bytes


class FounderPictureSaved(DataModel):
    """The founder whose picture was changed."""

    slug: str


async def prepare(outside: PrepareContext, input: UploadFounderPicture) -> bytes:
    async with outside.reading() as db:
        if await people.find_linked_founder(db, outside.account) is None:
            raise NoLinkedFounder
    return (await reencode_upload(REENCODE_PORTRAIT, input.content, outside.owner)).content


@action(
    scope=PERSON, prepare=prepare, limit=Limit("founder_pictures", 20, 3600), errors=(NoLinkedFounder, PictureRefused)
)
async def upload_founder_picture(
    ctx: Context,
    input: UploadFounderPicture,  # noqa: ARG001 - `prepare` has re-encoded it
    made: bytes,
) -> FounderPictureSaved:
    """Upload a picture of yourself for your founder page. We cut it square and re-encode it."""
    number, slug = await _find_own(ctx)
    await people.set_picture(ctx.db, number, made, ctx.now)
    return FounderPictureSaved(slug=slug)


@action(scope=PERSON, errors=(NoLinkedFounder,))
async def remove_founder_picture(ctx: Context) -> FounderPictureSaved:
    """Remove the picture from your founder page."""
    number, slug = await _find_own(ctx)
    await people.remove_picture(ctx.db, number)
    return FounderPictureSaved(slug=slug)


async def _find_own(ctx: Context) -> tuple[int, str]:
    linked = await people.find_linked_founder(ctx.db, ctx.account)
    if linked is None:
        raise NoLinkedFounder
    return linked
