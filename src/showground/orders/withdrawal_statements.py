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

MAX_STAFF_EMAILS = 50  # a day, about those that anyone could have sent; staff see the rest only on their page


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
    """Store a statement, acknowledge it and tell staff. A repeat is acknowledged again, with its first time.

    Staff hear of a repeat only if they could think that it is done.
    """
    body = gettext(
        "%(statement)s My name: %(name)s. Send the confirmation to: %(email)s",
        statement=meant.words,
        name=name,
        email=email,
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
    at = _write_time(received.stated_at)
    contact = ctx.services[Shop].seller.email or ""
    await send_mail(ctx, email, "withdrawal_received", statement=body, received_at=at, contact=contact)
    if received.opened and await _may_tell_staff(ctx, meant.sender):
        due = (received.stated_at + withdrawal.REFUND_WITHIN).date()
        page = f"{ctx.site.url}/admin/withdrawals"
        sent_at = _write_time(ctx.now)
        await mail_staff(ctx, "withdrawal_stated", statement=body, received_at=sent_at, due=due, page=page)
    return WithdrawalReceived(body=body, email=email, received_at=ctx.now)


async def _may_tell_staff(ctx: Context, sender: Sender) -> bool:
    """A flood of statements that anyone could have sent must not keep staff from hearing of the others."""
    if sender != "unknown":
        return True
    return await withdrawals.count_unknown_since(ctx.db, ctx.now - timedelta(days=1)) <= MAX_STAFF_EMAILS


def _write_time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"
