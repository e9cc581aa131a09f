"""The job that does what was ordered, for those that cause it; `jobs` has the others."""

from showground.core.jobs.declare import JobRun, job
from showground.orders.actions.staff_orders import Fulfil, fulfil


@job(retries=8, lock="order:{order}")
async def fulfil_order(run: JobRun, order: int) -> None:
    await run.dispatcher.call(fulfil, run.caller, Fulfil(order=order))
