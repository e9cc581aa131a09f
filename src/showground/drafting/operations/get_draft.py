"""Read a draft."""

from showground.accounts import ACCOUNT_READ
from showground.core.context import Context
from showground.core.operation import Input, operation
from showground.drafting import presenting
from showground.drafting.failures import NoSuchDraft
from showground.drafting.models import Draft, DraftId


class GetDraft(Input):
    id: DraftId


@operation("GET /drafts/{id}", scope=ACCOUNT_READ, snapshot=True, failures=(NoSuchDraft,))
async def get_draft(ctx: Context, input: GetDraft) -> Draft:
    """Read one of your drafts. Every field comes with its value, its state and its evidence; beside them stand how far
    the reading is, what went wrong, and what is still missing."""
    return await presenting.present(ctx.db, input.id, ctx.account, ctx.site)
