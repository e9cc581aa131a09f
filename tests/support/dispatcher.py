"""A dispatcher to a test's database, with nobody to let in."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

from showground.core.calls.context import Access, Site
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.database import Database
from showground.core.fetch import Fetcher, FetchRules

SITE = Site("Test Fair", "https://fair.example")


async def _nobody(token: str, now: datetime, address: str) -> Access | None:
    return None


def _keep(tags: frozenset[str]) -> None:
    """There is no cache to forget anything."""


@asynccontextmanager
async def open_dispatcher(url: str, **more: Any) -> AsyncGenerator[Dispatcher]:
    async with Database(url, forget=_keep) as database:
        yield Dispatcher(
            database=database,
            site=SITE,
            fetch=Fetcher(FetchRules(user_agent="Tests")),
            authenticate=_nobody,
            counters=None,
            **more,
        )
