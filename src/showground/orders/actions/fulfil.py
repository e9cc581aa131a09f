"""Do what was ordered."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders import fulfilling


class Fulfil(Input):
    order: int


class Fulfilled(BaseModel):
    """Whether nothing is left to do."""

    complete: bool


@action(scope=STAFF)
async def fulfil(ctx: Context, input: Fulfil) -> Fulfilled:
    """Do what is left to do for a paid order; safe to repeat, and for two at once."""
    return Fulfilled(complete=await fulfilling.fulfil(ctx, input.order))
