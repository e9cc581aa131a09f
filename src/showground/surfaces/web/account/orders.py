"""A person's orders: status, links to pay and to invoices, and cancelling."""

from starlette.responses import Response

from showground.orders.actions.checkout import FindBlocked, FindReceipts, find_blocked_orders, find_receipts
from showground.orders.actions.withdrawals import FindWithdrawable, find_withdrawable
from showground.orders.operations.cancel_order import cancel_order
from showground.orders.operations.list_orders import list_orders
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_orders(visit: Visit) -> Response:
    given = {"page": text} if (text := visit.query.get("page", "").strip()) else {}
    found = await visit.ask(list_orders, visit.parse(list_orders, given))
    receipts = await visit.ask(find_receipts, FindReceipts(numbers=[order.number for order in found.items]))
    withdrawable = await visit.ask(find_withdrawable, FindWithdrawable(numbers=list(receipts.items)))
    pending = [order.number for order in found.items if order.status == "pending"]
    blocked = await visit.ask(find_blocked_orders, FindBlocked(numbers=pending))
    return visit.show(
        "account_orders.html",
        private=True,
        found=found,
        receipts=receipts.items,
        withdrawable=withdrawable.numbers,
        blocked=blocked.reasons,
        pager=make_pager(visit, found),
    )


@for_a_person
async def drop_order(visit: Visit) -> Response:
    await visit.submit(cancel_order, number=visit.request.path_params["number"])
    return visit.go("/account/orders")
