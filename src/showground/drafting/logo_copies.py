"""The job that copies the pictures of a site that may be its logo."""

from showground.core.jobs.declare import JobRun, Sharing, job


# The code that reads robots.txt is slow to import, and processes that only enqueue the job don't need it.
@job(retries=2, sharing=Sharing(each={"account": 2}, at_once=16))
async def copy_logos(run: JobRun, draft_id: str, reading: int, account: int | None = None) -> None:  # noqa: ARG001 - for sharing alone
    from showground.drafting.logo_copier import work  # noqa: PLC0415

    await work(run, draft_id, reading)
