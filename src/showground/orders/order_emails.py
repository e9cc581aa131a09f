"""Emails about an order, to its buyer and to staff."""

from collections.abc import Mapping
from typing import Any, cast

from showground import accounts, launches
from showground.core.calls.context import Context
from showground.core.database.pool import Connection
from showground.core.languages import current_language, deferred, text_with
from showground.core.mail.templates import send_mail
from showground.orders import withdrawal
from showground.orders.money import localized_dollars
from showground.orders.queries import orders
from showground.orders.queries.lines import list_for_checkout
from showground.orders.queries.orders import LockedOrder
from showground.orders.seller import Seller


async def mail_buyer(ctx: Context, order: LockedOrder, template: str, **values: Any) -> None:
    """Email the buyer about an order, at the address they entered at checkout."""
    billing: Mapping[str, Any] = order.billing or {}
    if not billing.get("email"):
        return
    vat: Mapping[str, Any] = order.vat or {}
    await send_mail(
        ctx,
        billing["email"],
        template,
        number=order.number,
        lines=[
            {
                "name": line.name,
                "listing": line.listing,
                "week": line.launch_week,
                "price_cents": line.price_cents + line.discount_cents,
            }
            for line in await list_for_checkout(ctx.db, order.id, launches.this_week(ctx.now))
        ],
        net_cents=order.net_cents,
        coupon=order.coupon,
        discount_cents=order.discount_cents,
        vat_cents=vat.get("cents", 0),
        total_cents=order.total_cents,
        dollars=localized_dollars,
        **values,
    )


async def find_withdrawal(db: Connection, order: LockedOrder) -> dict[str, Any]:
    """What the receipt has to confirm about the right of withdrawal (Article 8(7) of Directive 2011/83/EU)."""
    consumer = withdrawal.may_withdraw(order.billing, order.net_cents)
    return {
        "can_withdraw": consumer,
        "consent": await orders.find_consent(db, order.id) if consumer else None,
        "ordered_at": order.created_at,
    }


def describe_for_mail(seller: Seller) -> Mapping[str, Any]:
    """The seller's address and contact details, line by line."""
    country = deferred(_name_country, seller.country)
    lines = [seller.name, *seller.address_lines]
    contact = [text for text in (seller.email, seller.phone) if text]
    number = [text_with("VAT number %(number)s", number=seller.vat_number)] if seller.vat_number else []
    number += [text_with("Tax number %(number)s", number=seller.tax_number)] if seller.tax_number and not number else []
    return {"lines": [*lines, *([] if country in lines else [country]), *contact, *number], "email": seller.email}


def _name_country(code: str) -> str:
    from babel import Locale  # noqa: PLC0415 - its data take a while to read

    names = cast("Mapping[str, str]", Locale.parse(current_language().locale).territories)
    return names.get(code, code)


async def mail_staff(ctx: Context, template: str, **values: Any) -> None:
    """Email everyone on staff."""
    for email in await accounts.list_staff_emails(ctx.db):
        await send_mail(ctx, email, template, dollars=localized_dollars, **values)
