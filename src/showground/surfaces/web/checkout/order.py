"""The order page for the buyer: status, what was provided, and links to invoices and credit notes."""

from collections.abc import Sequence

from starlette.responses import Response

from showground.orders import OrderedListing
from showground.orders.actions.checkout import ShowReceipt, show_receipt
from showground.orders.actions.payment_events import ReconcileReceipt, reconcile_receipt
from showground.ownership.operations.get_my_listing import get_my_listing
from showground.surfaces.web.category_names import name_categories
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.week_left import week_left

HEADERS = {"Referrer-Policy": "strict-origin"}


async def show_order(visit: Visit) -> Response:
    token = visit.request.path_params["token"]
    order = await visit.ask(show_receipt, ShowReceipt(token=token))
    if order.status == "pending" and order.provider_reference:
        await visit.ask(reconcile_receipt, ReconcileReceipt(token=token))
        order = await visit.ask(show_receipt, ShowReceipt(token=token))
    being_done = [line for line in order.lines if not (line.fulfilled_at or line.waits_for or line.taken_back_at)]
    waiting = order.status == "pending" or (order.status == "paid" and any(not line.given_up for line in being_done))
    return visit.show(
        "order.html",
        private=True,
        headers=HEADERS,
        order=order,
        listings=await _own(visit, order.listings),
        token=token,
        waiting=waiting,
        left=week_left(visit),
        categories=await name_categories(visit),
    )


async def _own(visit: Visit, listings: Sequence[OrderedListing]) -> list[OrderedListing]:
    """Without those whose dashboard a signed-in buyer can't open: somebody else may pay for an order."""
    if visit.person is None:
        return list(listings)
    found = [(await visit.submit_with(get_my_listing, listing_id=each.listing_id), each) for each in listings]
    return [listing for result, listing in found if result.answer is not None]
