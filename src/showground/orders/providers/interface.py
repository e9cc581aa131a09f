"""The interface of payment providers: requests, answers and events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

EventKind = Literal[
    "paid", "processing", "failed", "expired", "refund", "refunds_changed", "dispute", "charge", "other"
]
RefundState = Literal["pending", "succeeded", "failed"]
OLDEST_SECONDS = 300  # maximum age of a signed event; an older one may be a replay


class EventRefused(Exception):
    """The event is not signed by the provider, or its signature is too old."""


class ProviderDown(Exception):
    """The payment provider is not responding."""


class ProviderFailed(ProviderDown):
    """The payment provider has a problem of its own."""


class ProviderKeyRefused(ProviderDown):
    """The payment provider rejects our key: it is wrong, revoked, or not allowed to do this."""


class ProviderRefused(Exception):
    """The payment provider rejects this request and would reject it again. The message is the provider's."""


class ProviderRefusedForNow(ProviderRefused):
    """The payment provider rejects this request, but may accept it later, for example when the balance is higher."""


class PaymentsOff(Exception):
    """This site is not accepting payments right now."""


@dataclass(frozen=True, slots=True)
class Position:
    """One line on the provider's page."""

    name: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What a person is to pay. The positions add up to the total.

    Every value is committed before the provider is asked, so that a repeated request is the same in every part: the
    provider then answers with the page that it made the first time.
    """

    key: str
    site: str
    number: str
    positions: Sequence[Position]
    total_cents: int
    currency: str
    email: str
    return_url: str
    cancel_url: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Opened:
    """A page where a person can pay."""

    reference: str
    url: str


@dataclass(frozen=True, slots=True)
class RefundInfo:
    """State of a refund in the provider's records."""

    reference: str
    state: RefundState
    problem: str | None = None
    may_succeed_later: bool = False
    """Of one that failed: whether to try again."""


@dataclass(frozen=True, slots=True)
class DisputeInfo:
    """A payment that the buyer's bank wants back."""

    reference: str
    state: str
    reason: str
    due_at: datetime | None
    closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to a payment, which is told apart by the names below: any of them may be missing."""

    id: str
    kind: EventKind
    site: str | None = None
    number: str | None = None
    key: str | None = None
    reference: str | None = None
    intent: str | None = None
    charge: str | None = None
    amount_cents: int | None = None
    currency: str | None = None
    card_country: str | None = None
    test: bool | None = None
    """Whether no money moves, where the provider says so."""
    refund: RefundInfo | None = None
    refund_id: int | None = None
    """Our own number of the refund, where the provider knows it."""
    dispute: DisputeInfo | None = None
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

    @property
    def bounds_cents(self) -> tuple[int, int]:
        """The least and the most that can be paid at once."""
        ...

    async def create(self, charge: Charge) -> Opened:
        """Make a payment page, or find the one that this charge's key was given before."""
        ...

    def parse_event(self, headers: Mapping[str, str], body: bytes, now: datetime) -> Event:
        """A delivered event, once its signature and age are found to be in order; else EventRefused."""
        ...

    def read_event(self, body: dict[str, Any]) -> Event:
        """An event from its body, as it was stored; else EventRefused."""
        ...

    async def fetch(self, reference: str) -> Event | None:
        """The state of a payment at the provider; None while nothing has happened to it."""
        ...

    async def refund(self, reference: str, amount_cents: int | None, *, key: str, site: str, refund: int) -> RefundInfo:
        """Give money of a payment back, without an amount all of it; the same key never does so twice."""
        ...

    async def fetch_refund(self, reference: str) -> RefundInfo:
        """The state of a refund."""
        ...

    async def fetch_refunds(self, reference: str) -> Sequence[Event]:
        """Every refund of a payment, whoever made it."""
        ...

    async def fetch_disputes(self, reference: str) -> Sequence[Event]:
        """Every dispute of a payment."""
        ...

    async def close(self, reference: str) -> None:
        """Let nobody pay on this page any more, if that can still be done."""
        ...
