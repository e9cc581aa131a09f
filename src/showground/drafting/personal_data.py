"""What becomes of drafts and invitations when a person deletes their account: drafts stay for co-founders."""

from showground import accounts
from showground.core.calls.context import Context
from showground.core.mail.address import fold
from showground.drafting.queries import personal_data


async def leave_drafts(ctx: Context) -> None:
    """Hand shared drafts over to a co-founder; drafts without one are deleted with the account."""
    for draft in await personal_data.lock_drafts_of(ctx.db, ctx.account):
        if heir := await personal_data.find_heir(ctx.db, draft, ctx.account):
            await personal_data.hand_over(ctx.db, draft, heir)
    person = await accounts.get_account(ctx.db, ctx.account)
    await personal_data.delete_invites_to(ctx.db, ctx.account, fold(person.email))
