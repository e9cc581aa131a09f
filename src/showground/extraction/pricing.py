"""The pricing model and summary, from the company's plans and what its sentences say about prices."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from showground.extraction.plan_finder import PLAN_NAME, SKIP, own_plans, plans_on
from showground.extraction.press_prices import press_prices
from showground.extraction.price_plan import Plan
from showground.extraction.price_sentences import own_sentences
from showground.extraction.price_sums import DURATION, is_list_of_sums, sells_things
from showground.extraction.pricing_words import model_in_words
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.money import find_prices, is_paid_once, is_per_use, recurs
from showground.extraction.statements.pricing_model import (
    BESIDE_PRODUCT,
    BUY,
    FREE_OFFER,
    FREE_WORD,
    ON_REQUEST,
    TO_CART,
    is_free_itself,
    names_talk,
    offers_trial,
    says_free,
)
from showground.extraction.statements.text_folding import comparable, sentences
from showground.extraction.subjects import Subjects

# Prices that begin with `from` may differ from page to page without a contradiction.
FROM = re.compile(
    r"\b(?:from|starting|starts|ab|dès|à partir|desde|a partir|da|vanaf|od|от|itibaren)\b|から|起|부터", re.IGNORECASE
)
MAX_SUMMARY = 500
MAX_PLANS, MIN_PLANS = 20, 8  # as many as fit, but fewer than the least are no summary
MAX_ADDED = 100  # letters of a price that is added to the plans
# `Monthly | Yearly (save 20 %)`, `Billed annually`.
SWITCH = re.compile(
    r"(?:(?:billed |bill |pay )?(?:monthly|yearly|annual(?:ly)?)|monatlich|jährlich|mensuel|annuel|mensual|anual"
    r"|mensal|mensile"
    r"|annuale|miesięcznie|rocznie|ежемесячно|aylık|yıllık)(?:\s+(?:billing|plan))?(?:\W|$)",
    re.IGNORECASE,
)
PAID_ONCE = re.compile(r"\b(?:one[- ]time (?:purchase|payment|fee)|pay once|lifetime licen[cs]e)\b", re.IGNORECASE)


@dataclass
class Offer:
    """Everything the site says about prices."""

    plans: list[Plan] = field(default_factory=list[Plan])
    sentences: list[tuple[str, SourceQuote]] = field(default_factory=list[tuple[str, SourceQuote]])
    in_press_kit: bool = False
    """Whether the press kit alone tells the price."""


def find_pricing(subjects: Subjects) -> tuple[Drafted | None, Drafted | None]:
    """The pricing model, and a summary in the site's own words and amounts."""
    offer = Offer(own_plans(subjects), own_sentences(subjects))
    if not offer.sentences and not any(plan.price and not plan.price.is_zero for plan in offer.plans):
        offer.sentences = own_sentences(subjects, answers=True)
    if not offer.plans and not offer.sentences:
        offer.sentences = press_prices(subjects)
        offer.in_press_kit = bool(offer.sentences)
    if contradicts(subjects, offer):
        return None, None
    return find_model(subjects, offer), summarise(offer)


def contradicts(subjects: Subjects, offer: Offer) -> bool:
    """Whether two pages give different amounts for one plan."""
    by_name = {comparable(plan.name): plan for plan in offer.plans}
    for page in subjects.site.own_pages("home", "features", "about"):
        for plan in plans_on(subjects, page):
            known = by_name.get(comparable(plan.name))
            if known and FROM.search(f"{known.said} {known.around} {plan.said} {plan.around}"):
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


def summarise(offer: Offer) -> Drafted | None:
    plans = offer.plans[:MAX_PLANS]
    if any(plan.price and not plan.price.is_zero for plan in plans):
        written, quotes = [plan.written for plan in plans], [said for plan in plans for said in plan.quotes]
        for text, said in beside_plans(offer, plans):
            written, quotes = [*written, text.rstrip(".")], [*quotes, said]
        if len("; ".join(written)) > MAX_SUMMARY:
            written = [plan.brief for plan in plans]
            quotes = [said for plan in plans for said in plan.quotes]
        while len("; ".join(written)) > MAX_SUMMARY and len(plans) > MIN_PLANS:
            plans = plans[:-1]
            written, quotes = [plan.brief for plan in plans], [said for plan in plans for said in plan.quotes]
        text = "; ".join(written)
        if len(text) <= MAX_SUMMARY:
            return Drafted(value=text, quotes=quotes)
    if offer.sentences:
        chosen = offer.sentences[:2]
        return Drafted(value=" ".join(sentence for sentence, _ in chosen), quotes=[said for _, said in chosen])
    return None


def beside_plans(offer: Offer, plans: Sequence[Plan]) -> list[tuple[str, SourceQuote]]:
    """Short lines on the page of the plans with a price that none of them has, such as a fee for the start."""
    known = {price.amount for plan in plans for price in (plan.price, *plan.also) if price}
    pages = {said.url for plan in plans for said in plan.quotes}
    found: list[tuple[str, SourceQuote]] = []
    for text, said in offer.sentences:
        amounts = {price.amount for price in find_prices(text)}
        if len(text) <= MAX_ADDED and said.url in pages and not amounts & known:
            found.append((text, said))
            known |= amounts
    return found[:2]


def find_model(subjects: Subjects, offer: Offer) -> Drafted | None:
    """The pricing model that follows from all plans and sentences, with their quotes as evidence."""
    site = subjects.site
    paid = [(plan.quotes, plan.near) for plan in offer.plans if plan.price and not plan.price.is_zero]
    paid += [([said], []) for _, said in offer.sentences]
    trial = trials(site)
    if not paid:
        return model_in_words(subjects, trial)
    # Beside plans, what another page says may be about another product of the same maker.
    pages = {site.home.url, *(said.url for plan in offer.plans for said in plan.quotes)}
    pages |= {page.url for page in site.own_pages("faq", "about", "pricing")}
    trial = [said for said in trial if not offer.plans or said.url in pages]
    recurring, once, per_use = (
        kept([told(quotes, near, says) for quotes, near in paid]) for says in (recurs, is_bought_once, is_per_use)
    )
    if not recurring and (switch := billing_switch(site)) and not any(is_paid_once(said_in(quotes)) for quotes in once):
        recurring, once = [[*paid[0][0], switch]], []
    if not once and not recurring:
        once = [[*quotes, *bought] for quotes, _ in paid if (bought := purchases(site))]
    if not once and not recurring and not per_use and is_list_of_sums(subjects) and sells_things(subjects, offer.plans):
        once = [quotes for quotes, _ in paid]
    # A price without a period, of a product that the press writes about, is what one pays for it.
    if not once and not recurring and not per_use and offer.in_press_kit:
        once = [quotes for quotes, _ in paid]
    free_plans = [plan.quotes for plan in offer.plans if plan.is_free and is_free_plan(plan)]
    told_free = [said for text, said in offer.sentences if says_free(text) and (not offer.plans or said.url in pages)]
    free = free_plans or [[said] for said in told_free]
    offers = [said for said in free_offers(subjects) if not offer.plans or said.url in pages]
    free = free or ([[said] for said in offers] if recurring or not once else [])
    if free and (free_plans or recurring or not once):
        return Drafted(value="freemium", quotes=[*free[0], *(recurring or per_use or once or [paid[0][0]])[0]])
    if per_use and not recurring:
        return Drafted(value="usage-based", quotes=per_use[0])
    # A fee for the start, or a lifetime licence, may come with a subscription; one extra by the month makes none.
    most = len(recurring) >= len(once) and 2 * len(recurring) >= len(paid)
    if recurring and (most or recurring[0][: len(paid[0][0])] == paid[0][0]):
        return (
            Drafted(value="free-trial", quotes=[trial[0], *recurring[0]])
            if trial
            else Drafted(value="subscription", quotes=recurring[0])
        )
    if once and not recurring:
        return Drafted(value="one-time", quotes=once[0])
    asked = [] if recurring else on_request(site)
    return Drafted(value="custom", quotes=asked[:1]) if asked else None


def billing_switch(site: SiteModel) -> SourceQuote | None:
    """The word for a period on a switch above the plans, or alone in a line among them."""
    for page, block in site.statements("pricing", "home", skip=SKIP):
        among = page.kind == "pricing" or "pricing" in block.marks
        if among and len(block.text.split()) <= 8 and SWITCH.match(block.text.strip()):
            return SourceQuote(quote=block.text, url=page.url)
    return None


def said_in(quotes: Sequence[SourceQuote]) -> str:
    return " ".join(quote.quote for quote in quotes)


def is_free_plan(plan: Plan) -> bool:
    """Whether something at no cost is a plan (`€0/month`, or called free or like a plan) and not a free service."""
    if any(names_talk(line) for line in (plan.name, *(quote.quote for quote in plan.near[:2]))):
        return False
    return plan.called_free or recurs(plan.said) or bool(PLAN_NAME.match(plan.name))


Told = list[SourceQuote] | None


def told(quotes: list[SourceQuote], near: list[SourceQuote], says: Callable[[str], bool]) -> Told:
    """The quotes of a price that say how it is paid; a line around them may say it instead."""
    # `4-6 week programme` is how long it takes.
    if says(said_in(quotes)) and says(DURATION.sub(" ", said_in(quotes))):
        return quotes
    short = [quote for quote in near if len(quote.quote.split()) <= 8]
    line = next((quote for quote in short if says(DURATION.sub(" ", quote.quote))), None)
    return [*quotes, line] if line else None


def kept(found: Sequence[Told]) -> list[list[SourceQuote]]:
    return [quotes for quotes in found if quotes]


def is_bought_once(text: str) -> bool:
    return is_paid_once(text) or (bool(TO_CART.search(text) or BUY.search(text)) and not recurs(text))


def free_offers(subjects: Subjects) -> list[SourceQuote]:
    """Sentences that say part of it is free without a time limit."""
    kinds = ("home", "pricing", "about", "features", "press", "faq")
    return [
        SourceQuote(quote=sentence, url=page.url)
        for page, block in subjects.site.statements(*kinds, skip=SKIP - {"faq"})
        if FREE_WORD.search(block.text)
        for sentence in sentences(block.text)
        if len(sentence) <= 200
        and FREE_OFFER.search(sentence)
        # Among answers, anything may be free.
        and (not answers(page, block) or is_free_itself(sentence, subjects.site.name))
        and not BESIDE_PRODUCT.search(sentence)
        and not subjects.is_of_others(sentence, page.language)
    ]


def answers(page: ReadPage, block: Block) -> bool:
    return page.kind == "faq" or "faq" in block.marks


def purchases(site: SiteModel) -> list[SourceQuote]:
    """Lines that say it is a one-time payment."""
    return [
        SourceQuote(quote=block.text, url=page.url)
        for page, block in site.statements("home", "pricing", skip=SKIP - {"faq"})
        if len(block.text) <= 200 and PAID_ONCE.search(block.text)
    ][:1]


def on_request(site: SiteModel) -> list[SourceQuote]:
    """Lines among the prices that say that the final price is for each customer."""
    return [
        SourceQuote(quote=sentence, url=page.url)
        for page, block in site.statements("pricing", "home", skip=SKIP)
        if page.kind == "pricing" or "pricing" in block.marks
        for sentence in sentences(block.text)
        if len(sentence) <= 200 and ON_REQUEST.search(sentence)
    ]


def trials(site: SiteModel) -> list[SourceQuote]:
    return [
        SourceQuote(quote=block.text, url=page.url)
        for page, block in site.statements("home", "pricing", "features", "faq", "about", skip=SKIP - {"faq"})
        if len(block.text) <= 300 and not block.text.endswith("?") and offers_trial(block.text)
    ]
