"""Withdrawing from an order as a consumer: with the order's link, or with its number and without an account."""

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from showground.core.calls.errors import FieldError, InvalidInput
from showground.orders.actions.withdrawals import (
    CHOOSE,
    ShowWithdrawal,
    WithdrawalForm,
    show_withdrawal,
    state_withdrawal,
    state_withdrawal_by_link,
)
from showground.surfaces.web.checkout.order import HEADERS
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.visit import Visit

MAX_PREFILLED = 300


async def show_withdrawal_page(visit: Visit) -> Response:
    """The form for anyone. A link may say which order, as in `/withdrawal?order=SG-2026-000123`."""
    return _show(visit, _known(visit) | {"order": visit.query.get("order", "")[:MAX_PREFILLED]})


async def take_withdrawal(visit: Visit) -> Response:
    result = await visit.submit(state_withdrawal)
    form = await visit.form()
    return _show(visit, {name: form.get(name, "") for name in ("order", "name", "email")}, result)


async def show_withdrawal_of_order(visit: Visit) -> Response:
    order = await visit.ask(show_withdrawal, ShowWithdrawal(token=visit.path_params["token"]))
    left = [item.position for item in order.items if item.left]
    return _show(visit, _known(visit) | {"name": order.name}, order=order, chosen=left)


async def take_withdrawal_of_order(visit: Visit) -> Response:
    token = visit.path_params["token"]
    order = await visit.ask(show_withdrawal, ShowWithdrawal(token=token))
    form = await visit.form()
    chosen = [int(position) for position in form.getlist("positions") if position.isdecimal() and len(position) < 10]
    result = await visit.submit(state_withdrawal_by_link, token=token, positions=chosen)
    if isinstance(result.failure, InvalidInput) and order.items and not chosen and "positions" not in result.errors:
        # Which items there are is known only to the action, which is not reached while other fields are wrong.
        result.failure.errors.append(FieldError(field="positions", message=CHOOSE))
    return _show(visit, {name: form.get(name, "") for name in ("name", "email")}, result, order=order, chosen=chosen)


def _known(visit: Visit) -> dict[str, str]:
    return {"name": visit.person.name, "email": visit.person.email} if visit.person else {"name": "", "email": ""}


def _show(
    visit: Visit,
    given: dict[str, str],
    result: FormResult[Any] = NO_RESULT,
    *,
    order: WithdrawalForm | None = None,
    chosen: Sequence[int] = (),
) -> Response:
    return visit.show(
        "withdrawal.html",
        status=result.status,
        private=True,
        headers=HEADERS,
        given=given,
        result=result,
        order=order,
        chosen=chosen,
        received=result.answer,
    )
