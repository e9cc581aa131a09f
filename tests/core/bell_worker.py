"""A job that rings a bell, and a worker to be killed while it does: `python -m tests.core.bell_worker CONNINFO`."""

import asyncio
import sys

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.jobs.declare import JobRun, job
from showground.core.jobs.worker import Worker
from tests.support.dispatcher import open_dispatcher

TABLE = "create table rung (bell_id int not null)"
in_the_middle: asyncio.Event | None = None  # where the worker that is to be killed waits for ever


@job(retries=0)
async def ring(run: JobRun, bell_id: int) -> None:
    async with run.dispatcher.database.transaction() as db:
        await db.execute("insert into rung values (%s)", (bell_id,))
        if in_the_middle is not None:
            sys.stdout.write("in the middle of it\n")
            sys.stdout.flush()
            await in_the_middle.wait()


def job_caller(dispatcher: Dispatcher) -> Caller:
    return Caller(now=dispatcher.clock(), surface="job")


async def main(conninfo: str) -> None:
    global in_the_middle  # noqa: PLW0603 - this process is only here to be killed
    in_the_middle = asyncio.Event()
    async with open_dispatcher(conninfo) as dispatcher:
        await Worker(conninfo, [ring], dispatcher, heartbeat=0.1).run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
