"""Enter who buys, on the checkout page."""

from typing import Any

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.orders import checkouts, places, quoting, vat_numbers
from showground.orders.billing import Billing, read_billing
from showground.orders.failures import NoLongerOnOffer, NoSuchCheckout, OrderClosed, WeekFull
from showground.orders.models import Item
from showground.orders.queries import lines, orders
from showground.orders.queries.orders import Held
from showground.orders.shop import Shop
from showground.orders.tax.evidence import TaxEvidence
from showground.orders.tax.rules import Buyer, charge
from showground.orders.vat_numbers import Checked


class EnterBilling(Input):
    token: Opaque
    given: dict[str, Opaque]  # `read_billing` names what is wrong by the form's fields
    network_country: str | None = None
    """Where the buyer's network address is, if a proxy told."""


class BillingEntered(BaseModel):
    """What is to be paid."""

    number: str
    total_cents: int


async def _check(outside: Outside, input: EnterBilling) -> tuple[Billing, Checked]:
    if not await checkouts.is_open(outside, input.token):
        raise OrderClosed
    billing, wrong = read_billing(input.given)
    if billing is None:
        raise InvalidInput(faults=wrong)
    return billing, await vat_numbers.check(outside, Buyer(billing.place, billing.vat_number))


@action(scope=PUBLIC, prepare=_check, failures=(NoSuchCheckout, OrderClosed, NoLongerOnOffer, WeekFull))
async def enter_billing(ctx: Context, input: EnterBilling, found: tuple[Billing, Checked]) -> BillingEntered:
    """Keep who buys an order, and what it comes to with their VAT; that it can still be had is checked once more."""
    billing, checked = found
    shop = ctx.equipment[Shop]
    order = await checkouts.hold_open(ctx, checkouts.number_of(shop, input.token))
    await vat_numbers.keep(ctx.db, checked)
    await places.need_room(ctx, order.id)
    await _check_again(ctx, order)
    taxed = await lines.list_taxable(ctx.db, order.id)
    vat = charge(taxed, checked.buyer, checked.valid, shop.tax, ctx.now.date())
    total = order.net_cents + (vat.cents if vat else 0)
    if problem := quoting.judge_total(total, shop):
        raise NoLongerOnOffer(faults=[Fault(field="items", message=problem)])
    evidence = TaxEvidence(
        billing_country=billing.country, network_country=input.network_country, number_check=checked.check
    )
    await orders.set_billing(
        ctx.db,
        order.id,
        billing.model_dump(),
        vat.model_dump(mode="json") if vat else None,
        total,
        evidence.model_dump(mode="json"),
    )
    return BillingEntered(number=order.number, total_cents=total)


async def _check_again(ctx: Context, order: Held) -> None:
    """Prices are kept; but a listing may have been launched since, or a week may be over."""
    if order.account_id is None:
        return
    rows = await ctx.db.all(
        "select product, listing_id, week::text, amount_cents, categories, options from purchase_line"
        " where purchase_id = %s order by position",
        (order.id,),
    )
    names = ("product", "listing_id", "week", "amount_cents", "categories", "options")
    items = [Item.model_construct(**dict[str, Any](zip(names, row, strict=True))) for row in rows]
    amounts = {item.product for item in items if item.amount_cents is not None}
    priced = await quoting.price(ctx.db, items, order.account_id, now=ctx.now, ignore_places=True)
    wrong = [f for f in priced.faults if not (f["field"].endswith("amount_cents") and amounts)]
    if wrong:
        raise NoLongerOnOffer(faults=wrong)
