"""Payments by Stripe Checkout: cards, wallets and whatever else the dashboard allows, on Stripe's own page."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from http import HTTPStatus
from typing import Any, TypeVar, cast

import anyio
import stripe

from showground.core.tracing import span
from showground.orders.providers.interface import (
    OLDEST_SECONDS,
    Charge,
    DisputeInfo,
    Event,
    EventKind,
    EventRefused,
    Opened,
    ProviderDown,
    ProviderFailed,
    ProviderKeyRefused,
    ProviderRefused,
    ProviderRefusedForNow,
    RefundInfo,
    RefundState,
)

HEADER = "stripe-signature"
SITE, ORDER, KEY, REFUND = "site", "order", "key", "refund"  # the names in our metadata
REFUSED_FOR_NOW = ("balance_insufficient", "insufficient_funds", "lock_timeout")  # codes of errors
FAILED_FOR_NOW = ("insufficient_funds", "unknown")  # why a refund failed
DISPUTE_ENDS = ("won", "lost", "warning_closed", "prevented")
Answer = TypeVar("Answer")
log = logging.getLogger(__name__)


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

    @property
    def bounds_cents(self) -> tuple[int, int]:
        return 50, 99_999_999

    async def create(self, charge: Charge) -> Opened:
        ours = {SITE: charge.site, ORDER: charge.number, KEY: charge.key}
        params: Any = {
            "mode": "payment",
            "client_reference_id": charge.number,
            "customer_email": charge.email,
            "success_url": charge.return_url,
            "cancel_url": charge.cancel_url,
            "expires_at": int(charge.expires_at.timestamp()),
            "metadata": ours,
            "payment_intent_data": {"metadata": ours},
            "adaptive_pricing": {"enabled": "false"},  # invoices and refunds are in the order's own currency
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
            return self.read_event(json.loads(text))
        except (stripe.SignatureVerificationError, ValueError) as problem:
            raise EventRefused from problem

    def read_event(self, body: dict[str, Any]) -> Event:
        try:
            return _read_event(body["id"], body["type"], body["data"]["object"], body)
        except (KeyError, TypeError, AttributeError) as problem:
            raise EventRefused from problem

    async def fetch(self, reference: str) -> Event | None:
        told = await self._get_session(reference)
        if told["status"] == "open":
            return None
        kind = "checkout.session.expired" if told["status"] == "expired" else "checkout.session.completed"
        event = _read_event(f"fetched:{reference}:{told['status']}:{told['payment_status']}", kind, told, told)
        if event.kind == "processing" and await self._has_failed(event.intent):
            return replace(event, id=f"fetched:{reference}:failed", kind="failed")
        return replace(event, **await self._look_up_charge(event.intent)) if event.kind == "paid" else event

    async def refund(self, reference: str, amount_cents: int | None, *, key: str, site: str, refund: int) -> RefundInfo:
        intent = (await self._get_session(reference))["payment_intent"]
        metadata = {SITE: site, REFUND: str(refund)}
        amount = {} if amount_cents is None else {"amount": amount_cents}
        params: Any = {"payment_intent": intent, "metadata": metadata, **amount}
        told = await self._ask(
            "refunds.create", lambda: self._client.v1.refunds.create(params, options={"idempotency_key": key})
        )
        return _read_refund(json.loads(str(told)))

    async def fetch_refund(self, reference: str) -> RefundInfo:
        told = await self._ask("refunds.retrieve", lambda: self._client.v1.refunds.retrieve(reference))
        return _read_refund(json.loads(str(told)))

    async def fetch_refunds(self, reference: str) -> Sequence[Event]:
        params: Any = {"payment_intent": (await self._get_session(reference))["payment_intent"], "limit": 100}
        told = await self._ask("refunds.list", lambda: self._client.v1.refunds.list(params))
        made: list[dict[str, Any]] = json.loads(str(told))["data"]
        return [_read_event(f"fetched:{each['id']}", "refund.updated", each, each) for each in made]

    async def fetch_disputes(self, reference: str) -> Sequence[Event]:
        params: Any = {"payment_intent": (await self._get_session(reference))["payment_intent"], "limit": 100}
        told = await self._ask("disputes.list", lambda: self._client.v1.disputes.list(params))
        opened: list[dict[str, Any]] = json.loads(str(told))["data"]
        return [_read_event(f"fetched:{each['id']}", "charge.dispute.updated", each, each) for each in opened]

    async def close(self, reference: str) -> None:
        try:
            await self._ask("checkout.sessions.expire", lambda: self._client.v1.checkout.sessions.expire(reference))
        except ProviderRefused:
            return  # it was paid or has expired in the meantime: its event tells

    async def _get_session(self, reference: str) -> dict[str, Any]:
        session = await self._ask(
            "checkout.sessions.retrieve", lambda: self._client.v1.checkout.sessions.retrieve(reference)
        )
        return json.loads(str(session))

    async def _has_failed(self, intent: str | None) -> bool:
        """Whether a payment that takes days has come to nothing, which its session does not tell."""
        if intent is None:
            return False
        told = await self._ask("payment_intents.retrieve", lambda: self._client.v1.payment_intents.retrieve(intent))
        return told.status in ("requires_payment_method", "canceled")

    async def _look_up_charge(self, intent: str | None) -> dict[str, Any]:
        """The charge of a payment and the country of its card, which a session does not tell."""
        if intent is None:
            return {}
        params: Any = {"expand": ["latest_charge"]}
        told = await self._ask(
            "payment_intents.retrieve", lambda: self._client.v1.payment_intents.retrieve(intent, params)
        )
        charge: Any = json.loads(str(told)).get("latest_charge")
        return _read_charge(charge) if charge else {}

    async def _ask(self, call: str, ask: Callable[[], Answer]) -> Answer:
        with span("ask stripe", call=call):
            try:
                return await anyio.to_thread.run_sync(ask)
            except (stripe.InvalidRequestError, stripe.IdempotencyError, stripe.CardError) as problem:
                refused = ProviderRefusedForNow if problem.code in REFUSED_FOR_NOW else ProviderRefused
                raise refused(problem.user_message or "Stripe refused the request.") from problem
            except (stripe.AuthenticationError, stripe.PermissionError) as problem:
                log.warning("Stripe does not accept SHOWGROUND_STRIPE_KEY (%s): no payments can be taken.", call)
                raise ProviderKeyRefused from problem
            except stripe.StripeError as problem:
                answered = (problem.http_status or 0) >= HTTPStatus.INTERNAL_SERVER_ERROR
                raise (ProviderFailed if answered else ProviderDown) from problem


def _read_event(number: str, kind: str, about: dict[str, Any], body: dict[str, Any]) -> Event:
    ours: dict[str, Any] = about.get("metadata") or {}
    known: dict[str, Any] = {
        "id": number,
        "site": ours.get(SITE),
        "number": ours.get(ORDER) or about.get("client_reference_id"),
        "key": ours.get(KEY),
        "body": body,
    }
    match kind.split("."):
        case ["checkout", "session", *_]:
            return Event(
                **known,
                kind=_session_kind(kind, about),
                reference=about["id"],
                intent=about.get("payment_intent"),
                amount_cents=about["amount_total"],
                test=not about["livemode"] if "livemode" in about else None,
                currency=(about["currency"] or "").upper(),  # none if it only saves a card, as other software may do
            )
        case ["charge", "succeeded" | "updated"]:
            return Event(**known, **_read_charge(about), kind="charge")
        case ["payment_intent", *_] | ["charge", "pending" | "failed" | "captured"]:
            return Event(id=number, kind="other", body=body)  # the session tells the same
        case ["charge", "refunded"]:
            money = {"amount_cents": about["amount_refunded"], "currency": about["currency"].upper()}
            return Event(**known, **money, **_read_charge(about), kind="refunds_changed")
        case ["refund", _] | ["charge", "refund", "updated"]:
            return Event(
                **known,
                kind="refund",
                intent=about.get("payment_intent"),
                charge=about.get("charge"),
                amount_cents=about["amount"],
                currency=about["currency"].upper(),
                refund=_read_refund(about),
                refund_id=int(ours[REFUND]) if str(ours.get(REFUND, "")).isdecimal() else None,
            )
        case ["charge", "dispute", *_]:
            return Event(
                **known,
                kind="dispute",
                intent=about.get("payment_intent"),
                charge=about.get("charge"),
                amount_cents=about["amount"],
                currency=about["currency"].upper(),
                dispute=_read_dispute(about),
            )
        case _:
            return Event(**known, kind="other")


def _read_charge(charge: Mapping[str, Any]) -> dict[str, Any]:
    details: Mapping[str, Any] = charge.get("payment_method_details") or {}
    card: Mapping[str, Any] = details.get("card") or {}
    return {"charge": charge["id"], "intent": charge.get("payment_intent"), "card_country": card.get("country")}


def _read_refund(refund: Mapping[str, Any]) -> RefundInfo:
    state: RefundState = "pending"
    if refund["status"] == "succeeded":
        state = "succeeded"
    elif refund["status"] in ("failed", "canceled"):
        state = "failed"
    reason: str | None = refund.get("failure_reason")
    return RefundInfo(refund["id"], state, reason, may_succeed_later=state == "failed" and reason in FAILED_FOR_NOW)


def _read_dispute(dispute: Mapping[str, Any]) -> DisputeInfo:
    details: Mapping[str, Any] = dispute.get("evidence_details") or {}
    due: int | None = details.get("due_by")
    return DisputeInfo(
        reference=dispute["id"],
        state=dispute["status"],
        reason=dispute["reason"],
        due_at=datetime.fromtimestamp(due, UTC) if due else None,
        closed=dispute["status"] in DISPUTE_ENDS,
    )


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
