"""Take what a payment provider tells."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.failures import Failure, NotFound
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.orders import settling
from showground.orders.providers.interface import EventRefused
from showground.orders.shop import Shop


class ReceiveEvent(Input):
    provider: Opaque
    headers: dict[Opaque, Opaque]
    body: bytes


class Received(BaseModel):
    received: bool = True


class BadEvent(Failure):
    """This event is not signed by our payment provider, or its signature is too old."""


@action(scope=PUBLIC, failures=(BadEvent, NotFound))
async def receive_event(ctx: Context, input: ReceiveEvent) -> Received:
    """Take an event of a payment provider, once; one that fits no order is kept for staff."""
    shop = ctx.equipment[Shop]
    provider = shop.provider_named(input.provider)
    if provider is None:
        raise NotFound
    try:
        event = provider.parse_event(input.headers, input.body, ctx.now)
    except EventRefused:
        raise BadEvent from None
    await settling.settle(ctx, provider.name, event)
    return Received()
