"""The pricing model and summary, from the company's plans and what its sentences say about prices."""

import re
from dataclasses import dataclass, field

from showground.extraction.own_prices import is_offered
from showground.extraction.plans import SKIP, Plan, own_plans, plans_on, trailing
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import ReadPage
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.money import ONCE, PER_USE, RECURRING, find_prices
from showground.extraction.statements.pricing_model import (
    ALL_FREE,
    FREE_OFFER,
    FREE_WORD,
    IS_OPEN,
    NO_TRIAL,
    ON_REQUEST,
    TO_CART,
    TRIAL,
)
from showground.extraction.statements.text_folding import comparable, sentences
from showground.extraction.subjects import Subjects, is_about_others

# What a button says: `Buy for $39`.
PURCHASE = re.compile(r"^(?:buy|order|get|own|purchase)\b[^.!?]{0,40}? (?:for|[–—-]) ?\S{1,4}\d", re.IGNORECASE)
PAID_ONCE = re.compile(r"\b(?:one[- ]time (?:purchase|payment|fee)|pay once|lifetime licen[cs]e)\b", re.IGNORECASE)


@dataclass
class Offer:
    """Everything the site says about prices."""

    plans: list[Plan] = field(default_factory=list[Plan])
    sentences: list[tuple[str, SourceQuote]] = field(default_factory=list[tuple[str, SourceQuote]])


def find_pricing(subjects: Subjects) -> tuple[Drafted | None, Drafted | None]:
    """The pricing model, and a summary in the site's own words and amounts."""
    offer = Offer(own_plans(subjects), own_sentences(subjects))
    if contradicts(subjects, offer):
        return None, None
    return find_model(subjects, offer), summarise(offer)


def own_sentences(subjects: Subjects) -> list[tuple[str, SourceQuote]]:
    """Sentences that state one of their own prices, without duplicates."""
    found: dict[str, tuple[str, SourceQuote]] = {}
    kinds = ("pricing", "home", "features", "about", "other")
    for page, block in subjects.site.statements(*kinds, skip=SKIP | {"team"}):
        for sentence in sentences(block.text):
            named = [price for price in find_prices(sentence) if not price.is_zero]
            prices = [price for price in named if is_offered(subjects, page, block, sentence, price)]
            # A sentence with somebody else's price in it would bring that into the summary.
            if not prices or prices != named or len(sentence) > 220:
                continue
            priced = any(price.period or trailing(sentence, price) for price in prices) or ONCE.search(sentence)
            bought = PURCHASE.match(sentence) and len(prices) == 1
            if bought or (priced and len(sentence.split()) >= 4 and block.tag not in ("h1", "button")):
                found.setdefault(comparable(sentence), (sentence, SourceQuote(quote=sentence, url=page.url)))
    return list(found.values())


def contradicts(subjects: Subjects, offer: Offer) -> bool:
    """Whether two pages give different amounts for one plan."""
    by_name = {comparable(plan.name): plan for plan in offer.plans}
    for page in subjects.site.own_pages("home", "features", "about"):
        for plan in plans_on(subjects, page):
            known = by_name.get(comparable(plan.name))
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


def summarise(offer: Offer) -> Drafted | None:
    plans = offer.plans[:8]
    if any(plan.price and not plan.price.is_zero for plan in plans):
        text = "; ".join(plan.written for plan in plans)
        if len(text) <= 500:
            return Drafted(value=text, quotes=[said for plan in plans for said in plan.quotes])
    if offer.sentences:
        chosen = offer.sentences[:2]
        return Drafted(value=" ".join(sentence for sentence, _ in chosen), quotes=[said for _, said in chosen])
    return None


def find_model(subjects: Subjects, offer: Offer) -> Drafted | None:
    """The pricing model that follows from plans and sentences, with their quotes as evidence."""
    site = subjects.site
    paid = [(plan.quotes, f"{plan.said} {plan.period} {plan.around}") for plan in offer.plans if not plan.is_free]
    paid += [([said], text) for text, said in offer.sentences]
    recurring = [quotes for quotes, text in paid if RECURRING.search(text)]
    once = [quotes for quotes, text in paid if ONCE.search(text) or TO_CART.search(text)]
    if not once and not recurring:
        once = [[*quotes, *bought] for quotes, _ in paid if (bought := purchases(site))]
    per_use = [quotes for quotes, text in paid if PER_USE.search(text)]
    free = [plan.quotes for plan in offer.plans if plan.is_free]
    free = free or [[said] for text, said in offer.sentences if FREE_WORD.search(text)]
    free = free or ([[said] for said in free_offers(site)] if not once else [])
    trial = trials(site)
    if not paid:
        return model_in_words(subjects, bool(trial))
    if free and not once:
        return Drafted(value="freemium", quotes=[*free[0], *(recurring or per_use or [paid[0][0]])[0]])
    if per_use and not recurring:
        return Drafted(value="usage-based", quotes=per_use[0])
    if recurring and not once:
        return (
            Drafted(value="free-trial", quotes=[trial[0], *recurring[0]])
            if trial
            else Drafted(value="subscription", quotes=recurring[0])
        )
    return Drafted(value="one-time", quotes=once[0]) if once and not recurring else None


def free_offers(site: SiteModel) -> list[SourceQuote]:
    """Sentences that say part of it is free without a time limit."""
    return [
        SourceQuote(quote=sentence, url=page.url)
        for page, block in site.statements("home", "pricing", "about", skip=SKIP - {"faq"})
        if FREE_WORD.search(block.text)
        for sentence in sentences(block.text)
        if len(sentence) <= 200 and FREE_OFFER.search(sentence)
    ]


def purchases(site: SiteModel) -> list[SourceQuote]:
    """Lines that say it is a one-time payment."""
    return [
        SourceQuote(quote=block.text, url=page.url)
        for page, block in site.statements("home", "pricing", skip=SKIP - {"faq"})
        if len(block.text) <= 200 and PAID_ONCE.search(block.text)
    ][:1]


def trials(site: SiteModel) -> list[SourceQuote]:
    return [
        SourceQuote(quote=block.text, url=page.url)
        for page, block in site.statements(skip=SKIP - {"faq"})
        if TRIAL.search(block.text) and not NO_TRIAL.search(block.text) and len(block.text) <= 300
    ]


def model_in_words(subjects: Subjects, has_trial: bool) -> Drafted | None:
    """The pricing model of a site without amounts."""
    free: list[SourceQuote] = []
    open_source: list[SourceQuote] = []
    custom: list[SourceQuote] = []
    site = subjects.site
    kinds = ("home", "pricing", "features", "about", "faq", "other")
    lines = [(page, block.text) for page, block in site.statements(*kinds, skip=SKIP - {"faq"})]
    for page, text in [(site.home, site.home.meta.get("description", "")), *lines]:
        if len(text) > 400 or is_about_others(page) or speaks_of_others(subjects, page, text):
            continue
        said = SourceQuote(quote=text, url=page.url)
        if ALL_FREE.search(text) and not re.search(r"\b(?:not|isn['’]t|never|trial)\b", text, re.IGNORECASE):
            free.append(said)
        if IS_OPEN.search(text) and not re.search(
            r"\b(?:not|isn['’]t|integrat\w+|alternatives? to|support(?:s|ing)?|for open)\b", text, re.IGNORECASE
        ):
            open_source.append(said)
        if ON_REQUEST.search(text):
            custom.append(said)
    models = [
        (model, said) for model, said in (("open-source", open_source), ("free", free), ("custom", custom)) if said
    ]
    if has_trial or not models or (custom and len(models) > 1) or names_amounts(site):
        return None
    return Drafted(value=models[0][0], quotes=models[0][1][:2])


def speaks_of_others(subjects: Subjects, page: ReadPage, text: str) -> bool:
    """Whether a line about the price begins with somebody else."""
    named = [one for one in subjects.mentions(text, page.language) if one.party in ("own", "itself", "other")]
    return bool(named) and named[0].party == "other"


def names_amounts(site: SiteModel) -> bool:
    """Whether there are amounts where prices usually are, whatever they are for: then not everything is free."""
    for page, block in site.statements("home", "pricing", "features", skip=frozenset({"legal"})):
        if (page.kind == "pricing" or "pricing" in block.marks) and any(
            not price.is_zero for price in find_prices(block.text)
        ):
            return True
    return False
