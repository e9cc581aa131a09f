"""Find the listing of a website before a draft is made, delete a draft, or read its website again."""

from datetime import timedelta
from uuid import UUID

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.errors import InvalidInput
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.domain_names import domain_of, site_key
from showground.core.fetch import FetchFailed
from showground.drafting import presentation
from showground.drafting.errors import DraftNotReady, NoSuchDraft, ReadTooSoon
from showground.drafting.jobs import read_and_draft
from showground.drafting.models import Draft, DraftDeleted, DraftId
from showground.drafting.operations.create_draft import CreateDraft, find_error, read_url
from showground.drafting.queries import drafts, unread_drafts
from showground.listings import members, preconditions, slugs

PAUSE = timedelta(hours=1)


class FindListed(CreateDraft):
    pass


class Listed(DataModel):
    """The listing that a website already has, if any."""

    slug: str | None = None
    domain: str | None = None
    listing_id: int | None = None  # only if it is yours
    is_public: bool = False


@action(scope=PERSON, read_only=True)
async def find_listed(ctx: Context, input: FindListed) -> Listed:
    """Find the listing that a website already has. A second one can't be submitted."""
    try:
        domain = domain_of(read_url(ctx, input))
    except FetchFailed:
        return Listed()
    holder = await preconditions.find_holder(ctx.db, domain)
    if holder is None:
        return Listed()
    is_mine = await members.is_member(ctx.db, holder.id, ctx.account)
    return Listed(
        slug=holder.slug,
        domain=domain,
        listing_id=holder.id if is_mine else None,
        is_public=await slugs.is_public(ctx.db, holder.slug),
    )


class UrlChecked(DataModel):
    """The URL can be read, as far as its form tells."""

    url: str


@action(scope=PUBLIC, read_only=True)
async def check_url(ctx: Context, input: FindListed) -> UrlChecked:
    """Check how a URL is written, before anyone signs in to submit it."""
    if error := find_error(ctx, input):
        raise InvalidInput(errors=[error])
    return UrlChecked(url=read_url(ctx, input))


class UnreadDrafts(DataModel):
    """Why the websites of drafts could not be read, by draft."""

    reasons: dict[UUID, str]


@action(scope=PERSON, read_only=True)
async def list_unread_drafts(ctx: Context) -> UnreadDrafts:
    """List your drafts whose website could not be read."""
    return UnreadDrafts(reasons=await unread_drafts.list_unread(ctx.db, ctx.account))


class DiscardUnread(Input):
    """`id`: a draft that takes the place of others of the same website."""

    id: DraftId


class UnreadDiscarded(DataModel):
    id: UUID


@action(scope=PERSON, errors=(NoSuchDraft,))
async def discard_unread_drafts(ctx: Context, input: DiscardUnread) -> UnreadDiscarded:
    """Delete your other drafts of this website that could not be read and that nobody has filled in."""
    draft = await drafts.get(ctx.db, input.id, ctx.account, role="owner")
    await unread_drafts.delete_unread(ctx.db, ctx.account, draft.domain, draft.id)
    return UnreadDiscarded(id=draft.id)


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
