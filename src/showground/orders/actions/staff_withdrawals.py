"""Withdrawals that consumers sent, for staff to decide."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.input_text import MULTI_LINE, Opaque
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.orders import withdrawal
from showground.orders.errors import NoSuchWithdrawal
from showground.orders.queries import withdrawals
from showground.orders.queries.withdrawals import StoredWithdrawal


class StaffWithdrawal(StoredWithdrawal):
    """A withdrawal with what speaks for and against it."""

    due_at: datetime
    """When the buyer must have the money back."""
    period_ended_at: datetime | None
    """When the period had ended, if it was sent later than that."""
    had_right: bool | None
    """Whether the buyer was a consumer with a right of withdrawal; None without an order that was paid."""


class Withdrawals(DataModel):
    items: list[StaffWithdrawal]


@action(scope=STAFF, read_only=True)
async def list_withdrawals(ctx: Context) -> Withdrawals:
    """List the withdrawals that led to no refund yet and that nobody has answered, oldest first.

    Those that anyone could have sent come last.
    """
    return Withdrawals(items=[_judge(stored) for stored in await withdrawals.list_open(ctx.db)])


class ListWithdrawalsOf(Input):
    number: Opaque


@action(scope=STAFF, read_only=True)
async def list_withdrawals_of(ctx: Context, input: ListWithdrawalsOf) -> Withdrawals:
    """List all withdrawals from an order."""
    return Withdrawals(items=[_judge(stored) for stored in await withdrawals.list_of_order(ctx.db, input.number)])


def _judge(stored: StoredWithdrawal) -> StaffWithdrawal:
    ended = withdrawal.end_of_period(stored.paid_at) if stored.paid_at else None
    known = stored.paid_at is not None and stored.net_cents is not None
    return StaffWithdrawal(
        **stored.model_dump(),
        due_at=stored.stated_at + withdrawal.REFUND_WITHIN,
        period_ended_at=ended if ended and stored.stated_at >= ended else None,
        had_right=withdrawal.may_withdraw(stored.billing, stored.net_cents or 0) if known else None,
    )


class AnswerWithdrawal(Input):
    withdrawal: int
    note: Annotated[str | None, Field(max_length=2000), MULTI_LINE] = None


class WithdrawalAnswered(DataModel):
    """It is off the list."""


@action(scope=STAFF, errors=(NoSuchWithdrawal,))
async def answer_withdrawal(ctx: Context, input: AnswerWithdrawal) -> WithdrawalAnswered:
    """Mark a withdrawal as answered, for example because the right had ended. Staff write to the buyer themselves."""
    by = ctx.access.account if ctx.access else None
    if not await withdrawals.answer(ctx.db, input.withdrawal, by, input.note, ctx.now):
        raise NoSuchWithdrawal
    return WithdrawalAnswered()
