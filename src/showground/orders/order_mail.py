"""Emails about an order, to its buyer and to staff."""

from collections.abc import Mapping
from typing import Any

from showground import accounts
from showground.core.context import Context
from showground.core.mail import send_mail
from showground.orders import invoices
from showground.orders.money import dollars
from showground.orders.queries.orders import Held


async def mail_buyer(ctx: Context, order: Held, template: str, **values: Any) -> None:
    """Send an email about an order to the address that the buyer gave."""
    billing: Mapping[str, Any] = order.billing or {}
    if not billing.get("email"):
        return
    vat: Mapping[str, Any] = order.vat or {}
    await send_mail(
        ctx,
        billing["email"],
        template,
        number=order.number,
        lines=await invoices.read_lines(ctx.db, order.id),
        net_cents=order.net_cents,
        vat_cents=vat.get("cents", 0),
        total_cents=order.total_cents,
        dollars=dollars,
        **values,
    )


async def mail_staff(ctx: Context, template: str, **values: Any) -> None:
    """Send an email to each of the staff."""
    for email in await accounts.list_staff_emails(ctx.db):
        await send_mail(ctx, email, template, dollars=dollars, **values)
