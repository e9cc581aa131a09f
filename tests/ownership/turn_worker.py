"""A worker for the weekly turn alone, to be killed: `python -m tests.ownership.turn_worker CONNINFO NOW`."""

import asyncio
import sys
from datetime import datetime

from showground.core.jobs.worker import Worker
from showground.launches.jobs import turn_week
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire
from tests.support.wait import PATIENCE_SECONDS


async def main(conninfo: str, now: datetime) -> None:
    parts = wire(Settings(), conninfo, all_operations(), clock=lambda: now)
    async with parts.open():
        patient = Worker(conninfo, [turn_week], parts.dispatcher, heartbeat=0.1, lost_after=PATIENCE_SECONDS, poll=0.05)
        await patient.run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], datetime.fromisoformat(sys.argv[2])))
