"""Orders, manual tasks and unmatched payments."""

from contextlib import suppress
from typing import Any

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.orders import PaymentUnavailable
from showground.orders.actions.documents import InvoiceCorrected, correct_invoice
from showground.orders.actions.payment_events import handle_failed_refund, handle_payment_problem, list_payment_problems
from showground.orders.actions.refunds import RefundRequested, refund_order
from showground.orders.actions.send_refund import SendRefund, send_refund
from showground.orders.actions.staff_orders import ShowAnyOrder, list_all_orders, show_any_order
from showground.orders.actions.staff_withdrawals import (
    ListWithdrawalsOf,
    answer_withdrawal,
    list_withdrawals,
    list_withdrawals_of,
)
from showground.orders.actions.tasks import finish_task, list_tasks
from showground.surfaces.web.admin.common import button, chosen, field_refused
from showground.surfaces.web.amounts import read_dollars
from showground.surfaces.web.category_names import name_categories
from showground.surfaces.web.forms import EMPTY_FORM, NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

STATUSES = ("pending", "paid", "refunded", "expired", "cancelled")


@for_staff
async def show_orders(visit: Visit) -> Response:
    asked = visit.parse_page(list_all_orders, **chosen(visit, "status", "q"))
    found = await visit.ask(list_all_orders, asked)
    return visit.show(
        "admin/orders.html",
        private=True,
        orders=found.items,
        pager=make_pager(visit, found),
        statuses=STATUSES,
        chosen=asked.status or "",
        q=asked.q or "",
    )


@for_staff
async def show_order(visit: Visit) -> Response:
    return await _show_order(visit)


@for_staff
async def refund(visit: Visit) -> Response:
    """Refund an order. The form requires a confirmation checkbox; an empty amount refunds everything left."""
    number, form = visit.path_params["number"], await visit.form()
    if not form.get("sure"):
        return visit.go(f"/admin/orders/{number}")
    text = form.get("amount", "").strip()
    amount = read_dollars(text) if text else None
    if text and not amount:
        return await _show_order(visit, field_refused("amount_cents", Text("Enter dollars and cents, such as 49.00.")))
    positions = [int(position) for position in form.getlist("positions") if position.isdecimal()]
    left = form.get("left", "")
    result = await visit.submit_with(
        refund_order,
        number=number,
        amount_cents=amount,
        positions=positions,
        expected_left_cents=int(left) if left.isdecimal() else None,
    )
    return await _send_refund(visit, number, result)


@for_staff
async def correct(visit: Visit) -> Response:
    """Correct an invoice. The form requires a confirmation checkbox."""
    number, form = visit.path_params["number"], await visit.form()
    if not form.get("sure"):
        return visit.go(f"/admin/orders/{number}")
    result = await visit.submit_with(correct_invoice, number=number, vat_number=form.get("vat_number", "").strip())
    return await _send_refund(visit, number, result)


async def _send_refund(
    visit: Visit, number: str, result: FormResult[RefundRequested] | FormResult[InvoiceCorrected]
) -> Response:
    """Send the money that a refund or correction owes, then show the order; or show what was wrong with the form."""
    if result.answer is None:
        return await _show_order(visit, result)
    if result.answer.refund is not None:
        with suppress(PaymentUnavailable):  # the job sends it later
            await visit.ask(send_refund, SendRefund(refund=result.answer.refund))
    return visit.go(f"/admin/orders/{number}")


async def _show_order(visit: Visit, result: FormResult[Any] = NO_RESULT) -> Response:
    number = visit.path_params["number"]
    order = await visit.ask(show_any_order, ShowAnyOrder(number=number))
    tasks = [task for task in (await visit.ask(list_tasks, NoInput())).items if task.number == number]
    form = await visit.form() if result.failure else EMPTY_FORM
    return visit.show(
        "admin/order.html",
        status=result.status,
        private=True,
        order=order,
        categories=await name_categories(visit),
        tasks=tasks,
        withdrawals=(await visit.ask(list_withdrawals_of, ListWithdrawalsOf(number=number))).items,
        result=result,
        given={name: form.get(name, "") for name in ("amount", "vat_number")},
        positions=form.getlist("positions"),
    )


@for_staff
async def show_tasks(visit: Visit) -> Response:
    tasks = await visit.ask(list_tasks, NoInput())
    return visit.show("admin/tasks.html", private=True, tasks=tasks.items)


@for_staff
async def show_withdrawals(visit: Visit) -> Response:
    found = await visit.ask(list_withdrawals, NoInput())
    return visit.show("admin/withdrawals.html", private=True, withdrawals=found.items)


@for_staff
async def show_payments(visit: Visit) -> Response:
    found = await visit.ask(list_payment_problems, NoInput())
    return visit.show(
        "admin/payments.html",
        private=True,
        problems=found.items,
        disputes=found.disputes,
        failed_refunds=found.failed_refunds,
        provider_problems=found.provider_problems,
        automatic_refunds=found.automatic_refunds,
    )


end_withdrawal = button(answer_withdrawal, "/admin/withdrawals")
end_task = button(finish_task, "/admin/tasks")
end_failed_refund = button(handle_failed_refund, "/admin/payments")
end_problem = button(handle_payment_problem, "/admin/payments")
