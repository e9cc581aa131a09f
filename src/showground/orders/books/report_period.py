"""The period that a report on the books is for."""

from showground.core.calls.context import Context
from showground.orders.books import periods


async def begin_report(ctx: Context, period: str) -> periods.Period:
    """The period. On the command line, a year of many orders may take longer."""
    if ctx.surface == "command":
        await ctx.db.take_time()
    return periods.read_period(period)
