"""Asks the site's database a question, wherever it is."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import psycopg

from showground.core import embedded_postgres
from showground.core.database.pool import CONNECT_SECONDS, Connection
from showground.settings import Settings

Answer = TypeVar("Answer")


def ask_database(settings: Settings, query: Callable[[Connection], Awaitable[Answer]]) -> Answer | None:
    """The answer; None if there is no database yet, or if it can't be reached: its own check says why."""

    async def ask(conninfo: str) -> Answer:
        async with await Connection.connect(conninfo, autocommit=True, connect_timeout=CONNECT_SECONDS) as db:
            return await query(db)

    try:
        if settings.database_url is not None:
            return asyncio.run(ask(settings.direct_url or settings.database_url))
        if embedded_postgres.locate(settings.data_dir).made:
            with embedded_postgres.running(settings.data_dir) as conninfo:
                return asyncio.run(ask(conninfo))
    except (embedded_postgres.EmbeddedFailed, psycopg.OperationalError):
        pass
    return None
