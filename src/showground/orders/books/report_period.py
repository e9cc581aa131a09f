"""The period that a report on the books is for."""

from showground.core.calls.context import Context
from showground.core.calls.errors import FieldError, InvalidInput, InvalidValue
from showground.orders.books import periods


async def begin_report(ctx: Context, period: str) -> periods.Period:
    """The period, or a field error. On the command line, a year of many orders may take longer."""
    try:
        found = periods.read_period(period)
    except InvalidValue as wrong:
        raise InvalidInput(faults=[FieldError(field="period", message=wrong.message)]) from wrong
    if ctx.surface == "command":
        await ctx.db.take_time()
    return found
