"""The job that closes the provider's page of an order that was cancelled; `jobs` has the others."""

from showground.core.job import JobRun, job
from showground.orders.shop import Shop


@job(retries=3)
async def close_payment(run: JobRun, reference: str) -> None:
    await run.door.equipment[Shop].provider.close(reference)
