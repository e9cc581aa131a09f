"""Payments for trying things out: an own page, no money, and the same signed events as from a real provider."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from showground.core.calls.context import Site
from showground.core.database.database import Database
from showground.core.secret import Secret
from showground.orders.providers import signing
from showground.orders.providers.interface import Charge, Event, EventKind, EventRefused, Opened, RefundInfo
from showground.orders.queries import sandbox_payments

HEADER = "sandbox-signature"
KINDS: dict[str, EventKind] = {"paid": "paid", "failed": "failed", "refunded": "refund", "closed": "expired"}


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A provider that lives in our own database; what it keeps there is read by nobody else."""

    database: Database
    site: Site
    secret: Secret
    name: str = "sandbox"
    test_mode: bool = True
    page_origin: str | None = None
    bounds_cents: tuple[int, int] = (1, 2**62)  # what the API allows: no money moves

    async def create(self, charge: Charge) -> Opened:
        async with self.database.transaction() as db:
            reference = await sandbox_payments.add(db, f"sandbox_{secrets.token_urlsafe(18)}", charge)
        return Opened(reference, f"{self.site.url}/sandbox/{reference}")

    def parse_event(self, headers: Mapping[str, str], body: bytes, now: datetime) -> Event:
        signing.verify(body, headers.get(HEADER), self._signing_key, now)
        return self.read_event(json.loads(body))

    async def fetch(self, reference: str) -> Event | None:
        payment = await self.find(reference)
        if payment is None or payment["state"] == "open":
            return None
        return self.read_event(self._told(payment))

    async def refund(self, reference: str, amount_cents: int | None, *, key: str, site: str, refund: int) -> RefundInfo:  # noqa: ARG002
        async with self.database.transaction() as db:
            told = await sandbox_payments.add_refund(
                db, f"sandbox_refund_{secrets.token_urlsafe(12)}", key, reference, amount_cents
            )
        return RefundInfo(told, "succeeded")

    async def fetch_refund(self, reference: str) -> RefundInfo:
        return RefundInfo(reference, "succeeded")

    async def fetch_refunds(self, reference: str) -> Sequence[Event]:  # noqa: ARG002
        return ()  # it makes none by itself

    async def fetch_disputes(self, reference: str) -> Sequence[Event]:  # noqa: ARG002
        return ()  # nobody's bank knows of it

    async def close(self, reference: str) -> None:
        await self._move(reference, "open", "closed")

    async def find(self, reference: str) -> dict[str, Any] | None:
        """What its page shows."""
        async with self.database.reading() as db:
            return await sandbox_payments.find(db, reference)

    async def decide(self, reference: str, state: str, now: datetime) -> tuple[bytes, dict[str, str]] | None:
        """Pay, or fail to: the signed event to deliver, the same each time; None if there is no such open payment."""
        await self._move(reference, "open", state)
        payment = await self.find(reference)
        if payment is None or payment["state"] != state:
            return None
        body = json.dumps(self._told(payment)).encode()
        return body, {HEADER: signing.sign(body, self._signing_key, now)}

    async def _move(self, reference: str, before: str, after: str) -> None:
        async with self.database.transaction() as db:
            await sandbox_payments.move(db, reference, before, after)

    @property
    def _signing_key(self) -> bytes:
        return self.secret.derive("sandbox events")

    def _told(self, payment: Mapping[str, Any]) -> dict[str, Any]:
        told = ("reference", "key", "site", "number", "amount_cents", "currency", "state")
        return {"id": f"{payment['reference']}:{payment['state']}"} | {name: payment[name] for name in told}

    def read_event(self, body: dict[str, Any]) -> Event:
        try:
            return Event(
                id=body["id"],
                kind=KINDS.get(body["state"], "other"),
                site=body.get("site"),
                number=body["number"],
                key=body.get("key"),
                reference=body["reference"],
                amount_cents=body["amount_cents"],
                currency=body["currency"],
                refund=RefundInfo(body["id"], "succeeded") if body["state"] == "refunded" else None,
                body=body,
            )
        except (KeyError, TypeError) as problem:
            raise EventRefused from problem
