"""What is kept of a person here: which apps they allowed what. It goes with the account."""

from typing import Any

from showground.core.calls.context import Context
from showground.core.database.pool import Connection
from showground.oauth.queries import grants


async def export_apps(db: Connection, account: int) -> list[dict[str, Any]]:
    return [app.model_dump(mode="json") for app in await grants.list_apps(db, account)]


async def end_apps(ctx: Context, account: int) -> None:
    """The account was blocked: its apps may do nothing more."""
    await grants.disconnect_all(ctx.db, account)
