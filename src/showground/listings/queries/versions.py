"""The versions of a listing: what was changed, by whom, and how to bring it back."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.listings.queries import edits, logos
from showground.listings.queries.edits import Editor

COLUMNS = """
select v.id, v.listing_id as listing, l.slug, v.account_id as account, v.surface, v.at, v.before, v.after,
    v.was_live, v.reviewed_at, v.reverts
from listing_version v join listing l on l.id = v.listing_id
"""


class Version(DataModel):
    """One change: who made it, when and through which surface; the values before and after."""

    id: int
    listing: int
    slug: str
    account: int | None
    surface: str
    at: datetime
    before: dict[str, Any]
    after: dict[str, Any]
    was_live: bool
    reviewed_at: datetime | None
    reverts: int | None


async def list_versions(db: Connection, listing: int, *, skip: int, most: int) -> tuple[list[Version], int]:
    """The versions of a listing, the newest first, and how many there are."""
    found = await db.all_as(
        Version, COLUMNS + " where v.listing_id = %s order by v.id desc offset %s limit %s", (listing, skip, most)
    )
    total = await db.one("select count(*) from listing_version where listing_id = %s", (listing,))
    return found, total[0] if total else 0


async def list_unreviewed(db: Connection, most: int) -> list[Version]:
    """Changes of live listings that staff have not seen, the oldest first."""
    return await db.all_as(
        Version, COLUMNS + " where v.was_live and v.reviewed_at is null order by v.id limit %s", (most,)
    )


async def find_version(db: Connection, version: int) -> Version | None:
    return await db.one_as(Version, COLUMNS + " where v.id = %s", (version,))


async def has_other(db: Connection, version: int, account: int, *, since: datetime) -> bool:
    """Whether the account has a newer version of the same listing."""
    row = await db.one(
        """
        select from listing_version v join listing_version own on own.id = %s and own.listing_id = v.listing_id
        where v.id <> own.id and v.account_id = %s and v.at > %s limit 1
        """,
        (version, account, since),
    )
    return row is not None


async def mark_reviewed(db: Connection, versions: Sequence[int], at: datetime) -> None:
    await db.execute(
        "update listing_version set reviewed_at = coalesce(reviewed_at, %s) where id = any(%s)", (at, list(versions))
    )


async def restore(db: Connection, version: Version, side: str, by: Editor, at: datetime) -> int | None:
    """Restore the values `before` or `after` a version. This creates a version too. None if nothing changed.

    A logo whose file was deleted in the meantime is not restored.
    """
    wanted = version.before if side == "before" else version.after
    if await logos.is_deleted(db, wanted.get("logo_url")):
        wanted = {name: value for name, value in wanted.items() if name != "logo_url"}
    made = await edits.edit(db, version.listing, wanted, by, at, apart=True)
    if made is not None and side == "before":
        await db.execute("update listing_version set reverts = %s where id = %s", (version.id, made))
    return made
