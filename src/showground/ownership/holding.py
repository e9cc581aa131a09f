"""Taking a listing for a change that is its owners' alone."""

from showground import catalog
from showground.catalog import Owned
from showground.core.context import Context
from showground.ownership.failures import OwnersOnly


async def hold_as_owner(ctx: Context, listing: int) -> Owned:
    """The caller's listing, which others cannot change until the end of the transaction; co-founders are refused."""
    owned = await catalog.get_owned(ctx.db, listing, ctx.account, hold=True)
    if owned.role != "owner":
        raise OwnersOnly
    return owned
