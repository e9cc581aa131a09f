"""A worker for drafts alone, to be killed: `python -m tests.drafting.draft_worker CONNINFO DNS_PORT`."""

import asyncio
import sys

from showground.core.jobs.worker import Worker
from showground.drafting.jobs import read_and_draft
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire
from tests.support.draft_world import LOOPBACK
from tests.support.wait import PATIENCE_SECONDS


async def main(conninfo: str, dns_port: int) -> None:
    parts = wire(
        Settings(fetch_allow=(LOOPBACK,), dns_server=("127.0.0.1", dns_port), crawl_seconds=0.0),
        conninfo,
        all_operations(),
    )
    async with parts.open():
        patient = Worker(
            conninfo, [read_and_draft], parts.dispatcher, heartbeat=0.2, lost_after=PATIENCE_SECONDS, poll=0.1
        )
        await patient.run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
