"""Passes events on to a service outside, in order and in batches. After a failure, the same ones are sent again."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from showground.core.jobs.declare import JobRun
from showground.events.queries import event_readers, events
from showground.events.queries.events import StoredEvent

AT_ONCE = 200

Tell = Callable[[Sequence[StoredEvent], Mapping[int, str]], Awaitable[None]]
"""Takes events, and what they are about by their id. Raises if it could not pass them on."""


class NotTold(Exception):
    """The service outside did not accept what it was sent; it is sent again."""


async def pass_on(run: JobRun, reader: str, tell: Tell) -> None:
    """Pass on the events since the last time; a new reader gets those from now on."""
    database, more = run.dispatcher.database, True
    while more:
        async with database.reading(snapshot=True) as db:
            reached = await event_readers.get_reached(db, reader)
            if reached is None:
                found, items, last = [], {}, await events.get_last(db)
            else:
                found = await events.find_events(db, reached, AT_ONCE, None)
                items = await events.find_items(db, run.dispatcher.site, run.caller.now, found)
                last = found[-1].id if found else reached
        if found:
            await tell(found, items)
        if last != reached:
            async with database.transaction() as db:
                await event_readers.set_reached(db, reader, last)
        more = len(found) == AT_ONCE
