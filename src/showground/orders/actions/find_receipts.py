"""Find the receipts of one's orders."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.orders import purchases
from showground.orders.shop import Shop


class FindReceipts(Input):
    numbers: Annotated[list[str], Field(max_length=100)]


class Receipts(BaseModel):
    """The address of each order's page with its invoice, by number; none of orders that were not paid."""

    items: dict[str, str]


@action(scope=PERSON, read_only=True)
async def find_receipts(ctx: Context, input: FindReceipts) -> Receipts:
    """Find the pages of one's own orders that were paid; each address is a secret of the buyer."""
    shop = ctx.equipment[Shop]
    paid = await purchases.find_paid(ctx.db, input.numbers, ctx.account)
    return Receipts(items={number: shop.receipt_url(ctx.site, number) for number in paid})
