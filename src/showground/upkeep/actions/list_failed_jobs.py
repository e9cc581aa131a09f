"""List jobs that failed, and try one again."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.upkeep import store
from showground.upkeep.failures import NoSuchJob
from showground.upkeep.models import FailedJob

MOST = 100


class ListFailedJobs(Input):
    """Nothing is asked for."""


class FailedJobs(BaseModel):
    """The newest first, at most 100."""

    items: list[FailedJob]


@action(scope=STAFF, read_only=True)
async def list_failed_jobs(ctx: Context, input: ListFailedJobs) -> FailedJobs:  # noqa: ARG001
    """List the jobs that failed as often as they may, and are tried no more."""
    return FailedJobs(items=await store.list_failed_jobs(ctx.db, MOST))


class RetryJob(Input):
    job_id: int


class JobRetried(BaseModel):
    """A job that waits to run again."""

    job_id: int


@action(scope=STAFF, failures=(NoSuchJob,))
async def retry_job(ctx: Context, input: RetryJob) -> JobRetried:
    """Have a job that failed run once more."""
    if not await store.retry_job(ctx.db, input.job_id):
        raise NoSuchJob
    return JobRetried(job_id=input.job_id)
