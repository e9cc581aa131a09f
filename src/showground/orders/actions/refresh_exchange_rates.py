"""Store the exchange rates that invoices state."""

from collections.abc import Sequence
from datetime import timedelta

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import STAFF, Input, action
from showground.orders.documents.exchange_source import ExchangeRate, last_working_day
from showground.orders.documents.queries import exchange_rates
from showground.orders.shop import Shop

STORED_FOR = timedelta(days=400)  # older ones in a long file are of no use


class RefreshExchangeRates(Input):
    """Nothing is asked for."""


class RatesStored(BaseModel):
    added: int


async def _load(outside: Outside, input: RefreshExchangeRates) -> Sequence[ExchangeRate]:  # noqa: ARG001
    """Nothing is asked for while the newest rates that there can be are stored."""
    source = outside.equipment[Shop].exchange_source
    if source is None:
        return ()
    async with outside.reading() as db:
        newest = await exchange_rates.find_newest_day(db)
    if newest is not None and newest >= last_working_day(outside.now.date()):
        return ()
    return await source.load(outside.fetch)


@action(scope=STAFF, prepare=_load)
async def refresh_exchange_rates(
    ctx: Context,
    input: RefreshExchangeRates,  # noqa: ARG001
    loaded: Sequence[ExchangeRate],
) -> RatesStored:
    """Fetch the reference rates of the European Central Bank if newer ones may be out, and store them."""
    since, today = ctx.now.date() - STORED_FOR, ctx.now.date()
    rates = [(rate.day, rate.currency, rate.per_euro) for rate in loaded if since <= rate.day <= today]
    return RatesStored(added=await exchange_rates.add(ctx.db, rates))
