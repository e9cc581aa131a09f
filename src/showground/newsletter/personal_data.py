"""What becomes of a person's subscriptions when they delete their account. Saved searches go with it."""

from showground import accounts
from showground.core.calls.context import Context
from showground.newsletter.queries import subscribers


async def forget_subscriptions(ctx: Context) -> None:
    """Unsubscribe the account's address from everything."""
    person = await accounts.get_account(ctx.db, ctx.account)
    await subscribers.forget_address(ctx.db, person.email)
