"""Entry point of a worker process: runs jobs only. Any number can run, on any machine that reaches the database."""

import asyncio
import signal
from contextlib import suppress

from showground.core.calls.errors import Unavailable
from showground.core.jobs.worker import JobQueue
from showground.core.tasks import stop_tasks
from showground.core.trace_export import sent_to
from showground.registry import all_jobs, all_operations
from showground.settings import Settings
from showground.upkeep import Work
from showground.wiring import wire

TELL_PAUSE = 15.0  # seconds between writing job counts to the database


async def work(settings: Settings, conninfo: str) -> None:
    """Run jobs until told to stop."""
    parts = wire(settings, conninfo, all_operations())
    counted = Work(parts.dispatcher.meter)

    async def tell() -> None:
        while True:
            await asyncio.sleep(TELL_PAUSE)
            with suppress(Unavailable):
                await counted.write(parts.dispatcher.database)

    async with sent_to(settings.traces_url), parts.open():
        telling = asyncio.create_task(tell())
        running = asyncio.create_task(JobQueue(settings.direct_url or conninfo, all_jobs(), parts.dispatcher).run())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, running.cancel)
        await asyncio.wait([running])
        await stop_tasks(telling)
        with suppress(Unavailable):
            await counted.write(parts.dispatcher.database)
