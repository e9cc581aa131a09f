"""More than a hundred thousand listings: copies of those, under names of their own in addresses.

To make up and analyse a million by the code that publishes takes most of an hour; PostgreSQL copies them in minutes.
The words stay those of the first hundred thousand, so that each is found in as many more listings as there are copies.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from bench.filling import at_the_door, drop_indexes, make_indexes
from showground.core.calls.dispatch import Dispatcher
from showground.search import public_counts, word_counts

BASE = 100_000
NO_COPY = ("id", "account_id")
RENAMED = ("slug", "website", "domain", "contact_email", "founder_slug", "profile", "summary")
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
    "public_profile": LISTING,
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


def multiply(conninfo: str, listings: int, unindexed: Path) -> None:
    """Make copies of the first hundred thousand until there are so many; one that was cut short goes on."""
    with psycopg.connect(conninfo, autocommit=True) as db:
        [(there,)] = db.execute("select count(*) from listing where slug like 'load-%'").fetchall()
        if there >= listings and not unindexed.exists():
            return
        if there % BASE or listings % BASE:
            raise RuntimeError(f"There are {there:,} listings: only {BASE:,} can be multiplied, by a whole number.")
        if not unindexed.exists():
            drop_indexes(db, unindexed)
        db.execute("set session_replication_role = replica")  # what refers to a copy is copied with it
        for copy in range(there // BASE, listings // BASE):
            with db.transaction():
                _copy_all(db, copy)
            print(f"{(copy + 1) * BASE:,} of {listings:,} listings", file=sys.stderr)
        _count(db, listings // BASE)
    make_indexes(conninfo, unindexed)
    with psycopg.connect(conninfo, autocommit=True) as db:
        db.execute("delete from search_bitmap")
        db.execute("vacuum analyze")
    asyncio.run(at_the_door(conninfo, _make_bitmaps))
    with psycopg.connect(conninfo, autocommit=True) as db:
        db.execute("vacuum analyze search_bitmap")


async def _make_bitmaps(dispatcher: Dispatcher) -> None:
    async with dispatcher.database.transaction() as db:
        await word_counts.refresh_bitmaps(db)


def _count(db: "psycopg.Connection[Any]", times: int) -> None:
    """What is counted beside the listings, the demo's few as often as the others."""
    db.execute("select setval(pg_get_serial_sequence('listing', 'id'), (select max(id) from listing))")
    db.execute("update search_word set listings = listings * %s", (times,))
    db.execute("delete from listing_tally")
    db.execute(public_counts.COUNT)
    db.execute("update rated_tally set n = n * %s", (times,))


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
