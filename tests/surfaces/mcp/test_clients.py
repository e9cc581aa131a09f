"""The official client and a plain one, over a real connection."""

import asyncio
import json
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from dataclasses import replace

import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from showground.core.calls.context import Site
from showground.core.calls.dispatch import Dispatcher
from showground.surfaces.mcp.surface import Mcp
from tests.surfaces.mcp.calling import Edge, bearer, call_2025, modern
from tests.surfaces.mcp.operations import OPERATIONS

pytestmark = pytest.mark.anyio

MODES = ("legacy", "auto", "2026-07-28")


class Server(uvicorn.Server):
    """A server that leaves the signals to the tests."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


@pytest.fixture
async def url(dispatcher: Dispatcher) -> AsyncGenerator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        site = f"http://127.0.0.1:{listening.getsockname()[1]}"
        mcp = Mcp(OPERATIONS, replace(dispatcher, site=Site("Fair", site)))
        server = Server(uvicorn.Config(Edge(mcp), lifespan="off", log_level="warning"))
        async with mcp.run():
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            yield f"{site}/mcp"
            server.should_exit = True
            await serving


@pytest.mark.parametrize("mode", MODES)
async def test_the_official_client(url: str, mode: str) -> None:
    async with Client(url, mode=mode) as client:
        assert client.protocol_version == ("2025-11-25" if mode == "legacy" else "2026-07-28")
        tools = await client.list_tools()
        assert {tool.name for tool in tools.tools} == {op.name for op in OPERATIONS}
        found = await client.call_tool("get_thing", {"slug": "lamp"})
        assert found.is_error is False
        assert found.structured_content["name"] == 'Señor "Ω" \u2028'
        failed = await client.call_tool("get_thing", {"slug": "none"})
        assert failed.is_error is True


@pytest.mark.parametrize("mode", MODES)
async def test_the_official_client_with_a_key(url: str, writing_key: str, mode: str) -> None:
    async with httpx2.AsyncClient(headers=bearer(writing_key)) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            first = await client.call_tool("add_note", {"text": "a", "idempotency_key": "k"})
            again = await client.call_tool("add_note", {"text": "a", "idempotency_key": "k"})
            assert first.is_error is False
            assert first.structured_content == again.structured_content


async def test_blanks_after_header_values_over_a_connection(url: str) -> None:
    """The HTTP parser in use keeps them."""
    message, headers = modern("tools/call", name="get_thing", arguments={"slug": "lamp"})
    body = json.dumps(message).encode()
    address = httpx2.URL(url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    lines = [f"{name}: {value} \t " for name, value in headers.items()]
    lines += [
        f"Host: 127.0.0.1:{address.port}  ",
        "Content-Type: application/json ",
        "Accept: application/json ",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    writer.write("\r\n".join(["POST /mcp HTTP/1.1", *lines, "", ""]).encode() + body)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    assert answer.startswith(b"HTTP/1.1 200")
    assert b'"isError":false' in answer


async def test_a_plain_client_of_2025_03_26(url: str) -> None:
    accept = {"accept": "application/json, text/event-stream"}
    async with httpx2.AsyncClient(headers=accept) as http:
        begin = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
        answer = await http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": begin})
        assert answer.json()["result"]["protocolVersion"] == "2025-03-26"
        batch = [
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            call_2025(2, "get_thing", {"slug": "lamp"}),
            {"jsonrpc": "2.0", "id": 3, "method": "tools/list"},
        ]
        answer = await http.post(url, json=batch)
        assert [part["id"] for part in answer.json()] == [2, 3]
        assert (await http.get(url)).status_code == 405
        refused = await http.post(url, json=call_2025(4, "get_secret"))
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith('Bearer scope="account:read"')
