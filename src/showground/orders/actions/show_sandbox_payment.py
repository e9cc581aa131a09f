"""Show a test payment on the sandbox's page."""

from typing import Literal

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.orders.failures import NoSuchPayment
from showground.orders.providers.sandbox import Sandbox
from showground.orders.shop import Shop


class ShowSandboxPayment(Input):
    reference: Opaque


class SandboxPayment(BaseModel):
    number: str
    amount_cents: int
    state: Literal["open", "paid", "failed", "refunded", "closed"]
    cancel_url: str
    seller: str


async def _find(outside: Outside, input: ShowSandboxPayment) -> SandboxPayment:
    shop = outside.equipment[Shop]
    found = await shop.provider.find(input.reference) if isinstance(shop.provider, Sandbox) else None
    if found is None:
        raise NoSuchPayment
    return SandboxPayment(**found, seller=shop.seller.name)


@action(scope=PUBLIC, prepare=_find, read_only=True, failures=(NoSuchPayment,))
async def show_sandbox_payment(ctx: Context, input: ShowSandboxPayment, found: SandboxPayment) -> SandboxPayment:  # noqa: ARG001
    """Show what is to be paid in the sandbox."""
    return found
