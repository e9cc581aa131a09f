"""Payments by Stripe Checkout: cards, wallets and whatever else the dashboard allows, on Stripe's own page."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar, cast

import anyio
import stripe

from showground.core.tracing import span
from showground.orders.providers.interface import (
    OLDEST_SECONDS,
    Charge,
    Event,
    EventKind,
    EventRefused,
    Opened,
    ProviderDown,
)

HEADER = "stripe-signature"
LEAST_OPEN = timedelta(minutes=31)  # Stripe takes 30 minutes to 24 hours
MOST_OPEN = timedelta(hours=23)
ORDER = "order"  # the key of our metadata
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Stripe:
    """Stripe, by its own library; card data never come here."""

    key: str
    webhook_secret: str
    url: str | None = None  # for tests
    page_origin: str | None = "https://checkout.stripe.com"
    name: str = "stripe"

    @property
    def test_mode(self) -> bool:
        return "_test_" in self.key

    @cached_property
    def _client(self) -> stripe.StripeClient:
        addresses: Any = {"api": self.url} if self.url else None
        return stripe.StripeClient(
            self.key,
            base_addresses=addresses or {},
            http_client=stripe.RequestsClient(timeout=20),
            max_network_retries=2,
        )

    def examine(self) -> None:
        """Ask for something that any valid key may see."""
        self._client.v1.balance.retrieve()

    async def create(self, charge: Charge) -> Opened:
        expires = min(max(charge.expires_at, charge.now + LEAST_OPEN), charge.now + MOST_OPEN)
        params: Any = {
            "mode": "payment",
            "client_reference_id": charge.number,
            "customer_email": charge.email,
            "success_url": charge.return_url,
            "cancel_url": charge.cancel_url,
            "expires_at": int(expires.timestamp()),
            "metadata": {ORDER: charge.number},
            "payment_intent_data": {"metadata": {ORDER: charge.number}},
            "line_items": [
                {
                    "quantity": 1,
                    "price_data": {
                        "currency": charge.currency.lower(),
                        "unit_amount": position.cents,
                        "product_data": {"name": position.name},
                    },
                }
                for position in charge.positions
            ],
        }
        session = await self._ask(
            "checkout.sessions.create",
            lambda: self._client.v1.checkout.sessions.create(params, options={"idempotency_key": charge.key}),
        )
        return Opened(session.id, session.url or "")

    def parse_event(self, headers: Mapping[str, str], body: bytes, now: datetime) -> Event:  # noqa: ARG002
        """The library itself judges the signature and its age, by the machine's clock."""
        try:
            text = body.decode()
            cast("Any", stripe.WebhookSignature).verify_header(
                text, headers.get(HEADER, ""), self.webhook_secret, OLDEST_SECONDS
            )
            told: dict[str, Any] = json.loads(text)
            return _read_event(told["id"], told["type"], told["data"]["object"], told)
        except (stripe.SignatureVerificationError, ValueError, KeyError, TypeError, AttributeError) as problem:
            raise EventRefused from problem

    async def fetch(self, reference: str) -> Event | None:
        told = await self._get_session(reference)
        if told["status"] == "open":
            return None
        kind = "checkout.session.expired" if told["status"] == "expired" else "checkout.session.completed"
        event = _read_event(f"fetched:{reference}:{told['status']}:{told['payment_status']}", kind, told, told)
        return None if event.kind == "processing" else event

    async def refund(self, reference: str, amount_cents: int, key: str) -> None:
        intent = (await self._get_session(reference))["payment_intent"]
        params: Any = {"payment_intent": intent, "amount": amount_cents}
        await self._ask(
            "refunds.create", lambda: self._client.v1.refunds.create(params, options={"idempotency_key": key})
        )

    async def close(self, reference: str) -> None:
        try:
            await self._ask("checkout.sessions.expire", lambda: self._client.v1.checkout.sessions.expire(reference))
        except stripe.InvalidRequestError:
            return  # it was paid or has expired in the meantime: its event tells

    async def _get_session(self, reference: str) -> dict[str, Any]:
        session = await self._ask(
            "checkout.sessions.retrieve", lambda: self._client.v1.checkout.sessions.retrieve(reference)
        )
        return json.loads(str(session))

    async def _ask(self, call: str, ask: Callable[[], Answer]) -> Answer:
        with span("ask stripe", call=call):
            try:
                return await anyio.to_thread.run_sync(ask)
            except stripe.InvalidRequestError:
                raise
            except stripe.StripeError as problem:
                raise ProviderDown from problem


def _read_event(number: str, kind: str, about: dict[str, Any], body: dict[str, Any]) -> Event:
    order: dict[str, Any] = about.get("metadata") or {}
    if kind.startswith("checkout.session."):
        return Event(
            id=number,
            kind=_session_kind(kind, about),
            number=about.get("client_reference_id") or order.get(ORDER),
            reference=about["id"],
            amount_cents=about["amount_total"],
            currency=about["currency"].upper(),
            body=body,
        )
    if kind == "charge.refunded":
        return Event(
            id=number,
            kind="refunded",
            number=order.get(ORDER),
            amount_cents=about["amount_refunded"],
            currency=about["currency"].upper(),
            body=body,
        )
    return Event(id=number, kind="other", number=order.get(ORDER), body=body)


def _session_kind(kind: str, session: Mapping[str, Any]) -> EventKind:
    match kind.removeprefix("checkout.session."):
        case "completed":
            return "processing" if session["payment_status"] == "unpaid" else "paid"
        case "async_payment_succeeded":
            return "paid"
        case "async_payment_failed":
            return "failed"
        case "expired":
            return "expired"
        case _:
            return "other"
