"""A process that calls the sandbox, to be killed: `python -m tests.core.sandbox.caller`."""

import asyncio
import sys

from showground.core.sandbox import Sandboxed, run
from tests.core.sandbox.functions import Asked, Told, double, loop_for_ever


async def main() -> None:
    places = [f"{function.__module__}:{function.__name__}" for function in (double, loop_for_ever)]
    first, second = (Sandboxed(place, Asked, Told, cpu_seconds=1000, seconds=1000) for place in places)
    await run(first, Asked(), owner="caller")
    call = asyncio.ensure_future(run(second, Asked(), owner="caller"))
    await asyncio.sleep(0.1)  # by then the call is sent; whether the child has begun does not matter
    sys.stdout.write("calling\n")
    sys.stdout.flush()
    await call


if __name__ == "__main__":
    asyncio.run(main())
