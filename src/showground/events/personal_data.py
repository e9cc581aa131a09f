"""What staff see of webhooks, and what becomes of them when an account is blocked."""

from typing import Any
from urllib.parse import urlsplit

from showground.core.calls.context import Context
from showground.events.queries import webhooks


def hide_addresses(exported: dict[str, Any]) -> dict[str, Any]:
    """Only the hosts of webhooks: with Slack and Discord, whoever knows the rest of the address can post there."""
    shown = [row | {"url": urlsplit(str(row["url"])).hostname} for row in exported["webhooks"]]
    return exported | {"webhooks": shown}


async def stop_webhooks(ctx: Context, account: int) -> None:
    """The account was blocked: nothing more is sent. If it is unblocked, its owner can turn the webhooks on again."""
    await webhooks.disable_all(ctx.db, account, ctx.now)
