"""URLs of all public listings, for sitemaps."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.models import Input
from showground.listings.models import PublicAddresses
from showground.listings.queries import recent_updates

IN_A_FILE = 10_000


class ListAddresses(Input):
    after: Annotated[str | None, Field(pattern="^[a-z0-9-]{0,220}$")] = None  # None: only where each file starts


@action(scope=PUBLIC, read_only=True)
async def list_addresses(ctx: Context, input: ListAddresses) -> PublicAddresses:
    """List public listings after a slug, as many as fit into one sitemap file; or where each file starts."""
    if input.after is None:
        return PublicAddresses(items=[], files=await recent_updates.find_first_addresses(ctx.db, IN_A_FILE))
    return PublicAddresses(items=list(await recent_updates.find_addresses(ctx.db, input.after, IN_A_FILE)), files=[])
