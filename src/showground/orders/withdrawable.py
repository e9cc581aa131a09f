"""Which orders a consumer can still withdraw from."""

from collections.abc import Sequence
from datetime import datetime

from showground.core.database.pool import Connection
from showground.orders import withdrawal
from showground.orders.queries import withdrawals
from showground.orders.queries.withdrawals import WithdrawableOrder


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
