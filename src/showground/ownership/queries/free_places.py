"""Places of the free plan: taking one so that no week is ever overfilled."""

from collections.abc import Sequence
from datetime import date

from showground.core.database.pool import Connection
from showground.listings import status

WEEKS = 5_381  # namespace of the advisory locks on launch weeks


async def take_place(db: Connection, weeks: Sequence[date], places: int) -> date | None:
    """The first of these weeks that has one of `places` left; None if all are full.

    The week stays locked until the end of the transaction.
    """
    for week in weeks:
        await db.execute("select pg_advisory_xact_lock(%s, %s)", (WEEKS, week.toordinal()))
        if (await status.count_free(db, [week]))[week] < places:
            return week
    return None
