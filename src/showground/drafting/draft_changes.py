"""Saves a changed draft, and applies the changes to its listing if it was submitted."""

from collections.abc import Sequence

from showground.core.calls.context import Context
from showground.drafting import apply_to_listing
from showground.drafting.errors import NotYourListing
from showground.drafting.fields import Entries, value_of
from showground.drafting.logo_copies import copy_logos
from showground.drafting.queries import drafts
from showground.drafting.queries.drafts import DraftRow
from showground.extraction.proposal import ExtractionProblem
from showground.listings import NoSuchListing, logos, owned


async def save_changes(
    ctx: Context,
    draft: DraftRow,
    entries: Entries,
    competitor_url: str | None,
    notes: Sequence[ExtractionProblem] = (),
) -> None:
    """`notes` are problems of this edit, which the draft shows until the next one."""
    if draft.listing_id is not None:
        notes = [*notes, *await _apply(ctx, draft.changed(entries, competitor_url), draft.listing_id)]
    await drafts.save_entries(ctx.db, draft.id, entries, ctx.now, competitor_url=competitor_url, notes=notes)
    logo = value_of(entries, "logo_url")
    if logo != value_of(draft.entries, "logo_url") and logo and not await logos.find_of_draft(ctx.db, draft.id, logo):
        await copy_logos.enqueue(ctx.db, str(draft.id), draft.reading, draft.account_id)


async def _apply(ctx: Context, draft: DraftRow, listing: int) -> list[ExtractionProblem]:
    """Update the listing, if it still belongs to this person."""
    try:
        await owned.get_owned(ctx.db, listing, ctx.account, lock=True)
    except NoSuchListing:
        return [ExtractionProblem(code=NotYourListing.code, detail=NotYourListing.sentence())]
    await apply_to_listing.update(ctx, draft, listing, submitted=False)
    return []
