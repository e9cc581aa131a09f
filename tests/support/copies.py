"""Worlds that are copied from a template in which the cast is there already."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import ReadOnlySqlTransaction

from tests.support.postgres import fresh_database
from tests.support.world import CAST, World, running_world


@dataclass(frozen=True)
class Template:
    """A database to copy, and the API keys of the people in it."""

    name: str
    keys: Mapping[str, str]


async def add_cast(url: str) -> Template:
    """Add the cast to a database that nobody uses yet."""
    async with running_world(url) as world:
        for name in CAST:
            await world.add_person(name)
    return Template(str(conninfo_to_dict(url)["dbname"]), world.keys)


@asynccontextmanager
async def copied(
    postgres: str, template: Template, *, read_only: bool = False, **settings: Any
) -> AsyncGenerator[World]:
    """An application on a copy of its own. If it is read only, what is noted beside requests is lost at the end."""
    with fresh_database(postgres, template.name, read_only=read_only) as url:
        with suppress(ReadOnlySqlTransaction):
            async with running_world(url, **settings) as world:
                world.keys.update(template.keys)
                yield world
