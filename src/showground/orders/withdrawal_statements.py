"""A statement of withdrawal, once it is known what it is about: stored, acknowledged, and reported to staff."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from showground.core.calls.context import Context
from showground.core.data_model import DataModel
from showground.core.languages import gettext
from showground.core.mail.templates import send_mail
from showground.orders import withdrawal
from showground.orders.order_emails import mail_staff
from showground.orders.queries import withdrawals
from showground.orders.queries.withdrawals import Sender, WithdrawableOrder, WithdrawalStatement
from showground.orders.seller import Shop

MAX_STAFF_EMAILS = 50  # a day; in a flood, staff see the rest only on their page


class WithdrawalReceived(DataModel):
    """What was received, and when. The same whether or not such an order exists."""

    body: str
    email: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Meant:
    """What somebody withdraws from."""

    order: WithdrawableOrder | None
    stated: str
    positions: list[int] | None
    words: str
    sender: Sender


async def receive(ctx: Context, meant: Meant, name: str, email: str) -> WithdrawalReceived:
    """Store a statement, acknowledge it and tell staff. A repeat is acknowledged again, with its first time."""
    body = gettext(
        "%(statement)s My name: %(name)s. Confirm this to: %(email)s", statement=meant.words, name=name, email=email
    )
    parts = (meant.stated.lower(), meant.positions, name.lower(), email, meant.sender)
    received = await withdrawals.state(
        ctx.db,
        WithdrawalStatement(
            fingerprint=sha256(repr(parts).encode()).digest(),
            purchase_id=meant.order.id if meant.order else None,
            account_id=ctx.access.account if ctx.access else None,
            sender=meant.sender,
            stated_order=meant.stated,
            positions=meant.positions,
            name=name,
            email=email,
            body=body,
        ),
        ctx.now,
    )
    at = f"{received.stated_at:%Y-%m-%d %H:%M:%S} UTC"
    contact = ctx.services[Shop].seller.email or ""
    await send_mail(ctx, email, "withdrawal_received", statement=body, received_at=at, contact=contact)
    if received.new and await withdrawals.count_since(ctx.db, ctx.now - timedelta(days=1)) <= MAX_STAFF_EMAILS:
        due = (ctx.now + withdrawal.REFUND_WITHIN).date()
        page = f"{ctx.site.url}/admin/withdrawals"
        await mail_staff(ctx, "withdrawal_stated", statement=body, received_at=at, due=due, page=page)
    return WithdrawalReceived(body=body, email=email, received_at=ctx.now)
