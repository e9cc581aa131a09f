"""List what is wrong with payments, and note that something was dealt with."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders import disputes, refunds, tasks
from showground.orders.disputes import Dispute
from showground.orders.failures import NoSuchProblem
from showground.orders.refunds import FailedRefund
from showground.orders.tasks import Problem


class ListPaymentProblems(Input):
    """Nothing is asked for."""


class PaymentProblems(BaseModel):
    items: list[Problem]
    disputes: list[Dispute]
    failed_refunds: list[FailedRefund]


class HandlePaymentProblem(Input):
    event: int


class HandleFailedRefund(Input):
    refund: int


class RefundHandled(BaseModel):
    refund: int


class ProblemHandled(BaseModel):
    event: int


@action(scope=STAFF, read_only=True)
async def list_payment_problems(ctx: Context, input: ListPaymentProblems) -> PaymentProblems:  # noqa: ARG001
    """List payment events that fit no order, open disputes and failed refunds."""
    return PaymentProblems(
        items=await tasks.list_problems(ctx.db),
        disputes=await disputes.list_open(ctx.db),
        failed_refunds=await refunds.list_failed(ctx.db),
    )


@action(scope=STAFF, failures=(NoSuchProblem,))
async def handle_payment_problem(ctx: Context, input: HandlePaymentProblem) -> ProblemHandled:
    """Note that staff have dealt with a payment event that did not fit."""
    if not await tasks.handle_problem(ctx.db, input.event, ctx.now):
        raise NoSuchProblem
    return ProblemHandled(event=input.event)


@action(scope=STAFF, failures=(NoSuchProblem,))
async def handle_failed_refund(ctx: Context, input: HandleFailedRefund) -> RefundHandled:
    """Note that staff have dealt with a refund that failed."""
    if not await refunds.handle_failed(ctx.db, input.refund, ctx.now):
        raise NoSuchProblem
    return RefundHandled(refund=input.refund)
