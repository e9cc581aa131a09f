"""Coupons: staff write them, buyers use them on the checkout page."""

from datetime import date
from typing import Annotated

from pydantic import BeforeValidator, Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import Opaque
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text, text_with
from showground.orders import checkout, order_coupon
from showground.orders.errors import (
    CouponExists,
    CouponUsed,
    NoSuchCheckout,
    NoSuchCoupon,
    OrderClosed,
    PaymentProcessing,
)
from showground.orders.models import Coupon, CouponCode
from showground.orders.operations.apply_coupon import ATTEMPTS
from showground.orders.queries import coupons as store
from showground.orders.queries.coupons import StaffCoupon
from showground.orders.seller import Shop


def _fold(code: object) -> object:
    return code.strip().upper() if isinstance(code, str) else code


class StaffCoupons(DataModel):
    items: list[StaffCoupon]


@action(scope=STAFF, read_only=True)
async def list_coupons(ctx: Context) -> StaffCoupons:
    """List coupons with how often they were used, the newest first."""
    return StaffCoupons(items=await store.list_coupons(ctx.db))


class WriteCoupon(Input):
    """A coupon takes off a percentage or an amount. `new`: reject a code that another coupon has."""

    code: Annotated[CouponCode, BeforeValidator(_fold)]
    percent: Annotated[int | None, Field(ge=1, le=100)] = None
    amount_cents: Annotated[int | None, Field(ge=1, le=100_000_000)] = None
    products: Annotated[tuple[str, ...], Field(max_length=200)] = ()
    first_day: date | None = None
    last_day: date | None = None
    max_uses: Annotated[int | None, Field(ge=1, le=1_000_000)] = None
    once_per_account: bool = False
    active: bool = False
    note: Annotated[str, Field(max_length=500)] = ""
    new: bool = False


@action(scope=STAFF, errors=(NoSuchCoupon, CouponExists))
async def write_coupon(ctx: Context, input: WriteCoupon) -> StaffCoupon:
    """Create or change a coupon. Orders that have it keep their prices."""
    errors = await _find_errors(ctx, input)
    if errors:
        raise InvalidInput(errors=errors)
    coupon = Coupon(**input.model_dump(exclude={"new", "products"}), products=list(dict.fromkeys(input.products)))
    if input.new:
        if not await store.add_coupon(ctx.db, coupon, ctx.now):
            raise CouponExists
    elif not await store.write_coupon(ctx.db, coupon):
        raise NoSuchCoupon
    return await _find(ctx, input.code)


async def _find_errors(ctx: Context, input: WriteCoupon) -> list[FieldError]:
    errors: list[FieldError] = []
    if (input.percent is None) == (input.amount_cents is None):
        errors.append(FieldError(field="percent", message=Text("Enter either a percentage or an amount.")))
    if input.first_day and input.last_day and input.last_day < input.first_day:
        errors.append(FieldError(field="last_day", message=Text("The last day is before the first.")))
    if input.last_day and input.last_day < ctx.now.date() and await _ends_newly(ctx, input):
        message = Text("This day is over. Choose a later one, or turn the coupon off.")
        errors.append(FieldError(field="last_day", message=message))
    if unknown := await store.find_unknown_products(ctx.db, input.products):
        message = text_with("No product with a fixed price has the code %(codes)s.", codes=", ".join(unknown))
        errors.append(FieldError(field="products", message=message))
    return errors


async def _ends_newly(ctx: Context, input: WriteCoupon) -> bool:
    """Whether this changes the last day. A coupon that has ended can be saved with its day, such as for a note."""
    known = await store.find_coupon(ctx.db, input.code)
    return input.new or known is None or known.last_day != input.last_day


class ShowCoupon(Input):
    code: str


@action(scope=STAFF, read_only=True, errors=(NoSuchCoupon,))
async def show_coupon(ctx: Context, input: ShowCoupon) -> StaffCoupon:
    """Get a coupon with how often it was used."""
    return await _find(ctx, input.code)


class DeleteCoupon(Input):
    code: str


class CouponDeleted(DataModel):
    code: str


@action(scope=STAFF, errors=(NoSuchCoupon, CouponUsed))
async def delete_coupon(ctx: Context, input: DeleteCoupon) -> CouponDeleted:
    """Delete a coupon that no order has. One that was used can only be turned off: invoices name it."""
    if await store.lock_coupon(ctx.db, input.code) is None:
        raise NoSuchCoupon
    if not await store.delete_unused(ctx.db, input.code):
        raise CouponUsed
    return CouponDeleted(code=input.code)


class EnterCoupon(Input):
    """`token`: of the checkout link. Without a code, the coupon is removed."""

    token: Opaque
    coupon: Opaque | None = None


class CouponEntered(DataModel):
    number: str


@action(scope=PUBLIC, limit=ATTEMPTS, errors=(NoSuchCheckout, OrderClosed, PaymentProcessing))
async def enter_coupon(ctx: Context, input: EnterCoupon) -> CouponEntered:
    """Set or remove the coupon of an order on its checkout page. Anyone with the link can."""
    order = await checkout.lock_open_order(ctx, checkout.number_of(ctx.services[Shop], input.token))
    await order_coupon.apply(ctx, order, (input.coupon or "")[:100])
    return CouponEntered(number=order.number)


async def _find(ctx: Context, code: str) -> StaffCoupon:
    found = await store.find_coupon(ctx.db, code)
    if found is None:
        raise NoSuchCoupon
    return found
