"""One plan of a product: its name, its price, and the period that the price is for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from showground.extraction.page_sections import HEADINGS
from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import Price, find_prices, recurs
from showground.extraction.statements.pricing_model import FREE_FOR_DAYS, FREE_WORD, TIME_LIMIT, says_free


@dataclass
class Plan:
    """One of the company's plans, with its price."""

    name: str
    price: Price | None
    """None if the site says `Free` instead of an amount. That word is then the period."""
    period: str
    quotes: list[SourceQuote]
    near: list[SourceQuote] = field(default_factory=list[SourceQuote])
    """The lines around the price, such as `Billed yearly`."""
    other_prices: list[Price] = field(default_factory=list[Price])
    """Other prices of the same plan, such as the yearly one next to the monthly one."""

    @property
    def quoted(self) -> str:
        return " ".join(quote.quote for quote in self.quotes)

    @property
    def nearby(self) -> str:
        return " ".join(quote.quote for quote in self.near)

    @property
    def is_trial(self) -> bool:
        """Whether it is free for a limited time only."""
        zero = self.price is None or self.price.is_zero
        return zero and bool(TIME_LIMIT.search(self.quoted) or FREE_FOR_DAYS.search(self.quoted))

    @property
    def is_free(self) -> bool:
        return (self.price is None or self.price.is_zero) and not self.is_trial

    @property
    def called_free(self) -> bool:
        return self.price is None or says_free(f"{self.name} {self.nearby} {self.quoted}")

    @property
    def written(self) -> str:
        if self.price is None:
            return self.name if FREE_WORD.search(self.name) else f"{self.name}: {self.period}"
        amounts = [
            with_period(self.price, self.period),
            *(with_period(price, price.period) for price in self.other_prices),
        ]
        # An amount without a period next to a recurring one is a setup fee: `$99 + $10/month`.
        starts = not self.period and any(recurs(price.period) for price in self.other_prices)
        amount = (" + " if starts else " or ").join(amounts)
        return f"{self.name.rstrip(':')}: {amount}" if self.name else amount

    @property
    def brief(self) -> str:
        """As `written`, without the table columns and rows in brackets: `$30 (60 minutes)`."""
        return BRACKETS_AFTER_PRICE.sub("", self.written)


def count_amounts(plans: Sequence[Plan]) -> int:
    """How many different amounts above zero these plans have."""
    return len(
        {price.amount for plan in plans for price in (plan.price, *plan.other_prices) if price and not price.is_zero}
    )


BRACKETS_AFTER_PRICE = re.compile(r" \([^()]*\)(?=$| or | \+ )")


def with_period(price: Price, period: str) -> str:
    # `/ month`, `per user / month`: a slash joins the parts around it.
    period = re.sub(r"\s*/\s*", "/", period)
    return price.written + (period if period.startswith("/") or not period else f" {period}")


def period_after(text: str, price: Price) -> str:
    """The period in the words right after the amount, such as `per finished minute`."""
    found = re.match(
        r"\s*((?:/\s?(?=\w)|(?:per|a|once|pro|par|por|al|im|one-time)\b)[^.,;()]{0,30})", text[price.end :]
    )
    return found[1].strip() if found else ""


def period_below(blocks: Sequence[Block], at: int) -> tuple[str, int]:
    """The period in the lines under an amount, and the position after it; a remark on tax may come first."""
    for end in range(at, min(at + 3, len(blocks))):
        if blocks[end].tag in HEADINGS:
            break
        if after := PERIOD_ALONE.match(blocks[end].text):
            return after[0].strip(), end + 1
        if len(blocks[end].text.split()) > 3 or find_prices(blocks[end].text):
            break
    return "", at


PERIOD_ALONE = re.compile(
    r"^(?:/|per |a |pro |par |al |por |im )\s?[^\W\d]+(?:\s?(?:/|per|pro|par|por)\s?[^\W\d]+)?(?=[\s,.]|$)|"
    r"^(?:monthly|yearly|quarterly|annually|once|one[- ]time|upfront|mensual|mensal|mensile|billed (?:per "
    r"|every )?(?:month|year|annual)(?:ly)?)\b",
    re.IGNORECASE,
)


def quotes_of(page: ReadPage, blocks: Sequence[Block]) -> list[SourceQuote]:
    """Quotes for the blocks. Consecutive blocks form one quote; a struck-out price between two makes them separate."""
    runs: list[list[Block]] = []
    last = -2
    for block in blocks:
        at = page.positions[id(block)]
        if at == last + 1:
            runs[-1].append(block)
        else:
            runs.append([block])
        last = at
    return [SourceQuote(quote=" ".join(block.text for block in run), url=page.url) for run in runs]


def join_range(text: str, prices: list[Price]) -> Price:
    """The first price, or the whole range if a dash joins two amounts: `$10 - $20`."""
    first = prices[0]
    if len(prices) > 1 and re.fullmatch(r"\s?[-–—]\s?", text[first.end : prices[1].start]):
        return replace(prices[1], written=text[first.start : prices[1].start] + prices[1].written, start=first.start)
    return first
