"""Test payments in the sandbox."""

from typing import Any, Literal

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.input_text import Opaque
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.orders import payment_settlement
from showground.orders.errors import NoSuchPayment
from showground.orders.providers.interface import Event
from showground.orders.providers.sandbox import Sandbox
from showground.orders.queries import orders
from showground.orders.seller import Shop


class DecideSandboxPayment(Input):
    reference: Opaque
    outcome: Literal["paid", "failed"]


class SandboxDecided(DataModel):
    """The URL to redirect the person to."""

    url: str


async def _find_payment(outside: PrepareContext, reference: str) -> tuple[Sandbox, dict[str, Any]]:
    """Where the site takes real payments, only those of orders that were made with a test key exist."""
    shop = outside.services[Shop]
    found = await shop.sandbox.find(reference) if isinstance(shop.sandbox, Sandbox) else None
    if not isinstance(shop.sandbox, Sandbox) or found is None:
        raise NoSuchPayment
    async with outside.reading() as db:
        order = await orders.find(db, found["number"])
    if order is None or not isinstance(shop.for_orders(test=order.test).provider, Sandbox):
        raise NoSuchPayment
    return shop.sandbox, found


async def _decide(outside: PrepareContext, input: DecideSandboxPayment) -> tuple[dict[str, Any], Event]:
    """Record it in the sandbox's own books, and process its signed event as if it had been delivered."""
    provider, _ = await _find_payment(outside, input.reference)
    signed = await provider.decide(input.reference, input.outcome, outside.now)
    payment = await provider.find(input.reference)
    if signed is None or payment is None:
        raise NoSuchPayment
    body, headers = signed
    return payment, provider.parse_event(headers, body, outside.now)


@action(scope=PUBLIC, prepare=_decide, errors=(NoSuchPayment,))
async def decide_sandbox_payment(
    ctx: Context, input: DecideSandboxPayment, found: tuple[dict[str, Any], Event]
) -> SandboxDecided:
    """Accept or reject a test payment. Everything after that works as with a real payment."""
    payment, event = found
    await payment_settlement.settle(ctx, "sandbox", event)
    return SandboxDecided(url=payment["return_url"] if input.outcome == "paid" else payment["cancel_url"])


class ShowSandboxPayment(Input):
    reference: Opaque


class SandboxPayment(DataModel):
    number: str
    amount_cents: int
    state: Literal["open", "paid", "failed", "refunded", "closed"]
    cancel_url: str
    seller: str


async def _find(outside: PrepareContext, input: ShowSandboxPayment) -> SandboxPayment:
    _, found = await _find_payment(outside, input.reference)
    return SandboxPayment(**found, seller=outside.services[Shop].seller.name)


@action(scope=PUBLIC, prepare=_find, read_only=True, errors=(NoSuchPayment,))
async def show_sandbox_payment(ctx: Context, input: ShowSandboxPayment, found: SandboxPayment) -> SandboxPayment:  # noqa: ARG001
    """Show the amount to pay in the sandbox."""
    return found
