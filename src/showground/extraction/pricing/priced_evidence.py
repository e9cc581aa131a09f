"""Gathers what a site with prices says about how they are paid, and about what is free."""

import re
from collections.abc import Callable

from showground.extraction.pricing.amounts_without_period import DURATION, has_no_periods, sells_things
from showground.extraction.pricing.model_rules import PricedEvidence, Quotes
from showground.extraction.pricing.offer import Offer
from showground.extraction.pricing.plan import Plan
from showground.extraction.pricing.plan_finder import PLAN_NAME, SKIPPED_MARKS
from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.money import is_paid_once, is_per_use, recurs
from showground.extraction.statements.pricing_model import (
    BUY,
    FREE_EXTRA,
    FREE_OFFER,
    FREE_WORD,
    ON_REQUEST,
    TO_CART,
    is_free_itself,
    names_meeting,
    offers_trial,
    says_free,
)
from showground.extraction.statements.text_folding import sentences
from showground.extraction.subjects import Subjects

# The label of a switch between monthly and yearly prices: `Monthly | Yearly (save 20 %)`, `Billed annually`.
SWITCH = re.compile(
    r"(?:(?:billed |bill |pay )?(?:monthly|yearly|annual(?:ly)?)|monatlich|jährlich|mensuel|annuel|mensual|anual"
    r"|mensal|mensile"
    r"|annuale|miesięcznie|rocznie|ежемесячно|aylık|yıllık)(?:\s+(?:billing|plan))?(?:\W|$)",
    re.IGNORECASE,
)
PAID_ONCE = re.compile(r"\b(?:one[- ]time (?:purchase|payment|fee)|pay once|lifetime licen[cs]e)\b", re.IGNORECASE)
MAX_LABEL_WORDS = 8


def gather_priced_evidence(subjects: Subjects, offer: Offer, trials: list[SourceQuote]) -> PricedEvidence:
    site = subjects.site
    prices = [(plan.quotes, plan.near) for plan in offer.priced_plans]
    prices += [([quote], []) for _, quote in offer.sentences]
    # If a site has plans, what its other pages say may be about another product of the same maker.
    pages = {site.home.url, *(quote.url for plan in offer.plans for quote in plan.quotes)}
    pages |= {page.url for page in site.own_pages("faq", "about", "pricing")}

    def on_those_pages(quotes: list[SourceQuote]) -> list[SourceQuote]:
        return [quote for quote in quotes if not offer.plans or quote.url in pages]

    def those_that(says: Callable[[str], bool]) -> list[Quotes]:
        return [found for quotes, near in prices if (found := quotes_that_say(quotes, near, says))]

    return PricedEvidence(
        prices=[quotes for quotes, _ in prices],
        recurring=those_that(recurs),
        one_time=those_that(is_bought_once),
        per_use=those_that(is_per_use),
        billing_switch=find_billing_switch(site),
        one_time_line=find_one_time_line(site),
        lists_things_for_sale=has_no_periods(subjects) and sells_things(subjects, offer.plans),
        only_in_press_kit=offer.only_in_press_kit,
        free_plans=[plan.quotes for plan in offer.plans if plan.is_free and is_free_plan(plan)],
        free_sentences=on_those_pages([quote for text, quote in offer.sentences if says_free(text)]),
        free_offers=on_those_pages(find_free_offers(subjects)),
        trials=on_those_pages(trials),
        on_request=find_on_request(site),
    )


def quotes_that_say(quotes: Quotes, near: Quotes, says: Callable[[str], bool]) -> Quotes:
    """The quotes of a price if they say how it is paid, or with the short line near them that does; otherwise none."""
    text = " ".join(quote.quote for quote in quotes)
    # A `4-6 week programme` names a duration, not how often one pays.
    if says(text) and says(DURATION.sub(" ", text)):
        return quotes
    short = [quote for quote in near if len(quote.quote.split()) <= MAX_LABEL_WORDS]
    line = next((quote for quote in short if says(DURATION.sub(" ", quote.quote))), None)
    return [*quotes, line] if line else []


def is_bought_once(text: str) -> bool:
    return is_paid_once(text) or (bool(TO_CART.search(text) or BUY.search(text)) and not recurs(text))


def find_billing_switch(site: SiteModel) -> SourceQuote | None:
    """The label of a switch above the plans, or of a period alone in a line among them."""
    for page, block in site.statements("pricing", "home", skip=SKIPPED_MARKS):
        short = len(block.text.split()) <= MAX_LABEL_WORDS
        if is_about_prices(page, block) and short and SWITCH.match(block.text.strip()):
            return SourceQuote(quote=block.text, url=page.url)
    return None


def find_one_time_line(site: SiteModel) -> SourceQuote | None:
    for page, block in site.statements("home", "pricing", skip=SKIPPED_MARKS - {"faq"}):
        if len(block.text) <= 200 and PAID_ONCE.search(block.text):
            return SourceQuote(quote=block.text, url=page.url)
    return None


def is_free_plan(plan: Plan) -> bool:
    """Whether something at no cost is a plan (`€0/month`, `Free`, `Starter`), not a service such as a first call."""
    if any(names_meeting(line) for line in (plan.name, *(quote.quote for quote in plan.near[:2]))):
        return False
    return plan.called_free or recurs(plan.quoted) or bool(PLAN_NAME.match(plan.name))


def find_free_offers(subjects: Subjects) -> list[SourceQuote]:
    """Sentences that say part of the product is free without a time limit."""
    kinds = ("home", "pricing", "about", "features", "press", "faq")
    return [
        SourceQuote(quote=sentence, url=page.url)
        for page, block in subjects.site.statements(*kinds, skip=SKIPPED_MARKS - {"faq"})
        if FREE_WORD.search(block.text)
        for sentence in sentences(block.text)
        if len(sentence) <= 200
        and FREE_OFFER.search(sentence)
        # An answer to a question may say that anything is free, such as changing a number.
        and (not is_answer(page, block) or is_free_itself(sentence, subjects.site.name))
        and not FREE_EXTRA.search(sentence)
        and not subjects.is_of_others(sentence, page.language)
    ]


def find_on_request(site: SiteModel) -> list[SourceQuote]:
    """Sentences among the prices that say each customer gets a price of their own."""
    return [
        SourceQuote(quote=sentence, url=page.url)
        for page, block in site.statements("pricing", "home", skip=SKIPPED_MARKS)
        if is_about_prices(page, block)
        for sentence in sentences(block.text)
        if len(sentence) <= 200 and ON_REQUEST.search(sentence)
    ]


def find_trials(site: SiteModel) -> list[SourceQuote]:
    return [
        SourceQuote(quote=block.text, url=page.url)
        for page, block in site.statements("home", "pricing", "features", "faq", "about", skip=SKIPPED_MARKS - {"faq"})
        if len(block.text) <= 300 and not block.text.endswith("?") and offers_trial(block.text)
    ]


def is_about_prices(page: ReadPage, block: Block) -> bool:
    return page.kind == "pricing" or "pricing" in block.marks


def is_answer(page: ReadPage, block: Block) -> bool:
    return page.kind == "faq" or "faq" in block.marks
