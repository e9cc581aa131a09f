"""Decides which pricing model follows from the evidence. Pure rules: no pages are read here.

For a site with prices, `priced_evidence` sorts the prices by how they are paid. For a site without, `unpriced_evidence`
collects the lines that name a model: `It is free`, `Contact us for a quote`. Evidence that allows no clear answer gives
no model, and the field stays empty.
"""

from dataclasses import dataclass

from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.statements.money import is_paid_once

Quotes = list[SourceQuote]
"""All quotes that belong to one price."""


@dataclass(frozen=True)
class PricedEvidence:
    """How the prices of a site are paid, and what it says is free. Prices are in the order of the site."""

    prices: list[Quotes]
    """Every price above zero. The next three are those that say how they are paid."""
    recurring: list[Quotes]
    one_time: list[Quotes]
    per_use: list[Quotes]
    billing_switch: SourceQuote | None
    """A switch between monthly and yearly prices."""
    one_time_line: SourceQuote | None
    """A line elsewhere on the site that says it is a one-time payment."""
    lists_things_for_sale: bool
    """Whether the prices are those of several things, and none of them has a period."""
    only_in_press_kit: bool
    free_plans: list[Quotes]
    free_sentences: list[SourceQuote]
    """Sentences with a price that also say that something is free."""
    free_offers: list[SourceQuote]
    """Other sentences that say part of the product is free."""
    trials: list[SourceQuote]
    on_request: list[SourceQuote]


@dataclass(frozen=True)
class UnpricedEvidence:
    """Lines that name a pricing model, on a site where no price was found."""

    free: list[SourceQuote]
    open_source: list[SourceQuote]
    on_request: list[SourceQuote]
    in_app: list[SourceQuote]
    """Free, with purchases inside the app."""
    trials: list[SourceQuote]
    shows_amounts: bool
    """Whether there are amounts where prices usually are, although none was accepted as a price of the product."""
    sells_plans: bool
    """Whether the pricing page mentions paid plans, and its headline doesn't say that everything is free."""


def model_with_prices(evidence: PricedEvidence) -> Drafted | None:
    recurring, one_time = resolve_unclear_payment(evidence)
    per_use = evidence.per_use
    free = free_part(evidence, recurring, one_time)
    if free:
        paid = (recurring or per_use or one_time or evidence.prices)[0]
        return Drafted(value="freemium", quotes=[*free, *paid])
    if per_use and not recurring:
        return Drafted(value="usage-based", quotes=per_use[0])
    if recurring:
        if not is_mainly_recurring(evidence, recurring, one_time):
            return None
        if evidence.trials:
            return Drafted(value="free-trial", quotes=[evidence.trials[0], *recurring[0]])
        return Drafted(value="subscription", quotes=recurring[0])
    if one_time:
        return Drafted(value="one-time", quotes=one_time[0])
    return Drafted(value="custom", quotes=evidence.on_request[:1]) if evidence.on_request else None


def resolve_unclear_payment(evidence: PricedEvidence) -> tuple[list[Quotes], list[Quotes]]:
    """The recurring and the one-time prices. If no price says how it is paid, the rest of the site may say it."""
    prices, recurring, one_time = evidence.prices, evidence.recurring, evidence.one_time
    switch, line = evidence.billing_switch, evidence.one_time_line
    if not recurring and switch and not any(is_paid_once(" ".join(one.quote for one in quotes)) for quotes in one_time):
        return [[*prices[0], switch]], []
    if one_time or recurring:
        return recurring, one_time
    if line:
        return [], [[*quotes, line] for quotes in prices]
    # A press kit names what one pays for the product, so a price without a period there is paid once.
    if not evidence.per_use and (evidence.lists_things_for_sale or evidence.only_in_press_kit):
        return [], prices
    return [], []


def free_part(evidence: PricedEvidence, recurring: list[Quotes], one_time: list[Quotes]) -> Quotes:
    """The quotes that make it freemium. If everything is paid once, only a free plan counts, not a sentence."""
    if evidence.free_plans:
        return evidence.free_plans[0]
    if one_time and not recurring:
        return []
    return (evidence.free_sentences or evidence.free_offers)[:1]


def is_mainly_recurring(evidence: PricedEvidence, recurring: list[Quotes], one_time: list[Quotes]) -> bool:
    """Whether most prices, or the first one, are recurring.

    A subscription may also have a setup fee or a lifetime licence. One monthly extra doesn't make a subscription.
    """
    most = len(recurring) >= len(one_time) and 2 * len(recurring) >= len(evidence.prices)
    first = evidence.prices[0]
    return most or recurring[0][: len(first)] == first


def model_without_prices(evidence: UnpricedEvidence) -> Drafted | None:
    free, open_source, on_request = evidence.free, evidence.open_source, evidence.on_request
    if evidence.shows_amounts or (free and evidence.sells_plans):
        return None
    if evidence.trials:
        # Something is paid for after the trial, but nothing says how.
        return Drafted(value="free-trial", quotes=evidence.trials[:1]) if not free and not open_source else None
    if evidence.in_app and not on_request:
        return Drafted(value="freemium", quotes=evidence.in_app[:1])
    models = [
        (model, quotes)
        for model, quotes in (("open-source", open_source), ("free", free), ("custom", on_request))
        if quotes
    ]
    if not models or (on_request and len(models) > 1):
        return None
    return Drafted(value=models[0][0], quotes=models[0][1][:2])
