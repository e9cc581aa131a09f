"""What becomes of webhooks when an account is blocked."""

from showground.core.calls.context import Context
from showground.events.queries import webhooks


async def stop_webhooks(ctx: Context, account: int) -> None:
    """The account was blocked: nothing more is sent. If it is unblocked, its owner can turn the webhooks on again."""
    await webhooks.disable_all(ctx.db, account, ctx.now)
