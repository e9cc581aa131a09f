"""Sentences that state what the product costs."""

import re

from showground.extraction.own_prices import IN_STORE, is_offered
from showground.extraction.plan_finder import SKIP
from showground.extraction.price_plan import trailing
from showground.extraction.proposal import SourceQuote
from showground.extraction.statements.money import Price, find_prices, is_paid_once
from showground.extraction.statements.text_folding import comparable, sentences
from showground.extraction.subjects import Subjects

MAX_SENTENCE = 220  # letters of one that states a price
MAX_ALONE = 12  # words of a sentence that only says what something costs
# What a button says: `Buy for $39`.
PURCHASE = re.compile(r"^(?:buy|order|get|own|purchase)\b[^.!?\d]{0,40} (?:(?:for|[–—-]) ?)?\S{1,4}\d", re.IGNORECASE)
# In a pricing section, a sentence with one of these words and an amount states a price even if it names no period, such
# as `Upgrade for $29`.
PRICE_WORD = re.compile(
    r"\b(?:upgrade|unlock|costs?|price|pricing|starts?|starting|purchase|buy|kostet|preis|ab|coûte|prix"
    r"|à partir de|cuesta"
    r"|precio|desde|custa|preço|a partir de|costa|prezzo|kosztuje|cena|od|стоит|цена|от|fiyat)\b|価格|料金|价格"
    r"|價格|가격|ราคา|السعر|מחיר",
    re.IGNORECASE,
)
# `$0.60 per return`, `A kit for one roof: $480`: in a pricing section, an amount that begins or ends the sentence.
ALONE = re.compile(r"(?:^|[:–—-]\s*)$")
# `An office of 80 people pays $120`: what the price comes to for some customer. Before an amount:
PAYS = re.compile(
    r"\d.*\b(?:pays?|would pay|zahl(?:t|en)|bezahl(?:t|en)|paie|paient|pagan?|pagam|pagano|betaalt|betalen|płac[ią]"
    r"|платит|платят|betalar|betaler|öder)\b",
    re.IGNORECASE,
)
EXAMPLE = re.compile(
    r"\b(?:example|zum beispiel|beispiel|exemple|ejemplo|exemplo|esempio|voorbeeld|przykład|пример|örnek)\b|例えば|例如"
    r"|예를 들어|مثال",
    re.IGNORECASE,
)
# `Get Fernwood Pro for $69`
BOUGHT_NAME = re.compile(r"^(?:[Bb]uy|[Oo]rder|[Gg]et|[Oo]wn|[Pp]urchase)\s+(?P<name>[A-Z]\w+(?:\s+[A-Z]\w+)+)\b")
THE_PRICE = re.compile(
    r"^(?:an?|the|one|each|every) (?:[\w-]+ )?(?:licen[cs]e|copy|subscription|membership|seat|kit|unit|device) costs\b"
    r"|^eine? (?:lizenz|gerät|abo) kostet\b|^une licence coûte\b|^una licencia cuesta\b|^uma licença custa\b"
    r"|^una licenza costa\b|^een licentie kost\b|^licencja kosztuje\b|^лицензия стоит\b|^en licens kostar\b"
    r"|^(?:the|our|its) (?:\w+ )?(?:price|cost) (?:is|starts at)\b|^(?:der|unser) preis (?:ist|beträgt)\b"
    r"|^le prix est\b|^el precio es\b|^o preço é\b|^il prezzo è\b|^cena wynosi\b",
    re.IGNORECASE,
)


def own_sentences(subjects: Subjects, *, answers: bool = False) -> list[tuple[str, SourceQuote]]:
    """Sentences that state one of their own prices, without duplicates; with `answers`, also those to questions."""
    found: dict[str, tuple[str, SourceQuote]] = {}
    kinds = ("pricing", "home", "features", "about", "press", *(("faq",) if answers else ()), "other")
    for page, block in subjects.site.statements(*kinds, skip=SKIP - {"faq" if answers else ""} | {"team"}):
        for sentence in sentences(block.text):
            if len(sentence) > MAX_SENTENCE:
                continue
            named = [price for price in find_prices(sentence) if not price.is_zero]
            if not named or is_for_instance(sentence, named[0]) or is_of_other(subjects, sentence):
                continue
            prices = [price for price in named if is_offered(subjects, page, block, sentence, price)]
            # A sentence with somebody else's price in it would bring that into the summary.
            if not prices or prices != named:
                continue
            priced = any(price.period or trailing(sentence, price) for price in prices) or is_paid_once(sentence)
            priced = priced or ("pricing" in block.marks and PRICE_WORD.search(sentence)) or THE_PRICE.search(sentence)
            among = "pricing" in block.marks or page.kind == "pricing"
            short = among and len(named) == 1 and stands_alone(sentence, named[0])
            # `$5 one-time purchase`
            once = is_paid_once(sentence) and not sentence[: prices[0].start].strip()
            bought = (PURCHASE.match(sentence) or IN_STORE.search(sentence) or once) and len(prices) == 1
            if bought or short or (priced and len(sentence.split()) >= 4 and block.tag not in ("h1", "button")):
                found.setdefault(comparable(sentence), (sentence, SourceQuote(quote=sentence, url=page.url)))
    return list(found.values())


def stands_alone(sentence: str, price: Price) -> bool:
    """Whether a short sentence only says what something costs."""
    before, after = sentence[: price.start], sentence[price.end :].strip(" .!")
    ends = not after or after.startswith(("per ", "/", "pro ", "par ", "por ", "за ", "i ", "في "))
    return 2 < len(sentence.split()) <= MAX_ALONE and bool(ALONE.search(before)) and ends


def is_for_instance(sentence: str, price: Price) -> bool:
    """Whether a sentence says what somebody pays in all, which is no price of its own."""
    return bool(EXAMPLE.search(sentence) or PAYS.search(sentence[: price.start]))


def is_of_other(subjects: Subjects, sentence: str) -> bool:
    """Whether a call to buy names something else than the product: `Get Fernwood Pro for $69`."""
    found = BOUGHT_NAME.match(sentence)
    return bool(found) and not subjects.names_us(sentence)
