"""What can be bought: for one of your listings, and which of your listings a product is for."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from showground import launches
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing, owned
from showground.orders import offers, quotes, withdrawal
from showground.orders.errors import NoSuchProduct
from showground.orders.product_models import Product
from showground.orders.queries import products as store
from showground.orders.queries import withdrawals
from showground.orders.seller import Shop

MAX_LISTINGS = 100
LATELY = 2 * withdrawal.PERIOD  # rather too long than too short: weekends and late starts extend the period


class ListOffers(Input):
    listing_id: int


class Offers(DataModel):
    """Products for a listing, and when voting in the current week ends."""

    items: list[Product]
    week_ends_at: datetime


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_offers(ctx: Context, input: ListOffers) -> Offers:
    """List what can be bought for your listing now, with the weeks that it can choose."""
    known = await quotes.read_facts(ctx.db, [input.listing_id], ctx.account, ctx.services[Shop], now=ctx.now)
    listing = known.listings.get(input.listing_id)
    if listing is None:
        raise NoSuchListing
    return Offers(items=offers.find_offers(listing, known), week_ends_at=launches.end_of(known.this_week))


class ListListingsFor(Input):
    product: Annotated[str, Field(max_length=60)]


class ListingToChoose(DataModel):
    listing_id: int
    name: str
    domain: str


class ListingsFor(DataModel):
    """The product, your listings that it can be bought for, and how many listings you have in all."""

    product: Product
    audience: str
    items: list[ListingToChoose]
    total: int


@action(scope=PERSON, read_only=True, errors=(NoSuchProduct,))
async def list_listings_for(ctx: Context, input: ListListingsFor) -> ListingsFor:
    """List those of your newest listings that a product can be bought for."""
    ids, total = await owned.list_owned(ctx.db, ctx.account, skip=0, most=MAX_LISTINGS)
    known = await quotes.read_facts(ctx.db, ids, ctx.account, ctx.services[Shop], now=ctx.now)
    product = known.products.get(input.product)
    if product is None:
        raise NoSuchProduct
    return ListingsFor(
        product=product,
        audience=offers.describe_audience(product),
        items=[
            ListingToChoose(listing_id=listing.id, name=listing.name, domain=listing.domain)
            for listing in known.listings.values()
            if any(offer.code == product.code for offer in offers.find_offers(listing, known))
        ],
        total=total,
    )


class Sales(DataModel):
    """Whether orders can be paid for now, what is sold, and the smallest amount for the billboard, if that is sold."""

    open: bool
    parts: frozenset[str]
    """The codes of everything that can be bought, on its own or within another product."""
    billboard_cents: int | None
    withdrawals: bool = False
    """Whether a consumer may have something to withdraw from: something is sold here, or was until lately."""

    def sells(self, *parts: str) -> bool:
        """Whether one of these is sold; without any, whether anything is."""
        return not self.parts.isdisjoint(parts) if parts else bool(self.parts)

    @property
    def launches(self) -> bool:
        return self.sells("launch")

    @property
    def placements(self) -> bool:
        """Whether advertising is sold, which is marked as paid wherever it appears."""
        return self.sells(*offers.PLACEMENTS)


@action(scope=PUBLIC, read_only=True)
async def show_sales(ctx: Context) -> Sales:
    """Show whether this site takes payments, what it sells, and what a place on the billboard costs at least."""
    shop = ctx.services[Shop]
    is_open = shop.provider.name != "off"
    parts = await store.find_sold_parts(ctx.db, undecided=shop.test_mode)
    return Sales(
        open=is_open,
        parts=parts,
        billboard_cents=await store.find_price(ctx.db, "billboard_min", undecided=shop.test_mode),
        withdrawals=bool(is_open and parts) or await withdrawals.has_sold(ctx.db, ctx.now - LATELY),
    )
