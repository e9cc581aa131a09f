"""More than a hundred thousand listings: copies of those, under names of their own in addresses.

To make up and analyse a million by the code that publishes takes most of an hour; PostgreSQL copies them in minutes.
The words stay those of the first hundred thousand, so that each is found in as many more listings as there are copies.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from bench.filling import AT_ONCE, at_the_door, drop_indexes, make_indexes, run_together, timed
from showground.core.calls.dispatch import Dispatcher
from showground.listings import packed_profiles
from showground.search import public_counts, word_counts

BASE = 100_000
NO_COPY = ("id", "account_id")
RENAMED = ("slug", "website", "domain", "contact_email", "founder_slug")
LISTING, FOUNDER = "s.listing_id = t.listing_id", "t.slug = s.slug || '-founder'"
# Each with how its rows are found for a listing `s`, those first that others refer to.
TABLES: dict[str, LiteralString] = {
    "listing": "s.listing_id = t.id",
    "listing_category": LISTING,
    "listing_founder": LISTING,
    "listing_update": LISTING,
    "listing_milestone": LISTING,
    "listing_story": LISTING,
    "listing_domain_rating": LISTING,
    "launch": LISTING,
    "listing_search": LISTING,
    "listing_meaning": LISTING,
    "founder": FOUNDER,
}
COPIED = """
create temporary table copied as
with first as (
    select id, slug from listing where slug like 'load-%%' and substring(slug from 6)::int <= %(base)s
)
select id as listing_id, slug, id + %(copy)s * (select max(id) from first) as new_id,
    'load-' || (substring(slug from 6)::int + %(copy)s * %(base)s::int) as new_slug
from first
"""

# Profiles are packed, so PostgreSQL can't rename what is in them.
PROFILES = """
select s.slug, s.new_slug, s.new_id, p.profile, p.packed, p.summary, p.counts_as, p.encoding, p.content, p.recount,
    p.changed_at
from public_profile p join copied s on s.listing_id = p.listing_id
"""
COPIED_PROFILES = """
copy public_profile (listing_id, slug, profile, packed, summary, counts_as, encoding, content, recount, changed_at)
from stdin
"""
PROFILES_AT_ONCE = 5_000

RATED = "insert into rated_tally select count(*) from listing where status = 'live' and domain_rating is not null"


def multiply(conninfo: str, listings: int, unindexed: Path) -> None:
    """Make copies of the first hundred thousand until there are so many; one that was cut short goes on."""
    with psycopg.connect(conninfo, autocommit=True) as db:
        missing = [copy for copy in range(1, listings // BASE) if not _is_there(db, copy)]
        if not missing and not unindexed.exists():
            return
        if listings % BASE:
            raise RuntimeError(f"Only a multiple of {BASE:,} listings can be made, not {listings:,}.")
        if not unindexed.exists():
            drop_indexes(db, unindexed, [*TABLES, "public_profile"])
    with timed(f"Copying to {listings:,} listings"), ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(partial(_add_copy, conninfo), missing))  # raises what one of them has raised
    with timed("Counting"), psycopg.connect(conninfo, autocommit=True) as db:
        _count(db, listings // BASE)
    make_indexes(conninfo, unindexed)
    with timed("Vacuum"):
        tables = [*TABLES, "public_profile"]
        run_together(conninfo, [f"vacuum analyze {table}" for table in tables], "set maintenance_work_mem = '512MB'")
        with psycopg.connect(conninfo, autocommit=True) as db:
            db.execute("delete from search_bitmap")
            db.execute("vacuum analyze")  # the other tables; in these, nothing is left to do
    with timed("Making bitmaps"):
        asyncio.run(at_the_door(conninfo, _make_bitmaps))
    with psycopg.connect(conninfo, autocommit=True) as db:
        db.execute("vacuum analyze search_bitmap")


def _is_there(db: "psycopg.Connection[Any]", copy: int) -> bool:
    slug = f"load-{copy * BASE + 1}"  # each copy is one transaction
    return db.execute("select from listing where slug = %s", (slug,)).fetchone() is not None


def _add_copy(conninfo: str, copy: int) -> None:
    with timed(f"Copy {copy}"), psycopg.connect(conninfo) as db:
        db.execute("set session_replication_role = replica")  # what refers to a copy is copied with it
        db.execute("set work_mem = '256MB'")
        _copy_all(db, copy)
        _copy_profiles(db)


async def _make_bitmaps(dispatcher: Dispatcher) -> None:
    async with dispatcher.database.transaction() as db:
        await word_counts.refresh_bitmaps(db)


def _count(db: "psycopg.Connection[Any]", times: int) -> None:
    """What is counted beside the listings, the words of the demo's few as often as those of the others.

    How often words were counted is written down in the same transaction: a run that was cut short goes on from there.
    """
    with db.transaction():
        db.execute("create table if not exists multiplied as select 1 as times")
        [(already,)] = db.execute("select times from multiplied").fetchall()
        db.execute("update search_word set listings = listings / %s * %s", (already, times))
        db.execute("delete from rated_tally")
        db.execute(RATED)
        db.execute("update multiplied set times = %s", (times,))
        db.execute("select setval(pg_get_serial_sequence('listing', 'id'), (select max(id) from listing))")
        db.execute("delete from listing_tally")
        db.execute(public_counts.COUNT)


def _copy_all(db: "psycopg.Connection[Any]", copy: int) -> None:
    db.execute("drop table if exists copied")
    db.execute(COPIED, {"copy": copy, "base": BASE})
    db.execute("create index on copied (listing_id)")
    db.execute("create index on copied (slug)")
    db.execute("analyze copied")
    for table, found_by in TABLES.items():
        columns = _columns(db, table)
        db.execute(
            sql.SQL("insert into {} ({}) overriding system value select {} from {} t join copied s on {}").format(
                sql.Identifier(table),
                sql.SQL(", ").join(sql.Identifier(column) for column in columns),
                sql.SQL(", ").join(_value(table, column) for column in columns),
                sql.Identifier(table),
                sql.SQL(found_by),
            )
        )


def _copy_profiles(db: "psycopg.Connection[Any]") -> None:
    with db.cursor(name="profiles") as found:
        found.execute(PROFILES)
        while rows := found.fetchmany(PROFILES_AT_ONCE):
            with db.cursor() as cursor, cursor.copy(COPIED_PROFILES) as copying:
                for slug, new_slug, number, profile, packed, summary, *others in rows:
                    text = packed_profiles.read(profile, packed, summary).decode().replace(slug, new_slug)
                    summary_of_copy = summary.replace(slug, new_slug)
                    again = packed_profiles.pack(text, summary_of_copy) if packed else None
                    copying.write_row((number, new_slug, "" if again else text, again, summary_of_copy, *others))


def _columns(db: "psycopg.Connection[Any]", table: str) -> list[str]:
    rows = db.execute(
        "select column_name from information_schema.columns where table_schema = 'public' and table_name = %s"
        " and is_generated = 'NEVER' order by ordinal_position",
        (table,),
    ).fetchall()
    names = [str(name) for (name,) in rows]
    return [name for name in names if name not in NO_COPY or (table, name) == ("listing", "id")]


def _value(table: str, column: str) -> sql.Composable:
    if column == "listing_id" or (table, column) == ("listing", "id"):
        return sql.SQL("s.new_id")
    if column in RENAMED:
        return sql.SQL("replace(t.{}, s.slug, s.new_slug)").format(sql.Identifier(column))
    return sql.SQL("t.{}").format(sql.Identifier(column))
