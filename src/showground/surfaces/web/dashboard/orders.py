"""One's orders, with the way to pay, the receipt and the invoice."""

from starlette.responses import Response

from showground.orders.actions.find_receipts import FindReceipts, find_receipts
from showground.orders.operations.list_orders import ListOrders, list_orders
from showground.surfaces.web.dashboard.owned import page_asked
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_orders(visit: Visit) -> Response:
    found = await visit.ask(list_orders, ListOrders(page=page_asked(visit)))
    receipts = await visit.ask(find_receipts, FindReceipts())
    return visit.show(
        "dashboard/orders.html",
        private=True,
        orders=found.items,
        receipts=receipts.items,
        pager=make_pager(visit, found),
    )
