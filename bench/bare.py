"""The least a server can do: one fixed answer to every request, on the same server with the same settings as ours."""

import json
import sys
from pathlib import Path

import uvicorn

from showground.serving import bind, configure
from showground.surfaces.asgi import Receive, Scope, Send


def main() -> None:
    port, file = sys.argv[1:]
    answer = json.loads(Path(file).read_text())
    start = {
        "type": "http.response.start",
        "status": 200,
        "headers": [(name.encode(), value.encode()) for name, value in answer["headers"]],
    }
    body = {"type": "http.response.body", "body": answer["body"].encode()}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await send(start)
        await send(body)

    with bind("127.0.0.1", int(port)) as bound:
        uvicorn.Server(configure(app)).run(sockets=[bound])


if __name__ == "__main__":
    main()
