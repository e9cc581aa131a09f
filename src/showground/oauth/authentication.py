"""From an access token to what it allows, at the resource that asks."""

from collections.abc import Collection
from datetime import datetime

from showground.core.calls.context import Access, EndedAccess
from showground.core.database.database import Database
from showground.oauth.queries import grants


class AccessTokens:
    """Looks up access tokens. Nothing is cached, so that one whose permission was taken back stops at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @staticmethod
    def look_like(token: str) -> bool:
        return token.startswith(grants.ACCESS_PREFIX)

    async def find(self, token: str, now: datetime, resources: Collection[str]) -> Access | EndedAccess | None:
        """`resources`: those for which a token is good here. Ended tokens are known until they are cleared away."""
        async with self._database.reading() as db:
            found = await grants.find_access(db, token)
        if found is None:
            return None
        if found.expires_at <= now or found.blocked or found.resource not in resources:
            return EndedAccess(f"app {found.grant}")
        scopes = frozenset(found.scopes)
        return Access(found.account, "oauth", scopes, found.expires_at, found.grant, found.last_write_xid)
