"""List the caller's drafts."""

from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.paging import Page, Paged
from showground.drafting.models import DraftSummary
from showground.drafting.queries import drafts


class ListDrafts(Paged):
    """Pagination."""


class DraftPage(Page[DraftSummary]):
    """A page of your drafts."""


@operation("GET /drafts", scope=ACCOUNT_READ, snapshot=True)
async def list_drafts(ctx: Context, input: ListDrafts) -> DraftPage:
    """List your drafts.

    Includes drafts you were invited to, newest first, with status and completeness.
    """
    items, total = await drafts.list_of(ctx.db, ctx.account, skip=input.offset, most=input.per_page)
    return DraftPage(items=items, page=input.page, per_page=input.per_page, total=total)
