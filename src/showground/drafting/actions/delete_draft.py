"""Delete a draft."""

from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.drafting import store
from showground.drafting.failures import NoSuchDraft
from showground.drafting.models import DraftDeleted, DraftId


class DeleteDraft(Input):
    id: DraftId


@action(scope=PERSON, failures=(NoSuchDraft,))
async def delete_draft(ctx: Context, input: DeleteDraft) -> DraftDeleted:
    """Delete a draft of one's own with all that was read for it; a listing that it became stays."""
    draft = await store.get(ctx.db, input.id, ctx.account, role="owner", hold=True)
    await store.delete(ctx.db, draft.id)
    return DraftDeleted(id=draft.id)
