"""What happens by the clock: tokens that have ended, and apps that nobody uses, are forgotten."""

from showground.core.job import JobRun, job
from showground.oauth import store


@job(every="43 * * * *")
async def forget_ended_tokens(run: JobRun) -> None:
    async with run.door.database.transaction() as db:
        await store.forget_ended(db, run.caller.now)
