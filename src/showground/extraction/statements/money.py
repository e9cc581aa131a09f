"""Prices in a text."""

import re
from dataclasses import dataclass
from itertools import islice

SYMBOL = r"(?:US|CA|AU|NZ|HK|S|A|C|R)?\$|€|£|¥|₹|₩|₽|₺|₪|₴|₫|฿|₦|R\$|zł|kr\.?|CHF|Fr\.|Kč"
CODE = r"USD|EUR|GBP|CHF|CAD|AUD|NZD|INR|JPY|SEK|NOK|DKK|PLN|CZK|BRL|MXN|SGD|ZAR|KES|NGN|TRY|euros?|dollars?|pounds"
AMOUNT = r"\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
PRICE = re.compile(
    rf"(?:(?P<before>{SYMBOL}|\b(?:{CODE}))\s?(?P<amount>{AMOUNT})(?![\d%])|(?<![\d.,"
    rf"])(?P<amount2>{AMOUNT})\s?(?P<after>{SYMBOL}|(?:{CODE})\b))"
    r"(?P<scale>\s?(?:k|m|bn?|million|billion|thousand|mio|mrd|lakh|crore)\b|\+)?",
    re.IGNORECASE,
)
UNIT = (
    r"month|mo\b|mth|year|yr|annum|week|wk|day|hour|hr|user|seat|member|person|agent|editor|site|project|minute|gb|"
    r"request|"
    r"monat|jahr|nutzer|mois|an\b|année|utilisateur|mes\b|año|usuario|mês|ano\b|usuário|mese|anno|utente|maand|jaar|"
    r"gebruiker|"
    r"måned|månad|år|miesiąc|rok|device|team|company|workspace|store|credit|page|month\.|letter|call|employee|"
    r"licen[cs]e|kk"
)
PERIOD = re.compile(
    rf"\s*(?:(?:/|per|a|an|each|every|pro|par|al|por|por cada|im|je|all'|om|i|each)\s*(?:{UNIT})s?\b\.?(?:\s*(?:/|"
    rf"per|and|,)\s*(?:{UNIT})\b)?"
    r"|monthly|yearly|annually|mtl\.|monatlich|mensuel\w*|mensual|mensal|one[- ]time|once|lifetime|forever|einmalig)",
    re.IGNORECASE,
)
# Words right before or after an amount that make it something else than what the product costs now: a saving, a former
# price, a difference, a fine, a budget.
BEFORE_NO_OFFER = re.compile(
    r"(?:\b(?:save|saves|saved|saving|savings?|discount|off|instead of|rather than|was|were|previously|formerly"
    r"|used to (?:be|cost)|regular(?:ly)?(?: price)?|normal(?:ly)?|original(?:ly)?|list price|rrp|msrp|worth"
    r"|valued? at|compared to|versus|vs\.?|fines?|fined|penalt\w+|refund|raised|funding|revenue|earn(?:ed|s|ing)?"
    r"|make|made|makes|win|prize|budget|salary|invoice|total|balance|lost?|losing|loses|lose|donated?|gift card"
    r"|voucher|credit of|deposit|fee of|minimum of|more than|less than|up to|sparen(?: sie)?|spare|gespart"
    r"|ersparnis|rabatt|statt|bisher|früher|uvp|ehemals|bußgeld\w*|économise[zr]?|économie|remise|au lieu de|avant"
    r"|prix barré|amende|ahorr\w+|descuento|en (?:lugar|vez) de|antes|multa|economi[zs]e\w*|poupe|desconto"
    r"|em vez de|ao invés de|risparmi\w*|sconto|invece di|anziché|prima|bespaar|korting|in plaats van|oszczęd\w*"
    r"|rabat|zamiast|экономи\w*|скидк\w*|вместо|tasarruf|indirim|yerine)\b|節約|割引|お得|省|优惠|原价|原價|할인"
    r"|절약|خصم|وفر|הנחה|ลด|ประหยัด)"
    r"(?:\s+(?:of|you|up to|about|around|over|von|de|bis zu|jusqu['’]à|hasta|até|fino a|a|an|the))*\W{0,3}$",
    re.IGNORECASE,
)
AFTER_NO_OFFER = re.compile(
    r"^\W{0,3}(?:(?:(?:/|per|a|pro|par|al|por)\s?\w+\s+)?(?:less|more|off|cheaper|discount|savings?|saved|voucher"
    r"|credits?\b(?! per)|gift card|cash ?back|refund|in (?:revenue|funding|savings|sales|fines)|worth|günstiger"
    r"|weniger|rabatt|gespart|sparen|de remise"
    r"|moins|économisés|de descuento|menos|de desconto|di sconto|in meno|korting|taniej|скидк\w*|дешевле|indirim"
    r"|割引|引き|オフ|优惠|할인))\b",
    re.IGNORECASE,
)
MAX_PRICES = 40  # in one text
DIGIT = re.compile(r"\d")
CENTS_APART = re.compile(r"\s\d{2}(?!\d)")
RECURRING = re.compile(
    r"\b(?:month(?:ly)?|mo|mth|year(?:ly)?|yr|annual(?:ly)?|annum|week(?:ly)?|monat(?:lich)?|jahr|jährlich|mois|"
    r"mensuel\w*|an|année|mes|"
    r"mensual|año|mês|mensal|ano|mese|anno|maand|jaar|måned|månad|år|subscription|abo|kk)\b",
    re.IGNORECASE,
)
ONCE = re.compile(
    r"\b(?:one[- ]time|once|lifetime|pay once|one payment|single payment|einmalig|paiement unique|pago único|no "
    r"subscription)\b",
    re.IGNORECASE,
)
PER_USE = re.compile(
    r"(?:/|\bper\b|\bpro\b|\bpar\b)\s*(?:[\d.,]+\s*k?\s*)?(?:requests?|calls?|api call|credits?|minutes?|hours?|gb|"
    r"tb|1k|1,000|1000|"
    r"million|token\w*|messages?|emails?|sms|transactions?|pages?|documents?|case runs?|runs?|images?)\b|\bpay as "
    r"you go\b|\bpay-as-you-go\b|"
    r"\busage[- ]based\b|\bonly pay for what you use\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Price:
    """An amount with its currency, as written, and what it is for."""

    written: str
    period: str
    start: int
    end: int
    amount: str
    currency: str

    @property
    def is_zero(self) -> bool:
        return not re.search(r"[1-9]", self.amount)


def find_prices(text: str) -> list[Price]:
    """The prices in a text; amounts in thousands or millions, and open-ended ones, are not prices."""
    prices: list[Price] = []
    if not DIGIT.search(text):
        return prices
    for found in islice(PRICE.finditer(text), MAX_PRICES):
        if (found["scale"] or "").strip():
            continue
        # `25 99` may be 25.99 in two elements, or two numbers.
        if CENTS_APART.match(text, found.end()):
            continue
        amount = found["amount"] or found["amount2"]
        currency = (found["before"] or found["after"]).upper()
        period = PERIOD.match(text, found.end())
        end = period.end() if period else found.end()
        written = text[found.start() : found.end()].strip()
        prices.append(Price(written, period[0].strip() if period else "", found.start(), end, amount, currency))
    return prices


def is_offer(text: str, price: Price) -> bool:
    """Whether an amount is what something costs now, and no saving, former price or other sum."""
    end = price.end if price.period else price.start + len(price.written)
    whole = text[price.start : end]
    return not (
        BEFORE_NO_OFFER.search(text[max(0, price.start - 40) : price.start])
        or AFTER_NO_OFFER.match(text[price.start + len(price.written) :])
        or AFTER_NO_OFFER.match(text[price.start + len(whole) :])
    )
