"""A worker for the newsletter alone, to be killed: `python -m tests.newsletter.edition_worker CONNINFO NOW`."""

import asyncio
import sys
from datetime import datetime

from showground.core.jobs.worker import Worker
from showground.newsletter.actions import editions
from showground.newsletter.jobs import write_newsletter
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire
from tests.support.wait import PATIENCE_SECONDS

AT_ONCE = 20


async def main(conninfo: str, now: datetime) -> None:
    editions.AT_ONCE = AT_ONCE  # so that there are many moments at which to be killed
    parts = wire(Settings(), conninfo, all_operations(), clock=lambda: now)
    async with parts.open():
        worker = Worker(
            conninfo, [write_newsletter], parts.dispatcher, heartbeat=0.1, lost_after=PATIENCE_SECONDS, poll=0.05
        )
        await worker.run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], datetime.fromisoformat(sys.argv[2])))
