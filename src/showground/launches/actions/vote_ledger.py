"""The vote ledger, and votes discounted by staff."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, PUBLIC, action
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.launches.queries import launches, vote_ledger
from showground.listings import NoSuchListing, Slug, members, status


class ListVoteLedger(Paged):
    slug: Slug


class LedgerEntry(DataModel):
    """A vote: who cast it, when, and whether it counts."""

    account: int
    account_since: datetime
    at: datetime
    by_new_account: bool
    counted: bool
    why: str | None
    discounted_at: datetime | None
    discounted_by: int | None


class VoteLedger(Page[LedgerEntry]):
    """The votes for a listing, newest first."""

    counted: int
    discounted: int


@action(scope=MODERATOR, read_only=True, errors=(NoSuchListing,))
async def list_vote_ledger(ctx: Context, input: ListVoteLedger) -> VoteLedger:
    """List the votes for a listing: which count, which do not, and why."""
    listing = await members.find_claimable(ctx.db, input.slug)
    if listing is None:
        raise NoSuchListing
    counted, discounted = await vote_ledger.count_entries(ctx.db, listing.id)
    entries = await vote_ledger.find_entries(ctx.db, listing.id, skip=input.offset, most=input.per_page)
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


class DiscountVotes(Input):
    """Whose votes for a listing to discount, and why. Without a reason, they count again."""

    slug: Slug
    accounts: Annotated[list[int], Field(max_length=1_000)]
    why: Annotated[str | None, Field(min_length=1, max_length=200)] = None


class VotesDiscounted(DataModel):
    """The listing's current count."""

    slug: str
    counted: int
    discounted: int


@action(scope=MODERATOR, errors=(NoSuchListing,))
async def discount_votes(ctx: Context, input: DiscountVotes) -> VotesDiscounted:
    """Discount votes for a listing, or count them again. The ledger records the reason; past weeks do not change."""
    await vote_ledger.lock_votes(ctx.db)
    held = await status.lock_listing(ctx.db, input.slug)
    if input.why is None:
        await vote_ledger.count_again(ctx.db, held.id, input.accounts)
    else:
        by = ctx.access.account if ctx.access else None
        await vote_ledger.discount(ctx.db, held.id, input.accounts, input.why, by, ctx.now)
    await launches.recount_locked(ctx.db, held, ctx.now)
    counted, discounted = await vote_ledger.count_entries(ctx.db, held.id)
    return VotesDiscounted(slug=held.slug, counted=counted, discounted=discounted)


class Discounts(DataModel):
    """Discounted votes by recorded reason, and votes that count a day later."""

    reasons: dict[str, int]
    waiting: int

    @property
    def total(self) -> int:
        return sum(self.reasons.values())


@action(scope=PUBLIC, read_only=True)
async def count_discounts(ctx: Context) -> Discounts:
    """Count discounted votes by reason."""
    found = await vote_ledger.count_by_reason(ctx.db)
    return Discounts(waiting=found.pop(vote_ledger.WAITING, 0), reasons=found)


class DiscountedListing(DataModel):
    """A listing with discounted votes."""

    slug: str
    name: str
    counted: int
    discounted: int


class DiscountedListings(DataModel):
    """Listings with the most discounted votes first, up to 100."""

    items: list[DiscountedListing]


@action(scope=MODERATOR, read_only=True)
async def list_discounted(ctx: Context) -> DiscountedListings:
    """List listings with discounted votes."""
    rows = await vote_ledger.find_discounted(ctx.db, 100)
    return DiscountedListings(items=[DiscountedListing(slug=s, name=n, counted=c, discounted=d) for s, n, c, d in rows])
