"""The job that closes a provider's page on which an order must not be paid any more; `jobs` has the others."""

from showground.core.jobs.declare import JobRun, job
from showground.orders.seller import Shop


@job(retries=8)
async def close_payment(run: JobRun, reference: str, provider: str | None = None) -> None:
    shop = run.dispatcher.services[Shop]
    chosen = shop.provider_named(provider) if provider else shop.provider
    if chosen is not None:
        await chosen.close(reference)
