"""SQL on the brand: what staff drafted and published, and its pictures."""

from datetime import datetime
from typing import Any, Literal

from psycopg.errors import UndefinedTable
from psycopg.types.json import Jsonb
from pydantic import ValidationError

from showground.brand.models import BrandValues
from showground.core.database.pool import Connection

State = Literal["draft", "published"]


async def read(db: Connection, state: State) -> BrandValues | None:
    """What is stored; None if nothing is."""
    row = await db.one("select chosen from site_brand where state = %s", (state,))
    return _read_known(row[0]) if row else None


def _read_known(chosen: dict[str, Any]) -> BrandValues:
    """Leave out what only a later version knows, such as a new field or font: during an upgrade, processes of both
    versions read the same brand."""
    try:
        return BrandValues.model_validate(chosen, extra="ignore")
    except ValidationError as problems:
        unknown = {problem["loc"][0] for problem in problems.errors()}
        return _read_known({name: value for name, value in chosen.items() if name not in unknown})


async def read_published(db: Connection) -> BrandValues | None:
    """Like `read`, but empty until the table exists: a process may start before the migration has run."""
    try:
        return await read(db, "published")
    except UndefinedTable:
        return None


async def write(db: Connection, state: State, values: BrandValues, by: int | None, at: datetime) -> None:
    await db.execute(
        """
        insert into site_brand (state, chosen, updated_at, updated_by) values (%s, %s, %s, %s)
        on conflict (state) do update set chosen = excluded.chosen, updated_at = excluded.updated_at,
            updated_by = excluded.updated_by
        """,
        (state, Jsonb(values.model_dump(mode="json", exclude_none=True)), at, by),
    )


async def drop_draft(db: Connection) -> None:
    await db.execute("delete from site_brand where state = 'draft'")


async def add_picture(db: Connection, name: str, content: bytes, at: datetime) -> None:
    await db.execute(
        "insert into brand_picture (name, content, added_at) values (%s, %s, %s) on conflict do nothing",
        (name, content, at),
    )


async def find_picture(db: Connection, name: str) -> bytes | None:
    row = await db.one("select content from brand_picture where name = %s", (name,))
    return bytes(row[0]) if row else None


async def drop_unused_pictures(db: Connection) -> None:
    """Delete pictures that neither the draft nor what is published uses."""
    await db.execute(
        """
        delete from brand_picture where not exists (
            select from site_brand
            where name in (chosen ->> 'logo', chosen ->> 'dark_logo', chosen ->> 'icon', chosen ->> 'share_picture')
        )
        """
    )
