"""What happens by the clock: sessions and links that have ended are forgotten."""

from showground.accounts import signing_in
from showground.core.job import JobRun, job


@job(every="23 * * * *")
async def forget_ended_sessions(run: JobRun) -> None:
    async with run.door.database.transaction() as db:
        await signing_in.forget_ended(db, run.caller.now)
