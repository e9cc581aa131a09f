"""Show how the shop is set up."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders.shop import Shop


class ShowShop(Input):
    """Nothing is asked for."""


class ShopShown(BaseModel):
    """Who sells, where, and by which provider people pay; it is set in the environment."""

    seller: str
    country: str
    address: str | None
    vat_number: str | None
    provider: str


@action(scope=STAFF, read_only=True)
async def show_shop(ctx: Context, input: ShowShop) -> ShopShown:  # noqa: ARG001
    """Show who sells, whose country decides about VAT, and how people pay."""
    shop = ctx.equipment[Shop]
    seller = shop.seller
    return ShopShown(
        seller=seller.name,
        country=seller.country,
        address=seller.address,
        vat_number=seller.vat_number,
        provider=shop.provider.name,
    )
