"""Alternatives chosen by owners."""

from showground import listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing, Slug, alternatives, members, status
from showground.ownership.errors import NoSuchAlternative


class NameAlternative(Input):
    """Your listing's id, and the other listing's slug."""

    listing_id: int
    slug: Slug


class NamedAlternative(DataModel):
    """Another listing, and whether it is shown as an alternative or only proposed."""

    slug: str
    name: str
    approved: bool


class NamedAlternatives(DataModel):
    """Approved alternatives first."""

    items: list[NamedAlternative]


@action(scope=PERSON, errors=(NoSuchListing, NoSuchAlternative))
async def approve_alternative(ctx: Context, input: NameAlternative) -> NamedAlternatives:
    """Show another live listing as an alternative, before those of the same category."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    other = await members.find_claimable(ctx.db, input.slug)
    standing = await status.find_state(ctx.db, other.id, lock=False) if other else None
    if standing is None or standing.status != "live" or standing.id == owned.id:
        raise NoSuchAlternative
    await alternatives.approve_alternative(ctx.db, owned.id, standing.id)
    return await _show(ctx, owned.id)


@action(scope=PERSON, errors=(NoSuchListing,))
async def remove_alternative(ctx: Context, input: NameAlternative) -> NamedAlternatives:
    """Remove an alternative, or reject a proposed one."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    other = await members.find_claimable(ctx.db, input.slug)
    if other is not None:
        await alternatives.remove_alternative(ctx.db, owned.id, other.id)
    return await _show(ctx, owned.id)


class ListNamedAlternatives(Input):
    listing_id: int


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_named_alternatives(ctx: Context, input: ListNamedAlternatives) -> NamedAlternatives:
    """List approved and proposed alternatives."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    return await _show(ctx, owned.id)


async def _show(ctx: Context, listing: int) -> NamedAlternatives:
    named = await alternatives.find_named_alternatives(ctx.db, listing)
    return NamedAlternatives(items=[NamedAlternative(slug=s, name=n, approved=a) for s, n, a in named])
