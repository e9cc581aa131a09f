"""The period that a report on the books is for."""

from showground.core.calls.context import Context
from showground.core.calls.errors import FieldError, InvalidInput
from showground.orders.books import periods


async def begin_report(ctx: Context, period: str) -> periods.Period:
    """The period, or a field error. On the command line, a year of many orders may take longer."""
    try:
        found = periods.read_period(period)
    except ValueError as wrong:
        raise InvalidInput(faults=[FieldError(field="period", message=str(wrong))]) from wrong
    if ctx.surface == "command":
        await ctx.db.take_time()
    return found
