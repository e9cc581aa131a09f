"""Change the price of a product."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders import store
from showground.orders.failures import NoSuchProduct


class ChangePrice(Input):
    code: str
    price_cents: Annotated[int, Field(ge=0, le=100_000_000)]


class PriceChanged(BaseModel):
    """The price before and now."""

    code: str
    before_cents: int
    price_cents: int


@action(scope=STAFF, failures=(NoSuchProduct,))
async def change_price(ctx: Context, input: ChangePrice) -> PriceChanged:
    """Change the price of a product, or its least amount; orders that were made keep theirs."""
    before = await store.set_price(ctx.db, input.code, input.price_cents)
    if before is None:
        raise NoSuchProduct
    return PriceChanged(code=input.code, before_cents=before, price_cents=input.price_cents)
