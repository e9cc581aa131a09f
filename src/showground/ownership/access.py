"""Taking a listing for a change that is its owners' alone."""

from showground import listings
from showground.core.calls.context import Context
from showground.ownership.errors import OwnersOnly


async def lock_as_owner(ctx: Context, listing: int) -> listings.owned.Owned:
    """The caller's listing, which others cannot change until the end of the transaction; co-founders are refused."""
    owned = await listings.owned.get_owned(ctx.db, listing, ctx.account, lock=True)
    if owned.role != "owner":
        raise OwnersOnly
    return owned
