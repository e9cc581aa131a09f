"""SQL on what staff set about the seller."""

from datetime import datetime

from psycopg.errors import UndefinedTable
from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection
from showground.orders.seller_details import SellerDetails


async def read(db: Connection) -> SellerDetails:
    """What staff set. Empty until the table exists: a process may start before the migration has run."""
    try:
        row = await db.one("select chosen from seller_details")
    except UndefinedTable:
        return SellerDetails()
    return SellerDetails.model_validate(row[0]) if row else SellerDetails()


async def write(db: Connection, details: SellerDetails, at: datetime) -> None:
    await db.execute(
        """
        insert into seller_details (chosen, updated_at) values (%s, %s)
        on conflict (only_row) do update set chosen = excluded.chosen, updated_at = excluded.updated_at
        """,
        (Jsonb(details.model_dump(mode="json", exclude_none=True)), at),
    )
