"""Ask the provider where a payment stands."""

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import STAFF, Input, action
from showground.orders import settling
from showground.orders.providers.interface import Event, ProviderDown
from showground.orders.shop import Shop


class ReconcilePayment(Input):
    provider: str
    reference: str


class Reconciled(BaseModel):
    """What the provider said; null if nothing had happened or it did not answer."""

    kind: str | None


async def _ask(outside: Outside, input: ReconcilePayment) -> Event | None:
    provider = outside.equipment[Shop].provider
    if provider.name != input.provider:
        return None
    try:
        return await provider.fetch(input.reference)
    except ProviderDown:
        return None


@action(scope=STAFF, prepare=_ask)
async def reconcile_payment(ctx: Context, input: ReconcilePayment, event: Event | None) -> Reconciled:
    """Ask the provider where a payment stands, and settle it as its event would have."""
    if event is not None:
        await settling.settle(ctx, input.provider, event)
    return Reconciled(kind=event.kind if event else None)
