"""Add a product."""

from typing import Annotated, Literal

from pydantic import Field

from showground.core.context import Context
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import STAFF, Input, action
from showground.core.texts import MULTI_LINE
from showground.orders import store
from showground.orders.failures import ProductExists
from showground.orders.models import Option, Product, Supply


class NewOption(Option, Input):
    """What buyers may say along with an order of it."""


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


@action(scope=STAFF, failures=(ProductExists,))
async def add_product(ctx: Context, input: AddProduct) -> Product:
    """Put something new on sale. What holds products that are known is done by itself; all else becomes a task."""
    products = {product.code: product for product in await store.get_products(ctx.db, ctx.now)}
    if input.code in products:
        raise ProductExists
    unknown = [code for code in input.includes if code not in products]
    if unknown:
        message = f"There is no product {', '.join(unknown)} to hold."
        raise InvalidInput(faults=[Fault(field="includes", message=message)])
    await store.add_product(ctx.db, input.model_dump())
    return next(p for p in await store.get_products(ctx.db, ctx.now) if p.code == input.code)
