"""People who vote and follow, withdraw and unfollow, as fast as they can: a process to be killed.

`python -m tests.launches.vote_worker CONNINFO ACCOUNTS SHARED`, each a list of numbers with commas. Each of ACCOUNTS
votes for `quince` once; when that is answered, its number is printed. Those in SHARED change their minds again and
again, also in other processes.
"""

import asyncio
import random
import sys
from typing import Any

from showground.core.calls.errors import Unavailable
from showground.launches.actions.follows import follow, unfollow
from showground.launches.actions.votes import cast_vote, withdraw_vote
from tests.support.launch_world import Fair
from tests.support.world import running_world

ACTIONS: tuple[Any, ...] = (cast_vote, withdraw_vote, follow, unfollow)
AT_ONCE = 8


async def main(conninfo: str, accounts: list[int], shared: list[int]) -> None:
    async with running_world(conninfo) as world:
        fair, waiting = Fair(world), iter(accounts)

        async def call(action: Any, account: int, slug: str) -> None:
            while True:
                try:
                    await world.dispatcher.call(action, fair.person(account), action.input(slug=slug))
                except Unavailable:  # a person tries again
                    continue
                return

        async def work() -> None:
            for account in waiting:
                await call(cast_vote, account, "quince")
                print(account, flush=True)  # noqa: T201 - read by the test
                changed = random.choice(shared)
                await call(random.choice(ACTIONS), changed, random.choice(("quince", "medlar")))

        async with asyncio.TaskGroup() as crowd:
            for _ in range(AT_ONCE):
                crowd.create_task(work())


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *([int(number) for number in given.split(",")] for given in sys.argv[2:4])))
