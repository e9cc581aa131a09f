"""Entry point of a worker process: runs jobs only. Any number can run, on any machine that reaches the database."""

import asyncio
import signal
from contextlib import suppress

from showground.core.calls.errors import Unavailable
from showground.core.database.database import listen
from showground.core.jobs.worker import Worker
from showground.core.sandbox.client import client as sandbox
from showground.core.tasks import stop_tasks
from showground.core.trace_export import sent_to
from showground.registry import all_jobs, all_operations
from showground.settings import Settings
from showground.upkeep import Work
from showground.wiring import wire

TELL_PAUSE = 15.0  # seconds between writing job counts to the database
LISTEN_PAUSE = 0.5  # seconds before a disconnected listener reconnects


async def work(settings: Settings, conninfo: str) -> None:
    """Run jobs until told to stop."""
    parts = wire(settings, conninfo, all_operations())
    counted = Work(parts.dispatcher.meter)

    async def tell() -> None:
        while True:
            await asyncio.sleep(TELL_PAUSE)
            await parts.check_brand_file()
            with suppress(Unavailable):
                await counted.write(parts.dispatcher.database)

    def heard(tags: frozenset[str], _: int) -> None:
        parts.forget(tags)

    def lost(xid: int | None) -> None:
        parts.forget_all(connected=xid is not None)

    async def pause() -> None:
        await asyncio.sleep(LISTEN_PAUSE)

    direct = settings.direct_url or conninfo
    jobs = all_jobs()
    sandbox.prepare()  # drafts that a killed worker left behind need it as soon as that worker is known to be dead
    async with sent_to(settings.traces_url), parts.open():
        telling = asyncio.create_task(tell())
        listening = asyncio.create_task(listen(direct, heard, lost, pause))
        running = asyncio.create_task(Worker(direct, jobs, parts.dispatcher).run())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, running.cancel)
        await asyncio.wait([running])
        await stop_tasks(telling, listening)
        with suppress(Unavailable):
            await counted.write(parts.dispatcher.database)
