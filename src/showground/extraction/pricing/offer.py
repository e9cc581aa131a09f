"""Everything a site says about its prices: plans, sentences with an amount, or the price in the press kit."""

import re
from dataclasses import dataclass, field

from showground.extraction.pricing.plan import Plan
from showground.extraction.pricing.plan_finder import find_plans, plans_on_page
from showground.extraction.pricing.press_kit_price import press_kit_price
from showground.extraction.pricing.price_sentences import find_price_sentences
from showground.extraction.proposal import SourceQuote
from showground.extraction.statements.text_folding import comparable
from showground.extraction.subjects import Subjects

# Words for `from` before a price. Such prices may differ from page to page without a contradiction.
FROM = re.compile(
    r"\b(?:from|starting|starts|ab|dès|à partir|desde|a partir|da|vanaf|od|от|itibaren)\b|から|起|부터", re.IGNORECASE
)


@dataclass
class Offer:
    """The plans of a site, and its sentences that state a price, each with its quote."""

    plans: list[Plan] = field(default_factory=list[Plan])
    sentences: list[tuple[str, SourceQuote]] = field(default_factory=list[tuple[str, SourceQuote]])
    only_in_press_kit: bool = False

    @property
    def priced_plans(self) -> list[Plan]:
        return [plan for plan in self.plans if plan.price and not plan.price.is_zero]


def find_offer(subjects: Subjects) -> Offer:
    """Plans and sentences; answers to questions and the press kit only where there are no other prices."""
    offer = Offer(find_plans(subjects), find_price_sentences(subjects))
    if not offer.sentences and not offer.priced_plans:
        offer.sentences = find_price_sentences(subjects, answers=True)
    if not offer.plans and not offer.sentences:
        offer.sentences = press_kit_price(subjects)
        offer.only_in_press_kit = bool(offer.sentences)
    return offer


def pages_disagree(subjects: Subjects, offer: Offer) -> bool:
    """Whether two pages give different amounts for one plan, which is reported as a contradiction."""
    plans_by_name = {comparable(plan.name): plan for plan in offer.plans}
    for page in subjects.site.own_pages("home", "features", "about"):
        for plan in plans_on_page(subjects, page):
            known = plans_by_name.get(comparable(plan.name))
            if known and FROM.search(f"{known.quoted} {known.nearby} {plan.quoted} {plan.nearby}"):
                continue
            if known and known.price and plan.price and known.quotes[0].url != plan.quotes[0].url:
                same_period = comparable(known.period).strip("/ ")[:2] == comparable(plan.period).strip("/ ")[:2]
                if same_period and known.price.amount != plan.price.amount and not plan.price.is_zero:
                    subjects.site.contradiction(
                        "pricing_model pricing_summary",
                        f"the price of {plan.name}",
                        [known.price.written, plan.price.written],
                    )
                    return True
    return False
