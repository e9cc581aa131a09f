"""The logo of a listing: upload one, or choose among those uploaded before and those of the site."""

from showground import listings
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.listings import NoSuchListing, logos
from showground.ownership import evidence
from showground.ownership.access import get_for_edit, save_edit
from showground.ownership.logos import (
    LOGO_UPLOADS,
    LogoChoices,
    LogoFileName,
    LogoRefused,
    find_choice,
    list_choices,
    make_logo,
)


class ListLogoChoices(Input):
    listing_id: int


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_logo_choices(ctx: Context, input: ListLogoChoices) -> LogoChoices:
    """List the pictures that can be the logo of your listing."""
    await get_for_edit(ctx, ctx.db, input.listing_id)
    return await _show(ctx, input.listing_id)


class UploadLogo(Input):
    """A file as the browser sent it."""

    listing_id: int
    content: bytes


async def prepare(outside: PrepareContext, input: UploadLogo) -> bytes:
    async with outside.reading() as db:
        await get_for_edit(outside, db, input.listing_id)
    return await make_logo(input.content, outside.owner)


@action(scope=PERSON, prepare=prepare, limit=LOGO_UPLOADS, errors=(NoSuchListing, LogoRefused))
async def upload_logo(ctx: Context, input: UploadLogo, made: bytes) -> LogoChoices:
    """Upload a picture as the logo of your listing. We re-encode it, so nothing else of the file is stored."""
    owned = await get_for_edit(ctx, ctx.db, input.listing_id, lock=True)
    file = await logos.add_to_listing(ctx.db, owned.id, made, ctx.now, ctx.account)
    await _set(ctx, owned.id, file.path)
    await logos.delete_old_uploads(ctx.db, file.path, listing=owned.id)
    return await _show(ctx, owned.id)


class ChooseLogo(Input):
    """The name of one of the pictures; null for no logo."""

    listing_id: int
    name: LogoFileName | None


@action(scope=PERSON, errors=(NoSuchListing, LogoRefused))
async def choose_logo(ctx: Context, input: ChooseLogo) -> LogoChoices:
    """Make one of the pictures the logo of your listing, or remove its logo."""
    owned = await get_for_edit(ctx, ctx.db, input.listing_id, lock=True)
    if input.name is None:
        await _set(ctx, owned.id, None)
        return await _show(ctx, owned.id)
    file = find_choice(await logos.list_of_listing(ctx.db, owned.id), input.name)
    if await logos.is_of_draft(ctx.db, file):
        await logos.copy_to_listing(ctx.db, file, owned.id, ctx.now)
        file = logos.copy_of(file)
    await _set(ctx, owned.id, file.path)
    await logos.delete_old_uploads(ctx.db, file.path, listing=owned.id)
    return await _show(ctx, owned.id)


async def _set(ctx: Context, listing: int, path: str | None) -> None:
    """The new logo is the owner's choice, so a quote that named the previous one is no evidence for it."""
    profile = (await listings.owned.read_profiles(ctx.db, [listing], ctx.site))[listing]
    shown = path and ctx.site.url + path
    if profile.logo_url == shown:
        return
    new = {"logo_url": path} | evidence.without_outdated(profile, {"logo_url": shown})
    await save_edit(ctx, listing, new)


async def _show(ctx: Context, listing: int) -> LogoChoices:
    profile = (await listings.owned.read_profiles(ctx.db, [listing], ctx.site))[listing]
    return list_choices(await logos.list_of_listing(ctx.db, listing), profile.logo_url, ctx.site)
