"""SQL on places in launch weeks: which listings have one, and which orders hold one."""

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta

from showground.core.database.pool import Connection, changes

WEEK_LOCKS = 5_382  # namespace of the advisory locks on launch weeks
GRACE = timedelta(minutes=10)
"""How long a place stays reserved after its payment page has closed. We learn of a payment made in the last minute only
some minutes later, by an event or from the job that asks about open payments."""
FIND_TAKEN = """
select week, listing_id from launch where week = any(%(weeks)s)
    and (select status from listing where id = listing_id) in ('live', 'scheduled')
union
select line.week, line.listing_id from purchase_line line join purchase on purchase.id = line.purchase_id
where line.week = any(%(weeks)s) and line.listing_id is not null and purchase.id is distinct from %(but)s
    and not purchase.test_order
    and line.parts && '{launch,skip_queue,relaunch}' and line.taken_back_at is null
    and (purchase.status = 'paid' and line.fulfilled_at is null or purchase.status = 'pending' and exists (
        select from payment where payment.purchase_id = purchase.id and (
            payment.state = 'processing' and not payment.places_lost
            or payment.state in ('opening', 'open') and payment.expires_at > %(now)s - %(grace)s::interval)))
union
select listing.launch_week, listing.id from listing
where listing.launch_week = any(%(weeks)s) and listing.status = 'awaiting_badge' and exists (
    select from purchase_line line join purchase on purchase.id = line.purchase_id
    where line.listing_id = listing.id and purchase.status = 'paid' and line.taken_back_at is null
        and line.done->'skip_queue'->>'week' = listing.launch_week::text)
"""


async def lock_weeks(db: Connection, weeks: Collection[date]) -> None:
    """Lock these weeks, so that nobody else can take a place in them meanwhile. Always in the same order, to prevent
    deadlocks."""
    for week in sorted(weeks):
        await db.execute("select pg_advisory_xact_lock(%s, %s)", (WEEK_LOCKS, week.toordinal()))


async def find_taken(
    db: Connection, weeks: Sequence[date], now: datetime, *, but: int | None = None
) -> dict[date, set[int]]:
    """The listings that have a place in each of these weeks, without the places reserved by this order.

    A listing has one if it launches then, if an order for it is paid and not done yet,
    if it waits for its badge in a week that was bought, or if somebody is about to pay for it. Several orders for the
    same listing and week are one place.
    """
    rows = await db.all(FIND_TAKEN, {"weeks": list(weeks), "but": but, "now": now, "grace": GRACE})
    taken: dict[date, set[int]] = {week: set() for week in weeks}
    for week, listing in rows:
        taken[week].add(listing)
    return taken


async def find_wanted(db: Connection, order_id: int, after: date) -> dict[date, set[int]]:
    """The listings that an order needs a place for, by week. The current week is left out because it has no limit.
    A test order needs none."""
    rows = await db.all(
        """
        select week, array_agg(distinct listing_id) from purchase_line
        where purchase_id = %s and week > %s and listing_id is not null and parts && '{launch,skip_queue,relaunch}'
            and not exists (select from purchase where id = purchase_id and test_order)
        group by week
        """,
        (order_id, after),
    )
    return {week: set(listings) for week, listings in rows}


async def holds_places(db: Connection, order_id: int, now: datetime) -> bool:
    """Whether the places of an order are held for it: its payment page is open, or its payment is on its way."""
    row = await db.one(
        """
        select from payment where purchase_id = %s and (state = 'processing' and not places_lost
            or state in ('opening', 'open') and expires_at > %s - %s::interval) limit 1
        """,
        (order_id, now, GRACE),
    )
    return row is not None


async def note_lost(db: Connection, payment: int) -> None:
    """Record that a late payment reserves nothing: others have bought its places since."""
    await db.execute("update payment set places_lost = true where id = %s", (payment,))


def note_change(db: Connection) -> None:
    """Invalidate cached lists of places."""
    changes(db, "products")
