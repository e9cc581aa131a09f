"""Staff's work on the brand: draft, preview, publish."""

from hashlib import blake2b
from typing import Annotated, Any, get_args

from pydantic import ConfigDict, Field

from showground.brand.errors import BrandPictureRefused, FixedByFile, NoSuchPicture, UnreadableColours
from showground.brand.models import BrandDesk, BrandValues, Picture, PictureName, StoredPicture
from showground.brand.published import BRAND, PublishedBrand
from showground.brand.queries import brands
from showground.brand.rules import find_unknown_placeholder, find_unreadable, merge
from showground.brand.sandbox_calls import REENCODE_BRAND_PICTURE, BrandPicture, SentBrandPicture
from showground.core.brand import Brand
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.errors import TOO_BUSY, ApiError, FieldError, InvalidInput, Unavailable
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.database.pool import changes
from showground.core.languages import Text, deferred, text_with
from showground.core.languages.formats import rounded
from showground.core.sandbox import SandboxKilled, SandboxStarved, run

MAX_PICTURE_BYTES = 2_000_000
UPLOADS = Limit("brand-pictures", 60, 3600)
TYPES = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp", "svg": "image/svg+xml"}


class PreviewedBrand(DataModel):
    """The brand as it would be if the draft were published."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    brand: Brand


@action(scope=STAFF, read_only=True)
async def show_brand(ctx: Context) -> BrandDesk:
    """Show the brand's draft, what is published of it, and what the operator's file sets."""
    published = await brands.read(ctx.db, "published") or BrandValues()
    draft = await brands.read(ctx.db, "draft")
    file = ctx.services[PublishedBrand].file
    return BrandDesk(
        draft=draft or published,
        published=published,
        file=file.values,
        file_name=file.name,
        unpublished=draft is not None and draft != published,
    )


@action(scope=STAFF, read_only=True)
async def preview_brand(ctx: Context) -> PreviewedBrand:
    """Show the brand as it would be if the draft were published now."""
    values = await brands.read(ctx.db, "draft") or await brands.read(ctx.db, "published") or BrandValues()
    return PreviewedBrand(brand=await ctx.services[PublishedBrand].complete(ctx.db, values))


@action(scope=STAFF, errors=(UnreadableColours, FixedByFile))
async def save_brand_draft(ctx: Context, input: BrandValues) -> BrandDesk:
    """Save a draft of the brand. Visitors see it once it is published."""
    before = await show_brand.handler(ctx)
    _refuse_fixed(before, input)
    kept = {name: getattr(before.draft, name) for name in get_args(Picture)}
    values = input.model_copy(update={name: old for name, old in kept.items() if getattr(input, name) is None})
    _check_footer(values)
    _check_colours(ctx, values)
    await brands.write(ctx.db, "draft", values, editor_of(ctx), ctx.now)
    return await show_brand.handler(ctx)


@action(scope=STAFF, errors=(UnreadableColours,))
async def publish_brand(ctx: Context) -> BrandDesk:
    """Publish the draft: visitors see it at once, in every process."""
    values = await brands.read(ctx.db, "draft")
    if values is not None:
        _check_colours(ctx, values)
        await brands.write(ctx.db, "published", values, editor_of(ctx), ctx.now)
        await brands.drop_draft(ctx.db)
        await brands.drop_unused_pictures(ctx.db)
        changes(ctx.db, BRAND)
    return await show_brand.handler(ctx)


@action(scope=STAFF)
async def discard_brand_draft(ctx: Context) -> BrandDesk:
    """Discard the draft. What is published stays."""
    await brands.drop_draft(ctx.db)
    await brands.drop_unused_pictures(ctx.db)
    return await show_brand.handler(ctx)


class UploadBrandPicture(Input):
    """A file as the browser sent it; empty to remove the picture."""

    kind: Picture
    content: Annotated[bytes, Field(exclude=True)]


async def prepare_picture(outside: PrepareContext, input: UploadBrandPicture) -> BrandPicture | None:
    if not input.content:
        return None
    if len(input.content) > MAX_PICTURE_BYTES:
        raise refuse_too_large(len(input.content))
    try:
        sent = SentBrandPicture(kind=input.kind, content=input.content)
        made = await run(REENCODE_BRAND_PICTURE, sent, owner=outside.owner)
    except SandboxStarved:
        raise Unavailable(TOO_BUSY) from None
    except SandboxKilled:
        made = BrandPicture(problem=Text("This file takes too long to draw. Simplify it, or save it as a PNG."))
    if made.problem:
        raise BrandPictureRefused(errors=[FieldError(field="picture", message=Text(made.problem))])
    return made


@action(scope=STAFF, prepare=prepare_picture, limit=UPLOADS, errors=(BrandPictureRefused, FixedByFile))
async def upload_brand_picture(ctx: Context, input: UploadBrandPicture, made: BrandPicture | None) -> BrandDesk:
    """Add a logo, the icon or the share picture to the draft, or remove it. We re-encode it."""
    before = await show_brand.handler(ctx)
    if input.kind in before.fixed:
        raise FixedByFile(
            errors=[
                FieldError(
                    field="picture", message=text_with("%(file_name)s sets this picture.", file_name=before.file_name)
                )
            ]
        )
    name = None
    if made is not None:
        name = f"{blake2b(made.content, digest_size=20).hexdigest()}.{made.ending}"
        await brands.add_picture(ctx.db, name, made.content, ctx.now)
    values = before.draft.model_copy(update={input.kind: name})
    await brands.write(ctx.db, "draft", values, editor_of(ctx), ctx.now)
    return await show_brand.handler(ctx)


READS = Limit("brand-reads", 6_000, 60)  # they load with every page


class ReadBrandPicture(Input):
    name: PictureName


@action(scope=PUBLIC, read_only=True, limit=READS, errors=(NoSuchPicture,))
async def read_brand_picture(ctx: Context, input: ReadBrandPicture) -> StoredPicture:
    """Get a picture of the brand."""
    content = ctx.services[PublishedBrand].file.pictures.get(input.name)
    content = content or await brands.find_picture(ctx.db, input.name)
    if content is None:
        raise NoSuchPicture
    return StoredPicture(type=TYPES[input.name.rpartition(".")[2]], content=content)


def editor_of(ctx: Context) -> int | None:
    """Who changes it; nobody in particular at the command line."""
    return ctx.access.account if ctx.access else None


def refuse_too_large(size: int) -> ApiError:
    message = text_with(
        "This file is %(size)s MB; the maximum is 2 MB. Make the picture smaller and upload it again.",
        size=deferred(rounded, size / 1_000_000, 2),
    )
    return BrandPictureRefused(errors=[FieldError(field="picture", message=message)])


def _check_footer(values: BrandValues) -> None:
    """Checked here and not with the other values, because footers that are stored already must stay readable."""
    if unknown := find_unknown_placeholder(values.footer_text or ""):
        message = text_with(
            "%(unknown)s is not a placeholder. The only placeholder in the footer is {site}, the name of the site. Use"
            " that, or write the text without braces.",
            unknown=unknown,
        )
        raise InvalidInput(errors=[FieldError(field="footer_text", message=message)])


def _check_colours(ctx: Context, values: BrandValues) -> None:
    published = ctx.services[PublishedBrand]
    wrong = find_unreadable(merge(published.defaults, values, published.file.values))
    errors: list[FieldError] = [FieldError(field=name, message=problem) for name, problem in wrong]
    if errors:
        raise UnreadableColours(errors=errors)


def _refuse_fixed(desk: BrandDesk, values: BrandValues) -> None:
    """A value that the file sets can't be changed here; forms leave it out."""
    given: dict[str, Any] = values.model_dump(exclude_none=True)
    errors = [
        FieldError(
            field=name,
            message=text_with("%(file_name)s sets this value, so it can't be changed here.", file_name=desk.file_name),
        )
        for name in given
        if name in desk.fixed and given[name] != getattr(desk.draft, name)
    ]
    if errors:
        raise FixedByFile(errors=errors)
