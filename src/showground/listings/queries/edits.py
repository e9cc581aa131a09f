"""Edits of a listing. Every change is stored as a version."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg import sql
from psycopg.types.json import Jsonb
from pydantic_core import to_jsonable_python

from showground.core.calls.context import Surface
from showground.core.database.pool import Connection
from showground.listings.errors import NoSuchListing
from showground.listings.queries import logos, public_profiles

TEXTS = (
    *("name", "tagline", "short_description", "description", "headline", "summary", "stage", "pricing_model"),
    *("pricing_summary", "country", "city", "founded_year", "contact_email", "demo_video_url", "logo_url"),
    *("seo_title", "seo_description", "website"),
)
LISTS = ("features", "usps", "keywords", "tags", "not_found_on_website")
OBJECTS = ("socials", "faqs", "attributes", "evidence")
COLUMNS = (*TEXTS, *LISTS, *OBJECTS)
# Stored in tables of their own: categories by slug, founders as NewFounder, milestones as NewMilestone.
PARTS = ("categories", "founders", "story", "milestones")

# What one person changes within this time is one version. Otherwise a program that saves on every keystroke would fill
# the history and push out older versions.
MERGE_WINDOW = timedelta(minutes=1)
EXTEND = """
update listing_version v set before = %(before)s || v.before, after = v.after || %(after)s
where v.id = (select max(id) from listing_version where listing_id = %(listing)s)
    and v.account_id is not distinct from %(account)s and v.surface = %(surface)s and v.at > %(since)s
    and v.reviewed_at is null and v.reverts is null
    and v.was_live = (select status = 'live' from listing where id = %(listing)s)
returning v.id
"""
INSERT = """
insert into listing_version (listing_id, account_id, surface, at, before, after, was_live)
select id, %(account)s, %(surface)s, %(at)s, %(before)s, %(after)s, status = 'live' from listing where id = %(listing)s
returning id
"""


@dataclass(frozen=True, slots=True)
class Editor:
    """Who changes a listing, and through which surface. Nobody, if a job does."""

    account: int | None
    surface: Surface


async def edit(
    db: Connection, listing: int, new: Mapping[str, Any], by: Editor, at: datetime, *, apart: bool = False
) -> int | None:
    """Set the values in `new`, by the names of `COLUMNS` and `PARTS`; None clears. Public and searchable on commit.

    Returns the version's number, or None if nothing changed. `apart`: always create a separate version.
    """
    if unknown := new.keys() - {*COLUMNS, *PARTS}:
        raise KeyError(f"a listing has no {', '.join(sorted(unknown))} to edit")
    await public_profiles.lock(db, [listing])
    now = await read_current(db, listing)
    wanted: dict[str, Any] = to_jsonable_python(dict(new))
    after = {name: value for name, value in wanted.items() if now[name] != value}
    if not after:
        return None
    before = {name: now[name] for name in after}
    await _write(db, listing, after, at)
    if "logo_url" in before:
        await logos.mark_replaced(db, before["logo_url"], at)
    values = {
        "listing": listing, "account": by.account, "surface": by.surface, "at": at, "since": at - MERGE_WINDOW,
        "before": Jsonb(before), "after": Jsonb(after),
    }  # fmt: skip
    row = (None if apart else await db.one(EXTEND, values)) or await db.one(INSERT, values)
    await public_profiles.refresh(db, [listing])
    return row[0] if row else None


async def read_current(db: Connection, listing: int) -> dict[str, Any]:
    """The current values of a listing, by the names of `COLUMNS` and `PARTS`."""
    found = await db.execute(
        sql.SQL(
            """
            select to_jsonb(l) || jsonb_build_object(
                'categories', (select coalesce(jsonb_agg(c.slug order by lc.position), '[]')
                    from listing_category lc join category c on c.id = lc.category_id where lc.listing_id = l.id),
                'founders', (select coalesce(jsonb_agg(jsonb_build_object('slug', f.founder_slug, 'name', f.name,
                        'title', f.title, 'bio', f.bio) order by f.position), '[]')
                    from listing_founder f where f.listing_id = l.id),
                'story', (select s.sections from listing_story s where s.listing_id = l.id),
                'milestones', (select coalesce(jsonb_agg(jsonb_build_object('date', m.date, 'title', m.title,
                        'description', m.description, 'url', m.url) order by m.date, m.id), '[]')
                    from listing_milestone m where m.listing_id = l.id))
            from (select id, {columns} from listing where id = %s) l
            """
        ).format(columns=sql.SQL(", ").join(map(sql.Identifier, COLUMNS))),
        (listing,),
    )
    row = await found.fetchone()
    if row is None:
        raise NoSuchListing
    return row[0]


async def _write(db: Connection, listing: int, after: Mapping[str, Any], at: datetime) -> None:
    own = {name: Jsonb(v) if name in OBJECTS and v is not None else v for name, v in after.items() if name in COLUMNS}
    await db.execute(
        sql.SQL("update listing set {assignments} where id = %(id)s").format(
            assignments=sql.SQL(", ").join(
                sql.SQL("{} = {}").format(sql.Identifier(name), sql.Placeholder(name)) for name in [*own, "updated_at"]
            )
        ),
        own | {"updated_at": at, "id": listing},
    )
    if "categories" in after:
        await db.execute("delete from listing_category where listing_id = %s", (listing,))
        await db.execute(
            """
            insert into listing_category (listing_id, category_id, position)
            select %s, chosen.id, min(wanted.place) - 1
            from unnest(%s::text[]) with ordinality as wanted (slug, place), lateral (
                select id from category where slug = wanted.slug
                union select category_id from category_former_slug where slug = wanted.slug
            ) chosen group by chosen.id
            """,
            (listing, after["categories"]),
        )
    if "founders" in after:
        await db.execute("delete from listing_founder where listing_id = %s", (listing,))
        await db.copy_rows(
            "listing_founder (listing_id, position, founder_slug, name, title, bio)",
            (
                (listing, place, f["slug"], f["name"], f["title"], f["bio"])
                for place, f in enumerate(after["founders"] or ())
            ),
        )
    if "story" in after:
        await db.execute("delete from listing_story where listing_id = %s", (listing,))
        if after["story"] is not None:
            await db.execute(
                "insert into listing_story (listing_id, sections, updated_at) values (%s, %s, %s)",
                (listing, Jsonb(after["story"]), at),
            )
    if "milestones" in after:
        await _write_milestones(db, listing, after["milestones"] or [])


async def _write_milestones(db: Connection, listing: int, wanted: list[dict[str, Any]]) -> None:
    """Unchanged rows keep their ids."""
    values = {"id": listing, "wanted": Jsonb(wanted)}
    await db.execute(
        """
        delete from listing_milestone m where listing_id = %(id)s and not exists (
            select from jsonb_to_recordset(%(wanted)s) as w (date date, title text, description text, url text)
            where (w.date, w.title) = (m.date, m.title)
            and (w.description, w.url) is not distinct from (m.description, m.url)
        )
        """,
        values,
    )
    await db.execute(
        """
        insert into listing_milestone (listing_id, date, title, description, url)
        select %(id)s, w.date, w.title, w.description, w.url
        from jsonb_to_recordset(%(wanted)s) as w (date date, title text, description text, url text)
        where not exists (
            select from listing_milestone m where m.listing_id = %(id)s and (w.date, w.title) = (m.date, m.title)
            and (w.description, w.url) is not distinct from (m.description, m.url)
        )
        """,
        values,
    )
