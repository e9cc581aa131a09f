"""Say how many votes were discounted, and why."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import PUBLIC, STAFF, Input, action
from showground.launches import ledger


class CountDiscounts(Input):
    """Nothing is asked for."""


class Discounts(BaseModel):
    """Votes that do not count, by the reason that was written down; and those that count a day later."""

    reasons: dict[str, int]
    waiting: int

    @property
    def total(self) -> int:
        return sum(self.reasons.values())


@action(scope=PUBLIC, read_only=True)
async def count_discounts(ctx: Context, input: CountDiscounts) -> Discounts:  # noqa: ARG001
    """Count the votes that do not count, by why."""
    found = await ledger.count_by_reason(ctx.db)
    return Discounts(waiting=found.pop(ledger.WAITING, 0), reasons=found)


class ListDiscounted(Input):
    """Nothing is asked for."""


class DiscountedListing(BaseModel):
    """A listing some of whose votes do not count."""

    slug: str
    name: str
    counted: int
    discounted: int


class DiscountedListings(BaseModel):
    """Those with most such votes first, at most 100."""

    items: list[DiscountedListing]


@action(scope=STAFF, read_only=True)
async def list_discounted(ctx: Context, input: ListDiscounted) -> DiscountedListings:  # noqa: ARG001
    """List the listings some of whose votes do not count."""
    rows = await ledger.find_discounted(ctx.db, 100)
    return DiscountedListings(items=[DiscountedListing(slug=s, name=n, counted=c, discounted=d) for s, n, c, d in rows])
