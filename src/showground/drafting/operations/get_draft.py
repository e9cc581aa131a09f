"""Get one draft."""

from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.drafting import presentation
from showground.drafting.errors import NoSuchDraft
from showground.drafting.models import Draft, DraftId


class GetDraft(Input):
    id: DraftId


@operation("GET /drafts/{id}", scope=ACCOUNT_READ, snapshot=True, errors=(NoSuchDraft,))
async def get_draft(ctx: Context, input: GetDraft) -> Draft:
    """Get one of your drafts.

    Every field has a value, a state and its evidence. The draft also shows the progress of reading the site, any
    problems, and what is still missing.
    """
    return await presentation.present(ctx.db, input.id, ctx.account, ctx.site)
