"""The job that closes a provider's page on which an order must not be paid any more; `jobs` has the others."""

from showground.core.job import JobRun, job
from showground.orders.shop import Shop


@job(retries=8)
async def close_payment(run: JobRun, reference: str, provider: str | None = None) -> None:
    shop = run.door.equipment[Shop]
    chosen = shop.provider_named(provider) if provider else shop.provider
    if chosen is not None:
        await chosen.close(reference)
