"""The least a server can do: one fixed answer to every request."""

import json
import os
import sys
from pathlib import Path
from typing import Any

ANSWER = json.loads(Path(os.environ["BENCH_ANSWER"]).read_text())
START = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(name.encode(), value.encode()) for name, value in ANSWER["headers"]],
}
BODY = {"type": "http.response.body", "body": ANSWER["body"].encode()}


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    await send(START)
    await send(BODY)


def main() -> None:
    """Serve it with the same settings as ours."""
    import uvicorn  # noqa: PLC0415 - where only the callable is wanted, the rest would be in the way

    from showground.bind_port import bind  # noqa: PLC0415
    from showground.serving import configure  # noqa: PLC0415

    with bind("127.0.0.1", int(sys.argv[1])) as bound:
        uvicorn.Server(configure(app)).run(sockets=[bound])


if __name__ == "__main__":
    main()
