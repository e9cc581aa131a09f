"""Which pricing model follows from evidence, without any pages."""

from dataclasses import replace

from showground.extraction.pricing.model_rules import (
    PricedEvidence,
    UnpricedEvidence,
    model_with_prices,
    model_without_prices,
)
from showground.extraction.proposal import Drafted, SourceQuote


def quoted(text: str) -> SourceQuote:
    return SourceQuote(quote=text, url="https://fern.test/pricing")


MONTHLY, LICENCE, KIT = ([quoted(text)] for text in ("Pro $5 per month", "Licence $80 once", "Kit $30"))
PRICED = PricedEvidence(
    prices=[],
    recurring=[],
    one_time=[],
    per_use=[],
    billing_switch=None,
    one_time_line=None,
    lists_things_for_sale=False,
    only_in_press_kit=False,
    free_plans=[],
    free_sentences=[],
    free_offers=[],
    trials=[],
    on_request=[],
)
UNPRICED = UnpricedEvidence(
    free=[], open_source=[], on_request=[], in_app=[], trials=[], shows_amounts=False, sells_plans=False
)


def value(drafted: Drafted | None) -> str | None:
    return drafted.value if drafted else None


def test_recurring_prices_make_a_subscription_and_a_trial_or_a_free_plan_changes_it() -> None:
    evidence = replace(PRICED, prices=[MONTHLY], recurring=[MONTHLY])
    assert value(model_with_prices(evidence)) == "subscription"
    assert value(model_with_prices(replace(evidence, trials=[quoted("14-day free trial")]))) == "free-trial"
    assert value(model_with_prices(replace(evidence, free_plans=[[quoted("Free")]]))) == "freemium"


def test_a_monthly_extra_beside_one_time_prices_gives_no_model() -> None:
    evidence = replace(PRICED, prices=[LICENCE, LICENCE, MONTHLY], recurring=[MONTHLY], one_time=[LICENCE, LICENCE])
    assert model_with_prices(evidence) is None


def test_prices_without_a_period_depend_on_the_rest_of_the_site() -> None:
    evidence = replace(PRICED, prices=[KIT])
    assert model_with_prices(evidence) is None
    subscription = model_with_prices(replace(evidence, billing_switch=quoted("Monthly | Yearly")))
    assert subscription is not None
    assert subscription.value == "subscription"
    assert [quote.quote for quote in subscription.quotes] == ["Kit $30", "Monthly | Yearly"]
    assert value(model_with_prices(replace(evidence, one_time_line=quoted("Pay once")))) == "one-time"
    assert value(model_with_prices(replace(evidence, lists_things_for_sale=True))) == "one-time"
    assert value(model_with_prices(replace(evidence, on_request=[quoted("Get a quote")]))) == "custom"


def test_a_site_without_prices_is_what_its_lines_call_it_unless_they_disagree() -> None:
    free = replace(UNPRICED, free=[quoted("It is free")])
    assert value(model_without_prices(free)) == "free"
    assert model_without_prices(replace(free, sells_plans=True)) is None
    assert model_without_prices(replace(free, on_request=[quoted("Get a quote")])) is None
    assert value(model_without_prices(replace(free, open_source=[quoted("It is open source")]))) == "open-source"
