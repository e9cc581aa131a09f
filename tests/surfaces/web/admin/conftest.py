"""Charlie is staff and signed in."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from tests.support.html import Page
from tests.support.shop_world import Market
from tests.support.world import World


@dataclass
class Staff:
    """What staff do in a browser."""

    world: World
    browser: httpx2.AsyncClient

    async def see(self, path: str, status: int = 200) -> Page:
        answer = await self.browser.get(path)
        assert answer.status_code == status, path
        assert answer.headers["cache-control"] == "no-store"
        return Page(answer.text)

    async def send(self, path: str, status: int = 303, /, **form: Any) -> Page:
        """Send a form; one that did its work leads to a page."""
        answer = await self.browser.post(path, data=form)
        assert answer.status_code == status, path
        return Page(answer.text) if answer.text else await self.see(answer.headers["location"])

    async def ask(self, query: Any, *values: Any) -> list[Any]:
        async with self.world.dispatcher.database.reading() as db:
            return await db.all(query, values)

    async def do(self, query: Any, *values: Any) -> None:
        async with self.world.dispatcher.database.transaction() as db:
            await db.execute(query, values)

    async def log(self) -> list[tuple[str, str, dict[str, Any]]]:
        """What was kept of what staff did: who, what, and with which input."""
        return await self.ask(
            "select account.email::text, action, input from staff_event join account on account.id = account_id"
            " order by staff_event.id"
        )


def value(page: Page, name: str) -> str | None:
    """What stands in the first field of this name."""
    return next(field.get("value") for field in page.all("input") if field.get("name") == name)


@asynccontextmanager
async def staff_of(world: World) -> AsyncGenerator[Staff]:
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where name = 'Charlie'")
    async with world.browser("charlie") as browser:
        yield Staff(world, browser)


@pytest.fixture
async def staff(world: World) -> AsyncGenerator[Staff]:
    """In an empty directory."""
    async with staff_of(world) as staff:
        yield staff


@pytest.fixture
async def shopkeeper(market: Market) -> AsyncGenerator[Staff]:
    """Where products and listings are."""
    async with staff_of(market.world) as staff:
        yield staff


@pytest.fixture
async def demo_staff(demo_world: World) -> AsyncGenerator[Staff]:
    """In the demo directory."""
    async with staff_of(demo_world) as staff:
        yield staff
