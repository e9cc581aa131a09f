"""The order page for the buyer: status, what was provided, and links to invoices and credit notes."""

from starlette.responses import Response

from showground.orders.actions.checkout import ShowReceipt, show_receipt
from showground.orders.actions.payment_events import ReconcileReceipt, reconcile_receipt
from showground.surfaces.web.visit import Visit

HEADERS = {"Referrer-Policy": "strict-origin"}


async def show_order(visit: Visit) -> Response:
    token = visit.request.path_params["token"]
    order = await visit.ask(show_receipt, ShowReceipt(token=token))
    if order.status == "pending" and order.provider_reference:
        await visit.ask(reconcile_receipt, ReconcileReceipt(token=token))
        order = await visit.ask(show_receipt, ShowReceipt(token=token))
    being_done = [line for line in order.lines if not (line.fulfilled_at or line.waits_for or line.taken_back_at)]
    waiting = order.status == "pending" or (order.status == "paid" and any(not line.given_up for line in being_done))
    return visit.show("order.html", private=True, headers=HEADERS, order=order, token=token, waiting=waiting)
