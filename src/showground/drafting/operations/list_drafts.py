"""List the caller's drafts."""

from showground.accounts import ACCOUNT_READ
from showground.core.context import Context
from showground.core.operation import operation
from showground.core.paging import Page, Paged
from showground.drafting import store
from showground.drafting.models import DraftSummary


class ListDrafts(Paged):
    """Which page."""


@operation("GET /drafts", scope=ACCOUNT_READ, snapshot=True)
async def list_drafts(ctx: Context, input: ListDrafts) -> Page[DraftSummary]:
    """List your drafts and those that you were invited to, newest first, with status and completeness."""
    items, total = await store.list_of(ctx.db, ctx.account, skip=input.offset, most=input.per_page)
    return Page[DraftSummary](items=items, page=input.page, per_page=input.per_page, total=total)
