"""The sandbox payment page: simulates a successful or a failed payment."""

from starlette.responses import RedirectResponse, Response

from showground.orders.actions.sandbox_payments import (
    DecideSandboxPayment,
    ShowSandboxPayment,
    decide_sandbox_payment,
    show_sandbox_payment,
)
from showground.surfaces.web.visit import Visit


async def show_sandbox(visit: Visit) -> Response:
    reference = visit.request.path_params["token"]
    payment = await visit.ask(show_sandbox_payment, ShowSandboxPayment(reference=reference))
    return visit.show("sandbox.html", private=True, headers={"Referrer-Policy": "strict-origin"}, payment=payment)


async def pay_in_sandbox(visit: Visit) -> Response:
    outcome = "paid" if (await visit.form()).get("outcome") == "paid" else "failed"
    decided = DecideSandboxPayment(reference=visit.request.path_params["token"], outcome=outcome)
    answer = await visit.ask(decide_sandbox_payment, decided)
    return RedirectResponse(answer.url, 303, {"Cache-Control": "no-store"})
