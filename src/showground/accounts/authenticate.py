"""From an API key to what it allows; uses and refusals are noted in memory and written in batches."""

from datetime import datetime

from showground.accounts import keys, store
from showground.core.context import Access
from showground.core.database import Database

MOST_NOTED = 10_000  # between two writes; a flood of wrong keys must not fill the memory


class ApiKeys:
    """Looks up API keys. Nothing is cached, so that a revoked key stops at once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: dict[tuple[int | None, str, datetime], store.FoldedEvent] = {}

    async def find(self, token: str, now: datetime, address: str) -> Access | None:
        access = None
        if keys.looks_right(token):
            async with self._database.reading() as db:
                access = await store.find_access(db, keys.hash_key(token), now)
        self._note(access, now, address)
        return access

    async def write_noted(self) -> None:
        """Write what was noted since the last time."""
        if self._noted:
            noted, self._noted = self._noted, {}
            async with self._database.transaction() as db:
                await store.add_folded_events(db, noted.values())

    def _note(self, access: Access | None, now: datetime, address: str) -> None:
        hour = now.replace(minute=0, second=0, microsecond=0)
        key = access.credential if access else None
        event = self._noted.get((key, address, hour))
        if event is None:
            if len(self._noted) >= MOST_NOTED:
                return
            kind = "used" if access else "refused"
            event = self._noted[key, address, hour] = store.FoldedEvent(kind, key, address, hour, now)
        event.times += 1
        event.last = now
