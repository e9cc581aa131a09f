"""The way of an agent from an anonymous read to a checkout link. Both Python SDKs go it; each result is a line of JSON.

It runs in an environment that holds nothing but one SDK.
"""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

Call = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]


def report(step: str, result: object) -> None:
    print(json.dumps({"step": step, "result": result}), flush=True)  # noqa: T201  read by the one who started this


class Receiver:
    """Listens where the person's browser returns to."""

    def __init__(self) -> None:
        arrived: Queue[dict[str, list[str]]] = Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.end_headers()
                arrived.put(parse_qs(urlsplit(self.path).query))

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.arrived = arrived
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/callback"
        Thread(target=self.server.serve_forever, daemon=True).start()

    async def next(self) -> dict[str, str]:
        told = await asyncio.to_thread(self.arrived.get, timeout=60)
        return {name: values[0] for name, values in told.items()}


class Memory:
    """What the app stores. In memory, as each run is new."""

    def __init__(self) -> None:
        self.tokens: Any = None
        self.client: Any = None

    async def get_tokens(self) -> Any:
        return self.tokens

    async def set_tokens(self, tokens: Any) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> Any:
        return self.client

    async def set_client_info(self, client_info: Any) -> None:
        self.client = client_info


async def redirect(address: str) -> None:
    report("authorize", address)


def metadata(receiver: Receiver) -> dict[str, Any]:
    return {"client_name": os.environ["CLIENT_NAME"], "redirect_uris": [receiver.address]}


async def travel(call: Call, tools: int) -> None:
    report("tools", tools)
    report("read", (await call("search_listings", {"per_page": 1}))["total"])
    draft = await call("create_draft", {"url": os.environ["PRODUCT"]})
    while draft["status"] != "ready":
        await asyncio.sleep(0.5)
        draft = await call("get_draft", {"id": draft["id"]})
    report("draft", draft["fields"]["name"]["value"])
    if "categories" in draft["missing"]["required"]:
        category = (await call("list_categories", {}))["items"][0]["name"]
        draft = await call("update_draft", {"id": draft["id"], "fields": {"categories": [category]}})
    listing = await call("submit_draft", {"id": draft["id"]})
    report("submit", listing["status"])
    items = [{"product": "launch", "listing_id": listing["listing_id"]}]
    report("quote", (await call("quote_order", {"items": items}))["net_cents"])
    report("checkout", (await call("checkout_order", {"items": items}))["checkout_url"])
