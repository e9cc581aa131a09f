"""Versions of a listing, and their review by staff."""

from showground import listings
from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, PERSON, action
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing, edits, versions
from showground.ownership.access import get_for_edit
from showground.ownership.errors import NoSuchVersion


class Unreviewed(DataModel):
    """Versions, oldest first, up to 100."""

    items: list[versions.Version]


@action(scope=MODERATOR, read_only=True)
async def list_unreviewed(ctx: Context) -> Unreviewed:
    """List changes to live listings that staff have not reviewed yet, with before and after."""
    return Unreviewed(items=await versions.list_unreviewed(ctx.db, 100))


class ReviewVersion(Input):
    version_id: int


class VersionReviewed(DataModel):
    """A reviewed version."""

    version_id: int


@action(scope=MODERATOR, errors=(NoSuchVersion,))
async def review_version(ctx: Context, input: ReviewVersion) -> VersionReviewed:
    """Mark a change as reviewed and accepted."""
    if await versions.find_version(ctx.db, input.version_id) is None:
        raise NoSuchVersion
    await versions.mark_reviewed(ctx.db, [input.version_id], ctx.now)
    return VersionReviewed(version_id=input.version_id)


class RevertVersion(Input):
    version_id: int


class VersionRestored(DataModel):
    """The version this created; null if nothing changed."""

    made: int | None


@action(scope=MODERATOR, errors=(NoSuchVersion,))
async def revert_version(ctx: Context, input: RevertVersion) -> VersionRestored:
    """Undo a change: its fields return to their previous values. Both versions count as reviewed."""
    version = await versions.find_version(ctx.db, input.version_id)
    if version is None:
        raise NoSuchVersion
    by = edits.Editor(ctx.access.account if ctx.access else None, ctx.surface)
    made = await versions.restore(ctx.db, version, "before", by, ctx.now)
    await versions.mark_reviewed(ctx.db, [version.id, *([made] if made else [])], ctx.now)
    return VersionRestored(made=made)


class ListVersions(Paged):
    listing_id: int


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_versions(ctx: Context, input: ListVersions) -> Page[versions.Version]:
    """List the changes to your listing, newest first."""
    owned = await get_for_edit(ctx, ctx.db, input.listing_id)
    found, total = await versions.list_versions(ctx.db, owned.id, skip=input.offset, most=input.per_page)
    return Page(items=found, page=input.page, per_page=input.per_page, total=total)


class RestoreVersion(Input):
    """A version, and which side of it: its result, or what was there before."""

    listing_id: int
    version_id: int
    undo: bool = False


@action(scope=PERSON, errors=(NoSuchListing, NoSuchVersion))
async def restore_version(ctx: Context, input: RestoreVersion) -> VersionRestored:
    """Restore the result of a version, or undo it. Only its own fields change, and a new version is created."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    version = await versions.find_version(ctx.db, input.version_id)
    if version is None or version.listing != owned.id:
        raise NoSuchVersion
    side = "before" if input.undo else "after"
    return VersionRestored(
        made=await versions.restore(ctx.db, version, side, edits.Editor(ctx.account, ctx.surface), ctx.now)
    )
