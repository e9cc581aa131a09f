"""Failed jobs."""

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.upkeep.errors import NoSuchJob
from showground.upkeep.models import FailedJob
from showground.upkeep.queries import staff_views

MAX_ITEMS = 100


class FailedJobs(DataModel):
    """Jobs, newest first, up to 100."""

    items: list[FailedJob]


@action(scope=STAFF, read_only=True)
async def list_failed_jobs(ctx: Context) -> FailedJobs:
    """List the jobs that used up their attempts and will not be retried."""
    return FailedJobs(items=await staff_views.list_failed_jobs(ctx.db, MAX_ITEMS))


class RetryJob(Input):
    job_id: int


class JobRetried(DataModel):
    """A job that is queued to run again."""

    job_id: int


@action(scope=STAFF, errors=(NoSuchJob,))
async def retry_job(ctx: Context, input: RetryJob) -> JobRetried:
    """Retry a failed job."""
    if not await staff_views.retry_job(ctx.db, input.job_id):
        raise NoSuchJob
    return JobRetried(job_id=input.job_id)
