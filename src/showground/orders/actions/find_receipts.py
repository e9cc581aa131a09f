"""Find the receipts of one's orders."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.orders import purchases
from showground.orders.shop import Shop

MOST = 100


class FindReceipts(Input):
    """Nothing is asked for."""


class Receipts(BaseModel):
    """Where the receipt of each order stands, with its invoice, by the order's number."""

    items: dict[str, str]


@action(scope=PERSON, read_only=True)
async def find_receipts(ctx: Context, input: FindReceipts) -> Receipts:  # noqa: ARG001
    """Find the pages of one's newest orders that were paid; each address is a secret of the buyer."""
    shop = ctx.equipment[Shop]
    orders, _ = await purchases.list_of(ctx.db, ctx.account, skip=0, most=MOST, shop=shop, site=ctx.site, now=ctx.now)
    return Receipts(items={order.number: shop.receipt_url(ctx.site, order.number) for order in orders if order.paid_at})
