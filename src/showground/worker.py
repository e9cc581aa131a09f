"""The worker root: jobs alone, as many such processes as wanted, on any machine."""

import asyncio
import signal

from showground.core.job_queue import JobQueue
from showground.registry import all_jobs, all_operations
from showground.settings import Settings
from showground.wiring import wire


async def work(settings: Settings, conninfo: str) -> None:
    """Run jobs until told to stop."""
    parts = wire(settings, conninfo, all_operations())
    async with parts.open():
        running = asyncio.create_task(JobQueue(settings.direct_url or conninfo, all_jobs(), parts.door).run())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, running.cancel)
        await asyncio.wait([running])
