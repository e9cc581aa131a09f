"""What to do next with a quote or an order. Pure: no database, no network."""

from collections.abc import Sequence
from typing import Any

from showground.core.calls.context import Site
from showground.core.calls.errors import FieldError
from showground.orders.models import OrderBody, OrderLine, OrderSummary
from showground.ownership import Step

ORDERS = "/account/orders"


def steps_after_quote(body: OrderBody) -> list[Step]:
    """Order what was quoted, with the same arguments."""
    agreed = "If the person agrees with the price, create the order. Nothing is charged until they pay."
    arguments = body.model_dump(mode="json", exclude_unset=True)
    return [Step("checkout", agreed, _page(body.items[0].listing_id), "checkout_order", arguments)]


def steps_of_order(order: OrderSummary, lines: Sequence[OrderLine], site: Site) -> list[Step]:
    """The most important first."""
    own = {"number": order.number}
    match order.status:
        case "pending":
            give = "Give the person the checkout link. They review the order there and pay it themselves."
            return [
                Step("pay", give, order.checkout_url.removeprefix(site.url)),
                Step("check_payment", "Then check whether it is paid.", ORDERS, "get_order", own),
                Step("cancel_order", "Or cancel it.", ORDERS, "cancel_order", own),
            ]
        case "paid":
            wait = Step("wait_for_fulfilment", "It is paid. Check again in a few seconds.", ORDERS, "get_order", own)
            listings = list(dict.fromkeys(line.listing_id for line in lines if line.listing_id is not None))
            # Before an order is fulfilled, its listing would still say how to publish it.
            return [wait] * (not all(line.fulfilled for line in lines) and not order.test) + [
                Step(
                    "see_listing",
                    "See the listing, and what to do next with it.",
                    f"/dashboard/listings/{listing}",
                    "get_my_listing",
                    {"listing_id": listing},
                )
                for listing in listings
            ]
        case "expired" | "cancelled":
            again = {"items": [_item(line) for line in lines]}
            return [Step("order_again", "Order again, at current prices.", ORDERS, "quote_order", again)]
        case "refunded":  # pragma: no branch - there is no other status
            return []


def step_of_blocked(number: str, unavailable: Sequence[FieldError]) -> Step:
    """What to do with a pending order that can no longer be paid."""
    reasons = " ".join(str(each["message"]) for each in unavailable)
    sentence = f"This order can no longer be paid. {reasons} Cancel it."
    return Step("cancel_order", sentence, ORDERS, "cancel_order", {"number": number})


def _item(line: OrderLine) -> dict[str, Any]:
    """The item that a line came from."""
    given = {
        "product": line.product,
        "listing_id": line.listing_id,
        "week": line.week and line.week.isoformat(),
        "amount_cents": line.amount_cents,
        "categories": line.categories,
        "options": line.options,
    }
    return {name: value for name, value in given.items() if value is not None}


def _page(listing: int | None) -> str:
    return "/dashboard/order" if listing is None else f"/dashboard/listings/{listing}/launch"
