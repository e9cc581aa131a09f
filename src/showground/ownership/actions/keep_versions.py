"""Read the versions of one's listing, and bring one back."""

from pydantic import BaseModel

from showground import catalog
from showground.catalog import Editor, NoSuchListing, Version
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.core.paging import Page, Paged
from showground.ownership.failures import NoSuchVersion


class ListVersions(Paged):
    listing_id: int


@action(scope=PERSON, read_only=True, failures=(NoSuchListing,))
async def list_versions(ctx: Context, input: ListVersions) -> Page[Version]:
    """List the changes of one's listing, the newest first."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account)
    found, total = await catalog.list_versions(ctx.db, owned.id, skip=input.offset, most=input.per_page)
    return Page(items=found, page=input.page, per_page=input.per_page, total=total)


class RestoreVersion(Input):
    """A version, and which side of it: what it made, or what was there before it."""

    listing_id: int
    version_id: int
    undo: bool = False


class VersionRestored(BaseModel):
    """The version that this made; null if everything was so already."""

    made: int | None


@action(scope=PERSON, failures=(NoSuchListing, NoSuchVersion))
async def restore_version(ctx: Context, input: RestoreVersion) -> VersionRestored:
    """Bring back what a version made, or undo it; the fields that it names and no others. This is a version too."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account, hold=True)
    version = await catalog.find_version(ctx.db, input.version_id)
    if version is None or version.listing != owned.id:
        raise NoSuchVersion
    side = "before" if input.undo else "after"
    return VersionRestored(made=await catalog.restore(ctx.db, version, side, Editor(ctx.account, ctx.surface), ctx.now))
