"""SQL on the last event that each outside service was sent."""

from showground.core.database.pool import Connection


async def get_reached(db: Connection, reader: str) -> int | None:
    """The last event that was sent; None if the service is new."""
    row = await db.one("select reached from event_reader where name = %s", (reader,))
    return row[0] if row else None


async def set_reached(db: Connection, reader: str, event: int) -> None:
    await db.execute(
        """
        insert into event_reader (name, reached) values (%s, %s)
        on conflict (name) do update set reached = excluded.reached
        """,
        (reader, event),
    )
