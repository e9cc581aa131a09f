"""The audit log: what staff did and when. The dispatcher writes it, so no action has to."""

from typing import Any, cast

from showground.core.calls.context import Caller
from showground.core.calls.models import Input
from showground.core.calls.queries import staff_events
from showground.core.database.pool import Connection

MAX_TEXT_LENGTH = 300  # longer texts are cut: an entry shows what was done, not a whole blog post
MAX_ITEMS = 50


async def note(db: Connection, caller: Caller, action: str, input: Input) -> None:
    """Record who did this with which input, in the same transaction."""
    await staff_events.add(db, caller, action, _shorten(input.model_dump(mode="json")))


def _shorten(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= MAX_TEXT_LENGTH else f"{value[:MAX_TEXT_LENGTH]}…"
    if isinstance(value, dict):
        return {name: _shorten(item) for name, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_shorten(item) for item in cast("list[Any]", value)[:MAX_ITEMS]]
    return value
