"""The Python SDK 1.x."""
# pyright: basic, reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
# What is installed beside our own code is the SDK 2.x, whose types differ.

import asyncio
import os
from typing import Any

from journey import Memory, Receiver, metadata, redirect, travel
from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamablehttp_client  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]
from mcp.shared.auth import OAuthClientMetadata


async def main() -> None:
    receiver = Receiver()

    async def returned() -> tuple[str, str | None]:
        told = await receiver.next()
        return told["code"], told.get("state")

    app = OAuthClientMetadata.model_validate(metadata(receiver))
    oauth = OAuthClientProvider(os.environ["MCP"], app, Memory(), redirect, returned)
    async with (
        streamablehttp_client(os.environ["MCP"], auth=oauth) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()

        async def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            result = await session.call_tool(name, arguments)
            if result.isError:
                raise RuntimeError(f"{name}: {result.content}")
            return result.structuredContent or {}

        await travel(call, len((await session.list_tools()).tools))


asyncio.run(main())
