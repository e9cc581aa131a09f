"""Scheduled job: notifies people when a listing that they saved has launched."""

from showground.collections.actions.saved_launches import tell_saved_launches
from showground.core.calls.models import NoInput
from showground.core.jobs.declare import JobRun, job


@job(every="3-59/10 * * * *")
async def notify_saved_launches(run: JobRun) -> None:
    while (await run.dispatcher.call(tell_saved_launches, run.caller, NoInput())).more:
        pass
