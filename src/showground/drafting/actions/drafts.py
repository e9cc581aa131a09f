"""Delete a draft, or read its website again."""

from datetime import timedelta

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.domain_names import site_key
from showground.drafting import presentation
from showground.drafting.errors import DraftNotReady, NoSuchDraft, ReadTooSoon
from showground.drafting.jobs import read_and_draft
from showground.drafting.models import Draft, DraftDeleted, DraftId
from showground.drafting.queries import drafts

PAUSE = timedelta(hours=1)


class DeleteDraft(Input):
    id: DraftId


@action(scope=PERSON, errors=(NoSuchDraft,))
async def delete_draft(ctx: Context, input: DeleteDraft) -> DraftDeleted:
    """Delete one of your drafts with everything read for it. A listing created from it stays."""
    draft = await drafts.get(ctx.db, input.id, ctx.account, role="owner", lock=True)
    await drafts.delete(ctx.db, draft.id)
    return DraftDeleted(id=draft.id)


class RereadDraft(Input):
    id: DraftId


@action(scope=PERSON, errors=(NoSuchDraft, DraftNotReady, ReadTooSoon))
async def reread_draft(ctx: Context, input: RereadDraft) -> Draft:
    """Read the website again, at most once an hour. Values that were edited, locked or removed stay unchanged."""
    draft = await drafts.get(ctx.db, input.id, ctx.account, lock=True)
    if draft.status != "ready":
        raise DraftNotReady
    if draft.read_at is not None and draft.read_at > ctx.now - PAUSE:
        raise ReadTooSoon
    reading = await drafts.begin_reading(ctx.db, draft.id, ctx.now)
    await read_and_draft.enqueue(ctx.db, str(draft.id), reading, ctx.account, site_key(draft.url))
    return await presentation.present(ctx.db, draft.id, ctx.account, ctx.site)
