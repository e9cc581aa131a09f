"""Show who sells, to whoever may buy."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, action
from showground.orders.shop import Shop


class ShowSeller(Input):
    """Nothing is asked for."""


class SellerShown(BaseModel):
    """Who sells, and how to reach them."""

    name: str
    address: list[str]
    country: str
    email: str | None
    phone: str | None
    vat_number: str | None
    tax_number: str | None
    books_years: int
    """How long orders and their documents are kept after the end of their year."""


@action(scope=PUBLIC, read_only=True)
async def show_seller(ctx: Context, input: ShowSeller) -> SellerShown:  # noqa: ARG001
    """Show who sells what can be bought here, as the settings say."""
    return describe_seller(ctx.equipment[Shop])


def describe_seller(shop: Shop) -> SellerShown:
    seller = shop.seller
    return SellerShown(
        name=seller.name,
        address=seller.address_lines,
        country=seller.country,
        email=seller.email,
        phone=seller.phone,
        vat_number=seller.vat_number,
        tax_number=seller.tax_number,
        books_years=shop.books_years,
    )
