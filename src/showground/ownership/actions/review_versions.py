"""Look through what owners changed on live listings."""

from pydantic import BaseModel

from showground import catalog
from showground.catalog import Editor
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.ownership.actions.keep_versions import VersionRestored
from showground.ownership.failures import NoSuchVersion


class ListUnreviewed(Input):
    """Nothing is asked for."""


class Unreviewed(BaseModel):
    """The oldest first, at most 100."""

    items: list[catalog.Version]


@action(scope=STAFF, read_only=True)
async def list_unreviewed(ctx: Context, input: ListUnreviewed) -> Unreviewed:  # noqa: ARG001
    """List changes of live listings that staff have not seen yet, with what was there before and after."""
    return Unreviewed(items=await catalog.list_unreviewed(ctx.db, 100))


class ReviewVersion(Input):
    version_id: int


class VersionReviewed(BaseModel):
    """A version that staff have seen."""

    version_id: int


@action(scope=STAFF, failures=(NoSuchVersion,))
async def review_version(ctx: Context, input: ReviewVersion) -> VersionReviewed:
    """Note that staff have seen a change and let it stand."""
    if await catalog.find_version(ctx.db, input.version_id) is None:
        raise NoSuchVersion
    await catalog.mark_reviewed(ctx.db, [input.version_id], ctx.now)
    return VersionReviewed(version_id=input.version_id)


class RevertVersion(Input):
    version_id: int


@action(scope=STAFF, failures=(NoSuchVersion,))
async def revert_version(ctx: Context, input: RevertVersion) -> VersionRestored:
    """Undo a change: the fields that it names are what they were before it. Both count as seen."""
    version = await catalog.find_version(ctx.db, input.version_id)
    if version is None:
        raise NoSuchVersion
    by = Editor(ctx.access.account if ctx.access else None, ctx.surface)
    made = await catalog.restore(ctx.db, version, "before", by, ctx.now)
    await catalog.mark_reviewed(ctx.db, [version.id, *([made] if made else [])], ctx.now)
    return VersionRestored(made=made)
