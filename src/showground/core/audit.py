"""What staff did: who, when, and what. The door notes it; no action does so itself."""

from typing import Any, cast

from psycopg.types.json import Jsonb

from showground.core.context import Caller
from showground.core.database import Connection
from showground.core.operation import Input

LONGEST_TEXT = 300  # characters of a value that are kept: an entry says what was done, it is no copy of a blog post
MOST_ITEMS = 50


async def note(db: Connection, caller: Caller, action: str, input: Input) -> None:
    """Keep who did this with which input, in the transaction that does it."""
    await db.execute(
        "insert into staff_event (account_id, action, input, at, request_id) values (%s, %s, %s, %s, %s)",
        (caller.account, action, Jsonb(_shorten(input.model_dump(mode="json"))), caller.now, caller.request_id),
    )


def _shorten(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}…"
    if isinstance(value, dict):
        return {name: _shorten(item) for name, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_shorten(item) for item in cast("list[Any]", value)[:MOST_ITEMS]]
    return value
