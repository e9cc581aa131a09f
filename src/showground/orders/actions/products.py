"""Products and prices for staff."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.orders.errors import NoSuchProduct, ProductExists
from showground.orders.models import Product, ProductOption, Supply
from showground.orders.queries import products
from showground.orders.queries import products as store
from showground.orders.seller import Shop


class ProductsLoaded(BaseModel):
    count: int


@action(scope=STAFF)
async def load_products(ctx: Context) -> ProductsLoaded:
    """Add the default products, unless there are any products already."""
    return ProductsLoaded(count=await products.add_shipped_products(ctx.db))


class ChangePrice(Input):
    code: str
    price_cents: Annotated[int, Field(ge=0, le=100_000_000)]


class PriceChanged(BaseModel):
    """The old and the new price."""

    code: str
    before_cents: int
    price_cents: int


@action(scope=STAFF, errors=(NoSuchProduct,))
async def change_price(ctx: Context, input: ChangePrice) -> PriceChanged:
    """Change the price of a product, or its minimum amount. Existing orders keep theirs."""
    before = await products.set_price(ctx.db, input.code, input.price_cents)
    if before is None:
        raise NoSuchProduct
    return PriceChanged(code=input.code, before_cents=before, price_cents=input.price_cents)


class ShopShown(BaseModel):
    """The seller, their country, and the payment provider, from the environment."""

    seller: str
    country: str
    address: str | None
    vat_number: str | None
    provider: str


@action(scope=STAFF, read_only=True)
async def show_shop(ctx: Context) -> ShopShown:
    """Show the seller, the country that decides the VAT, and how people pay."""
    shop = ctx.services[Shop]
    seller = shop.seller
    return ShopShown(
        seller=seller.name,
        country=seller.country,
        address=seller.address,
        vat_number=seller.vat_number,
        provider=shop.provider.name,
    )


class NewOption(ProductOption, Input):
    """Options that buyers can send with an order."""


class AddProduct(Input):
    code: Annotated[str, Field(pattern="^[a-z][a-z_]{0,59}$")]
    name: Annotated[str, Field(min_length=1, max_length=160)]
    description: Annotated[str, Field(min_length=1, max_length=2000), MULTI_LINE]
    needs_listing: bool = True
    price_cents: Annotated[int, Field(ge=0, le=100_000_000)]
    week: Literal["none", "optional", "required"] = "none"
    includes: tuple[str, ...] = ()
    options: dict[str, NewOption] | None = None
    supply: Supply = "electronic"


@action(scope=STAFF, errors=(ProductExists,))
async def add_product(ctx: Context, input: AddProduct) -> Product:
    """Add a product. If it includes known products, they are fulfilled automatically; anything else becomes a task."""
    products = {product.code: product for product in await store.get_products(ctx.db, ctx.now)}
    if input.code in products:
        raise ProductExists
    unknown = [code for code in input.includes if code not in products]
    if unknown:
        message = f"There is no product {', '.join(unknown)} to include."
        raise InvalidInput(faults=[FieldError(field="includes", message=message)])
    await store.add_product(ctx.db, input.model_dump())
    return next(p for p in await store.get_products(ctx.db, ctx.now) if p.code == input.code)
