"""Invoices and credit notes, and exchange rates."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Annotated, Any, Literal

from pydantic import Field

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.field_errors import in_words
from showground.core.calls.input_text import SEARCH_WORDS, Opaque
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.core.languages import Text, text_with
from showground.orders import checkout, vat_numbers
from showground.orders.books.queries import documents as document_search
from showground.orders.books.queries.documents import DocumentFilter, FoundDocument
from showground.orders.documents.exchange_source import ExchangeRate, last_working_day
from showground.orders.documents.files import DocumentFile, FileFormat, make_file
from showground.orders.documents.issuance import Issuer, issue_correction
from showground.orders.documents.models import Document, DocumentKind
from showground.orders.documents.queries import documents, exchange_rates
from showground.orders.errors import NoSuchCheckout, NoSuchDocument, NoSuchOrder, NotCorrectable, RegisterUnavailable
from showground.orders.queries import orders, payments, refunds
from showground.orders.queries.lines import list_taxable
from showground.orders.queries.orders import LockedOrder
from showground.orders.refund_job import give_money_back
from showground.orders.seller import Shop
from showground.orders.tax.rules import Buyer, charge, number_to_check
from showground.orders.tax.vat_number_formats import example_of, normal_form
from showground.orders.vat_numbers import CheckedVatNumber

STORED_FOR = timedelta(days=400)  # older rates in a long file are not needed


class ListDocuments(Paged):
    q: Annotated[str | None, Field(max_length=200), SEARCH_WORDS] = None
    kind: DocumentKind | None = None
    country: Annotated[str | None, Field(pattern=in_words("^[A-Z]{2}$", Text("Must be two capital letters.")))] = None
    mode: Literal["live", "test"] | None = None
    first: date | None = None
    last: date | None = None


class DocumentCountries(DataModel):
    items: list[str]


@action(scope=STAFF, read_only=True)
async def list_documents(ctx: Context, input: ListDocuments) -> Page[FoundDocument]:
    """List tax documents, newest first. `q` is part of a number, an order, a buyer, a VAT number or a listing."""
    wanted = DocumentFilter(
        q=input.q,
        kind=input.kind,
        country=input.country,
        test=None if input.mode is None else input.mode == "test",
        first=input.first,
        last=input.last,
    )
    items, total = await document_search.find_documents(ctx.db, wanted, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


@action(scope=STAFF, read_only=True)
async def list_document_countries(ctx: Context) -> DocumentCountries:
    """List the buyer countries in the documents."""
    return DocumentCountries(items=await document_search.list_countries(ctx.db))


class CorrectInvoice(Input):
    number: str
    vat_number: str


class InvoiceCorrected(DataModel):
    """The credit note for the old invoice, the corrected invoice, and the VAT refund, if any."""

    number: str
    credit_note: str
    invoice: str
    refund: int | None


async def _check(outside: PrepareContext, input: CorrectInvoice) -> CheckedVatNumber:
    async with outside.reading() as db:
        order = await orders.find(db, input.number)
    if order is None:
        raise NoSuchOrder
    place = _place_of(order)
    number = normal_form(input.vat_number, place)
    if number is None:
        example = example_of(place)
        known = text_with("That is not a valid VAT number for this country (format: %(example)s).", example=example)
        raise _wrong(
            known
            if example
            else Text("A VAT number of this country makes no difference to the tax, so no invoice needs one.")
        )
    buyer = Buyer(place, number)
    checked = await vat_numbers.check(outside, buyer)
    if number_to_check(buyer, outside.services[Shop].tax) is None:
        return checked  # the seller's tax does not depend on it, so that the register is not asked
    if checked.valid is None:
        raise RegisterUnavailable
    if not checked.valid:
        raise _wrong(text_with("The VAT register says that %(number)s is not valid.", number=number))
    return checked


@action(scope=STAFF, prepare=_check, errors=(NoSuchOrder, NotCorrectable, RegisterUnavailable))
async def correct_invoice(ctx: Context, input: CorrectInvoice, checked: CheckedVatNumber) -> InvoiceCorrected:
    """Replace the invoice of a paid order with one that has the buyer's VAT number, and refund VAT that is not due."""
    shop = ctx.services[Shop]
    order = await orders.lock_order(ctx.db, input.number)
    paid = await payments.find_paid(ctx.db, order.id) if order else None
    if order is None:
        raise NoSuchOrder
    issued = await documents.read_all_of_order(ctx.db, order.id)
    if order.status != "paid" or not issued or paid is None:
        raise NotCorrectable(Text("Only the invoice of a paid order can be corrected."))
    if issued[-1].kind == "credit_note" or await refunds.sum_of_order(ctx.db, order.id):
        raise NotCorrectable(Text("Part of this order was refunded, so its invoice cannot be corrected here."))
    await vat_numbers.store(ctx.db, checked)
    number, invoice = checked.buyer.number or "", issued[-1]
    taxable = await list_taxable(ctx.db, order.id)
    vat = charge(taxable, checked.buyer, checked.valid, shop.tax, invoice.supplied_on)
    if vat is None or vat.cents > invoice.vat_cents:
        raise NotCorrectable(Text("With this number, more tax would be due. Ask your accountant."))
    issuer = Issuer(shop, order, ctx.now)
    credit, corrected = await issue_correction(ctx.db, issuer, invoice, vat, number)
    await _note_number(ctx, order, number, checked)
    difference, refund = invoice.vat_cents - vat.cents, None
    if difference:
        by = ctx.access.account if ctx.access else None
        refund = await refunds.add(ctx.db, paid, difference, "staff", ctx.now, positions=(), by=by, correction=True)
        await give_money_back.enqueue(ctx.db, refund)
    return InvoiceCorrected(number=order.number, credit_note=credit.number, invoice=corrected.number, refund=refund)


async def _note_number(ctx: Context, order: LockedOrder, number: str, checked: CheckedVatNumber) -> None:
    """Store the VAT number with the order, and the register's answer with its tax evidence."""
    billing: dict[str, Any] = {**(order.billing or {}), "vat_number": number}
    check = checked.check.model_dump(mode="json") if checked.check else None
    await orders.set_vat_number(ctx.db, order.id, billing, check)


def _place_of(order: LockedOrder) -> str:
    billing: dict[str, Any] = order.billing or {}
    return billing.get("place") or billing.get("country") or ""


def _wrong(message: Text) -> InvalidInput:
    return InvalidInput(errors=[FieldError(field="vat_number", message=message)])


class GetDocument(Input):
    """A document of the order that this receipt link belongs to."""

    token: Opaque
    document: Opaque


class GetDocumentFile(GetDocument):
    format: FileFormat


class GetAnyDocument(Input):
    """A document of any order, for staff."""

    order: Opaque
    document: Opaque


class GetAnyDocumentFile(GetAnyDocument):
    format: FileFormat


async def _find(db: Connection, order: str, document: str) -> Document:
    held = await orders.find(db, order)
    found = await documents.find_of_order(db, held.id, document) if held else None
    if found is None:
        raise NoSuchDocument
    return found


async def _make(outside: PrepareContext, input: GetDocumentFile) -> DocumentFile:
    order = checkout.number_of(outside.services[Shop], input.token, "receipt")
    async with outside.reading() as db:
        found = await _find(db, order, input.document)
    return await make_file(found, input.format)


async def _make_any(outside: PrepareContext, input: GetAnyDocumentFile) -> DocumentFile:
    async with outside.reading() as db:
        found = await _find(db, input.order, input.document)
    return await make_file(found, input.format)


@action(scope=PUBLIC, read_only=True, errors=(NoSuchCheckout, NoSuchDocument))
async def get_document(ctx: Context, input: GetDocument) -> Document:
    """Get an invoice or credit note of an order by its receipt link."""
    return await _find(ctx.db, checkout.number_of(ctx.services[Shop], input.token, "receipt"), input.document)


@action(scope=PUBLIC, prepare=_make, read_only=True, errors=(NoSuchCheckout, NoSuchDocument))
async def get_document_file(ctx: Context, input: GetDocumentFile, made: DocumentFile) -> DocumentFile:  # noqa: ARG001
    """Get an invoice or credit note as a file by its receipt link."""
    return made


@action(scope=STAFF, read_only=True, errors=(NoSuchDocument,))
async def get_any_document(ctx: Context, input: GetAnyDocument) -> Document:
    """Get an invoice or credit note of any order."""
    return await _find(ctx.db, input.order, input.document)


@action(scope=STAFF, prepare=_make_any, read_only=True, errors=(NoSuchDocument,))
async def get_any_document_file(ctx: Context, input: GetAnyDocumentFile, made: DocumentFile) -> DocumentFile:  # noqa: ARG001
    """Get an invoice or credit note of any order as a file."""
    return made


class RatesStored(DataModel):
    added: int


async def _load(outside: PrepareContext) -> Sequence[ExchangeRate]:
    """Do not fetch anything if no invoice will need a rate, or if the newest ones are already stored."""
    shop = outside.services[Shop]
    source = shop.exchange_source
    if source is None or not shop.takes_money:
        return ()
    async with outside.reading() as db:
        newest = await exchange_rates.find_newest_day(db)
    if newest is not None and newest >= last_working_day(outside.now.date()):
        return ()
    return await source.load(outside.fetch)


@action(scope=STAFF, prepare=_load)
async def refresh_exchange_rates(
    ctx: Context,
    loaded: Sequence[ExchangeRate],
) -> RatesStored:
    """Fetch and store the European Central Bank's reference rates, if newer ones may be available."""
    since, today = ctx.now.date() - STORED_FOR, ctx.now.date()
    rates = [(rate.day, rate.currency, rate.per_euro) for rate in loaded if since <= rate.day <= today]
    return RatesStored(added=await exchange_rates.add(ctx.db, rates))
