"""Submit a draft as a listing."""

from typing import Any

from showground import listings, ownership
from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError
from showground.core.calls.models import Input
from showground.core.languages import Text
from showground.drafting import apply_to_listing, presentation, rules
from showground.drafting.errors import AlreadyListed, DraftIncomplete, DraftNotReady, NoSuchDraft, NotYourListing
from showground.drafting.models import DraftId
from showground.drafting.queries import drafts
from showground.drafting.queries.drafts import DraftRow
from showground.listings import NoSuchListing, members, preconditions
from showground.ownership import OwnedListing

NEEDED = {
    "name": Text("Add a name. Every listing needs one."),
    "categories": Text("Add a category. Your first category is the primary one."),
    "tagline": Text("Add a tagline or a short description."),
}


class SubmitDraft(Input):
    id: DraftId


@operation(
    "POST /drafts/{id}/submit",
    scope=LISTINGS_WRITE,
    idempotent=True,
    destructive=True,  # submitted again, it overwrites the listing
    errors=(NoSuchDraft, DraftNotReady, DraftIncomplete, AlreadyListed, NotYourListing),
)
async def submit_draft(ctx: Context, input: SubmitDraft) -> OwnedListing:
    """Save a ready draft as your listing.

    The listing is not published yet. Publish it with choose_free_plan, or start an order with quote_order. Then
    get_my_listing shows what is left to do. If you edit the draft and submit it again, the same listing is updated with
    your changes.
    """
    draft = await drafts.get(ctx.db, input.id, ctx.account, lock=True)
    if draft.status != "ready":
        raise DraftNotReady
    if draft.listing_id is None:
        await _refuse_taken(ctx, draft)  # first, so that nobody fills in a draft that can't become a listing
    if lacking := rules.find_required(draft.entries):
        raise DraftIncomplete(
            errors=[FieldError(field=f"fields.{name}", message=NEEDED[name]) for name in lacking], missing=lacking
        )
    owned = await (_update(ctx, draft, draft.listing_id) if draft.listing_id else _create(ctx, draft))
    (listing,) = await ownership.present(ctx, [owned])
    return listing


async def _refuse_taken(ctx: Context, draft: DraftRow) -> None:
    if holder := await preconditions.find_holder(ctx.db, draft.domain, lock=True):
        mine = await members.is_member(ctx.db, holder.id, ctx.account)
        way: dict[str, Any] = {"listing_id": holder.id} if mine else {"claim": f"{ctx.site.api_url}/claims"}
        raise AlreadyListed(
            presentation.already_listed_message(draft.domain, holder, ctx.site, mine=mine), slug=holder.slug, **way
        )


async def _create(ctx: Context, draft: DraftRow) -> listings.owned.Owned:
    return await listings.owned.get_owned(ctx.db, await apply_to_listing.create(ctx, draft), ctx.account)


async def _update(ctx: Context, draft: DraftRow, listing: int) -> listings.owned.Owned:
    try:
        await listings.owned.get_owned(ctx.db, listing, ctx.account, lock=True)
    except NoSuchListing:
        raise NotYourListing from None
    await apply_to_listing.update(ctx, draft, listing, submitted=True)
    return await listings.owned.get_owned(ctx.db, listing, ctx.account)
