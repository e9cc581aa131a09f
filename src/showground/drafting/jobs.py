"""Drafting's jobs: reading a site and drafting from it; and ending what was forgotten."""

from showground.core.job import JobRun, job


# What reads and drafts is heavy, and processes that only enqueue do not need it.
@job(lock="draft:{draft_id}")
async def read_and_draft(run: JobRun, draft_id: str, reading: int) -> None:
    from showground.drafting.working import work  # noqa: PLC0415

    await work(run, draft_id, reading)


@job(every="*/10 * * * *")
async def finish_forgotten_drafts(run: JobRun) -> None:
    from showground.drafting.working import finish_forgotten  # noqa: PLC0415

    await finish_forgotten(run)
