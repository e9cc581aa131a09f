"""No payments: orders can be priced and made, but not paid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from showground.orders.providers.interface import Charge, Event, EventRefused, Opened, PaymentsOff, RefundInfo


@dataclass(frozen=True, slots=True)
class Off:
    """Takes no payments."""

    name: str = "off"
    test_mode: bool = False
    page_origin: str | None = None
    bounds_cents: tuple[int, int] = (1, 2**62)

    async def create(self, charge: Charge) -> Opened:  # noqa: ARG002
        raise PaymentsOff

    def parse_event(self, headers: Mapping[str, str], body: bytes, now: datetime) -> Event:  # noqa: ARG002
        raise EventRefused

    def read_event(self, body: dict[str, Any]) -> Event:  # noqa: ARG002
        raise EventRefused

    async def fetch(self, reference: str) -> Event | None:  # noqa: ARG002
        return None

    async def refund(self, reference: str, amount_cents: int | None, *, key: str, site: str, refund: int) -> RefundInfo:  # noqa: ARG002
        raise PaymentsOff

    async def fetch_refund(self, reference: str) -> RefundInfo:  # noqa: ARG002
        raise PaymentsOff

    async def fetch_refunds(self, reference: str) -> Sequence[Event]:  # noqa: ARG002
        return ()

    async def fetch_disputes(self, reference: str) -> Sequence[Event]:  # noqa: ARG002
        return ()

    async def close(self, reference: str) -> None:
        """There is no page to close."""
