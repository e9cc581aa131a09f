"""SQL on the audit log."""

from typing import Any

from psycopg.types.json import Jsonb

from showground.core.calls.context import Caller
from showground.core.database.pool import Connection


async def add(db: Connection, caller: Caller, action: str, input: Any) -> None:
    """Add an entry; `input` is something that JSON can hold."""
    await db.execute(
        """
        insert into staff_event (account_id, action, input, at, request_id, surface) values (%s, %s, %s, %s, %s, %s)
        """,
        (
            caller.access.account if caller.access else None,
            action,
            Jsonb(input),
            caller.now,
            caller.request_id,
            caller.surface,
        ),
    )
