"""SQL on payments of orders."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection
from showground.orders.providers.interface import Event, Opened
from showground.orders.queries.orders import LockedOrder


@dataclass(frozen=True, slots=True)
class Payment:
    """A page at the provider on which an order can be paid."""

    id: int
    purchase_id: int
    provider: str
    reference: str
    url: str
    amount_cents: int
    currency: str
    billing: dict[str, Any]
    billing_version: int
    vat: dict[str, Any] | None
    state: str
    created_at: datetime
    key: str | None = None
    expires_at: datetime | None = None
    intent: str | None = None
    surplus: bool = False
    test: bool | None = None
    """Whether no money moves; None in rows of the version before."""
    paid_cents: int | None = None
    """The amount that was paid, if it differs from the amount due."""
    paid_currency: str | None = None
    price_version: int | None = None
    """The order's when the page was reserved: a coupon may have changed its prices since. None: not recorded."""

    @property
    def received_cents(self) -> int:
        return self.amount_cents if self.paid_cents is None else self.paid_cents

    @property
    def received_currency(self) -> str:
        return self.paid_currency or self.currency


CHECKED_FOR = timedelta(days=120)  # after a payment: as long as most banks take disputes
PATIENCE = timedelta(minutes=2)  # events usually arrive before we need to ask
MAX_AGE = timedelta(days=60)  # after this, we no longer ask the provider about a payment
STATES_BEFORE = {
    "processing": ["opening", "open"],
    "expired": ["opening", "open"],
    "failed": ["opening", "open", "processing", "expired"],
    "refunded": ["paid"],
}
SELECT_PAYMENT = """
select id, purchase_id, provider, reference, url, amount_cents, currency, billing, billing_version, vat, state,
    created_at, key, expires_at, intent, surplus, paid_cents, paid_currency, test,
    price_version
from payment
"""


async def find_last_payment(db: Connection, order_id: int) -> Payment | None:
    return await db.one_as(Payment, SELECT_PAYMENT + "where purchase_id = %s order by id desc limit 1", (order_id,))


async def get_payment(db: Connection, payment: int) -> Payment | None:
    return await db.one_as(Payment, SELECT_PAYMENT + "where id = %s", (payment,))


async def find_by_event(db: Connection, provider: str, event: Event) -> Payment | None:
    """The payment that an event is about, by any of the provider's names for it or by our own."""
    names = {"reference": event.reference, "key": event.key, "intent": event.intent, "charge": event.charge}
    return await db.one_as(
        Payment,
        SELECT_PAYMENT
        + """
        where provider = %(provider)s and (reference = %(reference)s or key = %(key)s or intent = %(intent)s
            or charge = %(charge)s)
        order by id limit 1
        """,
        {"provider": provider, **names},
    )


async def find_paid(db: Connection, order_id: int) -> Payment | None:
    """The payment that paid an order."""
    return await db.one_as(
        Payment,
        SELECT_PAYMENT + "where purchase_id = %s and state in ('paid', 'refunded') and not surplus",
        (order_id,),
    )


async def get_site_identity(db: Connection) -> str:
    """A prefix that distinguishes this site's payments from those of other sites on the same provider account."""
    row = await db.one("select id from site_identity")
    if row is None:
        raise LookupError("the database has no site identity")
    return row[0]


async def reserve(
    db: Connection, order: LockedOrder, provider: str, *, test: bool, expires_at: datetime, at: datetime
) -> Payment:
    """Store a payment page, with everything the request will contain, before the provider is asked to create it."""
    site = await get_site_identity(db)
    row = await db.one(
        """
        insert into payment (purchase_id, provider, reference, url, amount_cents, currency, billing, billing_version,
            vat, state, created_at, expires_at, test, price_version)
        values (%s, %s, gen_random_uuid()::text, '', %s, %s, %s, %s, %s, 'opening', %s, %s, %s, %s) returning id
        """,
        (
            order.id,
            provider,
            order.total_cents,
            order.currency,
            Jsonb(order.billing),
            order.billing_version,
            Jsonb(order.vat) if order.vat else None,
            at,
            expires_at,
            test,
            order.price_version,
        ),
    )
    number = row[0] if row else 0
    key = f"{site}-{order.number}-{number}"
    await db.execute("update payment set key = %s where id = %s", (key, number))
    return Payment(
        id=number,
        purchase_id=order.id,
        provider=provider,
        reference="",
        url="",
        amount_cents=order.total_cents,
        currency=order.currency,
        billing=order.billing or {},
        billing_version=order.billing_version,
        vat=order.vat,
        state="opening",
        created_at=at,
        key=key,
        expires_at=expires_at,
        test=test,
        price_version=order.price_version,
    )


async def note_opened(db: Connection, payment: int, opened: Opened) -> None:
    """Store the page that the provider created. Its first event may already have arrived."""
    await db.execute(
        """
        update payment set reference = %s, url = %s, state = case when state = 'opening' then 'open' else state end
        where id = %s
        """,
        (opened.reference, opened.url, payment),
    )


async def abandon(db: Connection, order_id: int) -> None:
    """Record that the provider refused to create the page."""
    await db.execute("update payment set state = 'failed' where purchase_id = %s and state = 'opening'", (order_id,))


async def find_open_pages(db: Connection, order_id: int, but: int | None = None) -> list[tuple[str, str]]:
    """Open payment pages of an order except one: provider and reference."""
    rows = await db.all(
        """
        select provider, reference from payment
        where purchase_id = %s and state = 'open' and id is distinct from %s order by id
        """,
        (order_id, but),
    )
    return [(provider, reference) for provider, reference in rows]


async def is_processing(db: Connection, order_id: int) -> bool:
    return bool(await db.one("select 1 from payment where purchase_id = %s and state = 'processing'", (order_id,)))


async def set_payment_state(db: Connection, payment: int, state: str) -> None:
    """Events may arrive out of order, so states only move forward: paid stays paid; failed never becomes pending."""
    await db.execute(
        "update payment set state = %s where id = %s and state = any(%s)", (state, payment, STATES_BEFORE[state])
    )


async def note_returned(db: Connection, payment: int, refund: int) -> None:
    """A completed refund was returned: this payment has money left again, unless other refunds returned all of it."""
    await db.execute(
        """
        update payment set state = 'paid'
        where id = %(payment)s and state = 'refunded' and coalesce(paid_cents, amount_cents) > (
            select coalesce(sum(amount_cents), 0) from refund
            where payment_id = payment.id and refund.state = 'succeeded' and refund.id <> %(refund)s)
        """,
        {"payment": payment, "refund": refund},
    )


async def note_paid(db: Connection, payment: int, event: Event, at: datetime, *, surplus: bool) -> None:
    """Record that money arrived. `surplus`: it was unexpected, or the order could not take effect."""
    await db.execute(
        """
        update payment set state = 'paid', paid_at = %(at)s, surplus = %(surplus)s,
            paid_cents = nullif(%(paid_cents)s, amount_cents), paid_currency = nullif(%(paid_currency)s, currency),
            reference = coalesce(%(reference)s, reference), intent = coalesce(%(intent)s, intent),
            charge = coalesce(%(charge)s, charge), card_country = coalesce(%(card_country)s, card_country),
            test = coalesce(%(test)s, test)
        where id = %(payment)s
        """,
        {
            "payment": payment,
            "at": at,
            "surplus": surplus,
            "paid_cents": event.amount_cents,
            "paid_currency": event.currency,
            "reference": event.reference,
            "intent": event.intent,
            "charge": event.charge,
            "card_country": event.card_country,
            "test": event.test,
        },
    )


async def note_charge(db: Connection, payment: int, event: Event) -> None:
    """Store the provider's ids for the money of a payment, and the country of its card."""
    await db.execute(
        """
        update payment set intent = coalesce(%s, intent), charge = coalesce(%s, charge),
            card_country = coalesce(%s, card_country)
        where id = %s
        """,
        (event.intent, event.charge, event.card_country, payment),
    )


async def find_unchecked(db: Connection, now: datetime, most: int) -> list[int]:
    """Recent payments whose refunds and disputes we have not asked about for a day, oldest check first."""
    rows = await db.all(
        """
        update payment set asked_at = %(now)s where id in (
            select id from payment where state in ('paid', 'refunded') and paid_at > %(since)s
            and (asked_at is null or asked_at < %(before)s) order by asked_at nulls first, id limit %(most)s
        ) returning id
        """,
        {"now": now, "since": now - CHECKED_FOR, "before": now - timedelta(days=1), "most": most},
    )
    return [number for (number,) in rows]


async def find_unsettled(db: Connection, now: datetime, most: int) -> list[tuple[str, str]]:
    """Open payments without news for some minutes, including those of closed orders: provider and reference."""
    rows = await db.all(
        """
        update payment set asked_at = %(now)s where id in (
            select id from payment where state in ('open', 'processing') and created_at between %(since)s and %(before)s
            order by asked_at nulls first, id limit %(most)s
        ) returning provider, reference
        """,
        {"now": now, "since": now - MAX_AGE, "before": now - PATIENCE, "most": most},
    )
    return [(provider, reference) for provider, reference in rows]
