"""Versions of a listing, and their review by staff."""

from pydantic import BaseModel

from showground import listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, STAFF, action
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.listings import NoSuchListing, edits, versions
from showground.ownership.errors import NoSuchVersion


class Unreviewed(BaseModel):
    """The oldest first, at most 100."""

    items: list[versions.Version]


@action(scope=STAFF, read_only=True)
async def list_unreviewed(ctx: Context) -> Unreviewed:
    """List changes of live listings that staff have not seen yet, with what was there before and after."""
    return Unreviewed(items=await versions.list_unreviewed(ctx.db, 100))


class ReviewVersion(Input):
    version_id: int


class VersionReviewed(BaseModel):
    """A version that staff have seen."""

    version_id: int


@action(scope=STAFF, errors=(NoSuchVersion,))
async def review_version(ctx: Context, input: ReviewVersion) -> VersionReviewed:
    """Note that staff have seen a change and let it stand."""
    if await versions.find_version(ctx.db, input.version_id) is None:
        raise NoSuchVersion
    await versions.mark_reviewed(ctx.db, [input.version_id], ctx.now)
    return VersionReviewed(version_id=input.version_id)


class RevertVersion(Input):
    version_id: int


class VersionRestored(BaseModel):
    """The version that this made; null if everything was so already."""

    made: int | None


@action(scope=STAFF, errors=(NoSuchVersion,))
async def revert_version(ctx: Context, input: RevertVersion) -> VersionRestored:
    """Undo a change: the fields that it names are what they were before it. Both count as seen."""
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
    """List the changes of one's listing, the newest first."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    found, total = await versions.list_versions(ctx.db, owned.id, skip=input.offset, most=input.per_page)
    return Page(items=found, page=input.page, per_page=input.per_page, total=total)


class RestoreVersion(Input):
    """A version, and which side of it: what it made, or what was there before it."""

    listing_id: int
    version_id: int
    undo: bool = False


@action(scope=PERSON, errors=(NoSuchListing, NoSuchVersion))
async def restore_version(ctx: Context, input: RestoreVersion) -> VersionRestored:
    """Bring back what a version made, or undo it; the fields that it names and no others. This is a version too."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, hold=True)
    version = await versions.find_version(ctx.db, input.version_id)
    if version is None or version.listing != owned.id:
        raise NoSuchVersion
    side = "before" if input.undo else "after"
    return VersionRestored(
        made=await versions.restore(ctx.db, version, side, edits.Editor(ctx.account, ctx.surface), ctx.now)
    )
