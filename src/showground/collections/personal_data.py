"""What becomes of collections when an account is blocked."""

from showground.collections.queries import collections
from showground.core.calls.context import Context


async def hide_collections(ctx: Context, account: int) -> None:
    """The account was blocked: nobody sees its public collections."""
    await collections.note_all(ctx.db, account)


async def show_collections(ctx: Context, account: int) -> int:
    """The account was unblocked: they are shown again. Returns how many listings that restored: none."""
    await collections.note_all(ctx.db, account)
    return 0
