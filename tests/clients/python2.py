"""The Python SDK 2.x, in the era of the protocol that MODE names."""

import asyncio
import os
from typing import Any

import httpx2
from journey import Memory, Receiver, metadata, redirect, travel
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata


async def main() -> None:
    receiver = Receiver()

    async def returned() -> AuthorizationCodeResult:
        told = await receiver.next()
        return AuthorizationCodeResult(code=told["code"], state=told.get("state"), iss=told.get("iss"))

    app = OAuthClientMetadata.model_validate(metadata(receiver))
    oauth = OAuthClientProvider(os.environ["MCP"], app, Memory(), redirect, returned)
    async with (
        httpx2.AsyncClient(auth=oauth, timeout=60) as http,
        Client(streamable_http_client(os.environ["MCP"], http_client=http), mode=os.environ["MODE"]) as client,
    ):

        async def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            result = await client.call_tool(name, arguments)
            if result.is_error:
                raise RuntimeError(f"{name}: {result.content}")
            return result.structured_content or {}

        await travel(call, len((await client.list_tools()).tools))


asyncio.run(main())
