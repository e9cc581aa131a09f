"""Ask the provider where a payment stands."""

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import PUBLIC, STAFF, Input, action
from showground.core.texts import Opaque
from showground.orders import checkouts, payments, settling
from showground.orders.failures import NoSuchCheckout
from showground.orders.providers.interface import Event, ProviderDown, ProviderRefused
from showground.orders.queries import orders
from showground.orders.shop import Shop


class ReconcilePayment(Input):
    provider: Opaque
    reference: Opaque


class Reconciled(BaseModel):
    """What the provider said; null if nothing had happened or it did not answer."""

    kind: str | None


class ReconcileReceipt(Input):
    token: Opaque


async def _ask(outside: Outside, input: ReconcilePayment) -> Event | None:
    return await _fetch(outside, input.provider, input.reference)


async def _ask_by_token(outside: Outside, input: ReconcileReceipt) -> tuple[str, Event] | None:
    number = checkouts.number_of(outside.equipment[Shop], input.token, "receipt")
    async with outside.reading() as db:
        order = await orders.find(db, number)
        last = await payments.find_last_payment(db, order.id) if order else None
    if order is None or last is None or order.status != "pending":
        return None
    event = await _fetch(outside, last.provider, last.reference)
    return (last.provider, event) if event else None


async def _fetch(outside: Outside, name: str, reference: str) -> Event | None:
    provider = outside.equipment[Shop].provider_named(name)
    if provider is None:
        return None
    try:
        return await provider.fetch(reference)
    except (ProviderDown, ProviderRefused):
        return None


@action(scope=STAFF, prepare=_ask)
async def reconcile_payment(ctx: Context, input: ReconcilePayment, event: Event | None) -> Reconciled:
    """Ask the provider where a payment stands, and settle it as its event would have."""
    if event is not None:
        await settling.settle(ctx, input.provider, event)
    return Reconciled(kind=event.kind if event else None)


@action(scope=PUBLIC, prepare=_ask_by_token, failures=(NoSuchCheckout,))
async def reconcile_receipt(
    ctx: Context,
    input: ReconcileReceipt,  # noqa: ARG001
    found: tuple[str, Event] | None,
) -> Reconciled:
    """Ask the provider for the person who came back from its page before its event did."""
    if found is not None:
        await settling.settle(ctx, *found)
    return Reconciled(kind=found[1].kind if found else None)
