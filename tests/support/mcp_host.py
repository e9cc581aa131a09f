"""A host of MCP Apps: calls tools with the official client and shows their apps in a browser, in a sandbox."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextResourceContents
from playwright.async_api import Browser, FrameLocator, Page

from tests.install_browser import PATIENCE_MILLISECONDS
from tests.support.site import Answer, Site

SCRIPT = Path(__file__).with_name("mcp_host.js").read_text()
PAGE = """<!doctype html><html lang="en"><title>Chat</title><link rel="icon" href="data:,">
<style>body { margin: 0 } iframe { display: block; border: 0; width: 100% }</style>
<body><iframe title="App" sandbox="allow-scripts"></iframe><script src="/host.js"></script></body></html>"""


@dataclass
class AppHost:
    """`complaints`: what the browser complains about. `calls`: the tools that the app has called."""

    client: Client
    page: Page
    site: Site
    complaints: list[str] = field(default_factory=list[str])
    calls: list[str] = field(default_factory=list[str])

    async def show(
        self, name: str, arguments: dict[str, Any], *, theme: str = "light", alter: Callable[[Any], Any] = lambda it: it
    ) -> FrameLocator:
        """Call a tool and show its app. `alter` changes what the app is given."""
        result = _dump(await self.client.call_tool(name, arguments))
        (tool,) = [one for one in (await self.client.list_tools()).tools if one.name == name]
        assert tool.meta is not None
        (content,) = (await self.client.read_resource(tool.meta["ui"]["resourceUri"])).contents
        assert isinstance(content, TextResourceContents)
        assert content.meta is not None
        policy = write_policy(content.meta["ui"]["csp"])
        self.site.pages["/app"] = Answer(content.text, headers={"Content-Security-Policy": policy})
        await self.page.goto(f"{self.site.url}/")
        given = {"theme": theme, "input": arguments, "result": alter(result)}
        await self.page.evaluate("given => window.showApp(given)", given)
        return self.page.frame_locator("iframe")

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        self.calls.append(name)
        return _dump(await self.client.call_tool(name, arguments))

    async def opened(self) -> list[str]:
        """The links that were opened; waits for the first."""
        await self.page.wait_for_function("window.opened.length > 0")
        return await self.page.evaluate("window.opened")

    async def heard(self) -> list[str]:
        """The methods of all messages so far."""
        return await self.page.evaluate("window.heard")

    async def is_told_height(self, height: int) -> None:
        """Wait until the app has said that it is so high."""
        await self.page.wait_for_function("height => window.sizes.at(-1)?.height === height", arg=height)


def write_policy(csp: dict[str, list[str]]) -> str:
    """What a host forbids, as SEP-1865 derives it from what an app declares."""
    resources, connections = " ".join(csp["resourceDomains"]), " ".join(csp["connectDomains"]) or "'none'"
    return (
        f"default-src 'none'; script-src 'unsafe-inline' {resources}; style-src 'unsafe-inline' {resources};"
        f" img-src data: {resources}; connect-src {connections};"
        " frame-src 'none'; base-uri 'none'; object-src 'none'"
    )


@asynccontextmanager
async def running_host(
    chromium: Browser, mcp: str, headers: dict[str, str] | None = None, *, width: int = 800, script: str = SCRIPT
) -> AsyncGenerator[AppHost]:
    """`mcp`: the address of the server. `script`: what plays the host in the browser."""
    pages = {"/": PAGE, "/host.js": Answer(script, type="text/javascript; charset=utf-8")}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(mcp, http_client=http)) as client,
        await chromium.new_context(viewport={"width": width, "height": 900}) as context,
    ):
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_MILLISECONDS)
        with Site(pages) as site:
            host = AppHost(client, page, site)
            page.on("console", lambda said: host.complaints.append(said.text) if said.type == "error" else None)
            page.on("pageerror", lambda error: host.complaints.append(str(error)))
            await page.expose_function("callTool", host.call_tool)  # pyright: ignore[reportUnknownMemberType]
            yield host


def _dump(result: CallToolResult) -> Any:
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)
