"""Read the ledger of a listing's votes."""

from datetime import datetime

from pydantic import BaseModel

from showground import catalog
from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.operation import STAFF, action
from showground.core.paging import Page, Paged
from showground.launches import ledger


class ListVoteLedger(Paged):
    slug: Slug


class LedgerEntry(BaseModel):
    """A vote: whose, when, and whether it counts."""

    account: int
    account_since: datetime
    at: datetime
    by_new_account: bool
    counted: bool
    why: str | None
    discounted_at: datetime | None
    discounted_by: int | None


class VoteLedger(Page[LedgerEntry]):
    """The votes for a listing, the newest first."""

    counted: int
    discounted: int


@action(scope=STAFF, read_only=True, failures=(NoSuchListing,))
async def list_vote_ledger(ctx: Context, input: ListVoteLedger) -> VoteLedger:
    """List the votes for a listing: which count, which do not, and why."""
    listing = await catalog.find_claimable(ctx.db, input.slug)
    if listing is None:
        raise NoSuchListing
    counted, discounted = await ledger.count_entries(ctx.db, listing.id)
    entries = await ledger.find_entries(ctx.db, listing.id, skip=input.offset, most=input.per_page)
    return VoteLedger(
        items=[
            LedgerEntry(
                account=entry.account,
                account_since=entry.account_since,
                at=entry.at,
                by_new_account=entry.by_new_account,
                counted=entry.why is None,
                why=entry.why,
                discounted_at=entry.discounted_at,
                discounted_by=entry.discounted_by,
            )
            for entry in entries
        ],
        page=input.page,
        per_page=input.per_page,
        total=counted + discounted,
        counted=counted,
        discounted=discounted,
    )
