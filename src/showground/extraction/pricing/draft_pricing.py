"""Drafts the pricing model and the pricing summary from everything a site says about prices."""

from showground.extraction.pricing.model_rules import model_with_prices, model_without_prices
from showground.extraction.pricing.offer import find_offer, pages_disagree
from showground.extraction.pricing.priced_evidence import find_trials, gather_priced_evidence
from showground.extraction.pricing.summary import summarise
from showground.extraction.pricing.unpriced_evidence import gather_unpriced_evidence
from showground.extraction.proposal import Drafted
from showground.extraction.subjects import Subjects


def find_pricing(subjects: Subjects) -> tuple[Drafted | None, Drafted | None]:
    """The pricing model, and a summary in the site's own words and amounts."""
    offer = find_offer(subjects)
    if pages_disagree(subjects, offer):
        return None, None
    trials = find_trials(subjects.site)
    if offer.priced_plans or offer.sentences:
        model = model_with_prices(gather_priced_evidence(subjects, offer, trials))
    else:
        model = model_without_prices(gather_unpriced_evidence(subjects, trials))
    return model, summarise(offer)
