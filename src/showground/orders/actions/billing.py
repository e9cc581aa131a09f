"""Billing details at checkout."""

from dataclasses import dataclass

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import Opaque
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.orders import checkout, quotes, vat_numbers, week_places, withdrawal
from showground.orders.billing import Billing, read_billing
from showground.orders.errors import NoLongerOnOffer, NoSuchCheckout, OrderClosed, WeekFull
from showground.orders.queries import lines, orders
from showground.orders.seller import Shop
from showground.orders.tax.evidence import TaxEvidence
from showground.orders.tax.rules import Buyer, charge
from showground.orders.tax.territories import read_place
from showground.orders.unavailable_items import find_unavailable
from showground.orders.vat_numbers import CheckedVatNumber
from showground.orders.withdrawal import Consent

TYPED = ("kind", "name", "company", "email", "address", "city", "country", "vat_number")
MAX_TYPED = 300


class EnterBilling(Input):
    token: Opaque
    given: dict[str, Opaque]  # `read_billing` reports errors by the form's field names
    network_country: str | None = None
    """Country of the buyer's IP address, if a proxy reports it."""


@dataclass(frozen=True, slots=True)
class Entered:
    """The buyer, the result of the VAT number check, and what the buyer agreed to."""

    billing: Billing
    checked: CheckedVatNumber
    consent: Consent | None


class BillingEntered(DataModel):
    """The amount to pay."""

    number: str
    total_cents: int


async def _check(outside: PrepareContext, input: EnterBilling) -> Entered:
    if not await checkout.is_open(outside, input.token):
        raise OrderClosed
    billing, wrong = read_billing(input.given)
    wanted = await _find_consent(outside, input)
    if wanted and not input.given.get("consent"):
        wrong.append(FieldError(field="consent", message=withdrawal.MISSING))
    if billing is None or wrong:
        raise InvalidInput(errors=wrong)
    checked = await vat_numbers.check(outside, Buyer(billing.place, billing.vat_number))
    return Entered(billing, checked, Consent(text=wanted, given_at=outside.now) if wanted else None)


async def _find_consent(outside: PrepareContext, input: EnterBilling) -> str | None:
    """What this buyer must agree to. Known as soon as the country is, even if the form has other errors."""
    place = read_place(input.given.get("country", ""))
    number = input.given.get("vat_number", "").strip() if input.given.get("kind") == "business" else None
    if place is None or not withdrawal.applies(place, number):
        return None
    async with outside.reading() as db:
        order = await orders.find(db, checkout.number_of(outside.services[Shop], input.token))
        ordered = await lines.list_ordered(db, order.id) if order and order.net_cents else []
    return withdrawal.find_consent(ordered, outside.now)


@action(scope=PUBLIC, prepare=_check, errors=(NoSuchCheckout, OrderClosed, NoLongerOnOffer, WeekFull))
async def enter_billing(ctx: Context, input: EnterBilling, entered: Entered) -> BillingEntered:
    """Save the billing details of an order and its total with VAT. Checks again that everything is still available."""
    billing, checked, consent = entered.billing, entered.checked, entered.consent
    shop = ctx.services[Shop]
    order = await checkout.lock_open_order(ctx, checkout.number_of(shop, input.token))
    shop = shop.for_orders(test=order.test)
    await vat_numbers.store(ctx.db, checked)
    await week_places.need_room(ctx, order.id)
    if unavailable := await find_unavailable(ctx.db, order, ctx.services[Shop], ctx.now):
        raise NoLongerOnOffer(errors=unavailable)
    taxed = await lines.list_taxable(ctx.db, order.id)
    vat = charge(taxed, checked.buyer, checked.valid, shop.tax, ctx.now.date())
    total = order.net_cents + (vat.cents if vat else 0)
    if problem := quotes.judge_total(total, shop):
        raise NoLongerOnOffer(errors=[FieldError(field="items", message=problem)])
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
        consent.model_dump(mode="json") if consent else None,
    )
    return BillingEntered(number=order.number, total_cents=total)


class KeepTyped(Input):
    """What was typed into the fields of the checkout page, as it was typed."""

    token: Opaque
    given: dict[str, Opaque]


class TypedKept(DataModel):
    number: str


@action(scope=PERSON, errors=(NoSuchCheckout, OrderClosed))
async def keep_typed(ctx: Context, input: KeepTyped) -> TypedKept:
    """Keep what you typed at the checkout of your order, to go on with it after changing the order.

    Consent is never kept: it has to be given again for what is ordered then.
    """
    order = await checkout.lock_open_order(ctx, checkout.number_of(ctx.services[Shop], input.token))
    if order.account_id != ctx.account:
        raise NoSuchCheckout
    typed = {name: input.given[name][:MAX_TYPED] for name in TYPED if input.given.get(name)}
    await orders.set_typed_billing(ctx.db, order.id, typed)
    return TypedKept(number=order.number)
