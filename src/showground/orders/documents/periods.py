"""From when to when something that was bought lasts, as far as that is known when the invoice is issued."""

from datetime import date, timedelta

from showground import launches
from showground.core.database.pool import Connection
from showground.listings import status
from showground.orders.queries.lines import list_periods

FEATURED_DAYS = timedelta(days=30)
WEEK = timedelta(days=7)
Period = tuple[date, date]


async def find_periods(db: Connection, order_id: int, today: date) -> dict[int, Period]:
    """The period of each line that has one, by its position: first and last day."""
    lines = await list_periods(db, order_id)
    launched = {line.listing_id: line.week for line in lines if line.listing_id and "launch" in line.parts}
    periods: dict[int, Period] = {}
    for line in lines:
        if line.parts == ["featured"]:
            begins = await _find_featured_begin(db, line.listing_id, launched, today)
            if begins:
                periods[line.position] = begins, begins + FEATURED_DAYS - timedelta(days=1)
        elif line.week:
            periods[line.position] = line.week, line.week + WEEK - timedelta(days=1)
    return periods


async def _find_featured_begin(
    db: Connection, listing: int | None, launched: dict[int, date | None], today: date
) -> date | None:
    """The day from which a listing is featured by this order; None while it waits to be public."""
    found = await status.find_state(db, listing) if listing else None
    if found is None or listing is None:
        return None
    week = found.launch_week if found.status == "scheduled" else None
    if listing in launched:
        week = launched[listing]
    elif found.status not in ("live", "scheduled"):
        return None
    begins = max(today, found.featured_until.date()) if found.featured_until else today
    return max(begins, launches.begin_of(week).date()) if week else begins
