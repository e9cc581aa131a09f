"""Who visits under a fault: readers of every kind, and writers who repeat with the same key until they are answered."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import Any, Literal

import httpx2

PAUSE = 0.02  # seconds between two requests of one visitor
RETRY_PAUSE = 0.25
PATIENCE = 30.0  # seconds for an answer, before it counts as none
INSISTENCE = 20.0  # seconds for which a writer goes on when the others are gone
READERS, BUYERS = 4, 3
REPEATED = 30  # of the acknowledged orders, how many are asked for once more at the end
MCP = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
PRODUCT = "billboard_min"

How = Literal["right", "refused", "broken", "wrong"]


@dataclass(frozen=True)
class Stock:
    """What visitors read and write."""

    key: str
    listing: int  # live, and the holder's own
    slug: str
    draft: int  # another one, which can still be launched
    draft_slug: str


@dataclass(frozen=True, slots=True)
class Seen:
    """One request: when it ended, how long it took, and how it was answered."""

    at: float
    seconds: float
    how: How
    what: str


@dataclass
class Visitors:
    """All of them, on one event loop."""

    url: str
    stock: Stock
    seen: list[Seen] = field(default_factory=list[Seen])
    orders: dict[str, str] = field(default_factory=dict[str, str])  # the acknowledged ones, by their keys
    city: str | None = None  # the last one that was acknowledged
    leaving: bool = False
    _numbers: "count[int]" = field(default_factory=count)
    _gone: float = float("inf")

    async def visit(self) -> None:
        """Come again and again until told to leave; then writers end what they began."""
        async with httpx2.AsyncClient(base_url=self.url, timeout=PATIENCE) as client:
            readers = [asyncio.create_task(self._read(client, start)) for start in range(READERS)]
            writers = [asyncio.create_task(self._buy(client)) for _ in range(BUYERS)]
            writers.append(asyncio.create_task(self._edit(client)))
            while not self.leaving:  # noqa: ASYNC110 - told by another thread
                await asyncio.sleep(PAUSE)
            self._gone = time.monotonic()
            await asyncio.gather(*readers, *writers)

    async def look_back(self) -> int:
        """How much of what was acknowledged is answered otherwise now: repeats of orders, and the edited listing."""
        async with httpx2.AsyncClient(base_url=self.url, timeout=PATIENCE) as client:
            lost = 0
            for key, number in list(self.orders.items())[-REPEATED:]:
                answer = await self._order(client, key)
                lost += answer is None or answer.json()["number"] != number
            return lost + (self.city is not None and not await self._shows_city())

    async def _shows_city(self) -> bool:
        for _ in range(20):  # each on a connection of its own, so that every process is asked
            async with httpx2.AsyncClient(base_url=self.url, timeout=PATIENCE) as client:
                shown = await client.get(f"/api/v1/listings/{self.stock.slug}")
            if shown.status_code != 200 or f'"{self.city}"' not in shown.text:
                return False
        return True

    async def _read(self, client: httpx2.AsyncClient, start: int) -> None:
        reads = [self._open_page, self._open_listing, self._search, self._look_at_order, self._ask_as_agent]
        for read in cycle(reads[start:] + reads[:start]):
            if self.leaving:
                return
            if await read(client) is None:
                await asyncio.sleep(RETRY_PAUSE)
            await asyncio.sleep(PAUSE)

    async def _open_page(self, client: httpx2.AsyncClient) -> httpx2.Response | None:
        return await self._ask(client, "GET", "/", lambda answer: "</html>" in answer.text)

    async def _open_listing(self, client: httpx2.AsyncClient) -> httpx2.Response | None:
        slug = self.stock.slug
        return await self._ask(client, "GET", f"/api/v1/listings/{slug}", lambda answer: answer.json()["slug"] == slug)

    async def _search(self, client: httpx2.AsyncClient) -> httpx2.Response | None:
        page = f"/api/v1/listings?q=backup&per_page={next(self._numbers) % 50 + 1}"  # seldom a kept answer
        return await self._ask(client, "GET", page, lambda answer: answer.json()["total"] > 0)

    async def _look_at_order(self, client: httpx2.AsyncClient) -> httpx2.Response | None:
        if not self.orders:
            return await self._ask(client, "GET", "/api/v1/me", lambda answer: "account" in answer.json())
        number = next(reversed(self.orders.values()))
        path = f"/api/v1/orders/{number}"
        return await self._ask(client, "GET", path, lambda answer: answer.json()["number"] == number)

    async def _ask_as_agent(self, client: httpx2.AsyncClient) -> httpx2.Response | None:
        call = {"name": "search_listings", "arguments": {"q": "backup", "per_page": next(self._numbers) % 50 + 1}}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        return await self._ask(
            client, "POST", "/mcp", lambda answer: '"total"' in answer.text, json=message, headers=MCP
        )

    async def _buy(self, client: httpx2.AsyncClient) -> None:
        while not self.leaving:
            key = f"order-{next(self._numbers)}"
            answer = await self._insist(lambda key=key: self._order(client, key))
            if answer is not None:
                self.orders[key] = answer.json()["number"]
            await asyncio.sleep(PAUSE)

    async def _order(self, client: httpx2.AsyncClient, key: str) -> httpx2.Response | None:
        order = {"items": [{"product": PRODUCT, "listing_id": self.stock.listing}]}
        return await self._ask(
            client, "POST", "/api/v1/orders/checkout", lambda answer: answer.status_code == 201, key=key, json=order
        )

    async def _edit(self, client: httpx2.AsyncClient) -> None:
        while not self.leaving:
            city = f"Edit {next(self._numbers)}"
            if await self._insist(lambda city=city: self._move(client, city)) is not None:
                self.city = city
            await asyncio.sleep(PAUSE * 5)

    async def _move(self, client: httpx2.AsyncClient, city: str) -> httpx2.Response | None:
        path, edit = f"/api/v1/me/listings/{self.stock.listing}", {"fields": {"city": city}}
        return await self._ask(client, "PATCH", path, lambda answer: city in answer.text, key=city, json=edit)

    async def _insist(self, send: Callable[[], Any]) -> httpx2.Response | None:
        """The same request with the same key, until it is answered."""
        while (answer := await send()) is None:
            if time.monotonic() > self._gone + INSISTENCE:
                return None
            await asyncio.sleep(RETRY_PAUSE)
        return answer

    async def _ask(
        self,
        client: httpx2.AsyncClient,
        method: str,
        path: str,
        fits: Callable[[httpx2.Response], bool],
        *,
        key: str | None = None,
        **more: Any,
    ) -> httpx2.Response | None:
        """The answer if it is right; whatever came is noted."""
        headers = dict(more.pop("headers", {})) | {"Authorization": f"Bearer {self.stock.key}"}
        if path == "/" or path.startswith(("/api/v1/listings", "/mcp")):
            headers.pop("Authorization")
        if key is not None:
            headers["Idempotency-Key"] = key
        began = time.monotonic()
        try:
            answer = await client.request(method, path, headers=headers, **more)
        except httpx2.TimeoutException:
            self._note(began, "wrong", f"{method} {path}: no answer within {PATIENCE:.0f} s")
            return None
        except httpx2.HTTPError as error:
            self._note(began, "broken", f"{method} {path}: {type(error).__name__}")
            return None
        how = _judge(answer, fits)
        self._note(began, how, f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        return answer if how == "right" else None

    def _note(self, began: float, how: How, what: str) -> None:
        now = time.monotonic()
        self.seen.append(Seen(now, now - began, how, what))


def _judge(answer: httpx2.Response, fits: Callable[[httpx2.Response], bool]) -> How:
    if answer.status_code == 503:
        return "refused" if answer.headers.get("retry-after", "").isdigit() else "wrong"
    if answer.status_code == 200 and '"isError":true' in answer.text and r"\"retry_after\":" in answer.text:
        return "refused"  # a tool's answer has no headers: the result says when to come again
    return "right" if answer.is_success and fits(answer) else "wrong"
