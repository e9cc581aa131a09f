"""Edit a draft."""

from showground import catalog
from showground.accounts import LISTINGS_WRITE
from showground.catalog import NoSuchListing
from showground.core.context import Context, Outside
from showground.core.failures import InvalidInput
from showground.core.operation import operation
from showground.drafting import carrying, presenting, redrafting, rules, store
from showground.drafting.edits import DraftEdits
from showground.drafting.failures import NoSuchDraft, NotYourListing
from showground.drafting.models import Draft, DraftId
from showground.drafting.proposal import Problem
from showground.drafting.rules import Redraft
from showground.drafting.store import Row


class UpdateDraft(DraftEdits):
    id: DraftId


async def redraft(outside: Outside, input: UpdateDraft) -> Redraft | None:
    """What the drafter finds anew for the fields that were named, if any were."""
    return await redrafting.redraft(outside, input.id, input.regenerate) if input.regenerate else None


@operation("PATCH /drafts/{id}", scope=LISTINGS_WRITE, idempotent=True, prepare=redraft, failures=(NoSuchDraft,))
async def update_draft(ctx: Context, input: UpdateDraft, redraft: Redraft | None) -> Draft:
    """Edit a draft. Send only what changes; all of it is applied, or nothing. Restoring comes first, then what you
    typed, then redrafting, then locks. If the draft was submitted, its listing is edited too."""
    draft = await store.get(ctx.db, input.id, ctx.account, hold=True)
    categories = {category.name.casefold(): category.name for category in await catalog.read_categories(ctx.db)}
    if faults := rules.find_faults(input, categories):
        raise InvalidInput(faults=faults)
    entries, notes = rules.apply(draft.entries, input, categories, redraft)
    competitor = draft.competitor_url
    if "competitor_url" in input.model_fields_set:
        competitor = input.competitor_url.strip() or None
    if draft.listing_id is not None:
        notes += await _carry_over(ctx, draft.changed(entries, competitor), draft.listing_id)
    await store.save_entries(ctx.db, input.id, entries, ctx.now, competitor_url=competitor, notes=notes)
    return await presenting.present(ctx.db, input.id, ctx.account, ctx.site)


async def _carry_over(ctx: Context, draft: Row, listing: int) -> list[Problem]:
    """Edit the listing, where it still is this person's."""
    try:
        await catalog.get_owned(ctx.db, listing, ctx.account, hold=True)
    except NoSuchListing:
        return [Problem(code=NotYourListing.code, detail=NotYourListing.sentence())]
    await carrying.update(ctx, draft, listing, submitted=False)
    return []
