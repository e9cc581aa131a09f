"""Stopping the tasks that run in the background.

A cancellation can be lost: on Python 3.11, `asyncio.wait_for` drops one that arrives at the same moment as what it
waits for, and psycopg's pool uses it. A task that loops forever would then never end, and neither would the process.
"""

import asyncio
from typing import Any

CANCEL_AGAIN_SECONDS = 1.0


async def stop_tasks(*tasks: asyncio.Task[Any], again_after: float = CANCEL_AGAIN_SECONDS) -> None:
    """Cancel these tasks, again and again, until all have ended; their errors are dropped.

    `again_after`: how long the tasks may need for ending properly, in seconds; the next cancellation interrupts that.
    """
    running = {task for task in tasks if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=again_after)
    await asyncio.gather(*tasks, return_exceptions=True)


def is_stopping() -> bool:
    """Whether the current task was cancelled, even if the cancellation was lost."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
