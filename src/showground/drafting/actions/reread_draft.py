"""Read the site of a draft once more."""

from datetime import timedelta

from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.drafting import presenting, store
from showground.drafting.failures import DraftNotReady, NoSuchDraft, ReadTooSoon
from showground.drafting.jobs import read_and_draft, site_key
from showground.drafting.models import Draft, DraftId

PAUSE = timedelta(hours=1)


class RereadDraft(Input):
    id: DraftId


@action(scope=PERSON, failures=(NoSuchDraft, DraftNotReady, ReadTooSoon))
async def reread_draft(ctx: Context, input: RereadDraft) -> Draft:
    """Read the site anew, at most once an hour. What was typed, locked or removed stays."""
    draft = await store.get(ctx.db, input.id, ctx.account, hold=True)
    if draft.status != "ready":
        raise DraftNotReady
    if draft.read_at is not None and draft.read_at > ctx.now - PAUSE:
        raise ReadTooSoon
    reading = await store.begin_reading(ctx.db, draft.id, ctx.now)
    await read_and_draft.enqueue(ctx.db, str(draft.id), reading, ctx.account, site_key(draft.domain))
    return await presenting.present(ctx.db, draft.id, ctx.account, ctx.site)
