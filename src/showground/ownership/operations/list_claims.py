"""List the caller's claims."""

from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.paging import Page, Paged
from showground.ownership.claim_models import Claim
from showground.ownership.queries import claims


class ListClaims(Paged):
    """Pagination."""


class ClaimPage(Page[Claim]):
    """A page of your claims."""


@operation("GET /claims", scope=ACCOUNT_READ, snapshot=True)
async def list_claims(ctx: Context, input: ListClaims) -> ClaimPage:
    """List your claims.

    Returns claims newest first, each with its status, what to publish, and the result of the last check.
    """
    rows, total = await claims.list_claims(ctx.db, ctx.account, skip=input.offset, most=input.per_page)
    items = await claims.present(ctx.db, rows, ctx.now)
    return ClaimPage(items=items, page=input.page, per_page=input.per_page, total=total)
