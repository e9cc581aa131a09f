"""Pay, or fail to, on the sandbox's page."""

from typing import Any, Literal

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.orders import settling
from showground.orders.failures import NoSuchPayment
from showground.orders.providers.interface import Event
from showground.orders.providers.sandbox import Sandbox
from showground.orders.shop import Shop


class DecideSandboxPayment(Input):
    reference: Opaque
    outcome: Literal["paid", "failed"]


class SandboxDecided(BaseModel):
    """Where the person goes now."""

    url: str


async def _decide(outside: Outside, input: DecideSandboxPayment) -> tuple[dict[str, Any], Event]:
    """The sandbox notes it in its own books, and its signed event is read as if it had been delivered."""
    provider = outside.equipment[Shop].provider
    if not isinstance(provider, Sandbox):
        raise NoSuchPayment
    signed = await provider.decide(input.reference, input.outcome, outside.now)
    payment = await provider.find(input.reference)
    if signed is None or payment is None:
        raise NoSuchPayment
    body, headers = signed
    return payment, provider.parse_event(headers, body, outside.now)


@action(scope=PUBLIC, prepare=_decide, failures=(NoSuchPayment,))
async def decide_sandbox_payment(
    ctx: Context, input: DecideSandboxPayment, found: tuple[dict[str, Any], Event]
) -> SandboxDecided:
    """Decide a test payment; what follows is what follows a real one."""
    payment, event = found
    await settling.settle(ctx, "sandbox", event)
    return SandboxDecided(url=payment["return_url"] if input.outcome == "paid" else payment["cancel_url"])
