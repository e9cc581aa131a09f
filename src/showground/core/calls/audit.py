"""The audit log: what staff did and when. The dispatcher writes it, so no action has to."""

from typing import Any, cast

from psycopg.types.json import Jsonb

from showground.core.calls.context import Caller
from showground.core.calls.models import Input
from showground.core.database.pool import Connection

MAX_TEXT_LENGTH = 300  # longer texts are cut: an entry shows what was done, not a whole blog post
MAX_ITEMS = 50


async def note(db: Connection, caller: Caller, action: str, input: Input) -> None:
    """Record who did this with which input, in the same transaction."""
    await db.execute(
        "insert into staff_event (account_id, action, input, at, request_id) values (%s, %s, %s, %s, %s)",
        (caller.account, action, Jsonb(_shorten(input.model_dump(mode="json"))), caller.now, caller.request_id),
    )


def _shorten(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= MAX_TEXT_LENGTH else f"{value[:MAX_TEXT_LENGTH]}…"
    if isinstance(value, dict):
        return {name: _shorten(item) for name, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_shorten(item) for item in cast("list[Any]", value)[:MAX_ITEMS]]
    return value
