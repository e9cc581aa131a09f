"""List what is wrong with payments, and note that something was dealt with."""

from datetime import timedelta

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders import disputes, refunds, tasks
from showground.orders.disputes import Dispute
from showground.orders.failures import NoSuchProblem
from showground.orders.queries import provider_problems
from showground.orders.queries.provider_problems import ProviderProblem
from showground.orders.refunds import AutomaticRefund, FailedRefund
from showground.orders.tasks import Problem

SHOWN_FOR = timedelta(days=30)  # automatic refunds


class ListPaymentProblems(Input):
    """Nothing is asked for."""


class PaymentProblems(BaseModel):
    items: list[Problem]
    disputes: list[Dispute]
    failed_refunds: list[FailedRefund]
    provider_problems: list[ProviderProblem]
    automatic_refunds: list[AutomaticRefund]


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
    """List what keeps people from paying, open disputes, failed and automatic refunds, and events without an order."""
    return PaymentProblems(
        items=await tasks.list_problems(ctx.db),
        disputes=await disputes.list_open(ctx.db),
        failed_refunds=await refunds.list_failed(ctx.db),
        provider_problems=await provider_problems.list_all(ctx.db),
        automatic_refunds=await refunds.list_automatic(ctx.db, ctx.now - SHOWN_FOR),
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
