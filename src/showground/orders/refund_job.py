"""Jobs on refunds that a payment event or staff cause; `jobs` has the others."""

from showground.core.jobs.declare import JobRun, job
from showground.orders.actions.check_payment import CheckPayment, check_payment
from showground.orders.actions.send_refund import SendRefund, send_refund


@job(retries=8)
async def give_money_back(run: JobRun, refund: int) -> None:
    await run.dispatcher.call(send_refund, run.caller, SendRefund(refund=refund))


@job(retries=8)
async def look_up_refunds(run: JobRun, payment: int) -> None:
    await run.dispatcher.call(check_payment, run.caller, CheckPayment(payment=payment))
