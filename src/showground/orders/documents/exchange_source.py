"""Where exchange rates come from: a file or an address with the European Central Bank's reference rates."""

import logging
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import anyio

from showground.core.data_model import DataModel
from showground.core.fetch import Fetcher, FetchFailed
from showground.core.sandbox import Sandboxed, SandboxError, SandboxKilled, run

EUROPEAN_CENTRAL_BANK = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml"
MAX_BYTES = 5_000_000  # the rates since 1999 are less than one
SECONDS = 20.0
SATURDAY = 5

log = logging.getLogger(__name__)


class RatesFile(DataModel):
    """A file as it came, and the currencies that matter."""

    text: str
    currencies: list[str]


class ExchangeRate(DataModel):
    """Units of a currency for one euro."""

    day: date
    currency: str
    per_euro: Decimal


class RatesFound(DataModel):
    rates: list[ExchangeRate]


PARSE_RATES = Sandboxed(
    "showground.orders.documents.exchange_parser:parse_rates", RatesFile, RatesFound, cpu_seconds=5, seconds=30
)


@dataclass(frozen=True, slots=True)
class ExchangeSource:
    """The file or address, and the currencies that documents need."""

    place: str
    currencies: tuple[str, ...]

    async def load(self, fetch: Fetcher) -> list[ExchangeRate]:
        """The rates that are to be had there now; none if there is a problem, which is logged."""
        try:
            file = RatesFile(text=await self._read(fetch), currencies=list(self.currencies))
            found = await run(PARSE_RATES, file, owner="exchange rates")
        except (FetchFailed, OSError, SandboxError, SandboxKilled) as problem:
            log.warning("No exchange rates could be read from %s: %s", self.place, problem or type(problem).__name__)
            return []
        if not found.rates:
            log.warning("%s has no exchange rates for %s", self.place, ", ".join(self.currencies))
        return found.rates

    async def _read(self, fetch: Fetcher) -> str:
        if "://" in self.place:
            page = await fetch.get(self.place, accept=(), max_bytes=MAX_BYTES, seconds=SECONDS)
            return page.body.decode(errors="replace") if page.status == 200 else ""
        body = await anyio.to_thread.run_sync(lambda: Path(self.place).read_bytes()[:MAX_BYTES])
        return body.decode(errors="replace")


def last_working_day(before: date) -> date:
    """The last day before this one on which rates may have been published."""
    day = before - timedelta(days=1)
    while day.weekday() >= SATURDAY:
        day -= timedelta(days=1)
    return day
