"""What a call of `get_listing` costs in the MCP SDK, part by part, in CPU time of one process."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import mcp_types as types
from mcp_types import methods
from mcp_types.jsonrpc import jsonrpc_message_adapter
from pydantic_core import from_json

from bench.comparing import keep
from bench.database import filled
from bench.options import Options, run
from showground.core.calls.context import Caller
from showground.registry import all_operations
from showground.settings import Settings
from showground.surfaces.asgi import ARRIVAL, Arrival, Message, Scope
from showground.surfaces.mcp.message import McpMessage
from showground.surfaces.mcp.surface import Mcp
from showground.surfaces.mcp.tools import make_tools
from showground.wiring import wire

HOST = "bench.example"
VERSION = "2025-11-25"
CALL = "tools/call"


def main(options: Options) -> None:
    with filled(options.listings) as database:
        found = asyncio.run(_measure(database.conninfo, database.slugs()[:100], options))
    for name, each in found.items():
        print(f"{name:70} {each:8.0f} µs")
    keep("mcp-sdk", found)


async def _measure(conninfo: str, slugs: list[str], options: Options) -> dict[str, float]:
    parts = wire(Settings(site_url=f"https://{HOST}", rate_limits=100_000), conninfo, all_operations())
    async with parts.open():
        dispatcher = parts.dispatcher
        direct = Mcp(all_operations(), dispatcher)
        by_sdk = Mcp(all_operations(), dispatcher, fast_path=False)
        async with direct.run(), by_sdk.run():
            now = dispatcher.clock()
            caller = Caller(now, "mcp", None, "192.0.2.7", "bench")
            tools = make_tools(all_operations())
            tool = tools["get_listing"]

            async def run_operation(number: int) -> None:
                visit = McpMessage(dispatcher, caller, tools)
                await visit.begin(tool)
                await visit.call(tool, {"slug": slugs[number % len(slugs)]})

            def asking(app: Mcp, method: str) -> Callable[[int], Awaitable[None]]:
                async def ask(number: int) -> None:
                    params = {"name": tool.operation.name, "arguments": {"slug": slugs[number % len(slugs)]}}
                    message = {"jsonrpc": "2.0", "id": number, "method": method}
                    message |= {"params": params} if method == CALL else {}
                    await _post(app, json.dumps(message).encode(), Arrival("bench", now, "192.0.2.7"))

                return ask

            whole = await _time(asking(by_sdk, CALL), options)
            found = {
                "the operation alone": await _time(run_operation, options),
                "the whole call, by our direct path": await _time(asking(direct, CALL), options),
                "the whole call, by the SDK": whole,
                "in it: a transport, its tasks and streams, as for a `ping`": await _time(
                    asking(by_sdk, "ping"), options
                ),
            }
            visit = McpMessage(dispatcher, caller, tools)
            await visit.begin(tool)
            answer = (await visit.call(tool, {"slug": slugs[0]})).text
            return found | _time_parts(answer)


def dump(result: types.CallToolResult) -> dict[str, Any]:
    return result.model_dump(by_alias=True, mode="json", exclude_none=True)


def _time_parts(answer: bytes) -> dict[str, float]:
    """What happens to one answer on its way through the SDK."""
    content = from_json(answer)
    params = {"name": "get_listing", "arguments": {"slug": "x"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": CALL, "params": params}
    result = types.CallToolResult(content=[types.TextContent(text=answer.decode())], structured_content=content)
    dumped = dump(result)
    shaped = methods.serialize_server_result(CALL, VERSION, dumped)

    def validate_request() -> None:
        jsonrpc_message_adapter.validate_python(message, by_name=False)
        methods.validate_client_request(CALL, VERSION, params)
        types.CallToolRequestParams.model_validate(params, by_name=False)

    def encode() -> None:
        types.JSONRPCResponse(jsonrpc="2.0", id=1, result=shaped).model_dump_json(by_alias=True, exclude_unset=True)

    return {
        "in it: validate the request three times": _time_function(validate_request),
        "in it: decode the answer, which it wants as an object": _time_function(lambda: from_json(answer)),
        "in it: turn the result into an object again": _time_function(lambda: dump(result)),
        "in it: validate the result for its version": _time_function(
            lambda: methods.serialize_server_result(CALL, VERSION, dumped)
        ),
        "in it: encode the answer again": _time_function(encode),
    }


async def _time(ask: Callable[[int], Awaitable[None]], options: Options) -> float:
    """Microseconds of CPU time for one, in the quietest round."""
    best = float("inf")
    for _ in range(options.rounds):
        began, number = time.process_time(), 0
        while time.process_time() - began < options.seconds / 4:
            await ask(number)
            number += 1
        best = min(best, (time.process_time() - began) / number)
    return best * 1e6


def _time_function(work: Callable[[], Any], times: int = 200) -> float:
    best = float("inf")
    for _ in range(20):
        began = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - began) / times)
    return best * 1e6


async def _post(app: Mcp, body: bytes, arrival: Arrival) -> None:
    headers = {
        "host": HOST,
        "accept": "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": VERSION,
    }
    scope: Scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "https",
        "path": "/mcp",
        "raw_path": b"/mcp",
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("192.0.2.7", 1),
        "server": ("127.0.0.1", 80),
        ARRIVAL: arrival,
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    if sent[0]["status"] != 200:
        raise RuntimeError(f"answered {sent[0]['status']}: {sent[1]['body']!r}")


if __name__ == "__main__":
    run(main, __doc__)
