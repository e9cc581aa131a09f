"""Changing an unpaid order: its checkout leads back to the selection, and the new order takes its place."""

from collections.abc import Sequence

from showground.core.calls.errors import ApiError
from showground.orders import Order, OrderClosed, Product
from showground.orders.actions.billing import keep_typed
from showground.orders.actions.checkout import ShowCheckout, show_checkout
from showground.orders.actions.coupons import enter_coupon
from showground.orders.operations.cancel_order import cancel_order
from showground.orders.operations.get_order import get_order
from showground.ownership import OwnedListing
from showground.surfaces.web.dashboard.order_form import NOW
from showground.surfaces.web.forms import Form
from showground.surfaces.web.visit import Visit


class OrderPaidMeanwhile(ApiError):
    """The order that you are changing has been paid, so nothing was changed. To order this as well, continue again."""


async def find_change_path(visit: Visit, number: str) -> str | None:
    """The page on which a pending order can be changed. None for anyone who did not place it, and for what that page
    can't show: items of several listings, or one product twice."""
    order = await find_own_order(visit, number)
    if order is None or order.status != "pending" or order.test:
        return None
    products = [line.product for line in order.lines]
    listing = order.lines[0].listing_id
    if not is_for(order, listing) or len(set(products)) < len(products):
        return None
    return f"/dashboard/listings/{listing}/launch?order={number}"


async def find_own_order(visit: Visit, number: str) -> Order | None:
    """The signed-in person's order with this number."""
    if visit.person is None or not number:
        return None
    return (await visit.submit_with(get_order, number=number)).answer


def is_for(order: Order, listing_id: int | None) -> bool:
    return listing_id is not None and all(line.listing_id == listing_id for line in order.lines)


def select_again(order: Order, listing: OwnedListing, offers: Sequence[Product]) -> Form:
    """The form as it was when the order was placed. Weeks that are no longer offered are left out."""
    offered = {product.code: product for product in offers}
    fields = [("replaces", order.number)]
    for line in order.lines:
        product, code = offered.get(line.product), line.product
        if product is None:
            continue
        fields.append(("product", code))
        if line.week in {each.week for each in product.weeks}:
            fields.append((f"{code}.week", str(line.week)))
        elif line.week is None and product.week == "optional" and listing.status != "live":
            fields.append((f"{code}.week", NOW))
        if line.amount_cents is not None:
            fields.append((f"{code}.amount", f"{line.amount_cents // 100}.{line.amount_cents % 100:02}"))
        fields += [(f"{code}.categories", slug) for slug in line.categories or ()]
        fields += [(f"{code}.{key}", str(value)) for key, value in (line.options or {}).items()]
    if order.vat:
        fields.append(("billing_country", order.vat.place or order.vat.country))
    return Form(fields)


async def cancel_replaced(visit: Visit, order: Order) -> ApiError | None:
    """Cancel the order that another one replaces. Returns why it can't be replaced, if it was paid."""
    if order.status in ("cancelled", "expired"):
        return None
    failure = (await visit.submit_with(cancel_order, number=order.number)).failure
    return OrderPaidMeanwhile() if isinstance(failure, OrderClosed) else failure


async def read_typed(visit: Visit, order: Order) -> dict[str, str]:
    """What the buyer typed at the checkout of an order of theirs, or entered there."""
    asked = ShowCheckout(token=_token(order.checkout_url))
    return (await visit.ask(show_checkout, asked)).billing or {}


async def keep_details(visit: Visit, typed: dict[str, str], checkout_url: str) -> None:
    """Show at this checkout what was typed at that of the replaced order."""
    if typed:
        given = typed | {"country": typed.get("place") or typed.get("country", "")}
        await visit.submit_with(keep_typed, token=_token(checkout_url), given=given)


async def keep_coupon(visit: Visit, replaced: Order, checkout_url: str) -> None:
    """Enter the coupon of the replaced order again. If it is over since, the new order has none."""
    if replaced.coupon:
        await visit.submit_with(enter_coupon, token=_token(checkout_url), coupon=replaced.coupon)


def _token(checkout_url: str) -> str:
    return checkout_url.rpartition("/")[2]
