"""Products and prices for staff."""

from typing import Annotated, Literal

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.field_errors import in_words
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text, text_with
from showground.orders.errors import NoSuchProduct, ProductExists, ProductInUse, ShippedProduct
from showground.orders.product_models import ProductOption, Supply
from showground.orders.queries import products as store
from showground.orders.queries.products import StaffProduct
from showground.orders.seller import Shop

WEEKS = ("none", "optional", "required")  # the stricter one of what a bundle includes comes last
Name = Annotated[str, Field(min_length=1, max_length=160)]
Description = Annotated[str, Field(min_length=1, max_length=2000), MULTI_LINE]
Price = Annotated[int, Field(ge=0, le=100_000_000)]
WeeklyLimit = Annotated[int | None, Field(ge=1, le=1_000_000)]


class ProductsLoaded(DataModel):
    count: int


@action(scope=STAFF)
async def load_products(ctx: Context) -> ProductsLoaded:
    """Add the default products, unless there are any products already. They are not on sale until staff decide."""
    return ProductsLoaded(count=await store.add_shipped_products(ctx.db))


class StaffProducts(DataModel):
    """All products, and whether those that staff have not decided about are sold, because no money moves."""

    items: list[StaffProduct]
    test_mode: bool


@action(scope=STAFF, read_only=True)
async def list_all_products(ctx: Context) -> StaffProducts:
    """List all products, also those off sale."""
    return StaffProducts(items=await store.list_for_staff(ctx.db), test_mode=ctx.services[Shop].test_mode)


class WriteProduct(Input):
    """What staff can change of a product; what is left out stays as it is.

    The price of a product whose amount the buyer chooses is the minimum.
    """

    code: str
    name: Name = ""
    description: Description = ""
    price_cents: Price = 0
    on_sale: bool = False
    weekly_limit: WeeklyLimit = None
    supply: Supply = "electronic"


@action(scope=STAFF, errors=(NoSuchProduct,))
async def write_product(ctx: Context, input: WriteProduct) -> StaffProduct:
    """Change a product: its texts, price, weekly limit, and whether it is on sale. Existing orders keep theirs."""
    before = await _find(ctx, input.code)
    await store.write_product(ctx.db, input.code, before.model_dump() | input.model_dump(exclude_unset=True))
    return await _find(ctx, input.code)


class SetOnSale(Input):
    codes: Annotated[tuple[str, ...], Field(min_length=1, max_length=200)]
    on_sale: bool


class OnSaleSet(DataModel):
    count: int


@action(scope=STAFF, errors=(NoSuchProduct,))
async def set_on_sale(ctx: Context, input: SetOnSale) -> OnSaleSet:
    """Put products on sale or take them off. Unpaid orders for a product that is off sale can't be paid."""
    for code in input.codes:
        await _find(ctx, code)
    return OnSaleSet(count=await store.set_on_sale(ctx.db, input.codes, on_sale=input.on_sale))


class MoveProduct(Input):
    code: str
    direction: Literal["up", "down"]


class ProductMoved(DataModel):
    codes: list[str]


@action(scope=STAFF, errors=(NoSuchProduct,))
async def move_product(ctx: Context, input: MoveProduct) -> ProductMoved:
    """Move a product up or down in the list that buyers see."""
    await store.lock_products(ctx.db)
    codes = [product.code for product in await store.list_for_staff(ctx.db)]
    if input.code not in codes:
        raise NoSuchProduct
    at = codes.index(input.code)
    to = min(max(at + (-1 if input.direction == "up" else 1), 0), len(codes) - 1)
    codes.insert(to, codes.pop(at))
    await store.set_order(ctx.db, codes)
    return ProductMoved(codes=codes)


class NewOption(ProductOption, Input):
    """Options that buyers can send with an order."""


CODE = in_words(
    "^[a-z][a-z_]{0,59}$",
    Text("Must be 1 to 60 lowercase letters and underscores, starting with a letter."),
)


class AddProduct(Input):
    code: Annotated[str, Field(pattern=CODE)]
    name: Name
    description: Description
    needs_listing: bool = True
    price_cents: Price
    week: Literal["none", "optional", "required"] | None = None
    """Whether buyers choose a launch week; by default, what the included products say."""
    includes: tuple[str, ...] = ()
    options: dict[str, NewOption] | None = None
    supply: Supply = "electronic"
    weekly_limit: WeeklyLimit = None
    on_sale: bool = True


@action(scope=STAFF, errors=(ProductExists,))
async def add_product(ctx: Context, input: AddProduct) -> StaffProduct:
    """Add a product. If it includes known products, they are fulfilled automatically; anything else becomes a task."""
    await store.lock_products(ctx.db)
    products = {product.code: product for product in await store.list_for_staff(ctx.db)}
    if input.code in products:
        raise ProductExists
    if problem := _judge_includes(input, products):
        raise InvalidInput(errors=[FieldError(field="includes", message=problem)])
    week = input.week or max((products[code].week for code in input.includes), key=WEEKS.index, default="none")
    await store.add_product(ctx.db, input.model_dump() | {"week": week})
    return await _find(ctx, input.code)


class DeleteProduct(Input):
    code: str


class ProductDeleted(DataModel):
    code: str


@action(scope=STAFF, errors=(NoSuchProduct, ShippedProduct, ProductInUse))
async def delete_product(ctx: Context, input: DeleteProduct) -> ProductDeleted:
    """Delete a product of your own. Orders keep its name and price; unpaid orders for it can't be paid."""
    await store.lock_products(ctx.db)
    product = await _find(ctx, input.code)
    if product.shipped:
        raise ShippedProduct
    if any(input.code in each.includes for each in await store.list_for_staff(ctx.db)):
        raise ProductInUse
    await store.delete_product(ctx.db, input.code)
    return ProductDeleted(code=input.code)


def _judge_includes(input: AddProduct, products: dict[str, StaffProduct]) -> Text | None:
    """Why these products can't be one bundle; None if they can."""
    unknown = [code for code in input.includes if code not in products]
    if unknown:
        return text_with("There is no product %(codes)s to include.", codes=", ".join(unknown))
    for code in input.includes:
        product = products[code]
        if product.max_categories is not None or product.min_amount_cents is not None or product.includes:
            return text_with("%(product)s can't be part of another product.", product=Text(product.name))
        if product.needs_listing and not input.needs_listing:
            return text_with(
                "%(product)s is for a listing, so this product must be sold for a listing, too.",
                product=Text(product.name),
            )
    return None


async def _find(ctx: Context, code: str) -> StaffProduct:
    found = next((each for each in await store.list_for_staff(ctx.db) if each.code == code), None)
    if found is None:
        raise NoSuchProduct
    return found


class ShopShown(DataModel):
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
