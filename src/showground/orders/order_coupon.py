"""Puts a coupon on an order that can still be paid, or removes it."""

from collections.abc import Awaitable, Callable
from typing import Any

from showground.core.calls.context import Context
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.languages import Text
from showground.orders import checkout, coupons, quotes
from showground.orders.coupons import DiscountableLine
from showground.orders.errors import CouponGone, PaymentProcessing
from showground.orders.models import Coupon, Vat
from showground.orders.queries import coupons as store
from showground.orders.queries import lines, payments
from showground.orders.queries.orders import LockedOrder
from showground.orders.seller import Shop
from showground.orders.tax.rules import Buyer, charge
from showground.orders.unavailable_items import find_unavailable

UNKNOWN = Text("This coupon is not valid.")
Count = Callable[[Context, LockedOrder, Coupon, int | None], Awaitable[int]]  # of other orders; of one account, or all


async def apply(ctx: Context, order: LockedOrder, code: str | None) -> None:
    """Price a locked order with this coupon instead of the one it has; with none if there is no code.

    The order keeps the discount, whatever happens to the coupon later. Payment pages that are open are closed.
    """
    checkout.check_open(order, ctx.now)
    if await payments.is_processing(ctx.db, order.id):
        raise PaymentProcessing
    code = _plain(code)
    ordered = await lines.list_discountable(ctx.db, order.id)
    off = await _find_discounts(ctx, order, code, ordered) if code else [0] * len(ordered)
    if (order.coupon, [line.discount_cents for line in ordered]) == (code, off) and not order.coupon_released:
        return
    await store.set_discount(
        ctx.db, order, code, {line.position: cents for line, cents in zip(ordered, off, strict=True)}
    )
    net = sum(line.list_price_cents for line in ordered) - sum(off)
    vat = await _charge_again(ctx, order)
    if problem := quotes.judge_total(net + (vat.cents if vat else 0), ctx.services[Shop]):
        raise _refuse(problem)
    await store.set_sums(ctx.db, order, net, vat)
    await checkout.close_pages(ctx, order.id)


async def judge(ctx: Context, order: LockedOrder, code: str | None) -> list[FieldError]:
    """Why this coupon can't be put on the order. Nothing is locked, so `apply` may find otherwise a moment later."""
    if (code := _plain(code)) is None:
        return []
    coupon = await store.find_coupon(ctx.db, code)
    ordered = await lines.list_discountable(ctx.db, order.id)
    problem = await _find_problem(ctx, order, coupon, ordered, _count_payable)
    return [FieldError(field="coupon", message=problem)] if problem else []


def _plain(code: str | None) -> str | None:
    return (code or "").strip().upper() or None


async def _find_discounts(ctx: Context, order: LockedOrder, code: str, ordered: list[DiscountableLine]) -> list[int]:
    coupon = await store.lock_coupon(ctx.db, code)
    if coupon is not None:
        await _release_unpayable(ctx, order, coupon)
    problem = await _find_problem(ctx, order, coupon, ordered, _count)
    if coupon is None or problem:
        raise _refuse(problem or UNKNOWN)
    return coupons.discount(coupon, ordered)


async def _find_problem(
    ctx: Context, order: LockedOrder, coupon: Coupon | None, ordered: list[DiscountableLine], count: Count
) -> Text | None:
    if coupon is None:
        return UNKNOWN
    if problem := coupons.judge(coupon, ordered, ctx.now.date()):
        return problem
    return await _find_lack(ctx, order, coupon, count)


async def _find_lack(ctx: Context, order: LockedOrder, coupon: Coupon, count: Count) -> Text | None:
    """Why no use of the coupon is left for this order."""
    most, own = coupon.max_uses, order.account_id or 0
    if most is not None and await count(ctx, order, coupon, None) >= most:
        return Text("This coupon has been used up.")
    if coupon.once_per_account and await count(ctx, order, coupon, own):
        return Text("You have used this coupon already. It can be used once.")
    return None


async def _count(ctx: Context, order: LockedOrder, coupon: Coupon, account: int | None) -> int:
    """The uses by other orders, once those that cannot be paid were released."""
    return await store.count_uses(ctx.db, coupon.code, but=order.id, account=account)


async def _count_payable(ctx: Context, order: LockedOrder, coupon: Coupon, account: int | None) -> int:
    """The same where nothing is locked or released: orders that cannot be paid any more don't count."""
    uses = await _count(ctx, order, coupon, account)
    if uses == 0 or (account is None and uses < (coupon.max_uses or 0)):
        return uses
    return uses - len(await _find_unpayable(ctx, order, coupon, account))


async def _find_unpayable(ctx: Context, order: LockedOrder, coupon: Coupon, account: int | None) -> list[int]:
    """Other orders that use the coupon and cannot be paid: overdue, or with something that is no longer available."""
    others = await store.list_unpaid(ctx.db, coupon.code, but=order.id, account=account)
    return [other.id for other in others if await _is_unpayable(ctx, other)]


async def _is_unpayable(ctx: Context, order: LockedOrder) -> bool:
    return order.expires_at <= ctx.now or bool(await find_unavailable(ctx.db, order, ctx.services[Shop], ctx.now))


async def _release_unpayable(ctx: Context, order: LockedOrder, coupon: Coupon) -> None:
    """Take the uses of a locked coupon, if it is short of them, from orders that cannot be paid. They get one back when
    they can be paid again and one is left."""
    for account in (None, order.account_id or 0):
        limited = coupon.once_per_account if account is not None else coupon.max_uses is not None
        uses = await store.count_uses(ctx.db, coupon.code, but=order.id, account=account) if limited else 0
        if uses and (account is not None or uses >= (coupon.max_uses or 0)):
            unpayable = await _find_unpayable(ctx, order, coupon, account)
            held = await store.lock_unpaid(ctx.db, unpayable) if unpayable else []
            # Read again under the locks: somebody may have opened a payment page meanwhile.
            again = await _find_unpayable(ctx, order, coupon, account) if held else []
            for other in set(held).intersection(again):
                await store.set_released(ctx.db, other, released=True)


async def reclaim(ctx: Context, order: LockedOrder) -> None:
    """Before a locked order is paid: get the use of its coupon back, if it was released. Raises if none is left."""
    if not order.coupon_released or order.coupon is None:
        return
    coupon = await store.lock_coupon(ctx.db, order.coupon)
    if coupon is not None:
        await _release_unpayable(ctx, order, coupon)
        if await _find_lack(ctx, order, coupon, _count):
            raise CouponGone
    await store.set_released(ctx.db, order.id, released=False)


async def _charge_again(ctx: Context, order: LockedOrder) -> Vat | None:
    """The tax on the new prices, for the buyer that the order has: nobody needs to be asked again."""
    before: dict[str, Any] = order.vat or {}
    billing: dict[str, Any] = order.billing or {}
    place = billing.get("place") or billing.get("country") or before.get("place") or before.get("country")
    number = billing.get("vat_number") if billing else order.vat_number
    taxed = await lines.list_taxable(ctx.db, order.id)
    return charge(taxed, Buyer(place, number), before.get("number_valid"), ctx.services[Shop].tax, ctx.now.date())


def _refuse(message: Text) -> InvalidInput:
    return InvalidInput(errors=[FieldError(field="coupon", message=message)])
