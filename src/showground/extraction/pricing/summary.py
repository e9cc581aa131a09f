"""The pricing summary: the plans with their amounts, or else the sentences that state a price."""

from collections.abc import Sequence

from showground.extraction.pricing.offer import Offer
from showground.extraction.pricing.plan import Plan
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.statements.money import find_prices

MAX_SUMMARY = 500  # characters
# A summary lists as many plans as fit. If fewer than the minimum fit, it is made of sentences instead.
MAX_PLANS, MIN_PLANS = 20, 8
MAX_EXTRA_LINE = 100  # characters of a line about another price, which is added after the plans


def summarise(offer: Offer) -> Drafted | None:
    plans = offer.plans
    if len(plans) > MAX_PLANS or len("; ".join(plan.brief for plan in plans)) > MAX_SUMMARY:
        plans = without_repeated_prices(plans)
    plans = plans[:MAX_PLANS]
    if any(plan.price and not plan.price.is_zero for plan in plans):
        lines = extra_lines(offer, plans)
        added = [text.rstrip(".") for text, _ in lines]
        written, quotes = [plan.written for plan in plans] + added, all_quotes(plans) + [quote for _, quote in lines]
        if len("; ".join(written)) > MAX_SUMMARY:
            written = [plan.brief for plan in plans] + added
        if len("; ".join(written)) > MAX_SUMMARY:
            written, quotes = [plan.brief for plan in plans], all_quotes(plans)
        while len("; ".join(written)) > MAX_SUMMARY and len(plans) > MIN_PLANS:
            plans = plans[:-1]
            written, quotes = [plan.brief for plan in plans], all_quotes(plans)
        text = "; ".join(written)
        if len(text) <= MAX_SUMMARY:
            return Drafted(value=text, quotes=quotes)
    if offer.sentences:
        chosen = offer.sentences[:2]
        return Drafted(value=" ".join(sentence for sentence, _ in chosen), quotes=[quote for _, quote in chosen])
    return None


def without_repeated_prices(plans: Sequence[Plan]) -> list[Plan]:
    """The plans without those whose price an earlier one has, so that a long list shows as many prices as it can."""
    found: dict[object, Plan] = {}
    for plan in plans:
        prices = [price for price in (plan.price, *plan.other_prices) if price]
        key = (*((price.currency, price.amount) for price in prices), plan.period if prices else plan.name)
        found.setdefault(key, plan)
    return list(found.values())


def all_quotes(plans: Sequence[Plan]) -> list[SourceQuote]:
    return [quote for plan in plans for quote in plan.quotes]


def extra_lines(offer: Offer, plans: Sequence[Plan]) -> list[tuple[str, SourceQuote]]:
    """Short lines on the same pages with a price that none of the plans has, such as a setup fee."""
    known = {price.amount for plan in plans for price in (plan.price, *plan.other_prices) if price}
    pages = {quote.url for quote in all_quotes(plans)}
    found: list[tuple[str, SourceQuote]] = []
    for text, quote in offer.sentences:
        amounts = {price.amount for price in find_prices(text)}
        if len(text) <= MAX_EXTRA_LINE and quote.url in pages and not amounts & known:
            found.append((text, quote))
            known |= amounts
    return found[:2]
