"""How many listings are public, in all and in each category, kept as they come and go."""

from collections import Counter
from collections.abc import Iterable

from showground.core.database.pool import Connection, changes

# Statements that are made of these count with one look at a few rows, however many listings there are.
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


def place(status: str, categories: Iterable[str]) -> str:
    """Where a listing counts: kept beside its profile, to be seen when it changes."""
    return " ".join([status, *categories])


async def add_changes(db: Connection, before: Iterable[str], after: Iterable[str]) -> None:
    """Count listings no more in the places where they counted before, but where they count now."""
    known = {slug: (number, above) for slug, number, above in await db.all("select slug, id, parent_id from category")}
    changed: Counter[tuple[str, int | None]] = Counter()
    for places, sign in ((before, -1), (after, 1)):
        for text in places:
            status, *slugs = text.split()
            of_listing = {number for slug in slugs if slug in known for number in known[slug]}
            for number in {None, *of_listing}:
                changed[status, number] += sign
    await db.copy_rows("listing_tally (status, category_id, n)", ((*key, n) for key, n in changed.items() if n))


async def fold(db: Connection) -> None:
    """Add up the rows of each place; whoever adds further ones meanwhile is not kept waiting."""
    await db.execute(FOLD)


async def recount(db: Connection) -> None:
    """Count everything anew: needed when categories move. Who publishes waits meanwhile."""
    await db.take_time()
    await db.execute("lock table listing_tally in exclusive mode")
    await db.execute("delete from listing_tally")
    await db.execute(COUNT)
    changes(db, "listing-counts")
