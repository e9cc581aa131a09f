"""A door to a test's database, with nobody to let in."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

from showground.core.context import Access, Site
from showground.core.database import Database
from showground.core.door import Door
from showground.core.fetch import Fetcher, FetchRules

SITE = Site("Test Fair", "https://fair.example")


async def _nobody(token: str, now: datetime, address: str) -> Access | None:
    return None


def _keep(tags: frozenset[str]) -> None:
    """There is no cache to forget anything."""


@asynccontextmanager
async def open_door(url: str, **more: Any) -> AsyncGenerator[Door]:
    async with Database(url, forget=_keep) as database:
        yield Door(
            database=database,
            site=SITE,
            fetch=Fetcher(FetchRules(user_agent="Tests")),
            authenticate=_nobody,
            counters=None,
            **more,
        )
