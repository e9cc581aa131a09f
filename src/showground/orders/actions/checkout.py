"""The checkout page, with cancelling, and receipts."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from showground import launches
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.input_text import Opaque
from showground.core.calls.models import Input, ShownText
from showground.core.data_model import DataModel
from showground.orders import checkout, vat_numbers, withdrawal
from showground.orders.documents.queries import documents
from showground.orders.documents.queries.documents import DocumentSummary
from showground.orders.errors import NoSuchCheckout, OrderClosed, PaymentProcessing
from showground.orders.models import OrderStatus, Vat
from showground.orders.queries import coupons, customer_orders, orders, payments, places, refunds, withdrawals
from showground.orders.queries.lines import (
    CheckoutLine,
    OrderedListing,
    list_for_checkout,
    list_listings,
    list_ordered,
    list_taxable,
)
from showground.orders.queries.orders import LockedOrder
from showground.orders.queries.refunds import Returned
from showground.orders.seller import Shop
from showground.orders.tax.rules import Buyer, charge, number_to_check
from showground.orders.tax.territories import find_territory, read_place
from showground.orders.unavailable_items import find_unavailable_of
from showground.orders.vat_numbers import CheckedVatNumber
from showground.orders.withdrawable import ReceivedWithdrawal, find_withdrawable, list_received


class FindReceipts(Input):
    numbers: Annotated[list[str], Field(max_length=100)]


class Receipts(DataModel):
    """URL of the receipt by order number, for paid orders only."""

    items: dict[str, str]


@action(scope=PERSON, read_only=True)
async def find_receipts(ctx: Context, input: FindReceipts) -> Receipts:
    """Get the receipt URLs of your paid orders. Each URL is a secret of the buyer."""
    shop = ctx.services[Shop]
    paid = await customer_orders.find_paid(ctx.db, input.numbers, ctx.account)
    return Receipts(items={number: shop.receipt_url(ctx.site, number) for number in paid})


class FindBlocked(Input):
    numbers: Annotated[list[str], Field(max_length=100)]


class BlockedOrders(DataModel):
    """Why pending orders can no longer be paid, by order number."""

    reasons: dict[str, tuple[ShownText, ...]]


@action(scope=PERSON, read_only=True)
async def find_blocked_orders(ctx: Context, input: FindBlocked) -> BlockedOrders:
    """Find those of your pending orders that can no longer be paid."""
    own = await customer_orders.find_pending(ctx.db, input.numbers, ctx.account)
    found = {number: await find_unavailable_of(ctx, number) for number in own}
    return BlockedOrders(
        reasons={number: tuple(each["message"] for each in errors) for number, errors in found.items() if errors}
    )


class ShowCheckout(Input):
    """The token of the link, and the buyer's location as far as it was entered."""

    token: Opaque
    country: Opaque | None = None
    city: Opaque | None = None
    vat_number: Opaque | None = None


class ShowReceipt(Input):
    token: Opaque


class SellerShown(DataModel):
    """The seller and their contact details."""

    name: str
    address: list[str]
    country: str
    email: str | None
    phone: str | None
    vat_number: str | None
    tax_number: str | None
    books_years: int
    """How long orders and their documents are stored after the end of their year."""


class Checkout(DataModel):
    """What the page needs, without anything about the account that created the order."""

    number: str
    status: OrderStatus
    expires_at: datetime
    lines: list[CheckoutLine]
    net_cents: int
    vat: Vat | None
    vat_number: str | None
    total_cents: int
    coupon: str | None
    discount_cents: int
    takes_coupons: bool
    """Whether any coupon can be entered."""
    seller: str
    seller_country: str
    seller_details: SellerShown
    test_mode: bool
    provider: str
    page_origin: str | None
    returned: list[Returned]
    """Money that arrived late or was not needed, and will be refunded."""
    refunded_cents: int
    failed_refund_cents: int
    """What the provider could not return to the buyer."""
    holds_places: bool
    """Whether paying takes a place in a launch week that others may want."""
    register_is_silent: bool = False
    """Whether VAT is charged only because the register did not answer."""
    consent: str | None = None
    """What a consumer must agree to. Also shown while the buyer's location is unknown."""
    unavailable: tuple[ShownText, ...] = ()
    """Why a pending order can no longer be paid."""
    payment_failed: bool = False
    """Whether the last attempt to pay failed, so that nothing was charged."""
    billing: dict[str, str] | None = None
    """The billing details of an earlier attempt, or typed before the order was changed. Only the account that placed
    the order sees them: anyone with the link can open the page."""
    only_typed: bool = False
    """Whether these details were typed before the order was changed, so that `vat` and `consent` don't follow from
    them."""


class Receipt(Checkout):
    """An order for the person who paid, with its invoices and credit notes."""

    listings: list[OrderedListing]
    refund: dict[str, list[str]] | None
    documents: list[DocumentSummary]
    provider_reference: str | None
    can_withdraw: bool
    """Whether the buyer can still withdraw from some of it as a consumer."""
    withdrawals: list[ReceivedWithdrawal]


async def _check(outside: PrepareContext, input: ShowCheckout) -> CheckedVatNumber:
    if not await checkout.is_open(outside, input.token):
        return CheckedVatNumber(Buyer(None, None))
    country = read_place(input.country) if input.country else None
    place = find_territory(country, input.city or "") if country else None
    return await vat_numbers.check(outside, Buyer(place, (input.vat_number or "").strip()[:32] or None))


@action(scope=PUBLIC, prepare=_check, errors=(NoSuchCheckout,))
async def show_checkout(ctx: Context, input: ShowCheckout, checked: CheckedVatNumber) -> Checkout:
    """Get an order with its lines, and the VAT for the country and VAT number that were entered."""
    shop = ctx.services[Shop]
    order = await _find(ctx, checkout.number_of(shop, input.token))
    await vat_numbers.store(ctx.db, checked)
    shown = await _shown(ctx, order, shop)
    if order.status == "pending" and checked.buyer.place:
        taxed = await list_taxable(ctx.db, order.id)
        charged = charge(taxed, checked.buyer, checked.valid, shop.tax, ctx.now.date())
        shown |= {"vat": charged, "total_cents": order.net_cents + (charged.cents if charged else 0)}
        if charged and checked.valid is None and number_to_check(checked.buyer, shop.tax):
            with_number = charge(taxed, checked.buyer, True, shop.tax, ctx.now.date())
            shown["register_is_silent"] = with_number is not None and with_number.cents < charged.cents
    if order.status == "pending":
        last = await payments.find_last_payment(ctx.db, order.id)
        shown["payment_failed"] = last is not None and last.state == "failed"
        shown["unavailable"] = tuple(each["message"] for each in await find_unavailable_of(ctx, order.number))
        known: dict[str, Any] | None = order.typed_billing or order.billing
        if known and order.account_id is not None and ctx.access and ctx.access.account == order.account_id:
            shown["billing"] = {name: text for name, text in known.items() if isinstance(text, str)}
            shown["only_typed"] = bool(order.typed_billing)
    if order.status == "pending" and order.net_cents:
        shown["consent"] = await _find_consent(ctx, order, checked.buyer)
    return Checkout(**shown)


async def _find_consent(ctx: Context, order: LockedOrder, buyer: Buyer) -> str | None:
    """What this buyer must agree to: the buyer that was entered, or else the one the order was created for."""
    ordered: dict[str, Any] = order.vat or {}
    place = buyer.place or ordered.get("place") or ordered.get("country")
    number = buyer.number if buyer.place else order.vat_number
    if place and not withdrawal.applies(place, number):
        return None
    return withdrawal.find_consent(await list_ordered(ctx.db, order.id), ctx.now)


@action(scope=PUBLIC, read_only=True, errors=(NoSuchCheckout,))
async def show_receipt(ctx: Context, input: ShowReceipt) -> Receipt:
    """Get an order for the person who paid it, with its fulfilment and invoice."""
    shop = ctx.services[Shop]
    order = await _find(ctx, checkout.number_of(shop, input.token, "receipt"))
    last = await payments.find_last_payment(ctx.db, order.id)
    own = await withdrawals.find_order(ctx.db, order.number)
    return Receipt(
        **await _shown(ctx, order, shop),
        listings=await list_listings(ctx.db, order.id),
        refund=await orders.read_refund(ctx.db, order.id) if order.status == "refunded" else None,
        documents=await documents.list_of_order(ctx.db, order.id),
        provider_reference=last.reference if last else None,
        can_withdraw=bool(own and await find_withdrawable(ctx.db, [own], ctx.now)),
        withdrawals=await list_received(ctx.db, order.number),
    )


async def _find(ctx: Context, number: str) -> LockedOrder:
    order = await orders.find(ctx.db, number)
    if order is None:
        raise NoSuchCheckout
    return order


async def _shown(ctx: Context, order: LockedOrder, shop: Shop) -> dict[str, Any]:
    expired = order.status == "pending" and order.expires_at <= ctx.now
    provider = shop.for_orders(test=order.test).provider
    return {
        "number": order.number,
        "status": "expired" if expired else order.status,
        "expires_at": order.expires_at,
        "lines": await list_for_checkout(ctx.db, order.id, launches.this_week(ctx.now)),
        "net_cents": order.net_cents,
        "vat": Vat(**order.vat) if order.vat else None,
        "vat_number": order.vat_number,
        "total_cents": order.total_cents,
        "coupon": order.coupon,
        "discount_cents": order.discount_cents,
        "takes_coupons": await coupons.has_active(ctx.db),
        "seller": shop.seller.name,
        "seller_country": shop.seller.country,
        "seller_details": describe_seller(shop),
        "test_mode": provider.test_mode,
        "provider": provider.name,
        "page_origin": provider.page_origin,
        "returned": await refunds.list_returned(ctx.db, order.id),
        "refunded_cents": await refunds.sum_of_order(ctx.db, order.id),
        "failed_refund_cents": await refunds.sum_failed(ctx.db, order.id),
        "holds_places": bool(await places.find_wanted(ctx.db, order.id, launches.this_week(ctx.now))),
    }


@action(scope=PUBLIC, read_only=True)
async def show_seller(ctx: Context) -> SellerShown:
    """Get the seller's details from the settings."""
    return describe_seller(ctx.services[Shop])


def describe_seller(shop: Shop) -> SellerShown:
    seller = shop.seller
    return SellerShown(
        name=seller.name,
        address=seller.address_lines,
        country=seller.country,
        email=seller.email,
        phone=seller.phone,
        vat_number=seller.vat_number,
        tax_number=seller.tax_number,
        books_years=shop.books_years,
    )


class CancelCheckout(Input):
    token: Opaque


class OrderCancelled(DataModel):
    number: str


@action(scope=PUBLIC, errors=(NoSuchCheckout, OrderClosed, PaymentProcessing))
async def cancel_checkout(ctx: Context, input: CancelCheckout) -> OrderCancelled:
    """Cancel an order on its checkout page. Anyone with the link can."""
    number = checkout.number_of(ctx.services[Shop], input.token)
    order = await checkout.lock_open_order(ctx, number)
    await checkout.cancel(ctx, order)
    return OrderCancelled(number=order.number)
