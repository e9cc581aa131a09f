"""List payment events that do not fit, and note that one was dealt with."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders import tasks
from showground.orders.failures import NoSuchProblem
from showground.orders.tasks import Problem


class ListPaymentProblems(Input):
    """Nothing is asked for."""


class PaymentProblems(BaseModel):
    items: list[Problem]


class HandlePaymentProblem(Input):
    event: int


class ProblemHandled(BaseModel):
    event: int


@action(scope=STAFF, read_only=True)
async def list_payment_problems(ctx: Context, input: ListPaymentProblems) -> PaymentProblems:  # noqa: ARG001
    """List payment events that fit no order, or not as it stands, the oldest first."""
    return PaymentProblems(items=await tasks.list_problems(ctx.db))


@action(scope=STAFF, failures=(NoSuchProblem,))
async def handle_payment_problem(ctx: Context, input: HandlePaymentProblem) -> ProblemHandled:
    """Note that staff have dealt with a payment event that did not fit."""
    if not await tasks.handle_problem(ctx.db, input.event, ctx.now):
        raise NoSuchProblem
    return ProblemHandled(event=input.event)
