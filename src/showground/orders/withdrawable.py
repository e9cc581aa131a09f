"""What buyers see of their right of withdrawal: which orders it lasts for, and what they have sent."""

from collections.abc import Sequence
from datetime import datetime

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.orders import withdrawal
from showground.orders.queries import withdrawals
from showground.orders.queries.withdrawals import WithdrawableOrder


class ReceivedWithdrawal(DataModel):
    """A withdrawal from an order."""

    stated_at: datetime
    due_at: datetime
    """When the buyer must have the money back."""
    open: bool


async def find_withdrawable(db: Connection, orders: Sequence[WithdrawableOrder], now: datetime) -> list[str]:
    """The numbers of those among these orders whose right of withdrawal still lasts for some item."""
    within = [order for order in orders if _lasts(order, now)]
    lines = await withdrawals.list_lines(db, [order.id for order in within]) if within else []
    left = {line.purchase_id for line in lines if withdrawal.is_left(line, now)}
    return [order.number for order in within if order.id in left]


def _lasts(order: WithdrawableOrder, now: datetime) -> bool:
    """The contract is concluded at the latest when it is paid."""
    return (
        order.status == "paid"
        and order.paid_at is not None
        and now < withdrawal.end_of_period(order.paid_at)
        and withdrawal.may_withdraw(order.billing, order.net_cents)
    )


async def list_received(db: Connection, number: str) -> list[ReceivedWithdrawal]:
    """The withdrawals from an order, oldest first, without those that anyone could have sent."""
    return [
        ReceivedWithdrawal(
            stated_at=stored.stated_at, due_at=stored.stated_at + withdrawal.REFUND_WITHIN, open=stored.open
        )
        for stored in await withdrawals.list_of_order(db, number)
        if stored.sender != "unknown"
    ]
