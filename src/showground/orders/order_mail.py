"""Emails about an order, to its buyer and to staff."""

from collections.abc import Mapping, Sequence
from typing import Any

from showground import accounts
from showground.core.context import Context
from showground.core.database import Connection
from showground.core.mail import send_mail
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
        lines=await _read_lines(ctx.db, order.id),
        net_cents=order.net_cents,
        vat_cents=vat.get("cents", 0),
        total_cents=order.total_cents,
        dollars=dollars,
        **values,
    )


async def _read_lines(db: Connection, purchase: int) -> Sequence[Mapping[str, Any]]:
    rows = await db.all(
        "select name, listing_name, price_cents from purchase_line where purchase_id = %s order by position",
        (purchase,),
    )
    return [{"name": name, "listing": listing, "price_cents": price} for name, listing, price in rows]


async def mail_staff(ctx: Context, template: str, **values: Any) -> None:
    """Send an email to each of the staff."""
    for email in await accounts.list_staff_emails(ctx.db):
        await send_mail(ctx, email, template, dollars=dollars, **values)
