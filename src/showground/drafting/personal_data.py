"""What becomes of drafts and invitations when a person deletes their account: drafts stay for co-founders."""

from showground import accounts
from showground.core.calls.context import Context
from showground.core.mail.address import fold
from showground.drafting.queries import personal_data
from showground.extraction.proposal import ExtractionProblem

STOPPED = ExtractionProblem(code="stopped", detail="We stopped reading this site. You can read it again.")


async def leave_drafts(ctx: Context) -> None:
    """Hand shared drafts over to a co-founder; drafts without one are deleted with the account."""
    for draft in await personal_data.lock_drafts_of(ctx.db, ctx.account):
        if heir := await personal_data.find_heir(ctx.db, draft, ctx.account):
            await personal_data.hand_over(ctx.db, draft, heir)
    person = await accounts.get_account(ctx.db, ctx.account)
    await personal_data.delete_invites_to(ctx.db, ctx.account, fold(person.email))


async def stop_drafts(ctx: Context, account: int) -> None:
    """The account was blocked: its sites are not read any further."""
    await personal_data.stop_drafts_of(ctx.db, account, STOPPED, ctx.now)


async def merge_drafts(ctx: Context, account: int, into: int) -> None:
    """Where both work on a draft, the higher role stays."""
    await personal_data.raise_roles(ctx.db, account, into)
