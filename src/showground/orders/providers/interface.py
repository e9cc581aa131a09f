"""What a payment provider is asked, and what it tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

EventKind = Literal["paid", "processing", "failed", "expired", "refunded", "other"]
OLDEST_SECONDS = 300  # of a signed event: an older one may be a recording that is played again


class EventRefused(Exception):
    """The event is not signed by the provider, or its signature is too old."""


class ProviderDown(Exception):
    """The payment provider does not answer at the moment."""


class PaymentsOff(Exception):
    """This site takes no payments at the moment."""


@dataclass(frozen=True, slots=True)
class Position:
    """One line on the provider's page."""

    name: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What a person is to pay. The positions add up to the total; the same key never makes a second payment page."""

    key: str
    number: str
    positions: Sequence[Position]
    total_cents: int
    currency: str
    email: str
    return_url: str
    cancel_url: str
    now: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Opened:
    """A page where a person can pay."""

    reference: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to a payment."""

    id: str
    kind: EventKind
    number: str | None = None
    reference: str | None = None
    amount_cents: int | None = None
    currency: str | None = None
    body: dict[str, Any]


class Provider(Protocol):
    """One way to be paid."""

    @property
    def name(self) -> str: ...
    @property
    def test_mode(self) -> bool:
        """Whether no money moves."""
        ...

    @property
    def page_origin(self) -> str | None:
        """Where its payment page is; None if that is on this site."""
        ...

    async def create(self, charge: Charge) -> Opened:
        """Make a payment page, or find the one that this charge's key was given before."""
        ...

    def parse_event(self, headers: Mapping[str, str], body: bytes, now: datetime) -> Event:
        """A delivered event, once its signature and age are found to be in order; else EventRefused."""
        ...

    async def fetch(self, reference: str) -> Event | None:
        """Where a payment stands by the provider's own books; None while nothing has happened to it."""
        ...

    async def refund(self, reference: str, amount_cents: int, key: str) -> None:
        """Give the money back."""
        ...

    async def close(self, reference: str) -> None:
        """Let nobody pay on this page any more, if that can still be done."""
        ...
