"""Logo files: those that owners uploaded, and copies of pictures that their site offers.

Each file belongs to one draft or one listing and is deleted with it, so no file is shared: its name depends on whose
it is as well as on the picture. When a draft becomes a listing, the listing gets a copy of its own.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from showground.core.database.pool import Connection
from showground.listings.queries.media import FOLDER

MAX_UPLOADS = 6  # of one draft or listing; the oldest that is not shown is deleted
OURS = re.compile(rf"{FOLDER}([0-9a-f]{{40}}\.webp)$")


@dataclass(frozen=True, slots=True)
class LogoFile:
    """A stored logo; `source_url` is set for a copy of a picture on the site."""

    name: str
    source_url: str | None

    @property
    def path(self) -> str:
        return FOLDER + self.name


async def add_to_draft(
    db: Connection, draft: UUID, content: bytes, at: datetime, *, account: int | None = None, source: str | None = None
) -> LogoFile:
    """Store a file for a draft: an upload by `account`, or a copy of the picture at `source`."""
    file = LogoFile(_name(str(draft), source or "", content), source)
    await _add(db, file, content, at, draft=draft, account=account)
    return file


async def add_to_listing(db: Connection, listing: int, content: bytes, at: datetime, account: int) -> LogoFile:
    """Store a file that a member of the listing uploaded."""
    file = LogoFile(_name(f"listing {listing}", "", content), None)
    await _add(db, file, content, at, listing=listing, account=account)
    return file


def imported(slug: str, content: bytes) -> LogoFile:
    """The file of a listing that is about to be imported; `add_imported` stores it once the listing has a number."""
    return LogoFile(_name(f"imported {slug}", "", content), None)


async def add_imported(db: Connection, listing: int, file: LogoFile, content: bytes, at: datetime) -> None:
    await _add(db, file, content, at, listing=listing)


async def add_imports(db: Connection, imports: Iterable[tuple[int, str, bytes]], at: datetime) -> None:
    """Like `add_imported` for many new listings at once: the id, slug and picture of each."""
    await db.copy_rows(
        "media_file (name, type, content, created_at, listing_id)",
        ((imported(slug, content).name, "image/webp", content, at, listing) for listing, slug, content in imports),
    )


async def _add(
    db: Connection,
    file: LogoFile,
    content: bytes,
    at: datetime,
    *,
    draft: UUID | None = None,
    listing: int | None = None,
    account: int | None = None,
) -> None:
    """Store a file; one that is there already counts as new."""
    await db.execute(
        """
        insert into media_file (name, type, content, created_at, draft_id, listing_id, account_id, source_url)
        values (%s, 'image/webp', %s, %s, %s, %s, %s, %s)
        on conflict (name) do update set created_at = excluded.created_at
        """,
        (file.name, content, at, draft, listing, account, file.source_url),
    )


async def copy_to_listing(db: Connection, file: LogoFile, listing: int, at: datetime) -> None:
    """Copy a draft's file for its listing, once; `copy_of` is its name there."""
    await db.execute(
        """
        insert into media_file (name, type, content, created_at, listing_id, account_id, source_url)
        select %s, type, content, %s, %s, account_id, source_url from media_file where name = %s
        on conflict (name) do nothing
        """,
        (copy_of(file).name, at, listing, file.name),
    )


def copy_of(file: LogoFile) -> LogoFile:
    """The listing's copy of a draft's file."""
    return LogoFile(_name("copy", file.name, b""), file.source_url)


async def find_of_draft(db: Connection, draft: UUID, logo_url: str) -> LogoFile | None:
    """The draft's file at this address: an upload by our own address, a copy by that of the picture on the site."""
    ours = OURS.search(logo_url)
    return await db.one_as(
        LogoFile,
        "select name, source_url from media_file where draft_id = %s and (name = %s or source_url = %s) limit 1",
        (draft, ours and ours[1], logo_url),
    )


async def list_of_draft(db: Connection, draft: UUID) -> list[LogoFile]:
    """All files of a draft, newest first."""
    return await db.all_as(
        LogoFile,
        "select name, source_url from media_file where draft_id = %s order by created_at desc, name",
        (draft,),
    )


async def list_of_listing(db: Connection, listing: int) -> list[LogoFile]:
    """The files of a listing, newest first, then those of its drafts that it has no copy of."""
    rows = await db.all(
        """
        select name, source_url, listing_id is not null from media_file
        where listing_id = %(listing)s or draft_id in (select id from draft where listing_id = %(listing)s)
        order by listing_id is null, created_at desc, name
        """,
        {"listing": listing},
    )
    own = [LogoFile(name, source) for name, source, is_own in rows if is_own]
    offered = [LogoFile(name, source) for name, source, is_own in rows if not is_own]
    return own + [file for file in offered if copy_of(file) not in own]


async def is_of_draft(db: Connection, file: LogoFile) -> bool:
    row = await db.one("select draft_id is not null from media_file where name = %s", (file.name,))
    return bool(row and row[0])


async def delete_old_uploads(
    db: Connection, shown: str | None, *, draft: UUID | None = None, listing: int | None = None
) -> None:
    """Keep the newest files that a draft or listing uploaded, and in any case the one that it shows."""
    await db.execute(
        """
        delete from media_file where name in (
            select name from media_file
            where (draft_id = %(draft)s and source_url is null) or listing_id = %(listing)s
            order by name = %(shown)s desc, created_at desc, name offset %(most)s
        )
        """,
        {"draft": draft, "listing": listing, "shown": _name_in(shown), "most": MAX_UPLOADS},
    )


async def mark_replaced(db: Connection, logo_url: str | None, at: datetime) -> None:
    """Note when a logo stopped being shown: it is stored for a while, so that this can be undone."""
    await db.execute("update media_file set replaced_at = %s where name = %s", (at, _name_in(logo_url)))


async def delete_copies(db: Connection, draft: UUID, kept: list[str]) -> None:
    """Delete copies of pictures that the site offers no more."""
    await db.execute(
        "delete from media_file where draft_id = %s and source_url is not null and source_url <> all(%s)", (draft, kept)
    )


async def is_deleted(db: Connection, logo_url: str | None) -> bool:
    """Whether this is the path of a file of ours that no longer exists."""
    if logo_url is None or not logo_url.startswith(FOLDER):
        return False
    return await db.one("select from media_file where name = %s", (_name_in(logo_url),)) is None


def _name_in(logo_url: str | None) -> str | None:
    found = OURS.search(logo_url or "")
    return found[1] if found else None


def _name(owner: str, source: str, content: bytes) -> str:
    return hashlib.sha256(f"{owner}\0{source}\0".encode() + content).hexdigest()[:40] + ".webp"
