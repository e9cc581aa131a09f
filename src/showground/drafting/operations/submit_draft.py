"""Submit a draft as a listing."""

from showground import catalog, ownership
from showground.accounts import LISTINGS_WRITE
from showground.catalog import NoSuchListing, Owned
from showground.core.context import Context
from showground.core.failures import Fault
from showground.core.operation import Input, operation
from showground.drafting import carrying, presenting, rules, store
from showground.drafting.failures import AlreadyListed, DraftIncomplete, DraftNotReady, NoSuchDraft, NotYourListing
from showground.drafting.models import DraftId
from showground.drafting.store import Row
from showground.ownership import OwnedListing

NEEDED = {
    "name": "A listing needs a name.",
    "categories": "A listing needs a primary category: the first of `categories`.",
    "tagline": "A listing needs a tagline or a short description.",
}


class SubmitDraft(Input):
    id: DraftId


@operation(
    "POST /drafts/{id}/submit",
    scope=LISTINGS_WRITE,
    idempotent=True,
    failures=(NoSuchDraft, DraftNotReady, DraftIncomplete, AlreadyListed, NotYourListing),
)
async def submit_draft(ctx: Context, input: SubmitDraft) -> OwnedListing:
    """Save a ready draft as your listing. It is not published: `next_steps` says how it will be. Submitting again after
    edits updates the same listing with what changed in the draft."""
    draft = await store.get(ctx.db, input.id, ctx.account, hold=True)
    if draft.status != "ready":
        raise DraftNotReady
    if lacking := rules.find_required(draft.entries):
        raise DraftIncomplete(
            faults=[Fault(field=f"fields.{name}", message=NEEDED[name]) for name in lacking], missing=lacking
        )
    owned = await (_update(ctx, draft, draft.listing_id) if draft.listing_id else _create(ctx, draft))
    (listing,) = await ownership.present(ctx.db, [owned], ctx.site)
    return listing


async def _create(ctx: Context, draft: Row) -> Owned:
    if holder := await catalog.find_holder(ctx.db, draft.domain, hold=True):
        mine = await catalog.is_member(ctx.db, holder.id, ctx.account)
        raise AlreadyListed(
            presenting.tell_holder(draft.domain, holder, ctx.site, mine=mine),
            slug=holder.slug,
            claim=f"{ctx.site.api_url}/claims",
        )
    return await catalog.get_owned(ctx.db, await carrying.create(ctx, draft), ctx.account)


async def _update(ctx: Context, draft: Row, listing: int) -> Owned:
    try:
        await catalog.get_owned(ctx.db, listing, ctx.account, hold=True)
    except NoSuchListing:
        raise NotYourListing from None
    await carrying.update(ctx, draft, listing, submitted=True)
    return await catalog.get_owned(ctx.db, listing, ctx.account)
