"""Correct the invoice of a paid order whose buyer gave their VAT number too late."""

from typing import Any

from psycopg.types.json import Jsonb
from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import STAFF, Input, action
from showground.orders import payments, refunds, vat_numbers
from showground.orders.documents.issuance import Issuer, issue_correction
from showground.orders.documents.queries import documents
from showground.orders.failures import NoSuchOrder, NotCorrectable, RegisterUnavailable
from showground.orders.queries import orders
from showground.orders.queries.lines import list_taxable
from showground.orders.queries.orders import Held
from showground.orders.refund_job import give_money_back
from showground.orders.shop import Shop
from showground.orders.tax.numbers import example_of, normal_form
from showground.orders.tax.rules import Buyer, charge
from showground.orders.vat_numbers import Checked


class CorrectInvoice(Input):
    number: str
    vat_number: str


class InvoiceCorrected(BaseModel):
    """The credit note for the old invoice, the corrected invoice, and the refund of the tax, if any goes back."""

    number: str
    credit_note: str
    invoice: str
    refund: int | None


async def _check(outside: Outside, input: CorrectInvoice) -> Checked:
    async with outside.reading() as db:
        order = await orders.find(db, input.number)
    if order is None:
        raise NoSuchOrder
    place = _place_of(order)
    number = normal_form(input.vat_number, place)
    if number is None:
        example = example_of(place)
        known = f"That is not a valid VAT number for this country (format: {example})."
        raise _wrong(known if example else "VAT numbers of this country change nothing: no invoice needs one.")
    checked = await vat_numbers.check(outside, Buyer(place, number))
    if checked.valid is None:
        raise RegisterUnavailable
    if not checked.valid:
        raise _wrong(f"The VAT register says that {number} is not valid.")
    return checked


@action(scope=STAFF, prepare=_check, failures=(NoSuchOrder, NotCorrectable, RegisterUnavailable))
async def correct_invoice(ctx: Context, input: CorrectInvoice, checked: Checked) -> InvoiceCorrected:
    """Replace the invoice of a paid order by one with the buyer's VAT number, and refund the tax that is not due."""
    shop = ctx.equipment[Shop]
    order = await orders.hold(ctx.db, input.number)
    paid = await payments.find_paid(ctx.db, order.id) if order else None
    if order is None:
        raise NoSuchOrder
    issued = await documents.read_all_of_order(ctx.db, order.id)
    if order.status != "paid" or not issued or paid is None:
        raise NotCorrectable("Only the invoice of a paid order can be corrected.")
    if issued[-1].kind == "credit_note" or await refunds.sum_of_order(ctx.db, order.id):
        raise NotCorrectable("Money of this order was refunded, so its invoice cannot be corrected here.")
    await vat_numbers.keep(ctx.db, checked)
    number, invoice = checked.buyer.number or "", issued[-1]
    taxable = await list_taxable(ctx.db, order.id)
    vat = charge(taxable, checked.buyer, checked.valid, shop.tax, invoice.supplied_on)
    if vat is None or vat.cents > invoice.vat_cents:
        raise NotCorrectable("With this number, more tax would be due. Ask your accountant.")
    issuer = Issuer(shop, order, ctx.now)
    credit, corrected = await issue_correction(ctx.db, issuer, invoice, vat, number)
    await _note_number(ctx, order, number, checked)
    difference, refund = invoice.vat_cents - vat.cents, None
    if difference:
        by = ctx.access.account if ctx.access else None
        refund = await refunds.add(ctx.db, paid, difference, "staff", ctx.now, positions=(), by=by, correction=True)
        await give_money_back.enqueue(ctx.db, refund)
    return InvoiceCorrected(number=order.number, credit_note=credit.number, invoice=corrected.number, refund=refund)


async def _note_number(ctx: Context, order: Held, number: str, checked: Checked) -> None:
    """Keep the number with the order, and what the register said of it with its tax evidence."""
    billing: dict[str, Any] = {**(order.billing or {}), "vat_number": number}
    check = checked.check.model_dump(mode="json") if checked.check else None
    await ctx.db.execute(
        """
        update purchase set billing = %s,
            tax_evidence = case when tax_evidence is null then null else tax_evidence || %s end
        where id = %s
        """,
        (Jsonb(billing), Jsonb({"number_check": check}), order.id),
    )


def _place_of(order: Held) -> str:
    billing: dict[str, Any] = order.billing or {}
    return billing.get("place") or billing.get("country") or ""


def _wrong(message: str) -> InvalidInput:
    return InvalidInput(faults=[Fault(field="vat_number", message=message)])
