"""Edit a draft."""

from showground.accounts import LISTINGS_WRITE
from showground.categories import category_tree
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import operation
from showground.core.calls.errors import InvalidInput
from showground.drafting import apply_to_listing, presentation, redraft_fields, rules
from showground.drafting.edits import DraftEdits
from showground.drafting.errors import NoSuchDraft, NotYourListing
from showground.drafting.models import Draft, DraftId
from showground.drafting.queries import drafts
from showground.drafting.queries.drafts import DraftRow
from showground.drafting.rules import Redraft
from showground.extraction.proposal import ExtractionProblem
from showground.listings import NoSuchListing, owned


class UpdateDraft(DraftEdits):
    id: DraftId


async def redraft(outside: PrepareContext, input: UpdateDraft) -> Redraft | None:
    """Draft the named fields again, if any were named."""
    return await redraft_fields.redraft(outside, input.id, input.regenerate) if input.regenerate else None


async def read_draft(ctx: Context, input: UpdateDraft) -> Draft:
    return await presentation.present(ctx.db, input.id, ctx.account, ctx.site)


@operation(
    "PATCH /drafts/{id}",
    scope=LISTINGS_WRITE,
    idempotent=True,
    prepare=redraft,
    current=read_draft,
    errors=(NoSuchDraft,),
)
async def update_draft(ctx: Context, input: UpdateDraft, redraft: Redraft | None) -> Draft:
    """Edit a draft.

    Send only what changes. Either all changes are applied or none. They are applied in this order: `restore`, the
    values you set, `regenerate`, `lock_fields`. If the draft was already submitted, its listing is updated too.
    """
    draft = await drafts.get(ctx.db, input.id, ctx.account, lock=True)
    categories = {category.name.casefold(): category.name for category in await category_tree.read_categories(ctx.db)}
    if faults := rules.find_faults(input, categories):
        raise InvalidInput(faults=faults)
    entries, notes = rules.apply(draft.entries, input, categories, redraft)
    competitor = draft.competitor_url
    if "competitor_url" in input.model_fields_set:
        competitor = input.competitor_url.strip() or None
    if draft.listing_id is not None:
        notes += await _carry_over(ctx, draft.changed(entries, competitor), draft.listing_id)
    await drafts.save_entries(ctx.db, input.id, entries, ctx.now, competitor_url=competitor, notes=notes)
    return await read_draft(ctx, input)


async def _carry_over(ctx: Context, draft: DraftRow, listing: int) -> list[ExtractionProblem]:
    """Update the listing, if it still belongs to this person."""
    try:
        await owned.get_owned(ctx.db, listing, ctx.account, lock=True)
    except NoSuchListing:
        return [ExtractionProblem(code=NotYourListing.code, detail=NotYourListing.sentence())]
    await apply_to_listing.update(ctx, draft, listing, submitted=False)
    return []
