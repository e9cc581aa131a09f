"""All SQL on drafts and the pages read for them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from psycopg import sql
from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection, changes
from showground.drafting import rules
from showground.drafting.errors import NoSuchDraft
from showground.drafting.fields import ENTRIES, Entries
from showground.drafting.models import DraftSummary, Status
from showground.extraction.proposal import Drafted, ExtractionProblem
from showground.listings import new_listings

WAITING = {"pages_read": 0, "pages_planned": 1, "now": "Waiting to start"}
COLUMNS = sql.SQL(
    """
    d.id, d.account_id, d.url, d.domain, d.status, d.reading, d.read_at, d.progress, d.entries as stored,
    d.competitor_url, d.problems, d.notes, d.completeness, d.listing_id, d.carried as applied, d.logo_candidates,
    d.submitted_at, d.created_at, d.updated_at
    """
)

# A submitted draft is visible to people who belong to both the draft and its listing. Once none of its people belong to
# the listing any more, they can see the draft again, but it no longer changes the listing.
THEIRS = """
    (
        d.listing_id is null
        or exists (
            select from listing_member own where own.listing_id = d.listing_id and own.account_id = m.account_id
        )
        or not exists (
            select from draft_member other join listing_member on listing_member.account_id = other.account_id
            where other.draft_id = d.id and listing_member.listing_id = d.listing_id
        )
    )
"""
OF_ACCOUNT = " from draft_member m join draft d on d.id = m.draft_id where m.account_id = %s and " + THEIRS


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A draft as it is stored."""

    id: UUID
    account_id: int
    url: str
    domain: str
    status: Status
    reading: int
    read_at: datetime | None
    progress: dict[str, Any]
    stored: dict[str, Any]
    competitor_url: str | None
    problems: list[dict[str, str]]
    notes: list[dict[str, str]]
    completeness: int
    listing_id: int | None
    applied: dict[str, Any]
    logo_candidates: list[dict[str, Any]]
    submitted_at: datetime | None
    created_at: datetime
    updated_at: datetime

    @property
    def entries(self) -> Entries:
        return ENTRIES.validate_python(self.stored)

    def changed(self, entries: Entries, competitor_url: str | None) -> Self:
        """The draft as it is after an edit."""
        return replace(self, stored=ENTRIES.dump_python(entries, mode="json"), competitor_url=competitor_url)


def tag_of(draft: UUID) -> str:
    """The tag that notifies calls waiting for a draft."""
    return f"draft:{draft}"


async def add(db: Connection, account: int, url: str, domain: str, at: datetime) -> UUID:
    row = await db.one(
        """
        insert into draft (account_id, url, domain, status, read_at, progress, created_at, updated_at)
        values (%(account)s, %(url)s, %(domain)s, 'crawling', %(at)s, %(progress)s, %(at)s, %(at)s) returning id
        """,
        {"account": account, "url": url, "domain": domain, "at": at, "progress": Jsonb(WAITING)},
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    await add_member(db, row[0], account, "owner", at)
    return row[0]


async def get(
    db: Connection, draft: UUID, account: int, *, role: new_listings.Role | None = None, lock: bool = False
) -> DraftRow:
    """An account's draft; somebody else's is not found. `lock` locks the row, so other writers wait."""
    query = sql.SQL(
        """
        select {columns} from draft d where d.id = %(id)s and exists (
            select from draft_member m where m.draft_id = d.id and m.account_id = %(account)s
            and (%(role)s::text is null or m.role = %(role)s) and {theirs}
        ) {lock}
        """
    ).format(columns=COLUMNS, theirs=sql.SQL(THEIRS), lock=sql.SQL("for update" if lock else ""))
    row = await db.one_as(DraftRow, query, {"id": draft, "account": account, "role": role})
    if row is None:
        raise NoSuchDraft
    return row


async def find(db: Connection, draft: UUID, *, lock: bool = False) -> DraftRow | None:
    """A draft by id, whoever owns it. For jobs."""
    query = sql.SQL("select {columns} from draft d where d.id = %s {lock}").format(
        columns=COLUMNS, lock=sql.SQL("for update" if lock else "")
    )
    return await db.one_as(DraftRow, query, (draft,))


async def list_of(db: Connection, account: int, *, skip: int, most: int) -> tuple[list[DraftSummary], int]:
    """An account's drafts, newest first, and their total."""
    items = await db.all_as(
        DraftSummary,
        "select d.id, d.url, d.entries -> 'name' ->> 'value' as name, d.status, d.completeness, d.listing_id,"
        " d.created_at, d.updated_at" + OF_ACCOUNT + "order by d.created_at desc, d.id offset %s limit %s",
        (account, skip, most),
    )
    total = await db.one("select count(*)" + OF_ACCOUNT, (account,))
    return items, total[0] if total else 0


async def save_entries(
    db: Connection,
    draft: UUID,
    entries: Entries,
    at: datetime,
    *,
    competitor_url: str | None,
    notes: Sequence[ExtractionProblem],
) -> None:
    """Store the result of an edit."""
    await db.execute(
        """
        update draft set entries = %s, completeness = %s, competitor_url = %s, notes = %s, updated_at = %s where id = %s
        """,
        (
            _dump(entries),
            rules.completeness(entries),
            competitor_url,
            Jsonb([note.model_dump() for note in notes]),
            at,
            draft,
        ),
    )


async def save_applied(db: Connection, draft: UUID, listing: int, applied: dict[str, Any], at: datetime | None) -> None:
    """Store what was applied to the listing; `at` is set when the draft was submitted."""
    await db.execute(
        "update draft set listing_id = %s, carried = %s, submitted_at = coalesce(%s, submitted_at) where id = %s",
        (listing, Jsonb(applied), at, draft),
    )


async def save_url(db: Connection, draft: UUID, url: str) -> None:
    """Store the URL with which the site could be read."""
    await db.execute("update draft set url = %s where id = %s", (url, draft))


async def begin_reading(db: Connection, draft: UUID, at: datetime) -> int:
    """Start another reading of the site; returns its number."""
    row = await db.one(
        """
        update draft set status = 'crawling', reading = reading + 1, read_at = %s, progress = %s, updated_at = %s
        where id = %s returning reading
        """,
        (at, Jsonb(WAITING), at, draft),
    )
    assert row is not None  # noqa: S101 - the caller holds it  # nosec B101
    return row[0]


async def save_progress(db: Connection, draft: UUID, reading: int, progress: dict[str, Any], at: datetime) -> bool:
    """Returns whether this reading is still wanted."""
    told = await db.execute(
        "update draft set progress = %s, updated_at = %s where id = %s and reading = %s and status <> 'ready'",
        (Jsonb(progress), at, draft, reading),
    )
    changes(db, tag_of(draft))
    return told.rowcount == 1


async def store_pages(db: Connection, draft: UUID, pages: Sequence[tuple[str, datetime, str]]) -> None:
    """Store the pages (address, time, page as JSON) in place of those of an earlier reading."""
    await db.execute("delete from draft_page where draft_id = %s", (draft,))
    await db.copy_rows(
        "draft_page (draft_id, position, url, read_at, page)",
        ((draft, place, url, at, page) for place, (url, at, page) in enumerate(pages)),
    )


async def begin_drafting(db: Connection, draft: UUID, problems: Sequence[ExtractionProblem], at: datetime) -> None:
    await db.execute(
        "update draft set status = 'drafting', problems = %s, updated_at = %s where id = %s",
        (Jsonb([problem.model_dump() for problem in problems]), at, draft),
    )
    changes(db, tag_of(draft))


async def finish(
    db: Connection,
    draft: UUID,
    entries: Entries,
    problems: Sequence[ExtractionProblem],
    progress: dict[str, Any],
    at: datetime,
) -> None:
    """Mark the draft as ready."""
    await db.execute(
        """
        update draft set status = 'ready', entries = %s, completeness = %s, problems = %s, progress = %s,
            updated_at = %s
        where id = %s
        """,
        (
            _dump(entries),
            rules.completeness(entries),
            Jsonb([problem.model_dump() for problem in problems]),
            Jsonb(progress),
            at,
            draft,
        ),
    )
    changes(db, tag_of(draft))


async def save_logo_candidates(db: Connection, draft: UUID, candidates: Sequence[Drafted]) -> None:
    await db.execute(
        "update draft set logo_candidates = %s where id = %s",
        (Jsonb([candidate.model_dump() for candidate in candidates]), draft),
    )


async def get_pages(db: Connection, draft: UUID) -> list[dict[str, Any]]:
    rows = await db.all("select page from draft_page where draft_id = %s order by position", (draft,))
    return [page for (page,) in rows]


async def get_reading_times(db: Connection, draft: UUID) -> dict[str, datetime]:
    """When each page was read, by its address."""
    return dict(await db.all("select url, read_at from draft_page where draft_id = %s", (draft,)))


async def add_member(db: Connection, draft: UUID, account: int, role: new_listings.Role, at: datetime) -> None:
    """Add a member to a draft; an existing member keeps their role."""
    await db.execute(
        "insert into draft_member (draft_id, account_id, role, since) values (%s, %s, %s, %s) on conflict do nothing",
        (draft, account, role, at),
    )


async def get_members(db: Connection, draft: UUID) -> dict[int, new_listings.Role]:
    return dict(await db.all("select account_id, role from draft_member where draft_id = %s", (draft,)))


async def delete(db: Connection, draft: UUID) -> None:
    await db.execute("delete from draft where id = %s", (draft,))


async def find_forgotten(db: Connection, before: datetime) -> list[UUID]:
    """Unfinished drafts that have not changed since then and have no job left."""
    rows = await db.all(
        """
        select d.id from draft d where d.status <> 'ready' and d.updated_at < %s and not exists (
            select from procrastinate_jobs job where job.task_name = 'read_and_draft'
            and job.status in ('todo', 'doing') and job.args ->> 'draft_id' = d.id::text
        )
        """,
        (before,),
    )
    return [draft for (draft,) in rows]


def _dump(entries: Entries) -> Jsonb:
    return Jsonb(ENTRIES.dump_python(entries, mode="json"))
