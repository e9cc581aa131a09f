"""Counts public listings, in total and per category, without scanning them.

The table `listing_tally` has rows with differences: publishing a listing inserts +1 for its category, hiding it inserts
-1. A count is the sum of a category's rows. There is no shared counter to update, so transactions don't wait for each
other. A job regularly replaces the rows of each category with their sum (`fold`), so there are never many.
"""

from collections import Counter
from collections.abc import Iterable

from showground.core.database.pool import Connection, changes

# Expressions that read only a few rows, however many listings there are.
IN_ALL = "(select coalesce(sum(n), 0) from listing_tally where category_id is null and status = %(status)s)"
IN_CATEGORY = """(
    select coalesce(sum(n), 0) from listing_tally where status = %(status)s
    and category_id = (select id from category where slug = %(category)s)
)"""
LIVE = "(select coalesce(sum(n), 0) from listing_tally where category_id is null and status = 'live')"

COUNT = """
insert into listing_tally (status, category_id, n)
select l.status, places.category_id, count(*)
from public_listing l cross join lateral (
    select null::bigint as category_id
    union
    select unnest(array[c.id, coalesce(c.parent_id, c.id)])
    from listing_category lc join category c on c.id = lc.category_id where lc.listing_id = l.id
) places
group by 1, 2
"""
FOLD = """
with old as (delete from listing_tally returning *)
insert into listing_tally (status, category_id, n)
select status, category_id, sum(n) from old group by status, category_id having sum(n) <> 0
"""


def count_key(status: str, categories: Iterable[str]) -> str:
    """Where a listing counts: its status and categories. Stored with its profile, to compare when it changes."""
    return " ".join([status, *categories])


async def add_changes(db: Connection, before: Iterable[str], after: Iterable[str]) -> None:
    """Subtract listings where they counted before, and add them where they count now, given their count keys."""
    known = {slug: (number, above) for slug, number, above in await db.all("select slug, id, parent_id from category")}
    changed: Counter[tuple[str, int | None]] = Counter()
    for keys, sign in ((before, -1), (after, 1)):
        for key in keys:
            status, *slugs = key.split()
            of_listing = {number for slug in slugs if slug in known for number in known[slug]}
            for number in {None, *of_listing}:
                changed[status, number] += sign
    await db.copy_rows("listing_tally (status, category_id, n)", ((*counted, n) for counted, n in changed.items() if n))


async def fold(db: Connection) -> None:
    """Replace the rows of each place with their sum. This does not block others from adding rows."""
    await db.execute(FOLD)


async def recount(db: Connection) -> None:
    """Recount everything, which is needed when categories move. Publishing waits meanwhile."""
    await db.take_time()
    await db.execute("lock table listing_tally in exclusive mode")
    await db.execute("delete from listing_tally")
    await db.execute(COUNT)
    changes(db, "listing-counts")
