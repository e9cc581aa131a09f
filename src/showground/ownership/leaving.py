"""What of a person's listings and claims they may take along. A listing without an owner can be claimed again."""

from typing import Any

from showground import catalog
from showground.core.database import Connection
from showground.ownership import claims


async def export_listings(db: Connection, account: int) -> dict[str, Any]:
    """The listings that somebody belongs to, and the claims that they made."""
    ids, _ = await catalog.list_owned(db, account, skip=0, most=10_000)
    owned = await catalog.find_owned(db, ids, account)
    made, _ = await claims.list_claims(db, account, skip=0, most=10_000)
    return {
        "listings": [{"listing": it.slug, "role": it.role, "status": it.status, "plan": it.plan} for it in owned],
        "claims": [
            {"listing": it.slug, "method": it.method, "status": it.status, "made_at": it.created_at.isoformat()}
            for it in made
        ],
    }
