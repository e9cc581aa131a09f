"""Sentences that state what the product costs."""

import re

from showground.extraction.pricing.own_prices import IN_STORE, is_own_price
from showground.extraction.pricing.plan import period_after
from showground.extraction.pricing.plan_finder import SKIPPED_MARKS
from showground.extraction.proposal import SourceQuote
from showground.extraction.statements.money import Price, find_prices, is_paid_once
from showground.extraction.statements.text_folding import comparable, sentences
from showground.extraction.subjects import Subjects

MAX_SENTENCE = 220  # characters
MAX_WORDS_ALONE = 12  # words of a sentence that only names a thing and its price
# A buy button with a price: `Buy for $39`.
BUY_FOR = re.compile(r"^(?:buy|order|get|own|purchase)\b[^.!?\d]{0,40} (?:(?:for|[–—-]) ?)?\S{1,4}\d", re.IGNORECASE)
# In a pricing section, one of these words and an amount state a price, even without a period: `Upgrade for $29`.
PRICE_WORD = re.compile(
    r"\b(?:upgrade|unlock|costs?|price|pricing|starts?|starting|purchase|buy|kostet|preis|ab|coûte|prix"
    r"|à partir de|cuesta"
    r"|precio|desde|custa|preço|a partir de|costa|prezzo|kosztuje|cena|od|стоит|цена|от|fiyat)\b|価格|料金|价格"
    r"|價格|가격|ราคา|السعر|מחיר",
    re.IGNORECASE,
)
# What may come before an amount that begins a sentence, or ends it after a colon: `$0.60 per return`, `A kit: $480`.
BEFORE_AMOUNT_ALONE = re.compile(r"(?:^|[:–—-]\s*)$")
# `An office of 80 people pays $120`: an example of what a customer pays in total. Matched before the amount.
CUSTOMER_PAYS = re.compile(
    r"\d.*\b(?:pays?|would pay|zahl(?:t|en)|bezahl(?:t|en)|paie|paient|pagan?|pagam|pagano|betaalt|betalen|płac[ią]"
    r"|платит|платят|betalar|betaler|öder)\b",
    re.IGNORECASE,
)
EXAMPLE = re.compile(
    r"\b(?:example|zum beispiel|beispiel|exemple|ejemplo|exemplo|esempio|voorbeeld|przykład|пример|örnek)\b|例えば|例如"
    r"|예를 들어|مثال",
    re.IGNORECASE,
)
# `Get Fernwood Pro for $69`: a call to buy something by its name.
BUY_NAME_FOR = re.compile(r"^(?:[Bb]uy|[Oo]rder|[Gg]et|[Oo]wn|[Pp]urchase)\s+(?P<name>[A-Z]\w+(?:\s+[A-Z]\w+)+)\b")
# Sentences that plainly state a price: `A licence costs`, `The price is`.
STATES_PRICE = re.compile(
    r"^(?:an?|the|one|each|every) (?:[\w-]+ )?(?:licen[cs]e|copy|subscription|membership|seat|kit|unit|device) costs\b"
    r"|^eine? (?:lizenz|gerät|abo) kostet\b|^une licence coûte\b|^una licencia cuesta\b|^uma licença custa\b"
    r"|^una licenza costa\b|^een licentie kost\b|^licencja kosztuje\b|^лицензия стоит\b|^en licens kostar\b"
    r"|^(?:the|our|its) (?:\w+ )?(?:price|cost) (?:is|starts at)\b|^(?:der|unser) preis (?:ist|beträgt)\b"
    r"|^le prix est\b|^el precio es\b|^o preço é\b|^il prezzo è\b|^cena wynosi\b",
    re.IGNORECASE,
)


def find_price_sentences(subjects: Subjects, *, answers: bool = False) -> list[tuple[str, SourceQuote]]:
    """Sentences that state a price of the product, each once. With `answers`, those in answers to questions too."""
    found: dict[str, tuple[str, SourceQuote]] = {}
    kinds = ("pricing", "home", "features", "about", "press", *(("faq",) if answers else ()), "other")
    for page, block in subjects.site.statements(*kinds, skip=SKIPPED_MARKS - {"faq" if answers else ""} | {"team"}):
        for sentence in sentences(block.text):
            if len(sentence) > MAX_SENTENCE:
                continue
            amounts = [price for price in find_prices(sentence) if not price.is_zero]
            if not amounts or is_example(sentence, amounts[0]) or sells_something_else(subjects, sentence):
                continue
            prices = [price for price in amounts if is_own_price(subjects, page, block, sentence, price)]
            # A sentence that also has somebody else's price would bring it into the summary.
            if not prices or prices != amounts:
                continue
            states_price = any(price.period or period_after(sentence, price) for price in prices) or is_paid_once(
                sentence
            )
            states_price = (
                states_price
                or ("pricing" in block.marks and PRICE_WORD.search(sentence))
                or STATES_PRICE.search(sentence)
            )
            among_prices = "pricing" in block.marks or page.kind == "pricing"
            short = among_prices and len(amounts) == 1 and only_states_price(sentence, amounts[0])
            # `$5 one-time purchase`
            paid_once = is_paid_once(sentence) and not sentence[: prices[0].start].strip()
            is_button = (BUY_FOR.match(sentence) or IN_STORE.search(sentence) or paid_once) and len(prices) == 1
            if (
                is_button
                or short
                or (states_price and len(sentence.split()) >= 4 and block.tag not in ("h1", "button"))
            ):
                found.setdefault(comparable(sentence), (sentence, SourceQuote(quote=sentence, url=page.url)))
    return list(found.values())


def only_states_price(sentence: str, price: Price) -> bool:
    """Whether a short sentence only names a thing and its price."""
    before, after = sentence[: price.start], sentence[price.end :].strip(" .!")
    ends = not after or after.startswith(("per ", "/", "pro ", "par ", "por ", "за ", "i ", "في "))
    return 2 < len(sentence.split()) <= MAX_WORDS_ALONE and bool(BEFORE_AMOUNT_ALONE.search(before)) and ends


def is_example(sentence: str, price: Price) -> bool:
    """Whether a sentence is an example of what somebody pays in total, which isn't a price."""
    return bool(EXAMPLE.search(sentence) or CUSTOMER_PAYS.search(sentence[: price.start]))


def sells_something_else(subjects: Subjects, sentence: str) -> bool:
    """Whether a call to buy names something other than the product: `Get Fernwood Pro for $69`."""
    found = BUY_NAME_FOR.match(sentence)
    return bool(found) and not subjects.names_us(sentence)
